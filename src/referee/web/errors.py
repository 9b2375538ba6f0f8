"""How a refusal looks in HTTP: one sentence, the same in page and API, and never a stack or a secret.

Services refuse in their own words (`referee.services.errors`); this module alone knows which status
each class has. Under ``/api`` an error is ``application/problem+json`` (RFC 9457) with our stable
``code``; everywhere else it is a page.
"""

import dataclasses
import html
import traceback
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from fastapi.routing import iter_route_contexts
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from referee.core.problems import Problem
from referee.services.errors import (
    Conflict,
    Illegal,
    Invalid,
    KeyMissing,
    KeyRevoked,
    NotFound,
    NotYours,
    Refusal,
    TooMany,
)

_STATUS: Mapping[type[Refusal], int] = {
    NotFound: 404,
    KeyMissing: 401,
    KeyRevoked: 401,
    NotYours: 403,
    Invalid: 422,
    Illegal: 422,
    Conflict: 409,
    TooMany: 429,
}
TITLES: Mapping[int, str] = {
    400: "That could not be read",
    401: "This needs your link",
    403: "That is not yours to do",
    404: "There is nothing here",
    405: "That cannot be done here",
    409: "Not now",
    413: "That is too much",
    415: "That could not be read",
    422: "That cannot be done",
    429: "Too often",
    500: "Something broke on our side",
    503: "Not ready",
}


@dataclasses.dataclass(frozen=True, slots=True)
class Shown:
    """An error as somebody may see it. ``title`` is the kind, ``text`` the one sentence that matters."""

    status: int
    code: str
    text: str
    field: str | None = None
    problems: tuple[Problem, ...] = ()
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @property
    def title(self) -> str:
        """What kind of error it is, in a few words."""
        return TITLES.get(self.status) or HTTPStatus(self.status).phrase

    @property
    def heading(self) -> str:
        """The same as a page begins with it, where whoever reads it did bring their link."""
        is_spent = self.code in ("key-opened", "key-revoked")
        return "This link no longer opens anything" if is_spent else self.title


def status_of(refusal: Refusal) -> int:
    """The HTTP status of a refusal's class."""
    return next((_STATUS[kind] for kind in type(refusal).__mro__ if kind in _STATUS), 400)


def headers_of(refusal: Refusal | None) -> dict[str, str]:
    """The headers that belong to a refusal, whatever page tells it; none without one."""
    if isinstance(refusal, TooMany):
        return {"Retry-After": str(refusal.retry_after)}
    if isinstance(refusal, KeyMissing | KeyRevoked):
        return {"WWW-Authenticate": "Bearer"}
    return {}


def shown(refusal: Refusal) -> Shown:
    """A refusal as somebody may see it."""
    return Shown(
        status=status_of(refusal),
        code=refusal.code,
        text=refusal.text,
        field=refusal.field,
        problems=refusal.problems,
        headers=headers_of(refusal),
    )


def is_for_programs(request: Request) -> bool:
    """Whether the answer goes to a program (the API) rather than to a person."""
    return request.url.path.startswith("/api/") or request.url.path == "/api"


def answer(request: Request, error: Shown) -> Response:
    """The error as problem+json or as a page, whichever belongs to the request's path."""
    if is_for_programs(request):
        return JSONResponse(
            problem_json(request, error),
            status_code=error.status,
            headers=dict(error.headers),
            media_type="application/problem+json",
        )
    response: Response = request.app.state.error_page(request, error)
    response.headers.update(error.headers)
    return response


def problem_json(request: Request, error: Shown) -> dict[str, Any]:
    """The error as RFC 9457 says, with our ``code``, ``field`` and ``problems`` beside it."""
    base_url = request.app.state.ctx.base_url
    return {
        "type": f"{base_url}/api/docs#{error.code}",
        "title": error.title,
        "status": error.status,
        "detail": error.text,
        "code": error.code,
        "field": error.field,
        "problems": [problem.model_dump(mode="json") for problem in error.problems],
    }


def plain_error_page(_: Request, error: Shown) -> Response:
    """An error page that needs nothing: for an application without pages, or when a page itself fails."""
    title, text = html.escape(error.heading), html.escape(error.text)
    return HTMLResponse(
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title} · Referee</title><main><h1>{title}</h1><p>{text}</p>"
        '<p><a href="/">All matches</a></p></main></html>',
        status_code=error.status,
    )


