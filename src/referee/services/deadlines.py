"""Moving a deadline: the referee extends, pauses and resumes; the lost time of an outage is given back.

Everybody who moves one takes the match's lock, then the phase's, as every close does: so a close and an
extension that race end as exactly one of the two. Who looks at the match, its feeds or its live stream is
told by what is committed, once.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from referee.schedule import Clock, Interval, Schedule, due_at, length_words
from referee.schedule.due import DaysOff
from referee.services import notice_errands
from referee.services.access import Key, require_referee
from referee.services.acts import Act, By, Extended, Paused, Resumed
from referee.services.context import Context
from referee.services.errors import Conflict, Invalid
from referee.services.phases import match_of, match_over, phase_not_found, rules_of
from referee.services.progress import practice_key
from referee.services.reading_models import DueBy, Extensions
from referee.services.records import by_of, record_act
from referee.services.schedules import due_within, schedule_of
from referee.storage import matches, outbox, phases
from referee.storage.matches import MatchRow
from referee.storage.phases import PhaseRow

ResumeAt = Literal["time-left", "next-slot"]
"""With the time that was left at the pause, or at the schedule's next due time."""

RESUME_AT: Final[tuple[ResumeAt, ...]] = ("time-left", "next-slot")


@dataclass(frozen=True, slots=True)
class OpenClock:
    """The clock of an open phase. ``has_moved``: since its opening was announced, its deadline was moved or stopped.

    ``resumed`` says when a paused phase would be due if it were resumed now, by how; empty while its clock runs.
    """

    has_moved: bool
    resumed: Mapping[ResumeAt, datetime]


def extend_phase(ctx: Context, key: Key, match_id: str, phase: int, due_at: datetime) -> datetime:
    """Give the open phase until ``due_at`` (aware), and return its due time as stored.

    An absolute time: extending twice to the same time is one extension. Never earlier than it is due
    already, nor further and oftener than the match's closing rules allow. Raises `NotFound`, `NotYours`,
    `Invalid` (time-not-aware, extension-too-far, extension-earlier), `Conflict` (phase-closed,
    match-paused, extensions-used-up, …).
    """
    if due_at.tzinfo is None:
        raise Invalid("time-not-aware", "Say the time with its offset from UTC.", field="due_at")
    due_at = due_at.astimezone(UTC)
    with ctx.store.write() as connection:
        match, row = _open_phase(connection, key, match_id, phase, "extended")
        if row.paused_at is not None:
            raise paused(row)
        if due_at == row.due_at:
            return row.due_at
        now, rules = ctx.clock(), rules_of(match)
        if due_at < row.due_at or due_at <= now:
            raise Invalid(
                "extension-earlier",
                "A deadline can only be moved to a later time. To end the round sooner, close it now.",
                field="due_at",
            )
        if due_at > latest_extension(match, now):
            raise Invalid(
                "extension-too-far",
                "A deadline can be moved to at most "
                f"{length_words(rules.furthest_extension_minutes)} from now. Choose an earlier time.",
                field="due_at",
            )
        if row.extensions >= rules.most_extensions:
            raise Conflict(
                "extensions-used-up",
                f"{row.title} has been extended {row.extensions} times, which is the most in this match."
                if rules.most_extensions
                else "By this match’s settings deadlines are not extended.",
            )
        move_deadline(connection, match, row, due_at, by="referee", now=now)
        phases.change_phase(connection, match_id, phase, extensions=row.extensions + 1)
        _done(connection, match_id, Extended(phase=phase, due_at=due_at), by=by_of(key), at=now)
    return due_at


def extensions_of(match: MatchRow, row: PhaseRow | None, now: datetime) -> Extensions:
    """What the closing rules still allow for the open phase."""
    left = 0
    if row is not None and row.status == "open" and row.paused_at is None:
        left = max(0, rules_of(match).most_extensions - row.extensions)
    return Extensions(latest=latest_extension(match, now), left=left)


def latest_extension(match: MatchRow, now: datetime) -> datetime:
    """The furthest time to which a deadline of this match may be moved now."""
    return now + timedelta(minutes=rules_of(match).furthest_extension_minutes)


def pause_phase(ctx: Context, key: Key, match_id: str, phase: int) -> None:
    """Stop the open phase's clock: nothing closes it until it is resumed. Moves can still be sent.

    A phase that waits for a substitute stands from then on as if it had been paused when the wait began: neither
    the end of the wait nor a substitute lets it go on. Pausing twice is pausing once. Raises `NotFound`, `NotYours`, `Conflict` (phase-closed, phase-due, …).
    """
    with ctx.store.write() as connection:
        _, row = _open_phase(connection, key, match_id, phase, "paused")
        now = ctx.clock()
        if row.paused_at is not None:
            if row.waits_until is not None:
                phases.change_phase(connection, match_id, phase, waits_until=None)
                _done(connection, match_id, Paused(phase=phase), by=by_of(key), at=now)
            return
        if now >= row.due_at:
            raise Conflict(
                "phase-due",
                f"The deadline of {row.title} has passed; there is no time left to stop. Extend it, if "
                "everybody should have more.",
            )
        stop_clock(connection, match_id, phase, by=by_of(key), now=now)
        matches.change_match(connection, match_id)


def stop_clock(
    connection: Connection,
    match_id: str,
    phase: int,
    *,
    by: By,
    now: datetime,
    waits_until: datetime | None = None,
) -> None:
    """Pause an open phase that is locked; ``waits_until`` if it is for substitutes."""
    phases.change_phase(
        connection,
        match_id,
        phase,
        paused_at=now,
        waits_until=waits_until,
        closes_at=None,
        due_set_at=now,
    )
    record_act(connection, match_id, Paused(phase=phase), by=by, at=now)


