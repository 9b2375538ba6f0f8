"""A game's options as a form: its JSON schema in, inputs out, and the sent form back to JSON.

Generic over games: it knows the few shapes that pydantic writes for house rules (a number with bounds,
a yes or no, one of a few words, each perhaps absent). Whether the values are allowed is the game's to say.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from referee.core.problems import Problem
from referee.web.forms import SentForm

PREFIX = "option."

Kind = Literal["number", "switch", "choice", "several", "text"]
Schema = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class OptionInput:
    """One option as an input.

    ``kind`` says which: a number field (``least`` to ``most``; empty if ``may_be_empty``), a switch, a
    choice of words, several of them, or text. ``value`` is what stands in it; ``default`` is told beside it.
    """

    name: str
    id: str
    title: str
    description: str
    kind: Kind
    value: JsonValue
    default: JsonValue
    default_words: str
    choices: tuple[tuple[str, str], ...] = ()
    least: int | float | None = None
    most: int | float | None = None
    may_be_empty: bool = False
    problem: Problem | None = None

    @property
    def is_changed(self) -> bool:
        """Whether the value differs from the default."""
        return self.value != self.default


def option_inputs(
    schema: Schema,
    values: Mapping[str, JsonValue],
    problems: tuple[Problem, ...] = (),
) -> tuple[OptionInput, ...]:
    """The inputs for every property of the schema; options missing from ``values`` show their default."""
    definitions = schema.get("$defs")
    found = []
    for name, raw in _mapping(schema.get("properties")).items():
        shape, may_be_empty = _shape(_mapping(raw), _mapping(definitions))
        default = shape.get("default")
        kind, choices = _kind(shape)
        found.append(
            OptionInput(
                name=PREFIX + name,
                id=f"option-{name}",
                title=_text(shape.get("title")) or name.replace("_", " ").capitalize(),
                description=_text(shape.get("description")),
                kind=kind,
                value=values.get(name, default),
                default=default,
                default_words=_words(default, choices),
                choices=choices,
                least=_bound(shape, "minimum", "exclusiveMinimum", 1),
                most=_bound(shape, "maximum", "exclusiveMaximum", -1),
                may_be_empty=may_be_empty,
                problem=next((p for p in problems if p.field in {name, f"options.{name}"}), None),
            )
        )
    return tuple(found)


def read_options(schema: Schema, form: SentForm) -> dict[str, JsonValue]:
    """The options in a sent form, as JSON; an option of which nothing was sent is left out.

    A number that is none is handed on as it was typed, for the game to refuse by name.
    """
    options: dict[str, JsonValue] = {}
    for item in option_inputs(schema, {}):
        name = item.name.removeprefix(PREFIX)
        sent = [value for value in form.getlist(item.name) if isinstance(value, str)]
        if item.kind == "several":
            if sent:
                options[name] = [value for value in sent if value]
        elif sent:
            options[name] = _read(item, sent[-1].strip())
    return options


def _read(item: OptionInput, sent: str) -> JsonValue:
    if item.kind == "switch":
        return sent == "true"
    if sent == "" and item.may_be_empty:
        return None
    if item.kind == "number":
        try:
            return int(sent)
        except ValueError:
            return sent
    return sent


def _shape(raw: Schema, definitions: Schema) -> tuple[dict[str, JsonValue], bool]:
    """The property with its references followed and "or nothing" taken out of its alternatives."""
    shape = dict(raw)
    may_be_empty = False
    alternatives = shape.pop("anyOf", None)
    if isinstance(alternatives, list):
        kept = [_mapping(one) for one in alternatives if _mapping(one).get("type") != "null"]
        may_be_empty = len(kept) < len(alternatives)
        if len(kept) == 1:
            shape = {**kept[0], **shape}
    reference = shape.pop("$ref", None)
    if isinstance(reference, str):
        target = _mapping(definitions.get(reference.rsplit("/", 1)[-1]))
        shape = {**target, **shape}
    return shape, may_be_empty


def _kind(shape: Schema) -> tuple[Kind, tuple[tuple[str, str], ...]]:
    labels = _mapping(shape.get("x-labels"))
    words = shape.get("enum")
    kind: Kind = "text"
    if shape.get("type") == "array":
        kind, words = "several", _mapping(shape.get("items")).get("enum")
    elif isinstance(words, list):
        kind = "choice"
    elif shape.get("type") == "boolean":
        kind = "switch"
    elif shape.get("type") in {"integer", "number"}:
        kind = "number"
    if kind in {"choice", "several"} and isinstance(words, list):
        return kind, tuple(
            (str(word), _text(labels.get(str(word))) or str(word).replace("_", " "))
            for word in words
        )
    return ("text" if kind == "several" else kind), ()


def _words(value: JsonValue, choices: tuple[tuple[str, str], ...]) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_words(item, choices) for item in value) or "none"
    return dict(choices).get(str(value), str(value))


def _bound(shape: Schema, inclusive: str, exclusive: str, step: int) -> int | float | None:
    for key, add in ((inclusive, 0), (exclusive, step)):
        value = shape.get(key)
        if isinstance(value, int | float):
            return value + add
    return None


def _mapping(value: JsonValue | Schema | None) -> Schema:
    return value if isinstance(value, Mapping) else {}


def _text(value: JsonValue | None) -> str:
    return value if isinstance(value, str) else ""
