"""House rules as told to people: in words, never by the names that programs use."""

import re

import pytest

from referee.games import GAMES
from referee.services.context import AnyGame
from referee.services.options import options_read, parse_options
from referee.web.option_forms import option_inputs


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.slug)
def test_a_rule_of_a_few_words_is_told_in_words_everywhere(game: AnyGame) -> None:
    schema = game.options_type.model_json_schema()
    for item in option_inputs(schema, {}):
        name = item.name.removeprefix("option.")
        for value, words in item.choices:
            read = options_read(game, parse_options(game, {name: value}))
            assert next(one.value for one in read if one.name == name) == words
            assert words != value or re.fullmatch("[a-z]+", value), f"{name}: {value} has no words"
            assert f"“{value}”" not in item.description


def test_what_a_rule_of_crossing_swords_says_reads_as_a_sentence() -> None:
    [game] = [one for one in GAMES if one.info.slug == "crossing-swords"]
    told = {one.name: one.value for one in options_read(game, game.options_type())}
    assert told["no_move"] == "no card at all"
    assert told["self_target"] == "only Mend"
    assert told["assail_hits_self"] == "yes"