def resume_phase(
    ctx: Context, key: Key, match_id: str, phase: int, *, at: ResumeAt | None = None
) -> datetime:
    """Let the clock of a paused phase go on, and return the new due time, which keeps the days off.

    ``at`` left out: at the next slot where rounds go by the clock, else with the time that was left. The next
    slot is the first that leaves at least half of that time, or of the least length of a round if that is shorter,
    so that a short pause costs nothing and a long one does not end in a hurry. Never earlier than it was due before.
    Resuming twice is resuming once. Raises as `pause_phase`.
    """
    with ctx.store.write() as connection:
        match, row = _open_phase(connection, key, match_id, phase, "resumed")
        if row.paused_at is None:
            return row.due_at
        due = go_on(connection, match, row, at=at, by=by_of(key), now=ctx.clock())
        matches.change_match(connection, match_id)
    return due


def open_clock(ctx: Context, key: Key, match_id: str) -> OpenClock | None:
    """The clock of the open phase, as its referee needs it now; None while none is open.

    Raises `NotFound` (match-not-found), `NotYours`.
    """
    with ctx.store.read() as connection:
        match = match_of(connection, match_id)
        require_referee(key, match_id)
        row = phases.newest_phase(connection, match_id)
    if match.status != "running" or row is None or row.status != "open":
        return None
    now, is_paused = ctx.clock(), row.paused_at is not None
    return OpenClock(
        has_moved=row.due_set_at > row.opened_at,
        resumed={at: _due_when_resumed(match, row, at=at, now=now) for at in RESUME_AT}
        if is_paused
        else {},
    )


def go_on(
    connection: Connection,
    match: MatchRow,
    row: PhaseRow,
    *,
    at: ResumeAt | None,
    by: By,
    now: datetime,
) -> datetime:
    """Resume a paused phase that is locked, as `resume_phase`; returns the new due time."""
    due = _due_when_resumed(match, row, at=at, now=now)
    # What the server resumes was not moved by anybody, nor had the server been away.
    moved_by: DueBy | None = None if by == "server" else "referee"
    move_deadline(connection, match, row, due, by=moved_by, now=now)
    phases.change_phase(connection, match.match_id, row.number, paused_at=None)
    record_act(connection, match.match_id, Resumed(phase=row.number, due_at=due), by=by, at=now)
    return due


def _due_when_resumed(
    match: MatchRow, row: PhaseRow, *, at: ResumeAt | None, now: datetime
) -> datetime:
    schedule = schedule_of(match)
    if at is None:
        at = "next-slot" if isinstance(schedule.rounds, Clock) else "time-left"
    left = row.due_at - (row.paused_at or now)
    later = (
        _next_slot(schedule, row.kind, now, left)
        if at == "next-slot"
        else after(schedule, now, left)
    )
    return max(later, row.due_at)


def _next_slot(schedule: Schedule, kind: str, now: datetime, left: timedelta) -> datetime:
    if isinstance(schedule.rounds, Clock):
        least = min(left, timedelta(minutes=schedule.rounds.least_minutes)) / 2
        minutes = max(1, least // timedelta(minutes=1))
        clock = schedule.rounds.model_copy(update={"least_minutes": minutes})
        schedule = schedule.model_copy(update={"rounds": clock})
    return due_within(schedule, now, kind)


def move_deadline(
    connection: Connection,
    match: MatchRow,
    row: PhaseRow,
    due: datetime,
    *,
    by: DueBy | None,
    now: datetime,
) -> None:
    """Give a phase that is locked another due time, and everything that follows from one."""
    phases.change_phase(
        connection,
        match.match_id,
        row.number,
        due_at=due,
        due_set_at=now,
        due_by=by,
        closes_at=due + timedelta(minutes=rules_of(match).grace_minutes),
    )
    # Practice players may still have to move, if the server was away when the phase opened.
    key = practice_key(match.match_id, row.number)
    outbox.prolong_errand(connection, key, expires_at=due)
    notice_errands.deadline_moved(connection, row, due_at=due, now=now)


def after(schedule: Schedule, now: datetime, length: timedelta) -> datetime:
    """So long from now; if that is a day off, at the same time of day on the next that is not."""
    length = max(length, timedelta(minutes=1))
    end = now + length
    if end.astimezone(ZoneInfo(schedule.zone)).date() not in DaysOff(schedule):
        return end
    rounds = Interval(minutes=math.ceil(length / timedelta(minutes=1)))
    return due_at(schedule.model_copy(update={"rounds": rounds}), now)


def paused(row: PhaseRow) -> Conflict:
    """The refusal for what a paused phase does not allow."""
    return Conflict("match-paused", f"{row.title} is paused. Resume it first.")


def _open_phase(
    connection: Connection, key: Key, match_id: str, phase: int, what: str
) -> tuple[MatchRow, PhaseRow]:
    """A running match and its open phase, both locked."""
    match = match_of(connection, match_id, lock=True)
    require_referee(key, match_id)
    row = phases.phase_row(connection, match_id, phase, lock=True)
    if row is None:
        raise phase_not_found()
    if match.status != "running":
        raise match_over(match)
    if row.status != "open":
        raise Conflict("phase-closed", f"{row.title} has closed; it cannot be {what}.")
    return match, row


def _done(connection: Connection, match_id: str, act: Act, *, by: By, at: datetime) -> None:
    matches.change_match(connection, match_id)
    record_act(connection, match_id, act, by=by, at=at)
