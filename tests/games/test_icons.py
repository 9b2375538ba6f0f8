"""Whatever drawing a game's choices, cards and arrows name is there to be drawn."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from referee.core.decisions import Choice
from referee.core.documents import Arrow, Card
from referee.publishing.html.icons import SPRITE_ICONS
from tests.games.playing import ALL_GAMES, SEATS, AnyGame, Match


def icons_named(value: Any) -> Iterator[str]:
    """The drawings named anywhere in a document or a phase."""
    if isinstance(value, Choice | Card | Arrow) and value.icon:
        yield value.icon
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from icons_named(getattr(value, name))
    elif isinstance(value, dict):
        yield from icons_named(tuple(value.values()))
    elif isinstance(value, tuple):
        for part in value:
            yield from icons_named(part)


def named_in_matches(game: AnyGame) -> set[str]:
    named: set[str] = set()
    for seed in (b"one", b"two", b"three"):
        match = Match(game, game.options_type(), SEATS[:4], seed)
        for step in match.steps(8):
            named |= set(icons_named(game.phase(step.before)))
            named |= set(icons_named(game.board(game.view(step.before, match.seats[0]))))
            named |= set(icons_named(game.report(step.before, step.moves, step.resolution, None)))
    return named


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.info.slug)
def test_every_drawing_a_game_names_is_its_own_or_the_houses(game: AnyGame) -> None:
    assert named_in_matches(game) <= {*game.info.icons, *SPRITE_ICONS}


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.info.slug)
def test_no_game_brings_a_drawing_that_it_never_names(game: AnyGame) -> None:
    assert set(game.info.icons) <= named_in_matches(game)
