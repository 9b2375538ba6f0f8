"""What holds of every game, tried on random matches of each, the tests' own among them."""

import importlib
import json
import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, JsonValue, ValidationError
from pydantic_core import to_json

from referee.core.decisions import Decision, Field
from referee.core.dice import Dice
from referee.core.documents import Document, Name, Ruling, Text
from referee.core.game import GameInfo
from referee.core.interchange import parse_situation
from referee.core.outcome import Outcome
from referee.core.seats import Seat
from referee.core.values import Value
from tests.games.playing import ALL_GAMES, SEATS, AnyGame, Match, Step, matches, random_moves
from tests.games.secrets import COMPARED_IN, REHIDINGS
from tests.games.tiny.game import HillOptions, HillState, HillView, KingOfTheHill

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


# --- Same in, same out --------------------------------------------------------------------------------


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


# --- Moves ------------------------------------------------------------------------------------------


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


# --- JSON ---------------------------------------------------------------------------------------------


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


# --- The end --------------------------------------------------------------------------------------------


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


# --- Names and seats --------------------------------------------------------------------------------------


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


# --- What is hidden ---------------------------------------------------------------------------------------


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


# --- Documents ----------------------------------------------------------------------------------------------


@every_game
@a_few
@given(data=st.data())
def test_names_stand_in_documents_only_as_names_and_rulings_exist(
    game: AnyGame, data: st.DataObject
) -> None:
    match = data.draw(matches(game))
    known = _rulings_of(game)
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


def _rulings_of(game: AnyGame) -> set[str]:
    """The numbers on the game's rules page."""
    package = importlib.import_module(type(game).__module__).__package__
    page = (files(package or "") / "rules.md").read_text(encoding="utf-8")
    prefix = re.escape(game.info.rules_prefix)
    return set(re.findall(rf"^\s*- \*\*({prefix}-\d+[a-z]?)\*\*", page, re.MULTILINE))


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


@every_game
def test_a_games_info_is_complete(game: AnyGame) -> None:
    info = game.info
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", info.slug)
    assert _rulings_of(game)
    assert info.presets
    for preset in info.presets:
        game.options_type.model_validate(dict(preset.options))
    schema: dict[str, JsonValue] = game.options_type.model_json_schema()
    properties = schema["properties"]
    assert isinstance(properties, dict)
    for name, field in properties.items():
        assert isinstance(field, dict)
        assert field.get("title"), name
        assert field.get("description"), name
        assert "default" in field, name


@every_game
@a_few
@given(data=st.data())
def test_a_round_ends_in_choices_only_where_the_game_says_so(
    game: AnyGame, data: st.DataObject
) -> None:
    for step in data.draw(matches(game)).steps(STEPS):
        phase = game.phase(step.before)
        assert phase is not None
        assert phase.kind == "main" or game.info.has_choices


@games_that(lambda info: info.eliminates)
@a_few
@given(data=st.data())
def test_whom_a_round_does_not_ask_is_out_for_good_where_the_game_says_so(
    game: AnyGame, data: st.DataObject
) -> None:
    match = data.draw(matches(game))
    asked = set(match.seats)
    for step in match.steps(STEPS):
        phase = game.phase(step.before)
        if phase is not None and phase.kind == "main":
            assert asked >= set(phase.decisions)
            asked = set(phase.decisions)


@every_game
def test_a_demonstration_is_played_by_options_the_game_has(game: AnyGame) -> None:
    shown = game.info.demonstration
    options = game.options_type.model_validate(dict(shown.options))
    assert game.seat_count(options).least <= shown.seats
    assert shown.rounds_played >= 0


def test_every_game_of_the_house_has_its_own_slug() -> None:
    slugs = [game.info.slug for game in ALL_GAMES]
    assert len(set(slugs)) == len(slugs)


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
