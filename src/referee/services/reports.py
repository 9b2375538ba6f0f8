"""What happened in a phase, told to one viewer: made from the stored result, and remembered."""

import json
from datetime import datetime
from typing import Any

from pydantic import JsonValue, TypeAdapter
from sqlalchemy import Connection

from referee.core.events import Event
from referee.core.game import Resolution
from referee.core.seats import Seat
from referee.core.values import Value
from referee.services.context import AnyGame, Context
from referee.services.errors import Conflict
from referee.services.phases import (
    LoadedPhase,
    load_phase_on,
    move_from_json,
    phase_not_found,
    phase_read,
)
from referee.services.reading_models import PhaseReport, RevealedMove, SeatCommitment
from referee.storage import phases, resolutions
from referee.storage.phases import PhaseRow
from referee.storage.resolutions import ResolutionRow


class KeptMove(Value):
    """A counted move as its phase's result keeps it."""

    seat: int
    version: int
    received_at: datetime
    words: str
    move: JsonValue
    nonce: str
    commitment: str
    standing_move: bool = False


KEPT_MOVES: TypeAdapter[tuple[KeptMove, ...]] = TypeAdapter(tuple[KeptMove, ...])


def report_of(
    ctx: Context, connection: Connection, match_id: str, number: int, viewer: Seat | None
) -> PhaseReport:
    """The report of a closed phase. Raises `NotFound`, `Conflict` (phase-open)."""
    row = phases.phase_row(connection, match_id, number)
    if row is None:
        raise phase_not_found()
    result = resolutions.resolution_row(connection, match_id, number)
    if row.status != "closed" or result is None:
        raise Conflict("phase-open", f"{row.title} has not closed yet; nothing of it is known.")
    return ctx.reports.get(
        (match_id, number, result.version, viewer),
        lambda: _made(load_phase_on(ctx, connection, match_id, number), row, result, viewer),
    )


def _made(
    loaded: LoadedPhase, row: PhaseRow, result: ResolutionRow, viewer: Seat | None
) -> PhaseReport:
    game, kept = loaded.game, KEPT_MOVES.validate_json(result.moves)
    parsed = {loaded.seats[one.seat]: move_from_json(game, one.move) for one in kept}
    document = game.report(loaded.state, parsed, resolution_of(game, result), viewer)
    return PhaseReport(
        phase=phase_read(row),
        document=document,
        moves=tuple(
            _revealed(
                loaded,
                one,
                may_read=game.may_read(
                    loaded.state, loaded.seats[one.seat], parsed[loaded.seats[one.seat]], viewer
                ),
            )
            for one in kept
        ),
        commitments=tuple(
            SeatCommitment(
                seat=one.seat,
                seat_name=loaded.seats[one.seat],
                version=one.version,
                received_at=one.received_at,
                commitment=one.commitment,
                standing_move=one.standing_move,
            )
            for one in kept
        ),
    )


def resolution_of(game: AnyGame, row: ResolutionRow) -> Resolution[Any]:
    """A stored result as the game made it."""
    events: tuple[Event, ...] = tuple(
        game.event_type.validate_json(json.dumps(event)) for event in json.loads(row.events)
    )
    return Resolution(state=game.state_type.model_validate_json(row.state), events=events)


def _revealed(loaded: LoadedPhase, one: KeptMove, *, may_read: bool) -> RevealedMove:
    return RevealedMove(
        seat=one.seat,
        seat_name=loaded.seats[one.seat],
        version=one.version,
        received_at=one.received_at,
        words=one.words if may_read else "",
        move=one.move if may_read else None,
        nonce=one.nonce if may_read else None,
        commitment=one.commitment,
        standing_move=one.standing_move,
    )
