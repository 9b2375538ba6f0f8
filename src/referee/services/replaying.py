"""Making a match's results again from what its record has: the deal from the seed, each phase from its moves."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue, ValidationError

from referee.core.dice import Dice
from referee.core.game import GameState, Resolution
from referee.core.seats import Seat
from referee.core.values import Value
from referee.services.acts import OpenedPhase
from referee.services.chronicle import Chronicle
from referee.services.context import AnyGame
from referee.services.openings import OpenedMove
from referee.services.phases import move_from_json, written

Asked = tuple[int, str, tuple[int, ...]]
"""A phase's round and kind, and the numbers of the seats that owe a move in it."""


class SeedUnknown(Exception):
    """The game asks for chance, and the seed is not published yet."""


class IllegalMove(ValueError):
    """A move that no server could have taken. ``seat`` is its number."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat


class _UnknownDice(Dice):
    """The dice of a match whose seed is secret still."""

    def __init__(self) -> None:
        super().__init__(b"", 0)

    def below(self, bound: int) -> int:  # noqa: ARG002 -- whatever is asked
        raise SeedUnknown


@dataclass(frozen=True, slots=True)
class Replay:
    """A match's game and its seats by number, ready to be played again. ``seed`` None is unknown."""

    game: AnyGame
    seats: Mapping[int, Seat]
    options: Mapping[str, JsonValue]
    seed: bytes | None

    @classmethod
    def of(cls, game: AnyGame, told: Chronicle, seed: str | None) -> "Replay":
        """The replay of a match that has started."""
        return cls(
            game=game,
            seats={number: Seat(seat.name) for number, seat in told.seats.items()},
            options=told.created.settings.options,
            seed=None if seed is None else bytes.fromhex(seed),
        )

    def setup(self) -> Resolution[Any]:
        """The setup. Raises `SeedUnknown`, ValidationError for options that are none of the game's."""
        options = self.game.options_type.model_validate_json(json.dumps(self.options))
        return self.game.setup(options, tuple(self.seats.values()), self._dice(0))

    def resolution(
        self, phase: int, state: JsonValue, sent: Sequence[OpenedMove]
    ) -> Resolution[Any]:
        """What a phase's moves make of the state before it. Raises `SeedUnknown`, `IllegalMove`."""
        before = self.state(state)
        moves: dict[Seat, Value] = {}
        for one in sent:
            seat = self.seats[one.seat]
            try:
                moves[seat] = move_from_json(self.game, one.move)
            except ValidationError:
                raise IllegalMove(one.seat, "no move of this game") from None
            for problem in self.game.check(before, seat, moves[seat]):
                if problem.is_illegal:
                    raise IllegalMove(one.seat, problem.text)
        return self.game.resolve(before, moves, self._dice(phase))

    def state(self, state: JsonValue) -> GameState:
        """A state from its JSON."""
        return self.game.state_type.model_validate_json(json.dumps(state))

    def result(self, made: Resolution[Any]) -> dict[str, JsonValue]:
        """Events, state and outcome as an export has them."""
        outcome = self.game.outcome(made.state)
        return {
            "events": [json.loads(written(event)) for event in made.events],
            "state": json.loads(written(made.state)),
            "outcome": None if outcome is None else json.loads(written(outcome)),
        }

    def asked(self, state: GameState) -> Asked | None:
        """Round, kind, and the numbers of the seats that owe a move next; None when it is over."""
        phase = self.game.phase(state)
        if phase is None:
            return None
        owed = tuple(number for number, seat in self.seats.items() if seat in phase.decisions)
        return phase.round, phase.kind, owed

    def _dice(self, phase: int) -> Dice:
        return _UnknownDice() if self.seed is None else Dice(self.seed, phase)


def recorded_asked(following: OpenedPhase | None, asked: Asked | None) -> Asked | None:
    """What the record says is asked next, for comparing with ``asked``: whom a choice asks it leaves open."""
    if following is None:
        return None
    owed = following.owed
    if owed is None and asked is not None and following.kind == "choice":
        owed = asked[2]
    return following.round, following.kind, owed or ()


Difference = tuple[str, JsonValue, JsonValue]
"""A place in a JSON value ("players.1.life"), and what each of two values has there."""


def first_difference(recorded: JsonValue, computed: JsonValue, path: str = "") -> Difference | None:
    """Where two JSON values differ first, the types of numbers and truths included; None if nowhere."""
    if isinstance(recorded, dict) and isinstance(computed, dict):
        keys = (*recorded, *(key for key in computed if key not in recorded))
        if recorded.keys() != computed.keys():
            odd = next(key for key in keys if key not in recorded or key not in computed)
            return f"{path}.{odd}", recorded.get(odd), computed.get(odd)
        parts = [(str(key), recorded[key], computed[key]) for key in keys]
    elif isinstance(recorded, list) and isinstance(computed, list):
        if len(recorded) != len(computed):
            return f"{path}, how many", len(recorded), len(computed)
        parts = [
            (str(place), *both) for place, both in enumerate(zip(recorded, computed, strict=True))
        ]
    elif type(recorded) is type(computed) and recorded == computed:
        return None
    else:
        return path, recorded, computed
    found = (first_difference(one, other, f"{path}.{key}") for key, one, other in parts)
    return next((different for different in found if different is not None), None)
