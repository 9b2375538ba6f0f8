"""Exporting a match: its record and what may be shown of it by now, the same to everybody.

What is open follows from the match alone, never from what anybody has sent for the phase that is open:
nothing here reads a submission of a phase that has not closed.
"""

from sqlalchemy import Connection

from referee.core.seats import Seat
from referee.sealing import Place, canonical, committed_form
from referee.services.acts import Closed
from referee.services.context import AnyGame, Context
from referee.services.errors import Conflict
from referee.services.export_models import (
    FORMAT,
    CheckableMove,
    Export,
    ExportedPhase,
    PhaseRecord,
)
from referee.services.openings import OpenedMove, opened_receipts, opened_result, post_of
from referee.services.phases import (
    game_of,
    load_phase_on,
    match_of,
    move_from_json,
    phase_not_found,
    seats_by_number,
)
from referee.services.records import entry_of
from referee.services.reports import KEPT_MOVES, KeptMove
from referee.storage import moves, phases, posts, records, resolutions
from referee.storage.matches import MatchRow
from referee.storage.resolutions import ResolutionRow

OVER = ("finished", "cancelled")
"""The statuses in which nothing that was resolved is secret any more."""


def export_match(ctx: Context, match_id: str) -> Export:
    """A match as everybody may have it now. Raises `NotFound` (match-not-found)."""
    with ctx.store.read() as connection:
        match = match_of(connection, match_id)
        return Export(
            format=FORMAT,
            match=match_id,
            status=match.status,
            seed=match.seed.hex() if match.status in OVER else None,
            record=tuple(entry_of(row) for row in records.record_rows(connection, match_id)),
            phases=tuple(
                _phase(ctx, connection, match, row)
                for row in resolutions.resolution_rows(connection, match_id)
            ),
            posts=tuple(post_of(row) for row in reversed(posts.post_rows(connection, match_id))),
        )


def format_export(export: Export) -> str:
    """An export as the text of a file: JSON on one line."""
    return export.model_dump_json() + "\n"


def phase_record(ctx: Context, match_id: str, phase: int) -> PhaseRecord:
    """A closed phase's part of the record, for checking receipts.

    Raises `NotFound` (match-not-found, phase-not-found), `Conflict` (phase-open).
    """
    with ctx.store.read() as connection:
        match = match_of(connection, match_id)
        row = phases.phase_row(connection, match_id, phase)
        if row is None:
            raise phase_not_found()
        result = resolutions.resolution_row(connection, match_id, phase)
        entries = (entry_of(kept) for kept in records.record_rows(connection, match_id))
        entry = next(
            (one for one in entries if isinstance(one.act, Closed) and one.act.phase == phase), None
        )
        if row.status != "closed" or result is None or entry is None:
            raise Conflict("phase-open", f"{row.title} has not closed yet; nothing of it is known.")
        shown = {one.seat: one for one in _moves(ctx, connection, match, result)}
        names = seats_by_number(connection, match_id)
        return PhaseRecord(
            match=match_id,
            phase=phase,
            entry=entry,
            moves=tuple(
                _checkable(match_id, phase, one, shown.get(one.seat), names[one.seat])
                for one in KEPT_MOVES.validate_json(result.moves)
            ),
        )


def _checkable(
    match_id: str, phase: int, kept: KeptMove, shown: OpenedMove | None, name: Seat
) -> CheckableMove:
    sealed: str | None = None
    if shown is not None:
        place = Place(match_id, phase, kept.seat, kept.version)
        sealed = canonical(committed_form(place, shown.move, shown.nonce)).decode()
    return CheckableMove(
        seat=kept.seat,
        seat_name=name,
        version=kept.version,
        commitment=kept.commitment,
        move=None if shown is None else shown.move,
        nonce=None if shown is None else shown.nonce,
        sealed=sealed,
        standing_move=kept.standing_move,
    )


def _phase(
    ctx: Context, connection: Connection, match: MatchRow, row: ResolutionRow
) -> ExportedPhase:
    is_over = match.status in OVER
    game = ctx.games.get(match.game)
    is_open = game is not None and game.info.open_information
    sent = moves.submission_rows(connection, match.match_id, row.phase) if is_over else []
    return ExportedPhase(
        phase=row.phase,
        moves=_moves(ctx, connection, match, row),
        receipts=opened_receipts(match, row.phase, sent) if is_over and row.phase else None,
        result=opened_result(match, row) if is_over or is_open else None,
    )


def _moves(
    ctx: Context, connection: Connection, match: MatchRow, row: ResolutionRow
) -> tuple[OpenedMove, ...]:
    """The counted moves of a phase, without those the game keeps hidden until the match is over."""
    kept = KEPT_MOVES.validate_json(row.moves)
    if match.status not in OVER:
        game = game_of(ctx, match.game)
        kept = tuple(
            one for one in kept if _is_public(ctx, connection, game, match.match_id, row.phase, one)
        )
    return tuple(OpenedMove(seat=one.seat, move=one.move, nonce=one.nonce) for one in kept)


def _is_public(  # noqa: PLR0917 (which move of which phase)
    ctx: Context, connection: Connection, game: AnyGame, match_id: str, phase: int, kept: KeptMove
) -> bool:
    loaded = load_phase_on(ctx, connection, match_id, phase)
    move = move_from_json(game, kept.move)
    return game.may_read(loaded.state, loaded.seats[kept.seat], move, None)
