"""What a game says about itself is complete and true."""

import re

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from tests.games.laws.every_game import STEPS, a_few, every_game, games_that, rulings_of
from tests.games.playing import ALL_GAMES, AnyGame, matches


@every_game
def test_a_games_info_is_complete(game: AnyGame) -> None:
    info = game.info
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", info.slug)
    assert rulings_of(game)
    assert info.presets
    for preset in info.presets:
        game.options_type.model_validate(dict(preset.options))
    schema: dict[str, JsonValue] = game.options_type.model_json_schema()
    properties = schema["properties"]
    assert isinstance(properties, dict)
    for name, field in properties.items():
        assert isinstance(field, dict)
        assert field.get("title"), name
        assert field.get("description"), name
        assert "default" in field, name


@every_game
@a_few
@given(data=st.data())
def test_a_round_ends_in_choices_only_where_the_game_says_so(
    game: AnyGame, data: st.DataObject
) -> None:
    for step in data.draw(matches(game)).steps(STEPS):
        phase = game.phase(step.before)
        assert phase is not None
        assert phase.kind == "main" or game.info.has_choices


@games_that(lambda info: info.eliminates)
@a_few
@given(data=st.data())
def test_whom_a_round_does_not_ask_is_out_for_good_where_the_game_says_so(
    game: AnyGame, data: st.DataObject
) -> None:
    match = data.draw(matches(game))
    asked = set(match.seats)
    for step in match.steps(STEPS):
        phase = game.phase(step.before)
        if phase is not None and phase.kind == "main":
            assert asked >= set(phase.decisions)
            asked = set(phase.decisions)


@every_game
def test_a_demonstration_is_played_by_options_the_game_has(game: AnyGame) -> None:
    shown = game.info.demonstration
    options = game.options_type.model_validate(dict(shown.options))
    assert game.seat_count(options).least <= shown.seats
    assert shown.rounds_played >= 0


def test_every_game_of_the_house_has_its_own_slug() -> None:
    slugs = [game.info.slug for game in ALL_GAMES]
    assert len(set(slugs)) == len(slugs)
