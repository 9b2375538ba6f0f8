"""A receipt as text to keep, and read back: everything needed to hold the server to it later."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from pydantic import ValidationError

from referee.services.errors import Invalid
from referee.services.reading_models import Receipt
from referee.services.receipt_checks import ReceiptClaim
from referee.web.pages.templating import local_text

_STANDING = {
    "counts": "counts",
    "replaced": "replaced by a later version",
    "withdrawn": "withdrawn by the next version",
    "late": "late: does not count",
}

_BY_SERVER: Final = "the server: a standing move, its player being away"
_WITHDRAWN: Final = "withdrawn, as if none had been sent"
_COMMITMENT: Final = re.compile(r"(?<![0-9A-Za-z])[0-9a-fA-F]{64}(?![0-9A-Za-z])")


def receipt_text(receipt: Receipt, base_url: str) -> str:
    """The receipt in lines of "label: value", ending with where the match is."""
    at = receipt.received_at.astimezone(UTC)
    move = receipt.words if receipt.kind == "move" else _WITHDRAWN
    lines = [
        ("Match", receipt.match_title),
        ("Round", receipt.phase_title),
        ("Seat", f"{receipt.seat_name} (number {receipt.seat})"),
        ("Move", move),
        ("Version", f"{receipt.version}, {_STANDING[receipt.standing]}"),
        *([("Sent by", _BY_SERVER)] if receipt.standing_move else []),
        ("Received", f"{local_text(receipt.received_at, receipt.zone, seconds=True)}"),
        ("In UTC", f"{at:%Y-%m-%d %H:%M:%S}.{at.microsecond // 1000:03d}"),
        ("SHA-256", receipt.commitment),
        ("Page", f"{base_url}/matches/{receipt.match_id}"),
    ]
    body = "\n".join(f"{label + ':':<10}{value}" for label, value in lines)
    return f"Receipt of a sealed move\n\n{body}\n"


def read_receipt(text: str) -> ReceiptClaim:
    """What a pasted receipt says: our text, the API's JSON, or anything with a commitment in it.

    Quoted lines and other words around it do no harm. Raises `Invalid` (receipt-unreadable) if it has no
    commitment, or several.
    """
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        told = None
    return _claim(told if isinstance(told, dict) else _told_by_text(text))


def _told_by_text(text: str) -> dict[str, Any]:
    labelled: dict[str, str] = {}
    for line in text.splitlines():
        label, colon, value = line.lstrip("> \t").partition(":")
        if colon:
            labelled.setdefault(label.strip(), value.strip())
    told: dict[str, Any] = {}
    commitments = {found.lower() for found in _COMMITMENT.findall(text)}
    if len(commitments) == 1:
        told["commitment"] = commitments.pop()
    if found := re.search(r"\(number (\d{1,3})\)$", labelled.get("Seat", "")):
        told["seat"] = int(found[1])
    if found := re.match(r"(\d{1,6})(,|$)", labelled.get("Version", "")):
        told["version"] = int(found[1])
    if move := labelled.get("Move", ""):
        told |= {"kind": "withdrawal"} if move == _WITHDRAWN else {"kind": "move", "words": move}
    try:
        at = f"{labelled.get('In UTC', '')}+0000"
        told["received_at"] = datetime.strptime(at, "%Y-%m-%d %H:%M:%S.%f%z")
    except ValueError:
        pass
    return told


def _claim(told: Mapping[str, Any]) -> ReceiptClaim:
    said = {name: told[name] for name in ReceiptClaim.model_fields if name in told}
    if not _COMMITMENT.fullmatch(str(said.get("commitment", ""))):
        raise Invalid(
            "receipt-unreadable",
            "There is no receipt in this. Paste one as you saved it; the line that matters is SHA-256, with "
            "its 64 digits and letters.",
            field="receipt",
        )
    try:
        # As JSON: a time is a text there.
        return ReceiptClaim.model_validate_json(json.dumps(said, default=str))
    except ValidationError:
        raise Invalid(
            "receipt-unreadable",
            "This is no receipt as it was given: a number, or a time in it, is none.",
            field="receipt",
        ) from None
