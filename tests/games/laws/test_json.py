"""All that a game makes survives JSON, and the interchange form."""

import json

from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel
from pydantic_core import to_json

from referee.core.interchange import parse_situation
from tests.games.laws.every_game import STEPS, a_few, every_game, viewers
from tests.games.playing import AnyGame, matches


def _survives(value: BaseModel) -> None:
    assert type(value).model_validate_json(to_json(value)) == value
    assert type(value).model_validate(json.loads(to_json(value))) == value


@every_game
@a_few
@given(data=st.data())
def test_everything_survives_json(game: AnyGame, data: st.DataObject) -> None:
    match = data.draw(matches(game))
    _survives(match.options)
    _survives(game.info)
    states, resolutions = [match.start.state], [match.start]
    for step in match.steps(STEPS):
        for move in step.moves.values():
            _survives(move)
        for viewer in viewers(match)[:2]:
            _survives(game.report(step.before, step.moves, step.resolution, viewer))
        states.append(step.resolution.state)
        resolutions.append(step.resolution)
    for resolution in resolutions:
        for event in resolution.events:
            assert game.event_type.validate_json(to_json(event)) == event
            assert game.event_type.validate_python(json.loads(to_json(event))) == event
    for state in states:
        _survives(state)
        for viewer in viewers(match)[:2]:
            _survives(game.view(state, viewer))
            _survives(game.board(game.view(state, viewer)))
        if (phase := game.phase(state)) is not None:
            _survives(phase)
        if (outcome := game.outcome(state)) is not None:
            _survives(outcome)


@every_game
@a_few
@given(data=st.data())
def test_every_state_of_a_match_can_be_written_as_a_situation_and_read_again(
    game: AnyGame, data: st.DataObject
) -> None:
    match = data.draw(matches(game))
    for step in match.steps(STEPS):
        assert list(game.flaws(step.before)) == []
        outside = set(type(step.before).outside_interchange)
        situation = {
            "game": game.info.slug,
            "options": match.options.model_dump(mode="json"),
            "state": json.loads(to_json(step.before, exclude=outside)),
            "moves": {seat: json.loads(to_json(move)) for seat, move in step.moves.items()},
        }
        read = parse_situation(json.dumps(situation), {game.info.slug: game})
        assert read.state == step.before
        assert read.moves == step.moves
