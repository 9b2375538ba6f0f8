"""Submitting: judged alone, stored for good, the newest counts, and the receipt says so."""

import hashlib
import json
from dataclasses import astuple
from datetime import timedelta

import pytest

from referee.core.documents import Document
from referee.sealing import Place
from referee.services import reading
from referee.services.access import Key
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.errors import Conflict, Illegal, Invalid, NotFound, NotYours
from referee.services.matches import cancel_match, extend_phase
from referee.services.moves import MOST_VERSIONS, MoveIn, preview, submit, suppose
from referee.services.reading_models import Receipt
from referee.services.submissions import opened
from referee.storage import moves
from tests.clock import Clock
from tests.services.playing import refusal, running_table, signup_table


def stored(ctx: Context, match_id: str, phase: int = 1) -> list[moves.SubmissionRow]:
    with ctx.store.read() as connection:
        return moves.submission_rows(connection, match_id, phase)


def test_a_receipt_says_what_was_received_when_and_that_it_counts(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    clock.forward(minutes=5)
    receipt = table.sent(1, "lunge", "Bob")
    assert receipt.words == "Lunge at Bob"
    assert (receipt.match_title, receipt.phase_title) == ("Summer melee", "Round 1")
    assert (receipt.seat, receipt.seat_name, receipt.version) == (1, "Ann", 1)
    assert receipt.received_at == clock.now
    assert receipt.zone == "Europe/Berlin"
    assert receipt.standing == "counts"


def test_the_newest_version_counts_and_all_earlier_ones_stay_listed(ctx: Context) -> None:
    table = running_table(ctx)
    first = table.sent(1, "lunge", "Bob")
    second = table.sent(1, "strike", "Cal")
    listed = reading.seat_page(ctx, table.seat(1)).submissions
    assert [(one.version, one.words, one.standing) for one in listed] == [
        (2, "Strike at Cal", "counts"),
        (1, "Lunge at Bob", "replaced"),
    ]
    assert listed[0] == second
    assert listed[1].commitment == first.commitment


def test_a_withdrawn_move_does_not_count_and_a_later_one_does(ctx: Context) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    withdrawal = table.sent(1, None)
    assert (withdrawal.kind, withdrawal.standing) == ("withdrawal", "counts")
    listed = reading.seat_page(ctx, table.seat(1)).submissions
    assert [one.standing for one in listed] == ["counts", "withdrawn"]
    table.sent(1, "strike", "Bob")
    listed = reading.seat_page(ctx, table.seat(1)).submissions
    assert [one.standing for one in listed] == ["counts", "replaced", "withdrawn"]
    close_phase(ctx, table.desk, table.match_id, 1)
    moved = reading.phase_report(ctx, table.match_id, 1).moves
    assert [(one.seat, one.version, one.words) for one in moved] == [(1, 3, "Strike at Bob")]


def test_nothing_sent_is_nothing_to_withdraw(ctx: Context) -> None:
    table = running_table(ctx)
    assert refusal(table.send(1, None)) == ("Conflict", "nothing-to-withdraw")


def test_a_form_sent_twice_is_one_submission_with_one_receipt(ctx: Context) -> None:
    table = running_table(ctx)
    first = table.send(1, "lunge", "Bob", request="the very same form")
    again = table.send(1, "lunge", "Bob", request="the very same form")
    assert first == again
    assert len(stored(ctx, table.match_id)) == 1


def test_a_form_sent_again_says_what_has_become_of_it_since(ctx: Context) -> None:
    table = running_table(ctx)
    table.send(1, "lunge", "Bob", request="the very same form")
    table.sent(1, "strike", "Cal")
    again = table.send(1, "lunge", "Bob", request="the very same form")
    assert isinstance(again, Receipt)
    assert (again.version, again.standing) == (1, "replaced")


def test_going_back_and_choosing_again_in_the_same_form_is_a_new_version(ctx: Context) -> None:
    table = running_table(ctx)
    words = []
    for card in ("lunge", "strike", "lunge"):
        answer = table.send(1, card, "Bob", request="the very same form")
        assert isinstance(answer, Receipt)
        words.append((answer.version, answer.words, answer.standing))
    assert words == [
        (1, "Lunge at Bob", "counts"),
        (2, "Strike at Bob", "counts"),
        (3, "Lunge at Bob", "counts"),
    ]


def test_one_form_id_used_by_two_seats_is_two_submissions(ctx: Context) -> None:
    table = running_table(ctx)
    table.send(1, "lunge", "Bob", request="the very same form")
    other = table.send(2, "strike", "Ann", request="the very same form")
    assert isinstance(other, Receipt)
    assert other.words == "Strike at Ann"


def test_a_batch_is_judged_one_by_one_and_answered_in_its_order(ctx: Context) -> None:
    table = running_table(ctx)
    answers = submit(
        ctx,
        [
            table.move_in(1, "lunge", "Bob"),
            table.move_in(2, "lunge", "Bob"),
            table.move_in(3, "trip", "Bob"),
            table.move_in(1, "strike", "Cal"),
            table.move_in(2, "mend", "Bob"),
        ],
    )
    assert [
        (one.version, one.standing) if isinstance(one, Receipt) else one.code for one in answers
    ] == [(1, "replaced"), "move-illegal", "move-unreadable", (2, "counts"), (1, "counts")]
    assert len(stored(ctx, table.match_id)) == 3


def test_a_late_move_is_refused_and_kept(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    clock.forward(hours=1)
    assert refusal(table.send(1, "strike", "Cal")) == ("Conflict", "move-late")
    rows = stored(ctx, table.match_id)
    assert [(row.version, row.late) for row in rows] == [(1, False), (2, True)]
    assert opened(ctx, rows[1]).words == "Strike at Cal"
    listed = reading.seat_page(ctx, table.seat(1)).submissions
    assert [one.standing for one in listed] == ["late", "counts"]
    close_phase(ctx, table.desk, table.match_id, 1)
    moved = reading.phase_report(ctx, table.match_id, 1).moves
    assert [one.words for one in moved] == ["Lunge at Bob"]


def test_the_last_moment_before_the_deadline_is_in_time_and_the_deadline_is_not(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    clock.forward(hours=1)
    clock.forward(microseconds=-1)
    assert table.sent(1, "lunge", "Bob").standing == "counts"
    clock.forward(microseconds=1)
    assert refusal(table.send(2, "lunge", "Ann")) == ("Conflict", "move-late")


def test_a_move_for_a_closed_phase_is_refused_kept_and_shown_to_the_referee_as_late(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    close_phase(ctx, table.desk, table.match_id, 1)
    clock.forward(minutes=2)
    assert refusal(table.send(2, "lunge", "Ann")) == ("Conflict", "phase-closed")
    (late,) = reading.desk_page(ctx, table.desk, table.match_id).late
    assert (late.phase_title, late.seat_name, late.received_at) == ("Round 1", "Bob", clock.now)
    assert "unge" not in late.model_dump_json()


def test_a_late_form_sent_twice_is_kept_once(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    clock.forward(hours=2)
    for _ in range(2):
        answer = table.send(1, "lunge", "Bob", request="the very same form")
        assert refusal(answer) == ("Conflict", "move-late")
    assert len(stored(ctx, table.match_id)) == 1


def test_a_form_that_was_in_time_keeps_its_receipt_though_it_is_sent_again_too_late(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    first = table.send(1, "lunge", "Bob", request="the very same form")
    clock.forward(hours=2)
    assert table.send(1, "lunge", "Bob", request="the very same form") == first
    assert len(stored(ctx, table.match_id)) == 1


def test_a_late_form_sent_again_after_an_extension_is_in_time(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    clock.forward(hours=2)
    table.send(1, "lunge", "Bob", request="the very same form")
    extend_phase(ctx, table.desk, table.match_id, 1, clock.now + timedelta(hours=1))
    again = table.send(1, "lunge", "Bob", request="the very same form")
    assert isinstance(again, Receipt)
    assert (again.version, again.standing) == (2, "counts")


@pytest.mark.parametrize(
    ("card", "target", "expected"),
    [
        ("trip", "Bob", ("Invalid", "move-unreadable")),
        ("lunge", "Nobody", ("Illegal", "move-illegal")),
        ("lunge", "Ann", ("Illegal", "move-illegal")),
    ],
    ids=["an unknown card", "an unknown target", "oneself"],
)
def test_a_move_that_is_no_move_is_refused_with_its_field_and_changes_nothing(
    ctx: Context, card: str, target: str, expected: tuple[str, str]
) -> None:
    table = running_table(ctx)
    answer = table.send(1, card, target)
    assert refusal(answer) == expected
    assert isinstance(answer, Invalid | Illegal)
    assert answer.field == ("card" if card == "trip" else "target")
    assert answer.problems
    assert stored(ctx, table.match_id) == []


@pytest.mark.parametrize(
    "move", [None, [], "lunge", 7, {}, {"card": "lunge"}, {"card": ["lunge"], "target": "Bob"}]
)
def test_json_that_is_no_move_is_refused_in_a_sentence(ctx: Context, move) -> None:
    table = running_table(ctx)
    sent = MoveIn(table.seat(1), table.match_id, 1, 1, move)
    (answer,) = submit(ctx, [sent])
    assert refusal(answer) == ("Invalid", "move-unreadable")
    assert isinstance(answer, Invalid)
    assert answer.text.endswith(".")


def test_bottomless_json_is_refused_like_any_other_nonsense(ctx: Context) -> None:
    table = running_table(ctx)
    move: list[object] = []
    for _ in range(100_000):
        move = [move]
    (answer,) = submit(ctx, [MoveIn(table.seat(1), table.match_id, 1, 1, move)])  # type: ignore[arg-type]
    assert refusal(answer) == ("Invalid", "move-unreadable")


def test_nobody_can_move_for_another_seat_the_referee_included(ctx: Context) -> None:
    table, other = running_table(ctx), running_table(ctx)
    operator = Key(role="operator", match_id=None, seat=None)
    for key in (table.seat(2), other.seat(1), table.desk, operator):
        move = {"card": "lunge", "target": "Bob"}
        (answer,) = submit(ctx, [MoveIn(key, table.match_id, 1, 1, move)])
        assert refusal(answer) == ("NotYours", "not-yours")
    assert stored(ctx, table.match_id) == []


def test_a_seat_that_is_out_owes_nothing(ctx: Context) -> None:
    table = running_table(ctx, options={"starting_life": 3})
    table.sent(1, "strike", "Cal")
    close_phase(ctx, table.desk, table.match_id, 1)
    assert refusal(table.send(3, "lunge", "Ann", phase=2)) == ("Conflict", "seat-out")
    page = reading.seat_page(ctx, table.seat(3))
    assert page.out
    assert page.decision is None
    assert not reading.seat_page(ctx, table.seat(1)).out


def test_an_eliminated_target_is_refused(ctx: Context) -> None:
    table = running_table(ctx, options={"starting_life": 3})
    table.sent(1, "strike", "Cal")
    close_phase(ctx, table.desk, table.match_id, 1)
    answer = table.send(1, "lunge", "Cal", phase=2)
    assert refusal(answer) == ("Illegal", "move-illegal")


@pytest.mark.parametrize("phase", [0, -1, 2, 2**31, 2**70])
def test_a_phase_that_does_not_exist_is_not_found(ctx: Context, phase: int) -> None:
    table = running_table(ctx)
    assert refusal(table.send(1, "lunge", "Bob", phase=phase)) == ("NotFound", "phase-not-found")


def test_a_match_that_does_not_exist_is_not_found(ctx: Context) -> None:
    for match_id in ("nothing", "", "\x00", "ä" * 400):
        sent = MoveIn(Key("seat", match_id, 1), match_id, 1, 1, {"card": "lunge", "target": "B"})
        assert refusal(submit(ctx, [sent])[0]) == ("NotFound", "match-not-found")


def test_a_cancelled_match_takes_no_more_moves(ctx: Context) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    cancel_match(ctx, table.desk, table.match_id, "The forum is closing.")
    assert refusal(table.send(1, "strike", "Bob")) == ("Conflict", "match-cancelled")
    assert len(stored(ctx, table.match_id)) == 1


def test_a_seat_cannot_fill_the_database(ctx: Context) -> None:
    table = running_table(ctx)
    answers = submit(ctx, [table.move_in(1, "lunge", "Bob") for _ in range(MOST_VERSIONS + 3)])
    assert [refusal(answer)[1] for answer in answers[MOST_VERSIONS:]] == ["too-many-versions"] * 3
    assert isinstance(answers[MOST_VERSIONS - 1], Receipt)
    assert answers[MOST_VERSIONS - 1].standing == "counts"


def test_the_database_holds_nothing_readable_of_a_sealed_move(ctx: Context) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    table.sent(2, "mend", "Bob")
    rows = stored(ctx, table.match_id)
    assert len({len(row.sealed) for row in rows}) == 1
    for row in rows:
        whole = repr(astuple(row)).lower()
        assert not any(word in whole for word in ("lunge", "mend", "bob", "move", "withdraw"))


def test_a_receipt_can_be_checked_with_any_sha_256_once_the_phase_has_closed(
    ctx: Context,
) -> None:
    table = running_table(ctx)
    receipt = table.sent(1, "lunge", "Bob")
    close_phase(ctx, table.desk, table.match_id, 1)
    report = reading.phase_report(ctx, table.match_id, 1)
    (revealed,) = report.moves
    text = json.dumps(
        {
            "match": table.match_id,
            "move": {"card": "lunge", "target": "Bob"},
            "nonce": revealed.nonce,
            "phase": 1,
            "seat": 1,
            "version": 1,
        },
        separators=(",", ":"),
    )
    assert hashlib.sha256(text.encode()).hexdigest() == receipt.commitment
    assert report.commitments[0].commitment == receipt.commitment


def test_a_sealed_move_passed_off_as_another_seats_does_not_open(ctx: Context) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    (row,) = stored(ctx, table.match_id)
    for place in (
        Place(table.match_id, 1, 2, 1),
        Place(table.match_id, 1, 1, 2),
        Place(table.match_id, 2, 1, 1),
        Place("another", 1, 1, 1),
    ):
        with pytest.raises(ValueError, match="does not open"):
            ctx.sealer.unseal(place, row.sealed)


def test_a_preview_says_what_would_be_sent_and_stores_nothing(ctx: Context) -> None:
    table = running_table(ctx)
    move = {"card": "lunge", "target": "Bob"}
    assert preview(ctx, table.seat(1), table.match_id, 1, 1, move).words == "Lunge at Bob"
    illegal = preview(ctx, table.seat(1), table.match_id, 1, 1, {"card": "lunge", "target": "Ann"})
    assert illegal.words == ""
    assert illegal.problems[0].is_illegal
    with pytest.raises(Invalid):
        preview(ctx, table.seat(1), table.match_id, 1, 1, {"card": "trip"})
    with pytest.raises(NotYours):
        preview(ctx, table.seat(2), table.match_id, 1, 1, move)
    assert stored(ctx, table.match_id) == []


def test_supposing_moves_shows_the_announcement_and_stores_nothing(ctx: Context) -> None:
    table = running_table(ctx)
    moves_supposed = {
        "Ann": {"card": "lunge", "target": "Bob"},
        "Bob": {"card": "riposte", "target": "Ann"},
    }
    document = suppose(ctx, table.seat(3), table.match_id, moves_supposed)
    assert isinstance(document, Document)
    assert "Riposte" in document.model_dump_json()
    assert stored(ctx, table.match_id) == []
    assert reading.match_page(ctx, table.match_id, None).phase.number == 1  # type: ignore[union-attr]
    with pytest.raises(Illegal, match="Ann"):
        suppose(ctx, table.seat(1), table.match_id, {"Ann": {"card": "lunge", "target": "Ann"}})
    with pytest.raises(NotFound):
        suppose(ctx, table.seat(1), table.match_id, {"Zoe": {"card": "lunge", "target": "Ann"}})
    with pytest.raises(NotYours):
        suppose(ctx, running_table(ctx).seat(1), table.match_id, {})


def test_nothing_can_be_supposed_before_the_start(ctx: Context) -> None:
    table = signup_table(ctx, ("Ann", "Bob"))
    with pytest.raises(Conflict, match="not-started"):
        suppose(ctx, table.seat(1), table.match_id, {})
