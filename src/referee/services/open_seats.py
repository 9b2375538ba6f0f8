"""Seats that nobody holds: what the match's rules let follow when one is opened, and the wait for substitutes.

Everything here happens under the locks of the match and of its open phase, in the transaction of whatever
opened the seat: a close, or a player who resigns.
"""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

import structlog
from sqlalchemy import Connection

from referee.core.seats import Seat
from referee.services import notice_errands
from referee.services.acts import By, SeatOpened, SeatSwapped
from referee.services.context import Context
from referee.services.deadlines import go_on, stop_clock
from referee.services.misses import loses_seat
from referee.services.phases import match_of, owed_numbers, publicly_asked, seat_rules_of
from referee.services.progress import PRACTICE, practice_key
from referee.services.records import record_act
from referee.services.seat_rules import NO_SEATS_OPENED, OpenedSeats
from referee.storage import absences, keys, matches, outbox, phases, readiness, seats
from referee.storage.matches import MatchRow
from referee.storage.phases import PhaseRow
from referee.storage.seats import EndedBy, Holder, SeatRow

_log = structlog.get_logger(__name__)

VERSIONS_APART = 1000
"""Versions of a seat's move in one phase that one holder's numbers are from the next one's: more than any can
send, so that a number says nothing about how many the holder before has sent."""

ABANDONED = timedelta(days=30)
"""How long a round waits at most that nobody is left to play: a match without anybody would go on by itself for ever."""

_ERRAND = timedelta(days=1)
"""How long a practice player that takes over has to move; when the phase closes decides about what comes."""


def open_seats(
    connection: Connection, match: MatchRow, *, by_hand: bool, now: datetime
) -> OpenedSeats:
    """Open the seats whose players have missed too much, when a close has opened a main phase.

    Practice players that take over are seated, and the phase waits if it is to; changing the match's row is
    the caller's. ``by_hand``: the referee has closed the phase before, and so wants the match to go on.
    """
    rules, row = seat_rules_of(match), phases.newest_phase(connection, match.match_id)
    if row is None or row.status != "open":
        return NO_SEATS_OPENED
    lost: Mapping[int, int] = {}
    if row.kind == "main":
        lost = loses_seat(connection, match.match_id, rules, owed_numbers(row))
    for number, misses in lost.items():
        change_holder(connection, match.match_id, number, "nobody", at=now, ended_by="misses")
        opened = SeatOpened(seat=number, misses=misses)
        record_act(connection, match.match_id, opened, by="server", at=now)
        if rules.open_seat == "practice":
            seat_practice(connection, match.match_id, number, by="server", now=now)
    waits_until = _wait(connection, match, row, unattended=not by_hand, now=now)
    names = {one.number: Seat(one.name) for one in seats.seat_rows(connection, match.match_id)}
    misses_by_name = {names[number]: misses for number, misses in lost.items()}
    return OpenedSeats(misses_by_name, rules.open_seat, waits_until)


def follow_resignation(
    connection: Connection, match: MatchRow, row: PhaseRow, seat: int, *, now: datetime
) -> None:
    """What the match's rules let follow at once when a player has left in the middle of a phase."""
    rules = seat_rules_of(match)
    if rules.open_seat == "practice":
        seat_practice(connection, match.match_id, seat, by="server", now=now)
    elif row.status == "open":
        _wait(connection, match, row, unattended=True, now=now)


def change_holder(
    connection: Connection,
    match_id: str,
    seat: int,
    holder: Holder,
    *,
    at: datetime,
    ended_by: EndedBy,
    player: str | None = None,
) -> int:
    """End a seat's tenure and begin the next one, whose id is returned.

    In the phase that is open, each holder's versions have numbers of their own; but who comes back to a seat
    that nobody has held meanwhile goes on with theirs.
    """
    tenures = [one for one in seats.tenure_rows(connection, match_id) if one.seat == seat]
    newest = phases.newest_phase(connection, match_id)
    phase = 0 if newest is None else newest.number
    before = tenures[-2 if ended_by == "reclaimed" else -1]
    first = before.first_in(phase)
    # A seat is lost by misses when a phase opens: nobody has sent anything for it. Nor does nobody ever.
    if before.holder != "nobody" and ended_by not in ("reclaimed", "misses"):
        first += VERSIONS_APART
    notice_errands.seat_lost(connection, match_id, seat, now=at)
    seats.end_tenure(connection, match_id, seat, at=at, ended_by=ended_by)
    tenure = seats.add_tenure(
        connection,
        match_id,
        seat,
        holder=holder,
        player=player,
        since=at,
        phase=phase,
        first_version=first,
    )
    if ended_by == "reclaimed":
        absences.carry_absences(connection, old_tenure=before.tenure_id, new_tenure=tenure)
        notice_errands.seat_taken_back(
            connection, old_tenure=before.tenure_id, new_tenure=tenure, now=at
        )
    return tenure


