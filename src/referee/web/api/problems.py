"""How the API's errors look, and which code means what: for the documentation, and tested against it.

Codes are stable: a program may act on them. Sentences are for people and may change.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from referee.core.problems import Problem
from referee.core.values import Value
from referee.web.api.codes import CODES, Code
from referee.web.errors import TITLES

MEDIA_TYPE: Final = "application/problem+json"

KEY_SHOWN: Final = ("key-unknown", "key-revoked", "key-unopened", "key-opened", "too-many-guess")
"""What may be said to a key where none is needed."""
KEY_NEEDED: Final = ("key-missing", *KEY_SHOWN, "not-yours")
"""What may be said where a key is needed."""
SENT: Final = ("body-unreadable", "body-too-large", "foreign-origin")
"""What may be said to anything that changes something."""


class ProblemDetails(Value):
    """An error (RFC 9457). ``detail`` says what was wrong and what to do; act on ``code``."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    field: str | None = None
    problems: tuple[Problem, ...] = ()


def answers(*codes: str) -> dict[int | str, dict[str, Any]]:
    """The documented error answers of an endpoint that refuses with these codes.

    What every endpoint may say (an unreadable request, a fault of ours) is added.
    """
    by_status: dict[int, dict[str, Code]] = {}
    for name in (*codes, "field-invalid", "fault"):
        code = CODES[name]
        by_status.setdefault(code.status, {})[name] = code
    return {status: _answer(status, named) for status, named in sorted(by_status.items())}


def _answer(status: int, named: Mapping[str, Code]) -> dict[str, Any]:
    title = TITLES.get(status) or HTTPStatus(status).phrase
    answer: dict[str, Any] = {
        "description": f"{title}: " + ", ".join(f"`{name}`" for name in named) + ".",
        "content": {
            MEDIA_TYPE: {
                "schema": {"$ref": "#/components/schemas/ProblemDetails"},
                "examples": {name: {"$ref": f"#/components/examples/{name}"} for name in named},
            }
        },
    }
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        answer["headers"] = {
            "Retry-After": {
                "description": "In how many seconds to try again.",
                "schema": {"type": "integer"},
            }
        }
    return answer


def examples() -> dict[str, Any]:
    """One example of each code, as the document's components hold it."""
    return {
        name: {"summary": code.when, "value": _example(name, code)} for name, code in CODES.items()
    }


def _example(name: str, code: Code) -> dict[str, Any]:
    return {
        "type": f"https://games.example/api/docs#{name}",
        "title": TITLES.get(code.status) or HTTPStatus(code.status).phrase,
        "status": code.status,
        "detail": code.example,
        "code": name,
        "field": None,
        "problems": [],
    }
