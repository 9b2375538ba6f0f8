"""What holds of every game's standing moves: legal, repeatable, and from what the seat may know.

They are played for somebody who cannot look at them, so a law that fails here would be a move lost.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.dice import Dice
from referee.core.game import GameState
from referee.core.seats import Seat
from referee.core.values import Value
from tests.games.laws.every_game import STEPS, a_few, every_game
from tests.games.playing import ALL_GAMES, SEATS, AnyGame, Match, Step, matches
from tests.games.secrets import REHIDINGS

HOUSE = "practice"
"""What the house offers beside a game's own; no game may take the name."""


class Asked(Value):
    """One standing move of one seat in one state, and what it came to."""

    state: Any
    seat: Seat
    name: str
    events: tuple[Any, ...]
    move: Any


def asked(match: Match, limit: int) -> Iterator[Asked]:
    """Every standing move of every seat that a main phase asks, along a random match."""
    game, events = match.game, tuple[Any, ...]()
    steps: Iterator[Step | None] = iter((*match.steps(limit), None))
    state: GameState | None = match.start.state
    for step in steps:
        if state is None:
            return
        phase = game.phase(state)
        if phase is None:
            return
        if phase.kind == "main":
            for seat in phase.decisions:
                for offer in game.standing_moves(match.options):
                    move = answer(game, state, seat, offer.name, events)
                    yield Asked.model_construct(
                        state=state, seat=seat, name=offer.name, events=events, move=move
                    )
            events = ()
        if step is not None and game.info.open_information:
            events = (*events, *step.resolution.events)
        state = None if step is None else step.resolution.state


def answer(
    game: AnyGame, state: GameState, seat: Seat, name: str, events: tuple[Any, ...], seed: int = 0
) -> Any:
    phase = game.phase(state)
    assert phase is not None
    view, decision = game.view(state, seat), phase.decisions[seat]
    return game.standing_move(view, seat, decision, name, events, Dice(bytes([seed]), 1))


@every_game
def test_standing_moves_are_named_apart_and_said_in_a_phrase(game: AnyGame) -> None:
    offers = game.standing_moves(game.options_type())
    names = [offer.name for offer in offers]
    assert len({*names, HOUSE}) == len(names) + 1
    for offer in offers:
        assert offer.words.strip() == offer.words != ""
        assert offer.words[0].isupper()
        assert not re.search(r"[.!?]$", offer.words)


@every_game
@a_few
@given(data=st.data())
def test_a_standing_move_is_none_or_legal_and_survives_json(
    game: AnyGame, data: st.DataObject
) -> None:
    match = data.draw(matches(game))
    for one in asked(match, STEPS):
        if one.move is None:
            continue
        assert isinstance(one.move, game.move_type)
        assert game.move_type.model_validate_json(one.move.model_dump_json()) == one.move
        problems = game.check(one.state, one.seat, one.move)
        assert not any(problem.is_illegal for problem in problems), (one.name, one.move)


@every_game
@a_few
@given(data=st.data())
def test_the_same_view_comes_to_the_same_move(game: AnyGame, data: st.DataObject) -> None:
    match = data.draw(matches(game))
    for one in asked(match, STEPS):
        assert answer(game, one.state, one.seat, one.name, one.events) == one.move
        assert answer(game, one.state, one.seat, "no-such-move", one.events) is None


@every_game
@a_few
@given(data=st.data())
def test_a_choice_phase_raises_nothing_even_if_it_were_asked(
    game: AnyGame, data: st.DataObject
) -> None:
    match = data.draw(matches(game))
    for step in match.steps(STEPS):
        phase = game.phase(step.before)
        assert phase is not None
        for seat in phase.decisions:
            for offer in game.standing_moves(match.options):
                answer(game, step.before, seat, offer.name, ())


@every_game
@a_few
@given(data=st.data())
def test_renaming_the_players_renames_what_a_standing_move_aims_at(
    game: AnyGame, data: st.DataObject
) -> None:
    match = data.draw(matches(game))
    names = dict(zip(match.seats, reversed([f"{seat}-2" for seat in SEATS]), strict=False))
    seats = tuple(Seat(names[seat]) for seat in match.seats)
    renamed = Match(game, match.options, seats, match.seed)
    # Only the first phases: what random players do afterwards is drawn by their names' order.
    for one, other in zip(asked(match, 1), asked(renamed, 1), strict=False):
        assert names[one.seat] == other.seat
        expected = None if one.move is None else one.move.model_dump_json()
        for old, new in names.items():
            expected = None if expected is None else expected.replace(f'"{old}"', f'"{new}"')
        assert expected == (None if other.move is None else other.move.model_dump_json())


@pytest.mark.parametrize(
    "game",
    [game for game in ALL_GAMES if game.info.slug in REHIDINGS],
    ids=lambda game: game.info.slug,
)
@a_few
@given(data=st.data())
def test_what_others_hide_never_changes_it(game: AnyGame, data: st.DataObject) -> None:
    """Games whose hidden hands are compared elsewhere give their move from the view, which is compared there."""
    match = data.draw(matches(game))
    chance = Dice(match.seed, 7)
    for one in asked(match, STEPS):
        for hider in match.seats:
            other = REHIDINGS[game.info.slug](one.state, hider, None, chance)
            if hider != one.seat and other is not None:
                assert answer(game, other, one.seat, one.name, one.events) == one.move


def test_the_houses_games_offer_some_and_they_come_to_moves() -> None:
    """The laws above would pass on games that offer nothing."""
    for game in ALL_GAMES:
        if not game.standing_moves(game.options_type()):
            assert game.info.slug == "rock-paper-scissors"
            continue
        match = Match(game, game.options_type(), SEATS[:3], b"seed")
        found = list(asked(match, 3))
        assert len(found) >= 6
        assert all(one.move is not None for one in found), game.info.slug