def seat_practice(
    connection: Connection, match_id: str, seat: int, *, by: By, now: datetime
) -> None:
    """Let a practice player take a seat over: the old links open nothing any more, and it moves by itself."""
    tenure = hand_over(connection, match_id, seat, None, by=by, now=now)
    row = phases.newest_phase(connection, match_id)
    if row is None or row.status not in ("open", "stuck"):
        return
    outbox.add_errand(
        connection,
        key=f"{practice_key(match_id, row.number)}:{tenure}",
        kind=PRACTICE,
        match_id=match_id,
        payload=json.dumps({"phase": row.number}),
        ready_at=now,
        expires_at=max(row.due_at, now + _ERRAND),
    )


def hand_over(
    connection: Connection, match_id: str, seat: int, player: str | None, *, by: By, now: datetime
) -> int:
    """Give a seat to another player, or to a practice player: without its links, its readiness, its misses.

    Returns the new tenure's id.
    """
    keys.revoke_seat_keys(connection, match_id, seat, at=now)
    tenure = change_holder(
        connection,
        match_id,
        seat,
        "practice" if player is None else "player",
        at=now,
        ended_by="swapped",
        player=player,
    )
    newest = phases.newest_phase(connection, match_id)
    if newest is not None:
        readiness.take_ready_back(connection, match_id, newest.number, seat)
    record_act(connection, match_id, SeatSwapped(seat=seat, player=player), by=by, at=now)
    return tenure


def end_wait_if_full(
    connection: Connection, match: MatchRow, row: PhaseRow, *, now: datetime
) -> None:
    """Let a phase that waits go on, once somebody holds every seat that it waits for.

    Of those that an earlier wait was for in vain it needs none.
    """
    is_waiting = row.status == "open" and row.paused_at is not None and row.waits_until is not None
    if not is_waiting:
        return
    missing = _nobodys(connection, match.match_id, _waited_for(connection, row))
    if all(seat.awaited != "now" for seat in missing):
        go_on(connection, match, row, at=None, by="server", now=now)


def end_waits(ctx: Context) -> int:
    """Let every phase go on that has waited long enough; says how many. Raises nothing on account of one."""
    with ctx.store.read() as connection:
        found = phases.waiting_phases(connection, ctx.clock())
    return sum(_end_wait_apart(ctx, match_id, number) for match_id, number in found)


def _end_wait_apart(ctx: Context, match_id: str, number: int) -> bool:
    try:
        return end_wait_if_over(ctx, match_id, number)
    except Exception as error:
        _log.error("resume failed", match=match_id, phase=number, error=type(error).__name__)
        return False


def end_wait_if_over(ctx: Context, match_id: str, number: int) -> bool:
    """Let a phase go on if, under the locks, it still waits and has waited long enough."""
    with ctx.store.write() as connection:
        if not phases.claim_phase(connection, match_id, number):
            return False
        match = match_of(connection, match_id)
        row = phases.phase_row(connection, match_id, number)
        now = ctx.clock()
        if (
            row is None
            or match.status != "running"
            or row.status != "open"
            or row.paused_at is None
            or row.waits_until is None
            or now < row.waits_until
        ):
            return False
        go_on(connection, match, row, at=None, by="server", now=now)
        matches.change_match(connection, match_id)
    return True


def _wait(
    connection: Connection, match: MatchRow, row: PhaseRow, *, unattended: bool, now: datetime
) -> datetime | None:
    """Let the open phase wait for substitutes: by the match's rules, or because nobody is left to play it.

    By the rules it waits if its round asks a seat that no phase has waited for yet. A round whose every seat is nobody's
    waits for the first who comes whatever the rules, if the match is ``unattended``. Returns until when, None if it
    does not wait. A phase that the referee has paused stays as it is.
    """
    rules, asked = seat_rules_of(match), _waited_for(connection, row)
    missing = _nobodys(connection, match.match_id, asked)
    new = [seat.number for seat in missing if seat.awaited == "not yet"]
    if rules.open_seat == "wait" and new:
        until = now + timedelta(minutes=rules.wait_minutes)
    elif unattended and row.kind == "main" and len(missing) == len(asked):
        until, new = now + ABANDONED, []
    else:
        return None
    number = row.number
    if row.paused_at is None and now < row.due_at:
        stop_clock(connection, match.match_id, number, by="server", now=now, waits_until=until)
        given_up = [seat.number for seat in missing if seat.awaited == "now"]
        seats.set_awaited(connection, match.match_id, given_up, "in vain")
    elif row.paused_at is not None and row.waits_until is not None:
        until = max(until, row.waits_until)
        phases.change_phase(connection, match.match_id, number, waits_until=until)
    else:
        return None
    seats.set_awaited(connection, match.match_id, new, "now")
    return until


def _waited_for(connection: Connection, row: PhaseRow) -> tuple[int, ...]:
    """The seats without which a phase waits: a wait can be seen, and must not tell whom a choice asks."""
    return publicly_asked(phases.phase_rows(connection, row.match_id))[row.number]


def _nobodys(connection: Connection, match_id: str, asked: Iterable[int]) -> list[SeatRow]:
    """Which of these seats nobody holds."""
    numbers = set(asked)
    rows = seats.seat_rows(connection, match_id)
    return [row for row in rows if row.number in numbers and row.holder == "nobody"]
