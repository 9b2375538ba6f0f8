"""Decisions as forms and back, for every game's decisions and for the shapes no game uses yet."""

from typing import Any

import pytest
from starlette.datastructures import FormData

from referee.core.decisions import Choice, Decision, Field
from referee.core.dice import Dice
from referee.core.problems import Problem
from referee.core.seats import Seat
from referee.games import GAMES
from referee.web.forms import (
    PREFIX,
    field_inputs,
    missing_answers,
    read_answers,
    stray_problems,
)

SEVERAL = Field(
    path=("surrender", "Ann B. O'Hara", "hand"),
    label="Cards",
    kind="several",
    choices=tuple(Choice(value=value, label=value) for value in ("2S", "3H", "4D")),
    least=1,
    most=2,
)
MAYBE = Field(
    path=("colour",),
    label="Colour",
    choices=(Choice(value="red", label="Red"), Choice(value="black", label="Black")),
    least=0,
)
ONE = Field(path=("card",), label="Card", choices=(Choice(value="lunge", label="Lunge"),))
DECISION = Decision(title="?", fields=(ONE, SEVERAL, MAYBE), default="!", fixed={"kind": "play"})


def form(**values: str | list[str]) -> FormData:
    pairs: list[tuple[str, str]] = []
    for name, value in values.items():
        pairs += [(name, one) for one in ([value] if isinstance(value, str) else value)]
    return FormData([*pairs])


def sent(**values: str | list[str]) -> FormData:
    return form(**{PREFIX + name: value for name, value in values.items()})


def test_a_filled_form_becomes_the_move_the_fields_describe() -> None:
    data = sent(**{"card": "lunge", SEVERAL.name: ["3H", "2S"], "colour": "red"})
    answers = read_answers(DECISION, data)
    assert not missing_answers(DECISION, answers)
    assert DECISION.move_json(answers) == {
        "kind": "play",
        "card": "lunge",
        "surrender": {"Ann B. O'Hara": {"hand": ["3H", "2S"]}},
        "colour": "red",
    }


def test_an_empty_form_leaves_out_what_must_be_chosen_and_says_null_for_what_need_not() -> None:
    answers = read_answers(DECISION, form())
    assert answers == {"colour": None}
    assert [problem.field for problem in missing_answers(DECISION, answers)] == [
        "card",
        SEVERAL.name,
    ]


def test_too_many_of_several_are_counted_aloud() -> None:
    answers = read_answers(DECISION, sent(**{"card": "lunge", SEVERAL.name: ["2S", "3H", "4D"]}))
    [problem] = missing_answers(DECISION, answers)
    assert problem.field == SEVERAL.name
    assert "1 to 2" in problem.text
    assert "3" in problem.text


def test_none_of_these_is_offered_only_where_nothing_need_be_chosen() -> None:
    one, several, maybe = field_inputs(DECISION, {})
    assert [item.value for item in one.inputs] == ["lunge"]
    assert several.type == "checkbox"
    assert [item.value for item in maybe.inputs] == ["red", "black", ""]
    assert [item.chosen for item in maybe.inputs] == [False, False, True]


def test_what_was_chosen_stays_chosen_when_the_form_is_shown_again() -> None:
    data = sent(**{"card": "lunge", SEVERAL.name: ["4D"], "colour": "black"})
    shown = field_inputs(DECISION, read_answers(DECISION, data))
    chosen = {item.value for field in shown for item in field.inputs if item.chosen}
    assert chosen == {"lunge", "4D", "black"}


def test_a_field_named_like_the_forms_own_cannot_shadow_it() -> None:
    field = ONE.model_copy(update={"path": ("request_id",)})
    decision = Decision(title="?", fields=(field,), default="!")
    data = form(request_id="nonce", **{PREFIX + "request_id": "lunge"})
    assert read_answers(decision, data) == {"request_id": "lunge"}


def test_problems_stand_at_their_field_and_the_others_above_the_form() -> None:
    at_card = Problem(code="a", text="A.", field="card")
    nowhere = Problem(code="b", text="B.")
    elsewhere = Problem(code="c", text="C.", field="nothing-asked")
    problems = (at_card, nowhere, elsewhere)
    assert field_inputs(DECISION, {}, problems)[0].problems == (at_card,)
    assert stray_problems(DECISION, problems) == (nowhere, elsewhere)


def test_ids_are_plain_and_unique_whatever_players_are_called() -> None:
    ids = [item.id for field in field_inputs(DECISION, {}) for item in field.inputs]
    assert len(set(ids)) == len(ids)
    assert all(name.isalnum() for name in ids)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.slug)
def test_every_choice_of_every_game_survives_the_form_and_comes_back(game) -> None:  # type: ignore[no-untyped-def]
    options = game.options_type()
    seats = [Seat(name) for name in ("Ann", "Bob. B", "Çem O'Neil")][
        : game.seat_count(options).most
    ]
    state = game.setup(options, seats, Dice(b"s" * 32, 0)).state
    phase = game.phase(state)
    assert phase is not None
    for decision in phase.decisions.values():
        for field in decision.fields:
            for choice in field.choices:
                data = FormData([(PREFIX + field.name, choice.value)])
                answers = read_answers(decision, data)
                answer = answers[field.name]
                assert answer == ([choice.value] if field.kind == "several" else choice.value)
                place: Any = decision.move_json(answers)
                for step in field.path:
                    place = place[step]
                assert place == answer
