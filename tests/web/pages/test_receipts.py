"""Receipts as text: everything needed to hold the server to them."""

from datetime import UTC, datetime

from referee.services.reading_models import Receipt
from referee.web.pages.receipts import receipt_text

RECEIPT = Receipt(
    match_id="abc",
    match_title="Summer melee",
    phase=3,
    phase_title="Round 3",
    seat=2,
    seat_name="Bob",
    version=2,
    kind="move",
    words="Lunge at Ann",
    received_at=datetime(2030, 1, 31, 23, 30, 5, 250_000, tzinfo=UTC),
    zone="Europe/Berlin",
    commitment="0f" * 32,
    standing="counts",
)


def test_a_receipt_tells_the_move_the_version_both_times_and_the_commitment() -> None:
    assert receipt_text(RECEIPT, "https://games.example") == (
        "Receipt of a sealed move\n"
        "\n"
        "Match:    Summer melee\n"
        "Round:    Round 3\n"
        "Seat:     Bob (number 2)\n"
        "Move:     Lunge at Ann\n"
        "Version:  2, counts\n"
        "Received: Fri 1 Feb 2030, 00:30:05 (Berlin)\n"
        "In UTC:   2030-01-31 23:30:05.250\n"
        f"SHA-256:  {'0f' * 32}\n"
        "Page:     https://games.example/matches/abc\n"
    )


def test_a_withdrawal_says_that_nothing_stands() -> None:
    withdrawn = RECEIPT.model_copy(update={"kind": "withdrawal", "words": ""})
    assert "withdrawn, as if none had been sent" in receipt_text(withdrawn, "https://games.example")
