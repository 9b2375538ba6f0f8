"""What became of a receipt, told to whom it may be told: before the close its seat, after it everybody."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from referee.sealing import Sealer
from referee.services.access import Key
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.errors import Conflict, NotFound
from referee.services.matches import cancel_match
from referee.services.reading import seat_page
from referee.services.reading_models import Receipt
from referee.services.receipt_checks import ReceiptClaim, ReceiptFate, check_receipt
from tests.clock import Clock
from tests.services.playing import Table, running_table


@pytest.fixture
def table(ctx: Context) -> Table:
    return running_table(ctx)


def claim(receipt: Receipt, **changed: object) -> ReceiptClaim:
    told = receipt.model_dump(include=set(ReceiptClaim.model_fields)) | changed
    return ReceiptClaim.model_validate(told)


def fate(
    table: Table, receipt: Receipt, held: Sequence[Key] = (), **changed: object
) -> ReceiptFate:
    return check_receipt(table.ctx, table.match_id, held, claim(receipt, **changed))


def test_before_the_close_only_the_seat_itself_is_told(table: Table) -> None:
    receipt = table.sent(1, "lunge", "Bob")
    own = fate(table, receipt, [table.seat(1)])
    assert (own.fate, own.seat_name, own.version) == ("counts", "Ann", 1)
    assert own.received_at == receipt.received_at
    nobody = check_receipt(
        table.ctx, table.match_id, [], ReceiptClaim(commitment=receipt.commitment[::-1])
    )
    operator = Key("operator", None, None)
    for held in ([], [table.seat(2)], [table.desk], [operator], [Key("seat", "another", 1)]):
        told = fate(table, receipt, held)
        assert told.fate == "unknown"
        assert told == nobody.model_copy(update={"commitment": receipt.commitment})


def test_whoever_holds_several_seats_is_told_of_each(table: Table) -> None:
    receipt = table.sent(2, "lunge", "Ann")
    assert fate(table, receipt, [table.seat(1), table.seat(2)]).fate == "counts"


def test_after_the_close_everybody_is_told_what_became_of_each_version(table: Table) -> None:
    first = table.sent(1, "lunge", "Bob")
    second = table.sent(1, "strike", "Cal")
    withdrawal = table.sent(1, None)
    third = table.sent(1, "mend", "Ann")
    last = table.sent(2, "strike", "Ann")
    undone = table.sent(3, "strike", "Ann")
    gone = table.sent(3, None)
    assert fate(table, third, [table.seat(1)]).fate == "counts"
    close_phase(table.ctx, table.desk, table.match_id, 1)
    told = [fate(table, one) for one in (first, second, withdrawal, third, last, undone, gone)]
    assert [(one.fate, one.followed_by) for one in told] == [
        ("replaced", 2),
        ("withdrawn", 3),
        ("replaced", 4),
        ("counted", None),
        ("counted", None),
        ("withdrawn", 2),
        ("counted", None),
    ]
    assert told[0].text == "It was replaced: by version 2 of the same seat."
    assert told[-1].text.startswith("The withdrawal counted")


def test_a_late_one_did_not_count(table: Table, clock: Clock) -> None:
    clock.forward(hours=1)
    with pytest.raises(Conflict, match="move-late"):
        raise table.send(1, "lunge", "Bob")  # type: ignore[misc]
    (late,) = seat_page(table.ctx, table.seat(1)).submissions
    assert fate(table, late, [table.seat(1)]).fate == "late"
    close_phase(table.ctx, table.desk, table.match_id, 1)
    assert fate(table, late).fate == "late"


def test_a_cancelled_match_tells_only_the_seat_itself(table: Table) -> None:
    receipt = table.sent(1, "lunge", "Bob")
    cancel_match(table.ctx, table.desk, table.match_id, "Nobody has time.")
    assert fate(table, receipt, [table.seat(1)]).fate == "void"
    assert fate(table, receipt, [table.seat(2)]).fate == "unknown"


def test_whatever_was_changed_in_a_receipt_is_named_with_both_values(table: Table) -> None:
    receipt = table.sent(1, "lunge", "Bob")
    close_phase(table.ctx, table.desk, table.match_id, 1)
    for what, changed, shown, given in (
        ("seat", {"seat": 2}, "2", "1"),
        ("version", {"version": 3}, "3", "1"),
        ("move", {"words": "Lunge at Cal"}, "Lunge at Cal", "Lunge at Bob"),
        ("move", {"kind": "withdrawal"}, "withdrawn", "Lunge at Bob"),
        (
            "received_at",
            {"received_at": receipt.received_at + timedelta(seconds=1)},
            "2030-01-07T09:00:01.000+00:00",
            "2030-01-07T09:00:00.000+00:00",
        ),
    ):
        told = fate(table, receipt, **changed)
        assert told.fate == "altered"
        assert [(one.what, one.shown, one.given) for one in told.differences] == [
            (what, shown, given)
        ]
    assert "Of that one: the move counted" in told.text


def test_what_a_replaced_move_said_stays_its_players(table: Table) -> None:
    replaced = table.sent(1, "lunge", "Bob")
    table.sent(1, "strike", "Bob")
    close_phase(table.ctx, table.desk, table.match_id, 1)
    guess = {"words": "Lunge at Cal"}
    assert fate(table, replaced, **guess) == fate(table, replaced)
    own = fate(table, replaced, [table.seat(1)], **guess)
    assert own.fate == "altered"
    assert own.differences[0].given == "Lunge at Bob"


def test_a_commitment_alone_will_do_in_either_case_of_letters(table: Table) -> None:
    receipt = table.sent(1, "lunge", "Bob")
    close_phase(table.ctx, table.desk, table.match_id, 1)
    for commitment in (receipt.commitment, receipt.commitment.upper()):
        told = check_receipt(table.ctx, table.match_id, [], ReceiptClaim(commitment=commitment))
        assert (told.fate, told.seat) == ("counted", 1)


def test_a_receipt_of_another_match_is_not_known_here(ctx: Context, table: Table) -> None:
    receipt = table.sent(1, "lunge", "Bob")
    close_phase(ctx, table.desk, table.match_id, 1)
    assert fate(running_table(ctx), receipt).fate == "unknown"
    with pytest.raises(NotFound):
        check_receipt(ctx, "nosuchmatch", [], claim(receipt))


def test_with_the_secret_gone_a_receipt_is_still_told_what_became_of_it(table: Table) -> None:
    first, second = table.sent(1, "lunge", "Bob"), table.sent(1, "strike", "Bob")
    close_phase(table.ctx, table.desk, table.match_id, 1)
    lost = table.at(replace(table.ctx, sealer=Sealer(b"another secret of at least 32 bytes")))
    assert [fate(lost, one).fate for one in (first, second)] == ["replaced", "counted"]
