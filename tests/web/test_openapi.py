"""The API is what its description says, and the description says all of it."""

import ast
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

import referee.services
from referee.services import errors as service_errors
from referee.web.api.codes import CODES
from referee.web.api.documentation import openapi, openapi_text, recorded_examples
from referee.web.errors import status_of
from tests.web.client import Answer
from tests.web.plays import operation_of, play_whole_match
from tests.web.routes import routes

EXAMPLES = Path(str(files("referee.web.api") / "examples.json"))
LONGEST_TEXT = 300
"""Longer texts in examples are cut: they show what a text is like, not a whole rules page."""


@pytest.fixture
def document(server) -> dict[str, Any]:
    return openapi(server.app)


class Described:
    """Checks exchanges against the description."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        resource = Resource.from_contents(document, default_specification=DRAFT202012)
        self._registry: Any = Registry().with_resource("urn:api", resource)

    def errors(self, schema: Any, value: Any) -> list[str]:
        """What is wrong with a value by a schema of the document."""
        anchored = json.loads(json.dumps(schema).replace('"#/', '"urn:api#/'))
        validator = Draft202012Validator(anchored, registry=self._registry)
        return [error.message for error in validator.iter_errors(value)]

    def check(self, method: str, path: str, body: Any, answer: Answer) -> None:
        """The answer has a documented status, kind, shape, and for an error a documented code."""
        _, operation = operation_of(self._document, method, path)
        told = operation["responses"].get(str(answer.status))
        assert told is not None, (
            f"{method} {path}: {answer.status} is not documented: {answer.text}"
        )
        if not answer.body:
            assert "content" not in told
            return
        kind = answer.headers["content-type"].split(";")[0]
        assert kind in told["content"], f"{method} {path}: {answer.status} as {kind}"
        content = told["content"][kind]
        assert self.errors(content["schema"], answer.json) == [], f"{method} {path}"
        if answer.status >= 400:
            assert answer.json["code"] in content["examples"], f"{method} {path}"
            return
        if body is not None:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            assert self.errors(schema, body) == [], f"{method} {path}: the body"


def test_a_whole_match_is_played_by_the_description_alone(server, document):
    described = Described(document)
    end = play_whole_match(server, described.check)
    assert end["status"] == "finished"
    assert end["standings"]["standings"][0]["rank"] == 1


def test_the_match_played_uses_every_operation(server, document):
    used = set()
    play_whole_match(
        server, lambda method, path, *_: used.add((method, operation_of(document, method, path)[0]))
    )
    told = {(method.upper(), path) for path, item in document["paths"].items() for method in item}
    assert told - used == {
        ("GET", "/api/matches/{match}/live"),  # has no end; tests/web/test_live.py listens to it
        ("GET", "/health"),
    }


def test_every_route_of_the_api_is_described_and_nothing_else(server, document):
    told = {
        f"{method.upper()} {path}" for path, item in document["paths"].items() for method in item
    }
    undescribed = {"GET /api/openapi.json", "GET /api/docs"}
    there = {str(route) for route in routes(server.app) if route.is_api} - undescribed
    assert told == there | {"GET /health"}


def test_every_operation_says_what_it_does_and_what_may_go_wrong(document):
    names = set()
    for path, item in document["paths"].items():
        for method, operation in item.items():
            where = f"{method} {path}"
            assert operation["summary"], where
            assert len(operation["description"]) > len(operation["summary"]), where
            assert operation["operationId"] not in names, where
            names.add(operation["operationId"])
            (tag,) = operation["tags"]
            assert tag in {one["name"] for one in document["tags"]}
            for status, answer in operation["responses"].items():
                assert answer["description"] != "Successful Response", where
                if int(status) >= 400 and path != "/health":
                    assert set(answer["content"]) == {"application/problem+json"}, where
            for parameter in operation.get("parameters", ()):
                assert parameter["description"], where
            if path != "/health":
                assert {"422", "500"} <= set(operation["responses"]), where
            if "security" in operation and {} not in operation["security"]:
                assert "401" in operation["responses"], where


def test_every_operation_that_takes_or_gives_anything_shows_an_example(document):
    described = Described(document)
    for path, item in document["paths"].items():
        for method, operation in item.items():
            where = f"{method} {path}"
            contents = [
                answer["content"]["application/json"]
                for status, answer in operation["responses"].items()
                if status.startswith("2") and "application/json" in answer.get("content", {})
            ]
            if "requestBody" in operation:
                contents.append(operation["requestBody"]["content"]["application/json"])
            for content in contents:
                if path == "/health":
                    continue
                assert "example" in content, where
                assert described.errors(content["schema"], content["example"]) == [], where


def test_the_examples_are_what_is_really_asked_and_answered(server, request):
    """Written anew with ``pytest --regenerate-golden``."""
    document = openapi(server.app)
    recorded: dict[str, Any] = {}

    def hear(method: str, path: str, body: Any, answer: Answer) -> None:
        operation = operation_of(document, method, path)[1]["operationId"]
        if answer.status < 300 and operation not in recorded:
            recorded[operation] = {
                **({} if body is None else {"request": body}),
                **({"answer": shortened(answer.json)} if answer.body else {}),
            }

    play_whole_match(server, hear)
    text = json.dumps(recorded, indent=1, ensure_ascii=False) + "\n"
    if request.config.getoption("--regenerate-golden"):
        EXAMPLES.write_text(text, encoding="utf-8")
        recorded_examples.cache_clear()
    assert EXAMPLES.read_text(encoding="utf-8") == text


def shortened(value: Any) -> Any:
    """A value with its long texts cut and its long lists' first items."""
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        return value[:LONGEST_TEXT] + "…"
    if isinstance(value, list):
        return [shortened(item) for item in value[:3]]
    if isinstance(value, dict):
        return {name: shortened(item) for name, item in value.items()}
    return value


