"""What becomes of open seats, read from a form: what is filled in, what is understood, what is refused."""

import pytest
from starlette.datastructures import FormData

from referee.schedule import PRESETS
from referee.services.errors import Invalid
from referee.services.seat_rules import SeatRules
from referee.web.pages.seat_rule_forms import (
    SEAT_RULE_FIELDS,
    TypedSeatRules,
    seat_rules_filled_by,
    typed_seat_rules,
    wanted_seat_rules,
)
from referee.web.pages.sent import Sent


def wanted(**fields: str) -> SeatRules:
    return wanted_seat_rules(typed_seat_rules(Sent(FormData(fields))))


def test_a_form_that_says_nothing_has_the_usual_rules() -> None:
    assert wanted() == SeatRules()


def test_every_field_is_understood() -> None:
    assert wanted(
        misses="3",
        strict_first_round="true",
        open_seat="wait",
        wait_length="36",
        wait_unit="hours",
    ) == SeatRules(misses=3, strict_first_round=True, open_seat="wait", wait_minutes=2160)


def test_how_long_to_wait_matters_only_where_a_round_waits() -> None:
    told = wanted(open_seat="practice", wait_length="0", wait_unit="days")
    assert told == SeatRules(open_seat="practice")
    assert wanted(open_seat="wait", wait_length="", wait_unit="days") == SeatRules(open_seat="wait")


def test_where_all_sit_at_the_table_a_practice_player_steps_in() -> None:
    filled = {one.slug: wanted_seat_rules(seat_rules_filled_by(one)).open_seat for one in PRESETS}
    assert filled == {"daily": "no-moves", "two-days": "no-moves", "fast": "practice"}


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        (TypedSeatRules(misses="0"), "misses"),
        (TypedSeatRules(misses="21"), "misses"),
        (TypedSeatRules(misses="many"), "misses"),
        (TypedSeatRules(open_seat="shout"), "open_seat"),
    ],
)
def test_what_will_not_do_is_refused_at_its_field(typed: TypedSeatRules, field: str) -> None:
    with pytest.raises(Invalid) as refused:
        wanted_seat_rules(typed)
    assert refused.value.field == field
    assert field in SEAT_RULE_FIELDS


@pytest.mark.parametrize(
    ("length", "field"), [("0", "wait_minutes"), ("61", "wait_minutes"), ("soon", "wait_length")]
)
def test_a_wait_that_is_none_is_refused_in_one_sentence(length: str, field: str) -> None:
    with pytest.raises(Invalid) as refused:
        wanted(open_seat="wait", wait_length=length, wait_unit="days")
    assert refused.value.field == field
    assert refused.value.text.count(".") == 1
    assert field in SEAT_RULE_FIELDS
