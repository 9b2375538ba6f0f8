"""Situations that cannot be read or be: each refused with its place and a reason, and nothing worse."""

import copy
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.interchange import Unreadable, parse_situation
from referee.games import GAMES_BY_SLUG

GOOD: dict[str, Any] = {
    "game": "crossing-swords",
    "options": {"overkill": "share"},
    "state": {
        "round": 3,
        "players": [
            {"name": "Ann", "life": 12, "vp": 9, "focused_on": "Bob", "dodged": None},
            {"name": "Bob", "life": 4, "vp": 2, "focused_on": None, "dodged": "Ann"},
            {"name": "Cal", "life": 0, "vp": 5, "focused_on": None, "dodged": None},
        ],
    },
    "moves": {
        "Ann": {"card": "lunge", "target": "Bob"},
        "Bob": {"card": "riposte", "target": "Ann"},
    },
}

ANN = ("state", "players", 0)


def changed(*path: Any, to: Any) -> str:
    """The good situation with one place changed."""
    situation = copy.deepcopy(GOOD)
    place: Any = situation
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return json.dumps(situation)


def without(*path: Any) -> str:
    """The good situation with one place missing."""
    situation = copy.deepcopy(GOOD)
    place: Any = situation
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    return json.dumps(situation)


def refusal(text: str | bytes) -> tuple[str | None, str]:
    with pytest.raises(Unreadable) as caught:
        parse_situation(text, GAMES_BY_SLUG)
    return caught.value.field, caught.value.reason


def test_a_good_situation_is_read_whole() -> None:
    situation = parse_situation(json.dumps(GOOD), GAMES_BY_SLUG)
    assert situation.game.info.slug == "crossing-swords"
    assert situation.state.options.overkill == "share"
    assert list(situation.moves) == ["Ann", "Bob"]


def test_options_and_their_keys_may_be_left_out() -> None:
    situation = parse_situation(without("options"), GAMES_BY_SLUG)
    assert situation.state.options == situation.game.options_type()


def test_a_null_move_is_no_move() -> None:
    situation = parse_situation(changed("moves", "Ann", to=None), GAMES_BY_SLUG)
    assert list(situation.moves) == ["Bob"]


