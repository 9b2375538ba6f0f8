"""What becomes of a seat whose player does not come back, in sentences and in a match's settings."""

import pytest
from pydantic import ValidationError

from referee.services import reading
from referee.services.context import Context
from referee.services.seat_rules import SeatRules, rounds_in_a_row, seat_rule_sentences
from tests.services.playing import signup_table


def test_left_alone_two_rounds_in_a_row_open_a_seat_that_stays_without_moves() -> None:
    assert seat_rule_sentences(SeatRules()) == (
        "Whoever sends no move in 2 rounds in a row loses the seat: it is open then.",
        "An open seat stays in the match without moves until its player comes back or the referee seats "
        "somebody else.",
    )


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (SeatRules(misses=1), "Whoever sends no move in a round loses the seat: it is open then."),
        (SeatRules(strict_first_round=True), "In the first round that happens at once."),
        (
            SeatRules(open_seat="practice"),
            "A practice player takes over an open seat at once.",
        ),
        (
            SeatRules(open_seat="wait", wait_minutes=90),
            "The next round then waits for a substitute, at most 1 hour 30 minutes; after that the match "
            "goes on without one.",
        ),
    ],
)
def test_each_rule_has_its_sentence(rules: SeatRules, sentence: str) -> None:
    assert sentence in seat_rule_sentences(rules)


def test_a_strict_first_round_is_not_told_where_every_round_is_as_strict() -> None:
    assert len(seat_rule_sentences(SeatRules(misses=1, strict_first_round=True))) == 2


def test_one_round_is_not_in_a_row() -> None:
    assert [rounds_in_a_row(misses) for misses in (1, 2, 20)] == [
        "a round",
        "2 rounds in a row",
        "20 rounds in a row",
    ]


@pytest.mark.parametrize(
    "wrong",
    [{"misses": 0}, {"misses": 21}, {"wait_minutes": 0}, {"open_seat": "cancel"}, {"more": 1}],
)
def test_what_is_no_rule_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        SeatRules.model_validate(wrong)


def test_a_match_tells_its_rules_on_its_page_and_in_its_first_post(ctx: Context) -> None:
    rules = SeatRules(misses=3, open_seat="practice")
    table = signup_table(ctx, ("Ann",), seat_rules=rules)
    settings = reading.match_page(ctx, table.match_id, None).settings
    assert settings.seat_rules == rules
    assert settings.seat_words == seat_rule_sentences(rules)
    recruiting = reading.post(ctx, table.match_id, "recruiting").texts["plain"]
    for sentence in settings.seat_words:
        assert sentence in " ".join(recruiting.split())
