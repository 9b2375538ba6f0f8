"""Standing moves: what the server sends for a player who is away, as they have said beforehand.

Nothing is sent before the phase closes: until then the player may still send a move of their own, and it
wins. Then, in the closing transaction and under its locks, the standing move becomes a version like any
other, with a commitment and a nonce of its own, marked as what it is. So everything that reads, exports or
verifies moves knows it already.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime

import structlog
from pydantic import JsonValue
from sqlalchemy import Connection
from sqlalchemy.exc import InterfaceError, OperationalError

from referee.core.dice import Dice
from referee.core.events import Event
from referee.core.game import GameOptions, StandingMove
from referee.core.values import Value
from referee.sealing import Place, commitment
from referee.services.context import AnyGame, Context
from referee.services.phases import (
    LoadedPhase,
    load_phase_on,
    match_of,
    owed_numbers,
    read_phase,
)
from referee.services.reports import resolution_of
from referee.services.submissions import Opened, payload
from referee.storage import absences, moves, phases, resolutions, seats
from referee.storage.absences import AbsenceRow
from referee.storage.matches import MatchRow
from referee.storage.moves import SubmissionRow
from referee.storage.phases import PhaseRow

_log = structlog.get_logger(__name__)

PRACTICE = StandingMove(name="practice", words="Play what a practice player would")
"""What every game offers, whatever it offers itself."""


class Sent(Value):
    """A move that the server would send for a seat, or does: the game's JSON, and its words."""

    move: JsonValue
    words: str


def offered(game: AnyGame, options: GameOptions) -> tuple[StandingMove, ...]:
    """The standing moves that a player may choose from, the house's own last."""
    return (*game.standing_moves(options), PRACTICE)


def absence_place(row: AbsenceRow) -> Place:
    """Where what is sealed for an absence belongs. No phase is number 0, so it is no submission's place."""
    return Place(match=row.match_id, phase=0, seat=row.seat, version=row.number)


def standing_of_absence(ctx: Context, row: AbsenceRow) -> str | None:
    """The name of the standing move of an absence, None for none. Raises `sealing.Unreadable`."""
    name = ctx.sealer.unseal(absence_place(row), row.sealed)["standing"]
    return None if name is None else str(name)


def away_by_seat(
    connection: Connection, row: PhaseRow, *moments: datetime
) -> dict[int, AbsenceRow]:
    """The seats that this phase asks and whose players are away at one of these moments, as announced.

    Whoever has taken an absence back is here, whenever that was.
    """
    asked = owed_numbers(row)
    return {
        one.seat: one
        for one in absences.absence_rows(connection, row.match_id)
        if one.seat in asked
        and one.taken_back_at is None
        and any(one.covers(moment) for moment in moments)
    }


def with_standing_moves(  # noqa: PLR0917 (which phase of which match, what was sent, when)
    ctx: Context,
    connection: Connection,
    match: MatchRow,
    row: PhaseRow,
    loaded: LoadedPhase,
    sent: Sequence[Opened],
    now: datetime,
) -> list[Opened]:
    """What counts of a phase that closes now: what was ``sent``, and the standing moves of who is away.

    Appends these as versions. The phase must be locked. A seat is away if it has announced that it would be
    at the deadline or now, and has sent nothing that counts. Whatever the rules raise passes.
    """
    own = {one.row.seat for one in sent}
    made: list[Opened] = []
    for seat, absence in away_by_seat(connection, row, row.due_at, now).items():
        if seat in own:
            continue
        name = standing_of_absence(ctx, absence)
        found = (
            None
            if name is None
            else would_send(connection, match, row, loaded, seat=seat, name=name)
        )
        if found is not None:
            made.append(_version(ctx, connection, row, seat, found, now))
    if made:
        moves.add_submissions(connection, [one.row for one in made])
    return sorted((*sent, *made), key=lambda one: one.row.seat)


def stood_in(
    ctx: Context, connection: Connection, row: PhaseRow, away: Mapping[int, AbsenceRow]
) -> frozenset[int]:
    """Those of these seats, whose players are away now (`away_by_seat`), for whom nobody need wait.

    They have left a standing move that comes to something, be it that a choice is left to its default. Where
    that cannot be worked out the round waits for its deadline.
    """
    if not away:
        return frozenset()
    match = match_of(connection, row.match_id)
    # Left in memory, it would tell by the clock that everybody else is ready (`glimpse_phase`).
    loaded = ctx.phases.known((row.match_id, row.number)) or read_phase(
        ctx, connection, row.match_id, row.number
    )
    found = frozenset[int]()
    for seat, absence in away.items():
        with _logged(row):
            name = standing_of_absence(ctx, absence)
            if name is not None and (
                row.kind == "choice"
                or would_send(connection, match, row, loaded, seat=seat, name=name) is not None
            ):
                found |= {seat}
    return found


