"""In documents names stand only as names, and the rulings that are cited exist."""

import re
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from referee.core.dice import Dice
from referee.core.documents import Document, Name, Ruling, Text
from tests.games.laws.every_game import STEPS, a_few, every_game, rulings_of, viewers
from tests.games.playing import ALL_GAMES, SEATS, AnyGame, Match, matches, random_moves


@every_game
@a_few
@given(data=st.data())
def test_names_stand_in_documents_only_as_names_and_rulings_exist(
    game: AnyGame, data: st.DataObject
) -> None:
    match = data.draw(matches(game))
    known = rulings_of(game)
    for step in match.steps(STEPS):
        cited = {ref for event in step.resolution.events for ref in event.rulings}
        for seat, move in step.moves.items():
            for problem in game.check(step.before, seat, move):
                cited |= set(problem.rulings)
        for viewer in viewers(match)[:2]:
            for document in (
                game.report(step.before, step.moves, step.resolution, viewer),
                game.board(game.view(step.before, viewer)),
            ):
                parts = list(_parts(document))
                for part in parts:
                    if isinstance(part, str):
                        assert not re.search("|".join(SEATS), part), part
                cited |= {part.ref for part in parts if isinstance(part, Ruling)}
                named = {part.seat for part in parts if isinstance(part, Name)}
                assert named <= set(match.seats)
        assert cited <= known


_OWN_WORDS = ("caption", "title", "name", "unit", "group", "effect", "rank", "spoken")


def _parts(value: Any) -> Iterator[Any]:
    """Every name and ruling of a document, and every string that is our own words."""
    if isinstance(value, Name | Ruling):
        yield value
    elif isinstance(value, Text):
        yield value.text
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            if name in _OWN_WORDS and isinstance(getattr(value, name), str):
                yield getattr(value, name)
            else:
                yield from _parts(getattr(value, name))
    elif isinstance(value, tuple):
        for part in value:
            yield from _parts(part)


def test_documents_are_searched_through_and_through() -> None:
    """The search for names above would pass on anything if it found nothing."""
    match = Match(ALL_GAMES[0], ALL_GAMES[0].options_type(), SEATS[:4], b"seed")
    state = match.start.state
    moves = random_moves(match.game, state, Dice(b"", 0))
    report: Document = match.game.report(
        state, moves, match.game.resolve(state, moves, match.dice(1)), None
    )
    parts = list(_parts(report))
    assert len([part for part in parts if isinstance(part, Name)]) >= 8
    assert "Move by move" in parts
