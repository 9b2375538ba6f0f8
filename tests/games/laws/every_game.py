"""What the laws are tried on: every game, the tests' own among them, on random matches of each."""

import importlib
import re
from collections.abc import Callable
from importlib.resources import files

import pytest
from hypothesis import HealthCheck, settings

from referee.core.game import GameInfo
from referee.core.seats import Seat
from tests.games.playing import ALL_GAMES, AnyGame, Match

STEPS = 6

every_game = pytest.mark.parametrize("game", ALL_GAMES, ids=[game.info.slug for game in ALL_GAMES])


def games_that(fits: Callable[[GameInfo], bool]) -> pytest.MarkDecorator:
    chosen = [game for game in ALL_GAMES if fits(game.info)]
    return pytest.mark.parametrize("game", chosen, ids=[game.info.slug for game in chosen])


a_few = settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def viewers(match: Match) -> tuple[Seat | None, ...]:
    return (None, *match.seats)


def rulings_of(game: AnyGame) -> set[str]:
    """The numbers on the game's rules page."""
    package = importlib.import_module(type(game).__module__).__package__
    page = (files(package or "") / "rules.md").read_text(encoding="utf-8")
    prefix = re.escape(game.info.rules_prefix)
    return set(re.findall(rf"^\s*- \*\*({prefix}-\d+[a-z]?)\*\*", page, re.MULTILINE))
