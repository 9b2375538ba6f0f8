"""House rules: read from what somebody sent, and told to people."""

import json
from collections.abc import Mapping

from pydantic import JsonValue, ValidationError
from pydantic.fields import FieldInfo

from referee.core.game import GameOptions
from referee.core.problems import Problem
from referee.services.context import AnyGame
from referee.services.errors import Invalid
from referee.services.reading_models import OptionRead


def parse_options(game: AnyGame, options: Mapping[str, JsonValue]) -> GameOptions:
    """A game's options from JSON; those left out have their defaults.

    Raises `Invalid` (options-invalid) with a problem for every option that will not do.
    """
    try:
        # As JSON, because that is what it was: a strict game would refuse a list for a tuple otherwise.
        return game.options_type.model_validate_json(json.dumps(dict(options)))
    except ValidationError as wrong:
        problems = tuple(
            _option_problem(game, str(error["loc"][0]) if error["loc"] else "", error["msg"])
            for error in wrong.errors(include_url=False, include_input=False)
        )
        raise Invalid(
            "options-invalid",
            f"The house rules cannot be read. {problems[0].text}",
            field=f"options.{problems[0].field}" if problems[0].field else "options",
            problems=problems,
        ) from None


def _option_problem(game: AnyGame, name: str, message: str) -> Problem:
    known = game.options_type.model_fields.get(name)
    if known is None and name:
        shown = name[:40]
        known_names = ", ".join(game.options_type.model_fields)
        text = f"{game.info.title} has no house rule “{shown}”; it has {known_names}."
        return Problem(code="option-unknown", text=text, field=shown)
    title = known.title if known is not None and known.title else name
    return Problem(code="option-invalid", text=f"{title}: {_sentence(message)}", field=name or None)


def options_read(game: AnyGame, options: GameOptions) -> tuple[OptionRead, ...]:
    """A match's house rules, in the game's order."""
    defaults = game.options_type()
    return tuple(
        OptionRead(
            name=name,
            title=field.title or name.replace("_", " ").capitalize(),
            value=_words(getattr(options, name), _labels(field)),
            is_default=getattr(options, name) == getattr(defaults, name),
            description=field.description or "",
            is_always_told=_extra(field).get("x-always-told") is True,
        )
        for name, field in game.options_type.model_fields.items()
    )


def _labels(field: FieldInfo) -> Mapping[str, str]:
    """What a house rule's values are called, where their own names are not said to people."""
    labels = _extra(field).get("x-labels")
    return (
        {name: str(label) for name, label in labels.items()} if isinstance(labels, Mapping) else {}
    )


def _extra(field: FieldInfo) -> Mapping[str, JsonValue]:
    """What a game says of a house rule beside its type."""
    extra = field.json_schema_extra
    return extra if isinstance(extra, dict) else {}


def _words(value: object, labels: Mapping[str, str]) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple | frozenset | set):
        return ", ".join(_words(item, labels) for item in value) or "none"
    return labels.get(str(value)) or str(value).replace("_", " ")


def _sentence(message: str) -> str:
    text = message[:1].lower() + message[1:]
    return text if text.endswith(".") else f"{text}."
