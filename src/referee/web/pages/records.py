"""A match's record as files: the whole export, and one phase's part of it for checking receipts."""

from fastapi import APIRouter, Response

from referee.services.exporting import export_match, format_export, phase_record
from referee.web.dependencies import Ctx, MatchId, PhaseNumber

router = APIRouter(prefix="/matches/{match}")


@router.get("/export.json")
def download_export(ctx: Ctx, match: MatchId) -> Response:
    """The match as everybody may have it now, for `referee verify` and `referee import`."""
    return Response(format_export(export_match(ctx, match)), media_type="application/json")


@router.get("/phases/{number}/record.json")
def download_phase_record(ctx: Ctx, match: MatchId, number: PhaseNumber) -> Response:
    """A closed phase's entry of the record, with the moves and nonces behind its commitments."""
    text = phase_record(ctx, match, number).model_dump_json(indent=1) + "\n"
    return Response(text, media_type="application/json")
