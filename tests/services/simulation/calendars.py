"""When phases are due, worked out by walking minute by minute: slow, and nothing of the code under test."""

import math
from datetime import datetime, timedelta

from referee.schedule import Clock, Interval, Schedule
from tests.schedule.oracle import is_off, local, walked_due

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


def due(
    schedule: Schedule,
    opened_at: datetime,
    kind: str,
    previous: datetime | None = None,
    grace: timedelta = timedelta(0),
) -> datetime:
    """When a phase that opens then is due. A clock's least length is counted from when the phase before
    was due, if that closed a little later: at most an hour after its grace, or half of the least length.
    """
    counted_from = opened_at
    if isinstance(schedule.rounds, Clock) and previous is not None:
        bridged = min(HOUR + grace, timedelta(minutes=schedule.rounds.least_minutes) / 2)
        if previous <= opened_at <= previous + bridged:
            counted_from = previous
    return walked_due(schedule, opened_at, kind, counted_from=counted_from)


def later(schedule: Schedule, now: datetime, length: timedelta) -> datetime:
    """So long from now, a minute at least; on a day off, at that time of day on the next that is none."""
    length = max(length, MINUTE)
    if not is_off(schedule, local(now + length, schedule.zone).date()):
        return now + length
    rounds = Interval(minutes=math.ceil(length / MINUTE))
    return walked_due(schedule.model_copy(update={"rounds": rounds}), now, "main")


def resumed(
    schedule: Schedule,
    now: datetime,
    kind: str,
    due_at: datetime,
    paused_at: datetime,
    at: str | None,
) -> datetime:
    """When a paused phase is due that goes on now: with the time that was left, or at the next slot.

    The next slot leaves half of that time, or half of a round's least length.
    """
    if at is None:
        at = "next-slot" if isinstance(schedule.rounds, Clock) else "time-left"
    if at == "next-slot":
        if isinstance(schedule.rounds, Clock):
            minutes = min((due_at - paused_at) / MINUTE, schedule.rounds.least_minutes) / 2
            hurried = schedule.rounds.model_copy(update={"least_minutes": max(1, int(minutes))})
            schedule = schedule.model_copy(update={"rounds": hurried})
        return max(due_at, due(schedule, now, kind))
    return max(due_at, later(schedule, now, due_at - paused_at))