def test_memories_may_be_left_out() -> None:
    situation = parse_situation(without(*ANN, "focused_on"), GAMES_BY_SLUG)
    assert situation.state.model_dump()["players"][0]["focused_on"] is None


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [
        ("{", None, "not JSON"),
        ("", None, "not JSON"),
        (b"\xff\xfe", None, "not JSON"),
        ("[" * 5000, None, "not JSON"),
        (changed("moves", "Ann", "target", to="\ud800"), None, "not JSON"),
        ("[]", None, "an object with game"),
        ('"game"', None, "an object with game"),
        ("null", None, "an object with game"),
        (changed("seed", to="x"), "seed", 'no "seed"'),
        (without("game"), "game", "missing"),
        (without("state"), "state", "missing"),
        (without("moves"), "moves", "missing"),
        (changed("game", to="chess"), "game", '"chess" is none of'),
        (changed("game", to=["crossing-swords"]), "game", "is none of"),
        (changed("options", to=None), "options", "must be an object, not null"),
        (changed("options", to={"speed": 1}), "options.speed", "not known here"),
        (
            changed("options", "overkill", to="half"),
            "options.overkill",
            "none of 'share' or 'full'",
        ),
        (changed("options", to={"starting_life": 0}), "options.starting_life", "at least 1, not 0"),
        (changed("options", to={"starting_life": 1000}), "options.starting_life", "at most 999"),
        (changed("options", to={"starting_life": "20"}), "options.starting_life", "whole number"),
        (changed("options", to={"max_players": 17}), "options.max_players", "at most 16"),
        (changed("options", to={"assail_vp_cap": "none"}), "options.assail_vp_cap", "whole number"),
        (
            changed("options", to={"assail_hits_self": 1}),
            "options.assail_hits_self",
            "true or false",
        ),
        (changed("state", to=[]), "state", "must be an object"),
        (changed("state", "options", to={}), "state.options", "not known here"),
        (changed("state", "deck", to=[]), "state.deck", "not known here"),
        (without("state", "round"), "state.round", "missing"),
        (changed("state", "round", to=0), "state.round", "at least 1"),
        (changed("state", "round", to=1.5), "state.round", "whole number, not 1.5"),
        (changed("state", "round", to="3"), "state.round", "whole number"),
        (changed("state", "players", to={}), "state.players", "must be a list"),
        (changed("state", "players", to=[]), "state.players", "at least 2"),
        (changed(*ANN, to="Ann"), "state.players.0", "must be an object"),
        (changed(*ANN, "life", to=-1), "state.players.0.life", "at least 0, not -1"),
        (changed(*ANN, "life", to=True), "state.players.0.life", "whole number, not true"),
        (changed(*ANN, "life", to=10**30), "state.players.0.life", "at most"),
        (changed(*ANN, "life", to=float("inf")), "state.players.0.life", "whole number"),
        (changed(*ANN, "vp", to=None), "state.players.0.vp", "whole number, not null"),
        (changed(*ANN, "name", to=""), "state.players.0.name", "not be empty"),
        (changed(*ANN, "name", to="x" * 65), "state.players.0.name", "at most 64"),
        (changed(*ANN, "name", to="Bob"), "state.players.1.name", "Two players are called “Bob”"),
        (changed(*ANN, "focused_on", to="Zed"), "state.players.0.focused_on", "“Zed”"),
        (changed(*ANN, "dodged", to="Zed"), "state.players.0.dodged", "“Zed”"),
        (changed(*ANN, "armour", to=1), "state.players.0.armour", "not known here"),
        (changed("moves", to=[]), "moves", "must be an object"),
        (changed("moves", "Zed", to=None), "moves.Zed", "not among the players"),
        (changed("moves", "Ann", to="lunge"), "moves.Ann", "must be an object"),
        (changed("moves", "Ann", "card", to="fireball"), "moves.Ann.card", '"fireball" is none of'),
        (changed("moves", "Ann", "card", to="Lunge"), "moves.Ann.card", '"Lunge" is none of'),
        (without("moves", "Ann", "card"), "moves.Ann.card", "missing"),
        (without("moves", "Ann", "target"), "moves.Ann.target", "missing"),
        (changed("moves", "Ann", "target", to=None), "moves.Ann.target", "must be text, not null"),
        (changed("moves", "Ann", "power", to=9), "moves.Ann.power", "not known here"),
        (changed("moves", "Ann", "target", to="Zed"), "moves.Ann.target", "“Zed”"),
        (
            changed("moves", "Ann", "target", to="Cal"),
            "moves.Ann.target",
            "Cal has been eliminated",
        ),
        (changed("moves", "Ann", "target", to="Ann"), "moves.Ann.target", "only Mend can"),
        (changed("moves", "Cal", to={"card": "halt", "target": "Ann"}), "moves.Cal", "no life"),
        (changed("moves", "Zed", to={"card": "halt", "target": "Ann"}), "moves.Zed", "“Zed”"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    text: str | bytes, field: str | None, words: str
) -> None:
    told_field, reason = refusal(text)
    assert told_field == field
    assert words in reason
    assert reason.endswith(".")
    assert len(reason) < 300


def test_two_moves_of_one_player_are_refused_rather_than_one_of_them_chosen() -> None:
    text = json.dumps(GOOD).replace('"Bob": {"card"', '"Ann": {"card"')
    assert text.count('"Ann": {') == 2
    assert refusal(text) == (None, '"Ann" stands twice in one object.')


def test_a_match_that_is_over_has_nothing_to_resolve() -> None:
    situation = copy.deepcopy(GOOD)
    situation["moves"] = {}
    for player in situation["state"]["players"]:
        player |= {"life": 0, "focused_on": None, "dodged": None}
    assert refusal(json.dumps(situation)) == (
        "state",
        "The match is over: there is nothing left to resolve.",
    )


def test_more_players_than_the_house_rule_allows_are_refused() -> None:
    situation = copy.deepcopy(GOOD)
    situation["options"] = {"max_players": 2}
    field, reason = refusal(json.dumps(situation))
    assert field == "state.players"
    assert "3 players" in reason


def _wrecked(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Any:
    """The good situation with something else somewhere."""
    junk = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
        ),
        max_leaves=6,
    )
    situation = copy.deepcopy(GOOD)
    place: Any = situation
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = draw(st.sampled_from(keys))
        if isinstance(place[key], dict | list) and place[key] and draw(st.booleans()):
            place = place[key]
            continue
        place[key] = draw(junk)
        return situation


@given(st.data())
def test_no_situation_however_broken_does_worse_than_be_refused(data: st.DataObject) -> None:
    text = json.dumps(_wrecked(data.draw))
    with suppress(Unreadable):
        parse_situation(text, GAMES_BY_SLUG).resolve()
