"""A receipt as text to keep: everything needed to hold the server to it later."""

from datetime import UTC

from referee.services.reading_models import Receipt
from referee.web.pages.templating import local_text

_STANDING = {
    "counts": "counts",
    "replaced": "replaced by a later version",
    "withdrawn": "withdrawn by the next version",
    "late": "late: does not count",
}


def receipt_text(receipt: Receipt, base_url: str) -> str:
    """The receipt in lines of "label: value", ending with where the match is."""
    at = receipt.received_at.astimezone(UTC)
    move = receipt.words if receipt.kind == "move" else "withdrawn, as if none had been sent"
    lines = [
        ("Match", receipt.match_title),
        ("Round", receipt.phase_title),
        ("Seat", f"{receipt.seat_name} (number {receipt.seat})"),
        ("Move", move),
        ("Version", f"{receipt.version}, {_STANDING[receipt.standing]}"),
        ("Received", f"{local_text(receipt.received_at, receipt.zone, seconds=True)}"),
        ("In UTC", f"{at:%Y-%m-%d %H:%M:%S}.{at.microsecond // 1000:03d}"),
        ("SHA-256", receipt.commitment),
        ("Page", f"{base_url}/matches/{receipt.match_id}"),
    ]
    body = "\n".join(f"{label + ':':<10}{value}" for label, value in lines)
    return f"Receipt of a sealed move\n\n{body}\n"
