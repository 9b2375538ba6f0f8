"""Checking a receipt: the twin of the page that takes a pasted one."""

import json
from collections.abc import Mapping

from fastapi import APIRouter
from pydantic import Field, JsonValue

from referee.core.values import Value
from referee.services import receipt_checks
from referee.services.receipt_checks import ReceiptFate
from referee.web.api.keys import MAY_SHOW_KEY
from referee.web.api.problems import KEY_SHOWN, SENT, answers
from referee.web.auth import HeldSeats
from referee.web.dependencies import Ctx, MatchId
from referee.web.pages.receipts import read_receipt

router = APIRouter(tags=["matches"])


class ReceiptBody(Value):
    """A receipt: the object that sending a move was answered with, or the text that the page gave."""

    receipt: Mapping[str, JsonValue] | str = Field(
        examples=[
            {"commitment": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}
        ]
    )


@router.post(
    "/matches/{match}/receipts/check",
    summary="Check a receipt",
    responses=answers("match-not-found", "receipt-unreadable", *SENT, *KEY_SHOWN),
    openapi_extra=MAY_SHOW_KEY,
)
def check_receipt(ctx: Ctx, match: MatchId, held: HeldSeats, body: ReceiptBody) -> ReceiptFate:
    """What became of a receipt. Only its commitment is needed; what else it says is compared.

    Until its phase closes only the seat's own key is told; to all others it is unknown.
    """
    text = body.receipt if isinstance(body.receipt, str) else json.dumps(dict(body.receipt))
    return receipt_checks.check_receipt(ctx, match, held, read_receipt(text))
