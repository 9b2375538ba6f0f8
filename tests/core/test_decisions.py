"""From a form's answers to a move's JSON."""

import pytest

from referee.core.decisions import Choice, Decision, Field


def field(*path: str) -> Field:
    return Field(path=path, label="Which?", choices=(Choice(value="a", label="A"),))


def decision(*fields: Field, **more: object) -> Decision:
    return Decision.model_validate(
        {"title": "A decision", "fields": fields, "default": "Nothing happens.", **more}
    )


def test_answers_stand_where_their_fields_paths_say() -> None:
    asked = decision(
        field("card"), field("surrender", "Ann", "hand"), field("surrender", "Bob", "hand")
    )
    answers: dict[str, str | list[str] | None] = {
        "card": "7S",
        "surrender.Ann.hand": ["2C", "3C"],
        "surrender.Bob.hand": [],
    }
    assert asked.move_json(answers) == {
        "card": "7S",
        "surrender": {"Ann": {"hand": ["2C", "3C"]}, "Bob": {"hand": []}},
    }


def test_fields_without_an_answer_are_left_out_and_null_is_an_answer() -> None:
    asked = decision(field("card"), field("target"))
    assert asked.move_json({"card": "lunge"}) == {"card": "lunge"}
    assert asked.move_json({"target": None}) == {"target": None}


def test_answers_to_questions_not_asked_are_not_looked_at() -> None:
    assert decision(field("card")).move_json({"card": "a", "admin": "yes"}) == {"card": "a"}


def test_what_is_fixed_is_merged_in_and_stays_unchanged() -> None:
    asked = decision(field("card"), fixed={"kind": "play"})
    assert asked.move_json({"card": "a"}) == {"kind": "play", "card": "a"}
    assert asked.fixed == {"kind": "play"}


def test_colliding_paths_are_a_games_mistake() -> None:
    with pytest.raises(TypeError, match="collide"):
        decision(field("a"), field("a", "b")).move_json({"a": "x", "a.b": "y"})


def test_a_fields_name_is_its_path() -> None:
    assert field("surrender", "Ann", "hand").name == "surrender.Ann.hand"
