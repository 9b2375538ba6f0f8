"""Moves: none is refused but in words, what is offered can be sent, and their order never matters."""

import re
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from pydantic_core import to_json

from referee.core.decisions import Decision, Field
from referee.core.dice import Dice
from referee.core.seats import Seat
from referee.core.values import Value
from tests.games.laws.every_game import STEPS, a_few, every_game, viewers
from tests.games.playing import AnyGame, matches


@every_game
@a_few
@given(data=st.data())
def test_the_order_of_the_moves_never_matters(game: AnyGame, data: st.DataObject) -> None:
    match = data.draw(matches(game))
    for step in match.steps(STEPS):
        backwards = dict(reversed(step.moves.items()))
        again = game.resolve(step.before, backwards, step.dice())
        assert again == step.resolution
        for viewer in viewers(match):
            assert game.report(step.before, backwards, again, viewer) == game.report(
                step.before, step.moves, step.resolution, viewer
            )


@every_game
@a_few
@given(data=st.data())
def test_nothing_handed_in_is_changed(game: AnyGame, data: st.DataObject) -> None:
    match = data.draw(matches(game))
    for step in match.steps(STEPS):
        moves = {seat: to_json(move) for seat, move in step.moves.items()}
        state = to_json(step.before)
        for seat, move in step.moves.items():
            game.check(step.before, seat, move)
            game.words(step.before, seat, move)
        resolution = game.resolve(step.before, step.moves, step.dice())
        after, events = to_json(resolution.state), to_json(resolution.events)
        game.report(step.before, step.moves, resolution, match.seats[0])
        game.board(game.view(step.before, match.seats[0]))
        game.phase(step.before)
        assert {seat: to_json(move) for seat, move in step.moves.items()} == moves
        assert to_json(step.before) == state
        assert (to_json(resolution.state), to_json(resolution.events)) == (after, events)


@every_game
@a_few
@given(data=st.data())
def test_checking_never_raises_whoever_sends_whatever(game: AnyGame, data: st.DataObject) -> None:
    match = data.draw(matches(game))
    steps = list(match.steps(STEPS))
    states = [match.start.state, *(step.resolution.state for step in steps)]
    moves = [move for step in steps for move in step.moves.values()]
    stranger = Seat("Nobody")
    for state in states:
        for move in moves[:12]:
            for seat in (*match.seats, stranger):
                problems = list(game.check(state, seat, move))
                assert all(problem.text.endswith((".", "!", "?")) for problem in problems)
                assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", problem.code) for problem in problems)
                if seat == stranger or game.phase(state) is None:
                    assert any(problem.is_illegal for problem in problems)


@every_game
@a_few
@given(data=st.data())
def test_every_choice_a_decision_offers_parses_to_a_move(
    game: AnyGame, data: st.DataObject
) -> None:
    match = data.draw(matches(game))
    for step in match.steps(STEPS):
        phase = game.phase(step.before)
        assert phase is not None
        for seat, decision in phase.decisions.items():
            names = [field.name for field in decision.fields]
            assert len(names) == len(set(names))
            for field, answer in _choices(decision):
                move = _with_answer(game, decision, field, answer)
                assert move is not None, (field.name, answer)
                game.check(step.before, seat, move)


def _choices(decision: Decision) -> Iterator[tuple[Field, str]]:
    for field in decision.fields:
        values = [choice.value for choice in field.choices]
        assert len(values) == len(set(values))
        for value in values:
            yield field, value


def _with_answer(game: AnyGame, decision: Decision, field: Field, answer: str) -> Value | None:
    """A move with this answer, the others being each field's first choices, or left out."""
    for others in ("first", "none"):
        answers: dict[str, str | list[str] | None] = {}
        for other in decision.fields:
            if other.name != field.name and others == "none" and other.least == 0:
                continue
            values = [answer] if other.name == field.name else []
            values += [c.value for c in other.choices if c.value not in values]
            if other.kind == "several":
                answers[other.name] = values[: max(1, other.least)]
            elif values:
                answers[other.name] = values[0]
        try:
            return game.move_type.model_validate(decision.move_json(answers))
        except ValidationError:
            continue
    return None


@every_game
@a_few
@given(data=st.data())
def test_a_moves_words_are_a_phrase(game: AnyGame, data: st.DataObject) -> None:
    match = data.draw(matches(game))
    for step in match.steps(STEPS):
        for seat, move in step.moves.items():
            words = game.words(step.before, seat, move)
            assert words.strip() == words != ""
            assert not words.endswith(".")


@every_game
@a_few
@given(data=st.data())
def test_practice_players_move_legally_and_alike_from_the_same_dice(
    game: AnyGame, data: st.DataObject
) -> None:
    match = data.draw(matches(game))
    state = match.start.state
    for number in range(1, STEPS + 1):
        phase = game.phase(state)
        if phase is None:
            break
        moves = {}
        for place, (seat, decision) in enumerate(phase.decisions.items()):
            view = game.view(state, seat)
            move = game.practice_move(view, seat, decision, Dice(match.seed, place))
            assert move == game.practice_move(view, seat, decision, Dice(match.seed, place))
            if move is not None:
                assert not any(p.is_illegal for p in game.check(state, seat, move)), move
                moves[seat] = move
        state = game.resolve(state, moves, match.dice(number)).state
