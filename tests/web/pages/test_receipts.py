"""Receipts as text, and read back: everything needed to hold the server to them."""

from datetime import UTC, datetime

import pytest

from referee.services.errors import Invalid
from referee.services.reading_models import Receipt
from referee.services.receipt_checks import ReceiptClaim
from referee.web.pages.receipts import read_receipt, receipt_text

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


def test_a_standing_move_says_who_sent_it_and_is_read_back() -> None:
    standing = RECEIPT.model_copy(update={"standing_move": True})
    text = receipt_text(standing, "https://games.example")
    assert "Sent by:  the server: a standing move, its player being away\n" in text
    assert read_receipt(text) == read_receipt(receipt_text(RECEIPT, "https://games.example"))


def test_a_withdrawal_says_that_nothing_stands() -> None:
    withdrawn = RECEIPT.model_copy(update={"kind": "withdrawal", "words": ""})
    assert "withdrawn, as if none had been sent" in receipt_text(withdrawn, "https://games.example")


@pytest.mark.parametrize("receipt", [RECEIPT, RECEIPT.model_copy(update={"kind": "withdrawal"})])
def test_a_receipt_is_read_back_as_it_was_written(receipt: Receipt) -> None:
    text = receipt_text(receipt, "https://games.example")
    quoted = "He says he sent:\n" + "\n".join(f"> {line}" for line in text.splitlines())
    for pasted in (text, text.replace("\n", "\r\n"), quoted, f"  {text}\n\nWhat now?"):
        told = read_receipt(pasted)
        assert told.commitment == receipt.commitment
        assert (told.seat, told.version, told.kind) == (2, 2, receipt.kind)
        assert told.words == (receipt.words if receipt.kind == "move" else None)
        assert told.received_at == receipt.received_at
    told = read_receipt(receipt.model_dump_json())
    assert (told.words, told.received_at) == (receipt.words, receipt.received_at)


def test_the_commitment_alone_is_a_receipt() -> None:
    assert read_receipt(f"my hash was {'0F' * 32}!") == ReceiptClaim(commitment="0f" * 32)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "SHA-256: 0f0f",
        "0f" * 33,
        f"{'0f' * 32} or {'1f' * 32}",
        "{}",
        "[" * 9999,
        '{"commitment": null}',
        f'{{"commitment": "{"0f" * 32}", "seat": "two"}}',
    ],
    ids=lambda text: text[:20],
)
def test_what_holds_no_receipt_is_refused_in_words(text: str) -> None:
    with pytest.raises(Invalid, match="receipt-unreadable"):
        read_receipt(text)
