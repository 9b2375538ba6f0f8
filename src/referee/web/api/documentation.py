"""The API described: an OpenAPI document made from the endpoints, and a page made from that document.

The page is our own: it needs no script and nothing from another host, so it works under the site's
content security policy and where there is no internet.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse

from referee import __version__
from referee.web.api import problems
from referee.web.api.codes import CODES
from referee.web.api.docs_page import operations_by_tag, shapes, words_as_html
from referee.web.api.keys import SCHEMES
from referee.web.api.problems import ProblemDetails
from referee.web.dependencies import Ctx
from referee.web.pages.templating import page

INTRODUCTION: Final = """\
Everything the site does, for programs. Each endpoint is the twin of a page or of a button on one.

**Keys.** A link's token is the key: send `Authorization: Bearer TOKEN`. A seat's token acts for that
seat, a referee's for that match. In a browser the cookie that opening the link has set works too.
`/api/key` says what a token is for.

**Errors** are `application/problem+json` (RFC 9457) with a stable `code`; nothing has changed when one
comes. **Times** are UTC. **Sending twice** is safe: give each act a `request_id` of your own, and a
repeat is answered like the first.
"""
_SCHEMAS: Final = "#/components/schemas/"
TAGS: Final = (
    ("matches", "What everybody may read: matches, rounds, series, posts, games and their rules."),
    ("signing up", "Starting a match and taking a seat. Needs no key; each gives one."),
    ("seat", "What a player does. Needs the seat's key."),
    ("desk", "What a match's referee does. Needs the referee's key."),
    ("notices", "The link in a notice, for whoever reads it. Its token is all the key there is."),
    ("server", "About the server itself."),
)


def openapi(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of the application as it is, made once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title="Referee",
            version=__version__,
            summary="A referee for games played on web forums.",
            description=INTRODUCTION,
            routes=app.routes,
            tags=[{"name": name, "description": text} for name, text in TAGS],
            license_info={"name": "MIT", "identifier": "MIT"},
        )
        components = document.setdefault("components", {})
        components["securitySchemes"] = SCHEMES
        components["examples"] = problems.examples()
        schemas = components.setdefault("schemas", {})
        details = ProblemDetails.model_json_schema(ref_template=f"{_SCHEMAS}{{model}}")
        for name, schema in details.pop("$defs", {}).items():
            schemas.setdefault(name, schema)
        schemas["ProblemDetails"] = details
        components["schemas"] = dict(sorted(schemas.items()))
        recorded = recorded_examples()
        for item in document["paths"].values():
            for operation in item.values():
                _complete(operation, schemas, recorded)
        app.openapi_schema = document
    return app.openapi_schema


@cache
def recorded_examples() -> dict[str, Any]:
    """What the application was asked and has answered in a match played for this, by operation."""
    text = (files("referee.web.api") / "examples.json").read_text(encoding="utf-8")
    examples: dict[str, Any] = json.loads(text)
    return examples


def _complete(operation: dict[str, Any], schemas: dict[str, Any], recorded: dict[str, Any]) -> None:
    """Say of a good answer what it is, and show one that was really given."""
    example = recorded.get(operation["operationId"], {})
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body is not None and "request" in example:
        body["example"] = example["request"]
    for status, answer in operation["responses"].items():
        if not status.startswith("2"):
            continue
        content = answer.get("content", {}).get("application/json", {})
        if content and "answer" in example:
            content["example"] = example["answer"]
        if answer["description"] == "Successful Response":
            name = content.get("schema", {}).get("$ref", "").removeprefix(_SCHEMAS)
            told = schemas.get(name, {}).get("description", "")
            answer["description"] = told.split("\n\n")[0] or (
                "Done." if not content else "As asked."
            )


def openapi_text(app: FastAPI) -> str:
    """The document as the file ``docs/openapi.json`` holds it."""
    return json.dumps(openapi(app), indent=1, ensure_ascii=False) + "\n"


router = APIRouter(prefix="/api", include_in_schema=False)


@router.get("/openapi.json")
def read_openapi(request: Request) -> Response:
    """The OpenAPI document."""
    app = request.app
    if not hasattr(app.state, "openapi_body"):
        app.state.openapi_body = JSONResponse(openapi(app)).body
    return Response(app.state.openapi_body, media_type="application/json")


@router.get("/docs")
def docs_page(request: Request, ctx: Ctx) -> Response:
    """The document as a page."""
    return page(ctx, "api_docs.html", docs_values(request.app))


def docs_values(app: FastAPI) -> dict[str, Any]:
    """What the page shows, made once."""
    if not hasattr(app.state, "docs_values"):
        document = openapi(app)
        app.state.docs_values = {
            "introduction": words_as_html(INTRODUCTION),
            "sections": operations_by_tag(document),
            "codes": CODES,
            "shapes": shapes(document),
        }
    values: dict[str, Any] = app.state.docs_values
    return values
