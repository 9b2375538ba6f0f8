"""Due times found by walking, minute by minute, with an eye on the wall clock: slow and plain.

It shares no line and no idea with `referee.schedule.due`: it never turns a wall clock's time into a
moment. It looks at the clock once a minute and remembers the highest time seen so far. When the clocks
skip, several wall times are reached at once; when they go back, none is until the highest is passed.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from referee.schedule import Clock, Interval, Schedule

MINUTE = timedelta(minutes=1)
NAMES = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


def walked_due(
    schedule: Schedule, opened_at: datetime, kind: str, *, counted_from: datetime | None = None
) -> datetime:
    """When a phase that opens then is due. ``counted_from``: where its least length starts."""
    if kind == "choice" and schedule.choice_minutes is not None:
        return _interval(schedule, opened_at, schedule.choice_minutes)
    if isinstance(schedule.rounds, Interval):
        return _interval(schedule, opened_at, schedule.rounds.minutes)
    earliest = (counted_from or opened_at) + timedelta(minutes=schedule.rounds.least_minutes)
    return _clock(schedule, schedule.rounds, earliest)


def is_off(schedule: Schedule, day: date) -> bool:
    return (
        NAMES[day.weekday()] in schedule.days_off
        or day in schedule.blackouts
        or (schedule.holidays is not None and day in [each.on for each in schedule.holidays.days])
    )


def local(moment: datetime, zone: str) -> datetime:
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def _walk(start: datetime, zone: str) -> Iterator[tuple[datetime, list[datetime]]]:
    """Moments a minute apart, and the wall times that are reached at each for the first time."""
    highest = local(start, zone)
    moment = start
    while True:
        moment += MINUTE
        wall = local(moment, zone)
        reached = []
        while highest < wall:
            highest += MINUTE
            reached.append(highest)
        yield moment, reached


def _clock(schedule: Schedule, clock: Clock, earliest: datetime) -> datetime:
    whole = earliest.astimezone(UTC).replace(second=0, microsecond=0)
    for moment, reached in _walk(whole - timedelta(hours=26), schedule.zone):
        if moment < earliest or is_off(schedule, local(moment, schedule.zone).date()):
            continue
        for wall in reached:
            slots = [
                slot
                for slot in clock.slots
                if slot.at == wall.time() and NAMES[wall.weekday()] in slot.weekdays
            ]
            if slots and not is_off(schedule, wall.date()):
                return moment
    raise AssertionError


def _interval(schedule: Schedule, opened_at: datetime, minutes: int) -> datetime:
    passed = -26 * 60
    ended: datetime | None = None
    for moment, reached in _walk(opened_at.astimezone(UTC) + passed * MINUTE, schedule.zone):
        passed += 1
        wall = local(moment, schedule.zone)
        off = is_off(schedule, wall.date())
        if passed == minutes:
            if not off:
                return moment
            ended = wall
        elif ended is not None and not off:
            for each in reached:
                is_that_time = each.time() == ended.time() and each.date() > ended.date()
                if is_that_time and not is_off(schedule, each.date()):
                    return moment
    raise AssertionError
