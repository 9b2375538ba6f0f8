"""A match's record: the whole of it for verifying, and one phase's part for checking receipts."""

from fastapi import APIRouter

from referee.services.export_models import Export, PhaseRecord
from referee.services.exporting import export_match, phase_record
from referee.web.api.problems import answers
from referee.web.dependencies import Ctx, MatchId, PhaseNumber

router = APIRouter(tags=["matches"])


@router.get(
    "/matches/{match}/export", summary="The whole record", responses=answers("match-not-found")
)
def read_export(ctx: Ctx, match: MatchId) -> Export:
    """Everything that was done, entry by entry, and what may be shown by now: for `referee verify`."""
    return export_match(ctx, match)


@router.get(
    "/matches/{match}/phases/{phase}/record",
    summary="A phase's record",
    responses=answers("match-not-found", "phase-not-found", "phase-open"),
)
def read_phase_record(ctx: Ctx, match: MatchId, phase: PhaseNumber) -> PhaseRecord:
    """A closed phase's entry of the record; and the moves and nonces that receipts are checked by."""
    return phase_record(ctx, match, phase)
