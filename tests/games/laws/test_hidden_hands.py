"""What one seat hides changes nothing for anybody else."""

import importlib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_core import to_json

from referee.core.dice import Dice
from referee.core.seats import Seat
from tests.games.laws.every_game import STEPS, a_few, every_game, games_that, viewers
from tests.games.playing import SEATS, AnyGame, Match, Step, matches
from tests.games.secrets import COMPARED_IN, REHIDINGS
from tests.games.tiny.game import HillOptions, HillState, HillView, KingOfTheHill


@games_that(lambda info: info.open_information)
@a_few
@given(data=st.data())
def test_where_everything_is_open_everybody_sees_the_same(
    game: AnyGame, data: st.DataObject
) -> None:
    match = data.draw(matches(game))
    for step in match.steps(STEPS):
        views = {to_json(game.view(step.before, viewer)) for viewer in viewers(match)}
        reports = {
            to_json(game.report(step.before, step.moves, step.resolution, viewer))
            for viewer in viewers(match)
        }
        assert len(views) == len(reports) == 1


@games_that(lambda info: info.slug in REHIDINGS)
@settings(parent=a_few, max_examples=60)
@given(data=st.data())
def test_what_one_seat_hides_changes_nothing_for_anybody_else(
    game: AnyGame, data: st.DataObject
) -> None:
    for step, hider, other in _rehidden(data.draw(matches(game))):
        _compare(game, step, hider, other)


@games_that(lambda info: info.slug in REHIDINGS)
def test_what_a_seat_hides_is_really_changed(game: AnyGame) -> None:
    match = Match(game, game.options_type(), SEATS[:3], b"hide")
    changed = [hider for _, hider, _ in _rehidden(match)]
    assert set(changed) == set(match.seats)


def test_a_game_that_tells_a_hidden_hand_breaks_the_law() -> None:
    class Gossip(KingOfTheHill):
        def view(self, state: HillState, viewer: Seat | None) -> HillView:
            view = super().view(state, viewer)
            slopes = tuple(
                slope.model_copy(update={"cards": sum(climber.hand)})
                for slope, climber in zip(view.slopes, state.climbers, strict=True)
            )
            return view.model_copy(update={"slopes": slopes})

    match = Match(Gossip(), HillOptions(), SEATS[:3], b"hide")
    step, hider, other = next(_rehidden(match))
    with pytest.raises(AssertionError):
        _compare(match.game, step, hider, other)


def _rehidden(match: Match) -> Iterator[tuple[Step, Seat, Any]]:
    """Steps of a match, each with a seat and another state that differs in what this seat hides."""
    rehiding = REHIDINGS[match.game.info.slug]
    chance = Dice(b"hiding " + match.seed, 0)
    for step in match.steps(STEPS):
        for hider in match.seats:
            other = rehiding(step.before, hider, step.moves.get(hider), chance)
            if other is not None:
                assert other != step.before
                yield step, hider, other


def _compare(game: AnyGame, step: Step, hider: Seat, other: Any) -> None:
    """Everybody but the hider sees, is asked and reads the same in both worlds."""
    resolution = game.resolve(other, step.moves, step.dice())
    phases = (game.phase(step.before), game.phase(other))
    after = (game.phase(step.resolution.state), game.phase(resolution.state))
    for viewer in (None, *game.measures(game.view(other, None))[game.info.score_title]):
        if viewer == hider:
            continue
        assert game.view(step.before, viewer) == game.view(other, viewer)
        assert game.view(step.resolution.state, viewer) == game.view(resolution.state, viewer)
        assert game.report(step.before, step.moves, step.resolution, viewer) == game.report(
            other, step.moves, resolution, viewer
        )
        for one, two in (phases, after):
            assert _asked(one, viewer) == _asked(two, viewer)


def _asked(phase: Any, viewer: Seat | None) -> Any:
    """What a viewer may know of a phase: who owes, and what they themselves are asked."""
    if phase is None:
        return None
    return phase.round, phase.title, phase.kind, set(phase.decisions), phase.decisions.get(viewer)


@every_game
def test_every_game_that_hides_something_is_tried_on_it(game: AnyGame) -> None:
    if game.info.open_information:
        assert game.info.slug not in {*REHIDINGS, *COMPARED_IN}
    elif game.info.slug in COMPARED_IN:
        module = importlib.import_module(COMPARED_IN[game.info.slug])
        assert [name for name in vars(module) if name.startswith("test_")]
    else:
        assert game.info.slug in REHIDINGS, "say in tests/games/secrets.py what a seat hides"
