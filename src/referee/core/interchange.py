"""The interchange form: one situation and its result as JSON, for `resolve`, exports and test cases.

A situation is ``{"game", "options", "state", "moves"}``: the game's slug, the house rules that are not
the default, the state without the fields its type keeps outside the form, and the moves by seat name. A
result is ``{"state", "finished", "standings", "events"}``, the standings only when it is finished. Reading
is strict: what is unknown, of another type or impossible is refused with its place and a reason.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails, from_json, to_json

from referee.core.dice import Dice
from referee.core.game import Game, GameState, Resolution
from referee.core.seats import Seat
from referee.core.values import Value

AnyGame = Game[Any, Any, Any, Any]

_KEYS = ("game", "options", "state", "moves")
_REQUIRED = ("game", "state", "moves")
_LONGEST_QUOTE = 60

_LIST = "This must be a list, not {given}."
_OBJECT = "This must be an object, not {given}."
_TRUTH = "This must be true or false, not {given}."
_WHOLE = "This must be a whole number, not {given}."
_SENTENCES = {
    "bool_parsing": _TRUTH,
    "bool_type": _TRUTH,
    "dict_type": _OBJECT,
    "extra_forbidden": "This is not known here; leave it out.",
    "greater_than_equal": "This must be at least {ge}, not {given}.",
    "int_from_float": _WHOLE,
    "int_parsing": _WHOLE,
    "int_type": _WHOLE,
    "less_than_equal": "This must be at most {le}, not {given}.",
    "list_type": _LIST,
    "literal_error": "{given} is none of {expected}.",
    "mapping_type": _OBJECT,
    "missing": "This is missing.",
    "model_attributes_type": _OBJECT,
    "model_type": _OBJECT,
    "string_too_long": "This must have at most {max_length} characters.",
    "string_too_short": "This must not be empty.",
    "string_type": "This must be text, not {given}.",
    "tuple_type": _LIST,
}
"""Pydantic's complaints in our words, by type; it fills in the limits, we what was given."""


class Unreadable(ValueError):
    """A situation that cannot be read or that the rules do not allow.

    ``field`` is its place, steps joined by dots ("moves.Ann.target"), or None if the whole is meant;
    ``reason`` is a sentence.
    """

    def __init__(self, field: str | None, reason: str) -> None:
        super().__init__(reason)
        self.field = field
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Situation:
    """A game, a state of it, and moves that are legal in it."""

    game: AnyGame
    state: GameState
    moves: Mapping[Seat, Value]

    def resolve(self) -> Resolution[GameState]:
        """The result by the game's rules. The form holds no seed: chance, where a game needs it, comes
        from the all-zero one, so that a situation always has the same result.
        """
        return self.game.resolve(self.state, self.moves, Dice(bytes(32), 0))


def parse_situation(text: str | bytes, games: Mapping[str, AnyGame]) -> Situation:
    """Read one situation from JSON; ``games`` are by slug. Raises `Unreadable`."""
    situation = _read_object(text)
    game = _read_game(situation, games)
    state = _read_state(game, situation)
    return Situation(game=game, state=state, moves=_read_moves(game, state, situation["moves"]))


def format_result(game: AnyGame, resolution: Resolution[GameState]) -> str:
    """The result in the interchange form, as one line of JSON."""
    state = resolution.state
    outcome = game.outcome(state)
    result: dict[str, Any] = {"state": state, "finished": outcome is not None}
    if outcome is not None:
        score = game.info.score
        result["standings"] = [
            {"rank": standing.rank, "name": standing.seat, score: standing.score}
            for standing in outcome.standings
        ]
    result["events"] = resolution.events
    return to_json(result, exclude={"state": set(type(state).outside_interchange)}).decode()


def format_unreadable(line: int, error: Unreadable) -> str:
    """The error object that stands in a result's place; ``line`` counts from 1."""
    return to_json({"error": {"line": line, "field": error.field, "reason": error.reason}}).decode()


def sentence_for(error: ErrorDetails) -> str:
    """One of pydantic's complaints as a sentence for people."""
    limits = error.get("ctx", {})
    words = _SENTENCES.get(error["type"])
    if words is not None:
        return words.format(given=_quoted(error["input"]), **limits)
    if error["type"] in ("value_error", "assertion_error"):
        return _sentence(str(limits["error"]))
    return _sentence(error["msg"])