def _http_error(request: Request, error: HTTPException) -> Shown:
    headers = dict(error.headers or {})
    if error.status_code == 404:
        return Shown(404, "not-found", "Nothing stands at this address.", headers=headers)
    if error.status_code == 405:
        # Several routes share an address, and the router names only the first one's methods.
        taken = _methods_taken(request) or [headers.get("Allow", "another method")]
        return Shown(
            405,
            "method-not-allowed",
            f"This address takes {' or '.join(taken)}, not {request.method}.",
            headers={**headers, "Allow": ", ".join(taken)},
        )
    if error.status_code in (400, 415):
        # A body in no alphabet is, for programs, what a body that is no JSON is.
        return Shown(
            422 if is_for_programs(request) else error.status_code,
            "body-unreadable",
            "What was sent could not be read. Send the page's form, or for the API one JSON object.",
            headers=headers,
        )
    return Shown(
        error.status_code, "refused", HTTPStatus(error.status_code).description, headers=headers
    )


def _methods_taken(request: Request) -> list[str]:
    """The methods of every route of the address asked for; none for what is mounted."""
    path = request.scope["path"]
    return sorted(
        {
            method
            for route in iter_route_contexts(request.app.router.routes)
            if route.path is not None and compile_path(route.path)[0].match(path)
            for method in route.methods or ()
        }
    )


_WHERE = {"body": "", "query": "the address's ", "path": "the address's ", "header": "the header "}


def _validation_error(errors: Sequence[Mapping[str, Any]]) -> Shown:
    """One clear sentence for the first thing that is wrong; the values sent are not repeated."""
    first = errors[0]
    place, *steps = [str(step) for step in first["loc"]]
    named = ".".join(steps)
    kind, limits = str(first["type"]), first.get("ctx") or {}
    if kind == "json_invalid":
        return Shown(422, "body-unreadable", "The body is not JSON. Send one JSON object.")
    if place == "body" and not steps:
        return Shown(422, "body-unreadable", "A body is needed here: send one JSON object.")
    what = f"{_WHERE.get(place, '')}“{named}”"
    what = what[0].upper() + what[1:]
    if place == "path":
        return Shown(404, "not-found", "Nothing stands at this address.", field=named)
    sentence = {
        "missing": f"{what} is missing.",
        "extra_forbidden": f"{what} is not known here. Leave it out.",
        "string_too_long": f"{what} is too long: at most {limits.get('max_length')} characters.",
        "string_too_short": f"{what} is too short: at least {limits.get('min_length')} characters.",
        "greater_than_equal": f"{what} must be at least {limits.get('ge')}.",
        "less_than_equal": f"{what} must be at most {limits.get('le')}.",
        "literal_error": f"{what} must be {limits.get('expected')}.",
        "string_pattern_mismatch": f"{what} is not in the form it must have.",
        "timezone_aware": f"{what} needs its offset from UTC, such as “2030-01-31T20:00:00Z”.",
    }.get(kind)
    if sentence is None:
        wanted = _WANTED.get(kind.removesuffix("_type").removesuffix("_parsing"))
        sentence = f"{what} must be {wanted}." if wanted else f"{what} cannot be understood."
    return Shown(422, "field-invalid", sentence, field=named)


_WANTED = {
    "int": "a whole number",
    "int_from_float": "a whole number",
    "bool": "true or false",
    "string": "a text",
    "dict": "an object",
    "mapping": "an object",
    "model": "an object",
    "model_attributes": "an object",
    "datetime": "a time such as “2030-01-31T20:00:00Z”",
    "datetime_from_date": "a time such as “2030-01-31T20:00:00Z”",
    "list": "a list",
}


def broken(request: Request, error: Exception) -> Response:
    """The answer to a fault of ours: logged with where it happened, shown with nothing of it.

    The exception's message is not logged: it may quote what was sent, and a log must hold no move.
    """
    reference = request.app.state.ctx.new_token()[:8]
    frames = traceback.extract_tb(error.__traceback__)
    structlog.get_logger("referee.web").error(
        "fault",
        reference=reference,
        kind=type(error).__qualname__,
        method=request.method,
        where=[f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-12:]],
    )
    said = Shown(
        500,
        "fault",
        "That was our fault, and nothing of yours was wrong. Try again; if it stays, tell the operator "
        f"“{reference}”.",
    )
    try:
        return answer(request, said)
    except Exception:  # the page itself is what broke; nothing may hide the sentence
        return plain_error_page(request, said)


def install(app: FastAPI) -> None:
    """Have the application answer every kind of error as this module says."""

    @app.exception_handler(Refusal)
    async def refused(request: Request, error: Refusal) -> Response:
        return answer(request, shown(error))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        return answer(request, _http_error(request, error))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return answer(request, _validation_error(error.errors()))
