"""House rules as forms and back, for every game's options and for the shapes pydantic may write."""

from typing import Literal

import pytest
from pydantic import Field
from starlette.datastructures import FormData

from referee.core.game import GameOptions
from referee.core.problems import Problem
from referee.games import GAMES
from referee.web.option_forms import PREFIX, OptionInput, option_inputs, read_options


class Shapes(GameOptions):
    """One option of each shape."""

    count: int = Field(default=3, gt=0, le=9, title="Count", description="How many.")
    limit: int | None = Field(default=None, ge=1, title="Limit")
    mood: Literal["calm", "very_wild"] = "calm"
    maybe: Literal["a", "b"] | None = None
    on: bool = True
    kinds: tuple[Literal["x", "y"], ...] = ("x",)
    name: str = "plain"


SCHEMA = Shapes.model_json_schema()


def inputs() -> dict[str, OptionInput]:
    return {one.name.removeprefix(PREFIX): one for one in option_inputs(SCHEMA, {})}


def as_sent(item: OptionInput) -> list[tuple[str, str]]:
    """What a browser sends for an untouched input."""
    if item.kind == "switch":
        return [(item.name, "false")] + ([(item.name, "true")] if item.value else [])
    if isinstance(item.value, list):
        return [(item.name, str(value)) for value in item.value]
    return [(item.name, "" if item.value is None else str(item.value))]


def test_each_shape_gets_its_input() -> None:
    kinds = {name: item.kind for name, item in inputs().items()}
    assert kinds == {
        "count": "number",
        "limit": "number",
        "mood": "choice",
        "maybe": "choice",
        "on": "switch",
        "kinds": "several",
        "name": "text",
    }


def test_bounds_and_emptiness_are_told_to_the_browser() -> None:
    shown = inputs()
    assert (shown["count"].least, shown["count"].most) == (1, 9)
    assert not shown["count"].may_be_empty
    assert (shown["limit"].least, shown["limit"].most) == (1, None)
    assert shown["limit"].may_be_empty
    assert shown["limit"].default_words == "none"
    assert dict(shown["mood"].choices)["very_wild"] == "very wild"


def test_an_unticked_switch_is_false_and_an_empty_limit_none() -> None:
    data = FormData([(PREFIX + "on", "false"), (PREFIX + "limit", ""), (PREFIX + "count", "4")])
    assert read_options(SCHEMA, data) == {"on": False, "limit": None, "count": 4}


def test_a_number_that_is_none_is_left_for_the_game_to_refuse() -> None:
    assert read_options(SCHEMA, FormData([(PREFIX + "count", "many")])) == {"count": "many"}


def test_a_problem_stands_at_its_option_whichever_way_it_is_named() -> None:
    for field in ("count", "options.count"):
        wrong = Problem(code="option-invalid", text="Count: too many.", field=field)
        [found] = [one for one in option_inputs(SCHEMA, {}, (wrong,)) if one.problem]
        assert found.name == PREFIX + "count"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.slug)
def test_an_untouched_form_of_every_game_and_preset_gives_back_the_preset(game) -> None:  # type: ignore[no-untyped-def]
    schema = game.options_type.model_json_schema()
    for preset in game.info.presets:
        shown = option_inputs(schema, preset.options)
        data = FormData([pair for item in shown for pair in as_sent(item)])
        read = game.options_type.model_validate(read_options(schema, data))
        assert read == game.options_type.model_validate(dict(preset.options))