def _read_object(text: str | bytes) -> dict[str, Any]:
    try:
        situation = _decode(text if isinstance(text, str) else text.decode())
        if _has_escapes(text):
            from_json(text)  # stricter: a lone surrogate can only come from an escape
    except Unreadable:
        raise
    except (ValueError, RecursionError) as error:
        raise Unreadable(None, f"This is not JSON: {error}.") from None
    if not isinstance(situation, dict):
        raise Unreadable(None, "A situation is an object with game, options, state and moves.")
    for key in situation:
        if key not in _KEYS:
            raise Unreadable(key, f"A situation has {', '.join(_KEYS)}, and no {_quoted(key)}.")
    for key in _REQUIRED:
        if key not in situation:
            raise Unreadable(key, "This is missing.")
    return situation


def _has_escapes(text: str | bytes) -> bool:
    return "\\u" in text if isinstance(text, str) else b"\\u" in text


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object's pairs; two moves of one player must not quietly become one."""
    place = dict(pairs)
    if len(place) != len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise Unreadable(None, f"{_quoted(repeated)} stands twice in one object.")
    return place


_decode = json.JSONDecoder(object_pairs_hook=_without_repeats).decode


def _read_game(situation: dict[str, Any], games: Mapping[str, AnyGame]) -> AnyGame:
    slug = situation["game"]
    game = games.get(slug) if isinstance(slug, str) else None
    if game is None:
        raise Unreadable("game", f"{_quoted(slug)} is none of {_choices(games)}.")
    return game


def _read_state(game: AnyGame, situation: dict[str, Any]) -> GameState:
    try:
        options = game.options_type.model_validate(situation.get("options", {}))
    except ValidationError as error:
        raise _unreadable("options", error) from None
    given = situation["state"]
    if not isinstance(given, dict):
        raise Unreadable("state", f"This must be an object, not {_quoted(given)}.")
    for key in game.state_type.outside_interchange:
        if key in given:
            raise Unreadable(f"state.{key}", "This is not known here; leave it out.")
    try:
        state = game.state_type.model_validate({**given, "options": options})
    except ValidationError as error:
        raise _unreadable("state", error) from None
    for flaw in game.flaws(state):
        raise Unreadable(f"state.{flaw.field}" if flaw.field else "state", flaw.text)
    if game.outcome(state) is not None:
        raise Unreadable("state", "The match is over: there is nothing left to resolve.")
    return state


def _read_moves(game: AnyGame, state: GameState, given: Any) -> dict[Seat, Value]:
    if not isinstance(given, dict):
        raise Unreadable("moves", f"This must be an object, not {_quoted(given)}.")
    moves: dict[Seat, Value] = {}
    for name, words in given.items():
        seat = Seat(name)
        if words is None:  # no move came: the same as leaving the seat out
            if seat not in _seats(game, state):
                raise Unreadable(f"moves.{name}", f"{_quoted(name)} is not among the players.")
            continue
        try:
            move = game.move_type.model_validate(words)
        except ValidationError as error:
            raise _unreadable(f"moves.{name}", error) from None
        for problem in game.check(state, seat, move):
            if problem.is_illegal:
                field = f"moves.{name}.{problem.field}" if problem.field else f"moves.{name}"
                raise Unreadable(field, problem.text)
        moves[seat] = move
    return moves


def _seats(game: AnyGame, state: GameState) -> Iterable[Seat]:
    """The players: everybody has a score."""
    return game.measures(game.view(state, None))[game.info.score_title]


def _unreadable(place: str, error: ValidationError) -> Unreadable:
    """The first of pydantic's complaints, about something at ``place``."""
    first = error.errors(include_url=False)[0]
    return Unreadable(".".join((place, *(str(step) for step in first["loc"]))), sentence_for(first))


def _choices(values: Iterable[str]) -> str:
    return " or ".join(f"“{value}”" for value in values)


def _quoted(given: Any) -> str:
    """What was given, as JSON, shortened."""
    try:
        words = to_json(given).decode()
    except ValueError:
        words = str(given)
    return words if len(words) <= _LONGEST_QUOTE else words[: _LONGEST_QUOTE - 1] + "…"


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")
