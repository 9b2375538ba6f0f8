"""Checking a receipt: paste it, and read what became of it."""

from fastapi import APIRouter, Response

from referee.services.context import Context
from referee.services.errors import Refusal
from referee.services.reading import match_page
from referee.services.receipt_checks import ReceiptFate, check_receipt
from referee.web.auth import HeldSeats, Viewer
from referee.web.dependencies import Ctx, MatchId
from referee.web.errors import status_of
from referee.web.pages.receipts import read_receipt
from referee.web.pages.sent import SentForm
from referee.web.pages.templating import page

router = APIRouter(prefix="/matches/{match}/receipts")


@router.get("")
def ask_for_receipt(ctx: Ctx, match: MatchId, viewer: Viewer) -> Response:
    """The form."""
    return _shown(ctx, match, viewer)


@router.post("")
def tell_fate(
    ctx: Ctx, match: MatchId, viewer: Viewer, held: HeldSeats, form: SentForm
) -> Response:
    """What became of the receipt in the form, above the form with the receipt still in it."""
    text = form.text("receipt")
    try:
        return _shown(
            ctx, match, viewer, text, fate=check_receipt(ctx, match, held, read_receipt(text))
        )
    except Refusal as refusal:
        return _shown(ctx, match, viewer, text, refusal=refusal)


def _shown(
    ctx: Context,
    match: str,
    viewer: Viewer,
    text: str = "",
    fate: ReceiptFate | None = None,
    refusal: Refusal | None = None,
) -> Response:
    values = {
        "match": match_page(ctx, match, viewer),
        "receipt": text,
        "fate": fate,
        "refusal": refusal,
    }
    return page(ctx, "receipts.html", values, status=status_of(refusal) if refusal else 200)
