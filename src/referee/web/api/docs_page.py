"""What the page about the API shows, read from the OpenAPI document: nothing is described twice."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from markdown_it import MarkdownIt

_METHODS: Final = ("get", "post", "patch", "delete")
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False})
_PROBLEM: Final = "application/problem+json"

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of a type's description: plain ``text``, or the name of a ``shape`` to link to."""

    text: str = ""
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """One status an operation may answer with: the codes of a problem, or what a good answer holds."""

    status: str
    description: str
    words: tuple[Word, ...]
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """One endpoint. ``description`` is HTML; ``body_example`` is JSON text, empty if there is none."""

    id: str
    method: str
    path: str
    summary: str
    description: str
    needs_key: bool
    body_type: str
    body_example: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The operations under one tag."""

    name: str
    description: str
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One property of a shape."""

    name: str
    words: tuple[Word, ...]
    is_needed: bool
    description: str


@dataclass(frozen=True, slots=True)
class Shape:
    """One schema: its parts, or for anything but an object what it is."""

    name: str
    description: str
    parts: tuple[Part, ...]
    words: tuple[Word, ...]


def words_as_html(text: str) -> str:
    """Our own Markdown as HTML."""
    html: str = _MARKDOWN.render(text)
    return html


def operations_by_tag(document: Schema) -> tuple[Section, ...]:
    """The document's operations, by tag in the tags' order."""
    operations = list(_operations(document))
    return tuple(
        Section(
            name=tag["name"],
            description=tag["description"],
            operations=tuple(item for name, item in operations if name == tag["name"]),
        )
        for tag in document["tags"]
    )


def _operations(document: Schema) -> Iterator[tuple[str, Operation]]:
    for path, item in document["paths"].items():
        for method in _METHODS:
            if method in item:
                told = item[method]
                yield told["tags"][0], _operation(method, path, told)


def _operation(method: str, path: str, told: Schema) -> Operation:
    body = told.get("requestBody", {}).get("content", {}).get("application/json", {})
    body_type = next((word.shape for word in _words(body.get("schema", {})) if word.shape), "")
    return Operation(
        id=told["operationId"],
        method=method.upper(),
        path=path,
        summary=told["summary"],
        description=words_as_html(told.get("description", "")),
        needs_key={} not in told.get("security", [{}]),
        body_type=body_type,
        body_example=json.dumps(body["example"], indent=2, ensure_ascii=False)
        if "example" in body
        else "",
        answers=tuple(_answers(told)),
    )


def _answers(told: Schema) -> Iterator[Answer]:
    for status, answer in told["responses"].items():
        content = answer.get("content", {})
        problem = content.get(_PROBLEM, {})
        good: Schema = next((held.get("schema", {}) for held in content.values()), {})
        yield Answer(
            status=status,
            description=answer["description"],
            words=() if problem else tuple(_words(good)),
            codes=tuple(problem.get("examples", {})),
        )


def shapes(document: Schema) -> tuple[Shape, ...]:
    """The document's schemas by name."""
    return tuple(
        Shape(
            name=name,
            description=words_as_html(schema.get("description", "")),
            parts=tuple(_parts(schema)),
            words=tuple(_words(schema)),
        )
        for name, schema in document["components"]["schemas"].items()
    )


def _parts(schema: Schema) -> Iterator[Part]:
    for name, told in schema.get("properties", {}).items():
        yield Part(
            name=name,
            words=tuple(_words(told)),
            is_needed=name in schema.get("required", ()),
            description=_MARKDOWN.renderInline(told.get("description", "")),
        )


def _words(schema: Schema) -> Iterator[Word]:
    """What kind of value a schema asks for, in a few words."""
    options = schema.get("anyOf") or schema.get("oneOf")
    if "$ref" in schema:
        yield Word(shape=str(schema["$ref"]).rsplit("/", 1)[-1])
    elif options:
        for at, option in enumerate(options):
            if at:
                yield Word(text=" or ")
            yield from _words(option)
    elif "const" in schema:
        yield Word(text=json.dumps(schema["const"], ensure_ascii=False))
    elif "enum" in schema:
        yield Word(
            text=", ".join(json.dumps(value, ensure_ascii=False) for value in schema["enum"])
        )
    elif schema.get("type") == "array":
        yield Word(text="list of ")
        yield from _words(schema.get("items", {}))
    elif isinstance(schema.get("additionalProperties"), Mapping):
        yield Word(text="object of ")
        yield from _words(schema["additionalProperties"])
    else:
        yield Word(text=str(schema.get("format") or schema.get("type") or "any JSON"))
