"""Seats change hands: a player resigns or comes back, the referee seats somebody else.

Whoever acts takes the match's lock, then its open phase's, as every close does: so a swap and a close that
race end as one before the other. Links are revoked under the seat's lock, which a submission holds too: a
move through an old link came before the swap, or not at all.
"""

from sqlalchemy import Connection

from referee.services.access import (
    Key,
    issue_key,
    require_current,
    require_referee,
    require_seat,
)
from referee.services.acts import Resigned, SeatReclaimed, SeatRemoved
from referee.services.context import Context
from referee.services.errors import Conflict, KeyRevoked, NotFound
from referee.services.link_requests import LinkRequest
from referee.services.matches import SeatLink
from referee.services.names import checked_name
from referee.services.open_seats import (
    change_holder,
    end_wait_if_full,
    follow_resignation,
    hand_over,
    seat_practice,
)
from referee.services.phases import match_of, match_over, owed_numbers
from referee.services.records import by_of, record_act
from referee.services.taking_back import take_move_back
from referee.storage import keys, matches, phases, seats
from referee.storage.matches import MatchRow
from referee.storage.phases import PhaseRow
from referee.storage.seats import SeatRow


def resign(ctx: Context, key: Key, match_id: str, seat: int) -> None:
    """Give one's own seat up: its links open nothing any more, and nobody holds it.

    Before the start the seat is free again. In a running match a move that has been sent stays sent until
    the referee seats somebody else, and what follows at once is what the match's rules say. Resigning twice
    is resigning once. Raises `NotYours`, `NotFound` (match-not-found, seat-not-found), `Conflict` (match-over,
    match-cancelled).
    """
    with ctx.store.write() as connection:
        match = match_of(connection, match_id, lock=True)
        require_seat(key, match_id, seat)
        try:
            require_current(connection, key)
        except KeyRevoked:
            if _has_resigned(connection, key, match_id, seat):
                return
            raise
        now = ctx.clock()
        if match.status == "signup":
            held = _held(connection, match_id, seat)
            keys.revoke_seat_keys(connection, match_id, seat, at=now)
            seats.remove_seat(connection, match_id, held.number)
            record_act(connection, match_id, SeatRemoved(seat=seat), by="player", at=now)
        else:
            row = _open_phase(connection, match)
            holder = _held(connection, match_id, seat).holder
            if holder != "player" and _has_resigned(connection, key, match_id, seat):
                return
            if holder == "nobody":
                raise Conflict(
                    "seat-open", "You do not hold this seat any more: it is open already."
                )
            if holder == "practice":
                raise _seat_taken()
            keys.revoke_seat_keys(connection, match_id, seat, at=now)
            change_holder(connection, match_id, seat, "nobody", at=now, ended_by="resigned")
            record_act(connection, match_id, Resigned(seat=seat), by="player", at=now)
            follow_resignation(connection, match, row, seat, now=now)
        matches.change_match(connection, match_id)