def test_the_file_in_the_documentation_is_this_description(server, request):
    """Written anew with ``referee openapi > docs/openapi.json`` or ``pytest --regenerate-golden``."""
    path = Path(__file__).parents[2] / "docs" / "openapi.json"
    text = openapi_text(server.app)
    if request.config.getoption("--regenerate-golden"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_the_description_is_served_and_as_a_page(server, document):
    assert server.look("GET", "/api/openapi.json").json == json.loads(openapi_text(server.app))
    page = server.look("GET", "/api/docs")
    assert page.status == 200
    operations = sum(len(methods) for methods in document["paths"].values())
    assert len(page.body) / operations < 3_500  # bytes
    for path in document["paths"]:
        assert path in page.text
    for code in CODES:
        assert f'id="{code}"' in page.text


def refusals_in_code() -> set[tuple[str, str]]:
    """Every code that a service refuses with, with its class, as written in the code."""
    kinds = {
        name
        for name, kind in vars(service_errors).items()
        if isinstance(kind, type) and issubclass(kind, service_errors.Refusal)
    }
    found = set()
    for source in Path(str(referee.services.__file__)).parent.glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            is_refusal = isinstance(node, ast.Call) and getattr(node.func, "id", "") in kinds
            if is_refusal and node.args and isinstance(node.args[0], ast.Constant):
                found.add((node.func.id, node.args[0].value))
    return found


def test_every_code_of_the_services_is_described_with_the_status_it_comes_with():
    found = refusals_in_code()
    assert len(found) > 30
    for kind, code in found:
        assert code in CODES, f"{code} is in no list"
        refusal = getattr(service_errors, kind)(
            code, "", **({"retry_after": 1} if kind == "TooMany" else {})
        )
        assert CODES[code].status == status_of(refusal), code


def test_every_code_described_is_used_by_an_operation_or_comes_from_outside_any(document):
    shown = {
        name
        for item in document["paths"].values()
        for operation in item.values()
        for answer in operation["responses"].values()
        for content in answer.get("content", {}).values()
        for name in content.get("examples", {})
    }
    assert set(CODES) - shown == {"not-found", "method-not-allowed", "time-not-aware"}


def test_a_problem_names_the_page_that_explains_its_code(server):
    problem = server.look("GET", "/api/matches/nosuchone").json
    address, _, anchor = problem["type"].partition("#")
    page = server.look("GET", address.removeprefix(server.ctx.base_url))
    assert f'id="{anchor}"' in page.text
