"""Every match ends, and an outcome stands when it has."""

from hypothesis import given
from hypothesis import strategies as st

from referee.core.dice import Dice
from tests.games.laws.every_game import a_few, every_game
from tests.games.playing import SEATS, AnyGame, Match, matches


@every_game
@a_few
@given(data=st.data())
def test_a_match_ends_within_its_bound(game: AnyGame, data: st.DataObject) -> None:
    match = data.draw(matches(game))
    bound = game.phase_bound(match.options)
    if bound is None:
        bound = 40
        ends = False
    else:
        ends = True
    steps = list(match.steps(bound + 1))
    assert len(steps) <= bound or not ends
    if ends:
        last = steps[-1].resolution.state
        assert game.phase(last) is None


@every_game
@a_few
@given(data=st.data())
def test_an_outcome_stands_exactly_when_no_move_is_owed(game: AnyGame, data: st.DataObject) -> None:
    match = data.draw(matches(game))
    states = [match.start.state, *(step.resolution.state for step in match.steps(30))]
    for state in states:
        phase, outcome = game.phase(state), game.outcome(state)
        assert (phase is None) == (outcome is not None)
        if phase is not None:
            assert phase.decisions
            assert set(phase.decisions) <= set(match.seats)
        if outcome is not None:
            assert {s.seat for s in outcome.standings} == set(match.seats)
            scores = game.measures(game.view(state, None))[game.info.score_title]
            assert {s.seat: s.score for s in outcome.standings} == scores
            assert [s.score for s in outcome.standings] == sorted(scores.values(), reverse=True)


@every_game
def test_practice_players_bring_every_preset_to_its_end(game: AnyGame) -> None:
    for preset in game.info.presets:
        options = game.options_type.model_validate(dict(preset.options))
        count = game.seat_count(options)
        for seats in {count.least, min(count.most, len(SEATS))}:
            match = Match(game, options, SEATS[:seats], preset.name.encode())
            state, number = match.start.state, 0
            while (phase := game.phase(state)) is not None:
                number += 1
                assert number < 150, f"{preset.name} of {seats} does not end"
                moves = {
                    seat: move
                    for place, (seat, decision) in enumerate(phase.decisions.items())
                    if (
                        move := game.practice_move(
                            game.view(state, seat),
                            seat,
                            decision,
                            Dice(match.seed, 99 * number + place),
                        )
                    )
                    is not None
                }
                state = game.resolve(state, moves, match.dice(number)).state