def swap_seat(
    ctx: Context,
    key: Key,
    match_id: str,
    seat: int,
    player: str | None,
    *,
    move_stands: bool,
    request_id: str,
) -> SeatLink:
    """The referee gives a seat to another player, or to a practice player (``player`` None).

    The newcomer has a new link, sees nothing of what was sent before, and starts with no misses; the old
    links open nothing any more. ``move_stands``: whether a move that may have been sent for the open phase
    stays, until the newcomer sends another. It is asked whether or not there is one, and nobody is told. The
    same ``request_id`` gets the same link for `REPEAT_WINDOW`.

    Raises `NotYours`, `NotFound` (match-not-found, seat-not-found), `Invalid` (the name, request-id-invalid),
    `Conflict` (not-started, match-over, match-cancelled, name-taken, name-lookalike, request-used).
    """
    # What is kept of a form tells the answer to nobody without the server's secret.
    answer = ctx.sealer.token("a move stands", f"{request_id} {move_stands}")
    request = LinkRequest.of(ctx, request_id, f"swap {match_id}"[:40], (seat, player, answer))
    with ctx.store.write() as connection:
        match = match_of(connection, match_id, lock=True)
        require_referee(key, match_id)
        now = ctx.clock()
        gives_link = player is not None
        token = request.token if gives_link else None
        if request.done(connection, now, gives_link=gives_link) is not None:
            return SeatLink(match_id, seat, _held(connection, match_id, seat).name, token)
        row = _open_phase(connection, match)
        held = _held(connection, match_id, seat)
        if not move_stands and seat in owed_numbers(row):
            take_move_back(ctx, connection, row, held, now=now)
        if player is None:
            seat_practice(connection, match_id, seat, by=by_of(key), now=now)
        else:
            name = checked_name(player, _names_in_use(connection, match_id, seat))
            hand_over(connection, match_id, seat, name, by=by_of(key), now=now)
            issue_key(connection, request.token, role="seat", match_id=match_id, seat=seat, at=now)
        request.remember(connection, match_id=match_id, seat=seat, at=now, gives_link=gives_link)
        end_wait_if_full(connection, match, row, now=now)
        matches.change_match(connection, match_id)
    return SeatLink(match_id=match_id, seat=seat, name=held.name, token=token)


def reclaim_seat(ctx: Context, key: Key, match_id: str, seat: int) -> None:
    """The player of a seat that was opened after too many misses is back, if nobody else has taken it.

    They start with no misses. Coming back twice is coming back once. Raises `NotYours`, `NotFound`,
    `Conflict` (seat-taken, match-over, match-cancelled).
    """
    with ctx.store.write() as connection:
        match = match_of(connection, match_id, lock=True)
        require_seat(key, match_id, seat)
        require_current(connection, key)
        row = _open_phase(connection, match)
        held = _held(connection, match_id, seat)
        if held.holder == "player":
            return
        before = [one for one in seats.tenure_rows(connection, match_id) if one.seat == seat][-2:]
        if held.holder != "nobody" or before[0].ended_by != "misses":
            raise _seat_taken()
        now = ctx.clock()
        change_holder(
            connection,
            match_id,
            seat,
            "player",
            at=now,
            ended_by="reclaimed",
            player=before[0].player,
        )
        record_act(connection, match_id, SeatReclaimed(seat=seat), by="player", at=now)
        end_wait_if_full(connection, match, row, now=now)
        matches.change_match(connection, match_id)


def _has_resigned(connection: Connection, key: Key, match_id: str, seat: int) -> bool:
    """Whether whoever had this link has resigned already."""
    own = [one for one in seats.tenure_rows(connection, match_id) if one.seat == seat]
    if key.issued_at is None:
        return bool(own) and own[-1].holder == "nobody" and own[-2].ended_by == "resigned"
    return any(
        one.ended_by == "resigned"
        and one.until is not None
        and one.since <= key.issued_at <= one.until
        for one in own
    )


def _seat_taken() -> Conflict:
    return Conflict("seat-taken", "You no longer hold this seat. Ask the referee for another.")


def _open_phase(connection: Connection, match: MatchRow) -> PhaseRow:
    """The open phase of a match that has begun and is not over, locked; a halted one's too."""
    newest = phases.newest_phase(connection, match.match_id)
    if newest is None or match.status not in ("running", "quarantined"):
        raise match_over(match)
    row = phases.phase_row(connection, match.match_id, newest.number, lock=True)
    if row is None:
        raise LookupError("a phase that is there stays there")
    return row


def _held(connection: Connection, match_id: str, seat: int) -> SeatRow:
    found = seats.held_seats(connection, [(match_id, seat)]).get((match_id, seat))
    if found is None:
        raise NotFound("seat-not-found", "This match has no such seat.")
    return found


def _names_in_use(connection: Connection, match_id: str, seat: int) -> list[str]:
    """What nobody who takes this seat may be called: the other seats' names, and whoever plays now."""
    rows = seats.seat_rows(connection, match_id)
    names = [row.name for row in rows if row.number != seat]
    return names + [row.player for row in rows if row.player is not None]