def standing_now(
    ctx: Context, connection: Connection, match: MatchRow, row: PhaseRow, seat: int
) -> str | None:
    """What would be sent for a seat if the phase closed now and it had sent nothing, in words; for its eyes only.

    None if that is nothing, or cannot be worked out.
    """
    absence = away_by_seat(connection, row, row.due_at, ctx.clock()).get(seat)
    if absence is None:
        return None
    loaded = load_phase_on(ctx, connection, row.match_id, row.number)
    with _logged(row):
        name = standing_of_absence(ctx, absence)
        if name is not None:
            found = would_send(connection, match, row, loaded, seat=seat, name=name)
            return None if found is None else found.words
    return None


def would_send(
    connection: Connection,
    match: MatchRow,
    row: PhaseRow,
    loaded: LoadedPhase,
    *,
    seat: int,
    name: str,
) -> Sent | None:
    """What a standing move comes to in this phase; None if to nothing: then it is as if none had been left.

    A choice is left to its default, unless a practice player is to make it. Whatever the rules raise passes.
    """
    place, game = loaded.seats[seat], loaded.game
    decision = loaded.decisions[place]
    view, dice = game.view(loaded.state, place), _dice(match.seed, seat, row.number)
    if name == PRACTICE.name:
        move = game.practice_move(view, place, decision, dice)
    elif row.kind == "choice":
        return None
    else:
        events = _events_before(connection, loaded, row)
        move = game.standing_move(view, place, decision, name, events, dice)
    if move is None or any(problem.is_illegal for problem in game.check(loaded.state, place, move)):
        return None
    return Sent(move=move.model_dump(mode="json"), words=game.words(loaded.state, place, move))


def _dice(seed: bytes, seat: int, phase: int) -> Dice:
    """A chance of its own: it foretells neither the match's dice nor those of a practice player."""
    own = hmac.new(seed, f"standing move of seat {seat}".encode("ascii"), hashlib.sha256).digest()
    return Dice(own, phase)


def _events_before(connection: Connection, loaded: LoadedPhase, row: PhaseRow) -> tuple[Event, ...]:
    """What happened in the round before, its choices included, where everybody may know all of it."""
    if not loaded.game.info.open_information:
        return ()
    told: tuple[Event, ...] = ()
    for number in range(row.number - 1, 0, -1):
        before = phases.phase_row(connection, row.match_id, number)
        result = resolutions.resolution_row(connection, row.match_id, number)
        if before is None or result is None:
            break
        told = (*resolution_of(loaded.game, result).events, *told)
        if before.kind == "main":
            break
    return told


def _version(  # noqa: PLR0917 (whose move in which phase, when)
    ctx: Context, connection: Connection, row: PhaseRow, seat: int, sent: Sent, now: datetime
) -> Opened:
    """The next version of whoever holds the seat, sealed like any other."""
    newest = moves.newest_version(connection, row.match_id, row.number, seat)
    held = seats.held_seats(connection, [(row.match_id, seat)])[row.match_id, seat]
    place = Place(row.match_id, row.number, seat, max(newest + 1, held.first_in(row.number)))
    nonce = ctx.new_token()
    content = payload(is_move=True, move=sent.move, nonce=nonce, words=sent.words)
    return Opened(
        row=SubmissionRow(
            match_id=place.match,
            phase=place.phase,
            seat=place.seat,
            version=place.version,
            request_id=nonce,
            request_use=1,
            received_at=now,
            late=False,
            sealed=ctx.sealer.seal(place, content, nonce=ctx.new_seed()),
            commitment=commitment(place, sent.move, nonce),
            standing_move=True,
        ),
        is_move=True,
        move=sent.move,
        nonce=nonce,
        words=sent.words,
    )


@contextmanager
def _logged(row: PhaseRow) -> Iterator[None]:
    """Log what is raised inside and go on: whoever merely asks is not to fail on account of the rules.

    Of the error only its kind is told: its words may quote what is sealed.
    """
    try:
        yield
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        _log.error(
            "a standing move failed",
            match=row.match_id,
            phase=row.number,
            error=type(error).__name__,
        )
