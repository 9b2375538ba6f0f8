"""Ready: "as far as I am concerned the round may close". Sent is not ready, and ready can be taken back.

Being ready belongs to the version that is sent: whoever changes or withdraws their move is no longer
ready until they say so again.
"""

from sqlalchemy import Connection

from referee.sealing import Unreadable
from referee.services.access import Key, require_current, require_seat
from referee.services.context import Context
from referee.services.errors import Conflict, NotFound
from referee.services.phases import (
    load_phase_on,
    match_of,
    match_over,
    owed_numbers,
    phase_not_found,
)
from referee.services.standing_moves import away_by_seat, stood_in
from referee.services.submissions import counted, newest_counted
from referee.storage import absences, moves, phases, readiness, seats
from referee.storage.phases import PhaseRow
from referee.storage.seats import SeatRow


def set_ready(ctx: Context, key: Key, match_id: str, seat: int, phase: int) -> None:
    """A seat says that it is ready with the move it has sent. Twice is once.

    Raises `NotYours`, `NotFound`, `Conflict` (nothing-sent, not-asked-ready, phase-closed, seat-out, …).
    """
    with ctx.store.write() as connection:
        held = _open_seat(ctx, connection, key, match_id, seat, phase)
        version = newest_counted(ctx, connection, match_id, phase, seat, since=held.first_in(phase))
        if version is None:
            raise Conflict("nothing-sent", "Send your move first; then say that you are ready.")
        readiness.set_ready(connection, match_id, phase, seat, version, ctx.clock())


def take_ready_back(ctx: Context, key: Key, match_id: str, seat: int, phase: int) -> None:
    """A seat is no longer ready; its move stands. Raises as `set_ready`, but for nothing-sent."""
    with ctx.store.write() as connection:
        _open_seat(ctx, connection, key, match_id, seat, phase)
        readiness.take_ready_back(connection, match_id, phase, seat)


def is_ready(connection: Connection, match_id: str, phase: int, seat: int) -> bool:
    """Whether a seat is ready with the newest version that whoever holds it now has sent."""
    version = readiness.ready_versions(connection, match_id, phase).get(seat)
    return version is not None and version == moves.newest_version(
        connection, match_id, phase, seat, in_time=True
    )


def early_phases(ctx: Context, connection: Connection) -> list[PhaseRow]:
    """The open phases that are worth asking `may_close_early` about: nobody is known to be waited for.

    Before its deadline a phase waits for each player who is neither ready nor away. That is found out for all
    phases at once, in as many statements for a thousand as for one: workers ask every second.
    """
    now = ctx.clock()
    rows = phases.early_phases(connection, now)
    early = [row for row in rows if now < row.due_at]
    if not early:
        return rows
    asked = {(row.match_id, seat) for row in early for seat in owed_numbers(row)}
    held = seats.held_seats(connection, sorted(asked))
    players = {place for place, seat in held.items() if seat.holder == "player"}
    waited_for = players - readiness.ready_places(
        connection, [(row.match_id, row.number) for row in early]
    )
    waited_for -= absences.away_places(connection, [row.match_id for row in early], now)
    matches_that_wait = {match_id for match_id, _ in waited_for}
    return [row for row in rows if now >= row.due_at or row.match_id not in matches_that_wait]


def may_close_early(ctx: Context, connection: Connection, row: PhaseRow) -> bool:
    """Whether an open phase may close before its time has run out.

    Before the deadline once all who owe a move have sent one and are ready with it (practice players are,
    once they have sent); in the minutes of grace once all have sent, because nobody may do more. Seats that
    nobody holds are not waited for, unless no player holds any: one may come back. Whoever has taken a seat
    over in this phase has sent what they have sent themselves. Nobody waits for a player who is away and has left
    a standing move, whether or not they have sent one of their own; but a match goes no faster than its deadlines
    while everybody is away, or has left it to practice players: a substitute would find it played out.
    """
    now = ctx.clock()
    is_in_grace = now >= row.due_at
    if row.paused_at is not None or not (
        is_in_grace or (row.early_at is not None and now >= row.early_at)
    ):
        return False
    owed = owed_numbers(row)
    placed = seats.seat_rows(connection, row.match_id)
    asked = [one for one in placed if one.number in owed]
    held = {one.number: one for one in asked if one.holder != "nobody"}
    practice = {one.number for one in asked if one.practice}
    is_left_alone = (
        not is_in_grace
        and not any(one.holder == "player" for one in placed)
        and any(one.phase > 0 for one in placed)  # Somebody has left: it did not start like this.
    )
    if is_left_alone or len(practice) == len(held) < len(asked):
        return False
    away = away_by_seat(connection, row, now)
    heard = moves.seats_heard(connection, row.match_id, row.number)
    if not heard.union(away).issuperset(held):
        return False
    ready = readiness.ready_versions(connection, row.match_id, row.number)
    if not is_in_grace and not practice.union(ready, away).issuperset(held):
        return False
    try:
        found = counted(ctx, connection, row.match_id, row.number)
    except Unreadable:
        return False  # The deadline will halt this match, and say why.
    sent = {
        one.row.seat: one.row.version
        for one in found
        if one.row.seat in practice
        or (one.row.seat in held and one.row.version >= held[one.row.seat].first_in(row.number))
    }
    waited_for = {
        seat
        for seat in held
        if seat not in sent
        or not (is_in_grace or seat in practice or ready.get(seat) == sent[seat])
    }
    stand_ins = {seat: away[seat] for seat in waited_for & away.keys()}
    is_somebody_there = not waited_for or bool(held.keys() - practice - waited_for)
    return (
        is_somebody_there
        and stand_ins.keys() >= waited_for
        and stood_in(ctx, connection, row, stand_ins).issuperset(waited_for)
    )


def _open_seat(  # noqa: PLR0917 (who, where)
    ctx: Context, connection: Connection, key: Key, match_id: str, seat: int, phase: int
) -> SeatRow:
    """The seat under its lock, asked by an open phase that cannot close until the transaction ends."""
    match = match_of(connection, match_id)
    require_seat(key, match_id, seat)
    row = phases.share_phases(connection, [(match_id, phase)]).get((match_id, phase))
    if row is None:
        raise phase_not_found()
    seats.lock_seats(connection, [(match_id, seat)])
    require_current(connection, key)
    loaded = load_phase_on(ctx, connection, match_id, phase)
    if seat not in loaded.seats:
        raise NotFound("seat-not-found", "This match has no such seat.")
    if row.status == "closed":
        raise Conflict("phase-closed", f"{row.title} has closed already.")
    if row.status != "open":
        raise match_over(match)
    if not loaded.closing.closes_when_ready:
        raise Conflict(
            "not-asked-ready", "In this match a round closes at its deadline, whoever is ready."
        )
    if seat not in owed_numbers(row):
        raise Conflict("seat-out", f"Nothing is asked of your seat in {row.title}.")
    held = seats.held_seats(connection, [(match_id, seat)])[match_id, seat]
    if held.holder == "nobody":
        raise Conflict("seat-open", "Nobody holds this seat. Say first that you are back.")
    return held
