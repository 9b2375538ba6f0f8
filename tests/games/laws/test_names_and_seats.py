"""A name is a name and a place is a place: neither decides anything that the game does not say."""

import json
import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import to_json

from referee.core.outcome import Outcome
from referee.core.seats import Seat
from tests.games.laws.every_game import STEPS, a_few, every_game, games_that, viewers
from tests.games.playing import SEATS, AnyGame, Match, matches


@every_game
@a_few
@given(data=st.data())
def test_renaming_the_players_renames_them_and_changes_nothing_else(
    game: AnyGame, data: st.DataObject
) -> None:
    match = data.draw(matches(game))
    new_names = dict(zip(match.seats, reversed([f"{seat}-2" for seat in SEATS]), strict=False))
    renamed = Match(
        game, match.options, tuple(Seat(new_names[seat]) for seat in match.seats), match.seed
    )

    def told(value: Any, names: dict[Seat, str]) -> str:
        words = to_json(value).decode()
        return re.sub("|".join(SEATS), lambda found: names[Seat(found[0])], words)

    same = {seat: f"{seat}" for seat in SEATS} | dict(new_names)
    state, other = match.start.state, renamed.start.state
    for step in match.steps(STEPS):
        moves = {
            Seat(new_names[seat]): game.move_type.model_validate_json(told(move, same))
            for seat, move in step.moves.items()
        }
        resolution = game.resolve(other, moves, step.dice())
        assert told(step.before, same) == to_json(other).decode()
        assert told(step.resolution.events, same) == to_json(resolution.events).decode()
        assert told(game.phase(state), same) == to_json(game.phase(other)).decode()
        for viewer in viewers(match):
            whom = Seat(new_names[viewer]) if viewer is not None else None
            report = game.report(step.before, step.moves, step.resolution, viewer)
            other_report = game.report(other, moves, resolution, whom)
            assert told(report, same) == to_json(other_report).decode()
            board = game.board(game.view(state, viewer))
            assert told(board, same) == to_json(game.board(game.view(other, whom))).decode()
        state, other = step.resolution.state, resolution.state
        assert told(state, same) == to_json(other).decode()


@games_that(lambda info: info.symmetric)
@a_few
@given(data=st.data())
def test_where_seats_are_equal_changing_places_changes_nothing(
    game: AnyGame, data: st.DataObject
) -> None:
    match = data.draw(matches(game))
    places = data.draw(st.permutations(match.seats))
    other = game.setup(match.options, places, match.dice(0)).state
    for step in match.steps(STEPS):
        resolution = game.resolve(other, step.moves, step.dice())
        other = resolution.state
        state = step.resolution.state
        assert game.measures(game.view(other, None)) == game.measures(game.view(state, None))
        phase, other_phase = game.phase(state), game.phase(other)
        assert (phase and set(phase.decisions)) == (other_phase and set(other_phase.decisions))
        assert _ranks(game.outcome(state)) == _ranks(game.outcome(other))
        assert _as_set(step.resolution.events) == _as_set(resolution.events)


def _ranks(outcome: Outcome | None) -> dict[Seat, tuple[int, int]] | None:
    if outcome is None:
        return None
    return {standing.seat: (standing.rank, standing.score) for standing in outcome.standings}


def _as_set(value: Any) -> list[str]:
    """The facts whatever the order they are told in, the order of the seats within one included."""

    def settled(part: Any) -> Any:
        if isinstance(part, list):
            return sorted((settled(inner) for inner in part), key=json.dumps)
        if isinstance(part, dict):
            return {key: settled(inner) for key, inner in part.items()}
        return part

    return sorted(json.dumps(settled(json.loads(to_json(event)))) for event in value)
