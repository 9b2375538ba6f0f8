"""Random matches of any game, for the laws: random options, random legal moves, some of them missing."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from hypothesis import strategies as st
from pydantic import ValidationError

from referee.core.decisions import Decision, Field
from referee.core.dice import Dice
from referee.core.game import Game, GameOptions, GameState, Resolution
from referee.core.seats import Seat
from referee.core.values import Value
from referee.games import GAMES_BY_SLUG
from referee.services.installed_games import find_games
from tests.games.rock_paper_scissors.game import RockPaperScissors
from tests.games.tiny.game import KingOfTheHill

AnyGame = Game[Any, Any, Any, Any]

ALL_GAMES: tuple[AnyGame, ...] = (
    *find_games(GAMES_BY_SLUG).games.values(),
    KingOfTheHill(),
    RockPaperScissors(),
)
"""Every game of the house, those of packages installed beside it, and the tests' own."""

SEATS = tuple(Seat(name) for name in ("Zaq", "Yew", "Xil", "Wok", "Vim", "Ulu", "Tux", "Sob"))
"""Names that are in none of our own words, in no order of the alphabet."""

_LARGEST_NUMBER = 12
"""House rules are drawn up to so much above their least, or matches would last for ever."""


@dataclass(frozen=True)
class Step:
    """One phase of a random match; ``dice`` makes the dice it was resolved with, unused."""

    number: int
    dice: Callable[[], Dice]
    before: GameState
    moves: Mapping[Seat, Value]
    resolution: Resolution[GameState]


@dataclass(frozen=True)
class Match:
    """How a random match came about; the same again from the same numbers."""

    game: AnyGame
    options: GameOptions
    seats: tuple[Seat, ...]
    seed: bytes

    @property
    def start(self) -> Resolution[GameState]:
        return self.game.setup(self.options, self.seats, self.dice(0))

    def dice(self, phase: int) -> Dice:
        return Dice(self.seed, phase)

    def steps(self, limit: int) -> Iterator[Step]:
        """At most ``limit`` phases, with random moves."""
        state = self.start.state
        chance = Dice(b"moves of " + self.seed, 0)
        for number in range(1, limit + 1):
            if self.game.phase(state) is None:
                return
            moves = random_moves(self.game, state, chance)
            resolution = self.game.resolve(state, moves, self.dice(number))
            yield Step(number, partial(self.dice, number), state, moves, resolution)
            state = resolution.state


@st.composite
def matches(draw: st.DrawFn, game: AnyGame) -> Match:
    """Any match of a game, of at most eight seats."""
    options = draw(_options(game))
    count = game.seat_count(options)
    seats = draw(st.integers(count.least, min(count.most, len(SEATS))))
    return Match(game, options, SEATS[:seats], draw(st.binary(min_size=4, max_size=4)))


@st.composite
def _options(draw: st.DrawFn, game: AnyGame) -> GameOptions:
    schema = game.options_type.model_json_schema()
    given = {
        name: draw(_values(field))
        for name, field in schema["properties"].items()
        if draw(st.booleans())
    }
    try:
        return game.options_type.model_validate(given)
    except ValidationError:  # a game may refuse a combination
        return game.options_type.model_validate({})


def _values(field: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Any value of one house rule, from its JSON schema."""
    if "anyOf" in field:
        return st.one_of(*(_values(inner) for inner in field["anyOf"]))
    if "enum" in field:
        return st.sampled_from(field["enum"])
    if "const" in field:
        return st.just(field["const"])
    match field["type"]:
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "integer":
            least = field["minimum"]
            return st.integers(least, min(field["maximum"], least + _LARGEST_NUMBER))
    raise AssertionError(f"the laws cannot draw a house rule like {field}")


def random_moves(game: AnyGame, state: GameState, chance: Dice) -> dict[Seat, Value]:
    """A legal move, or one time in eight none, for every seat that owes one."""
    phase = game.phase(state)
    assert phase is not None
    moves: dict[Seat, Value] = {}
    for seat, decision in phase.decisions.items():
        move = random_move(game, state, seat, decision, chance) if chance.below(8) else None
        if move is not None:
            moves[seat] = move
    return moves


def random_move(
    game: AnyGame, state: GameState, seat: Seat, decision: Decision, chance: Dice
) -> Value | None:
    """A legal move of random answers; the practice player's where twenty of those were illegal."""
    for _ in range(20):
        answers = {field.name: random_answer(field, chance) for field in decision.fields}
        try:
            move = game.move_type.model_validate(decision.move_json(answers))
        except ValidationError:  # answers that do not go together
            continue
        if not any(problem.is_illegal for problem in game.check(state, seat, move)):
            return move
    return game.practice_move(game.view(state, seat), seat, decision, chance)


def random_answer(field: Field, chance: Dice) -> str | list[str] | None:
    """Any answer a form could send to one field."""
    values = [choice.value for choice in field.choices]
    if field.kind == "several":
        count = field.least + chance.below(min(field.most, len(values)) - field.least + 1)
        return list(chance.shuffled(values)[:count])
    if not values or (field.least == 0 and chance.below(2) == 0):
        return None
    return chance.pick(values)
