"""The API under Schemathesis: whatever a program makes of the description, the answers are as described.

Requests are made from the OpenAPI document alone, good ones and ones that break it; only the match, the seat
and the key are real, so that they get past the door. No answer is a fault, has a status, kind or shape that
is not described, or a code that the operation does not list.
"""

from collections import Counter
from datetime import timedelta
from itertools import count

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from referee.web.api.documentation import openapi
from tests.web.client import ORIGIN, Answer
from tests.web.worlds import World

EXAMPLES = 16
"""Requests to each operation, on each database."""

KEYS = {"seat": "1", "desk": "referee"}
"""Whose key is shown, by the operation's tag; none to the others."""


NUMBERS = count(1)
RANDOM = settings(
    max_examples=EXAMPLES,
    phases=[Phase.explicit, Phase.generate],
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def operations(world: World) -> list[APIOperation]:
    """What the description offers, streams excepted: they have no end, and tests of their own."""
    schema = schemathesis.openapi.from_dict(openapi(world.app)).exclude(path_regex="/live$")
    found = [operation.ok() for operation in schema.get_all_operations()]
    # After a cancellation nothing else would be answered with anything but that.
    return sorted(found, key=lambda operation: operation.path.endswith("/cancel"))


def cases(operation: APIOperation) -> SearchStrategy[schemathesis.Case]:
    """Requests that the description allows, and ones that break it where it says anything at all."""
    good = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    if not operation.body:
        return good
    return good | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)


def test_every_operation_answers_as_described_whatever_it_is_sent(world):
    statuses = Counter[int]()
    for operation in operations(world):

        @RANDOM
        @given(case=cases(operation))
        def answers_as_described(case: schemathesis.Case) -> None:
            answer = answered(world, case)
            statuses[answer.status] += 1
            response = httpx.Response(
                answer.status,
                headers=list(answer.raw_headers),
                content=answer.body,
                request=httpx.Request(case.method, ORIGIN + case.formatted_path),
            )
            response.elapsed = timedelta(0)
            case.validate_response(response, checks=CHECKS)

        answers_as_described()
    assert {200, 201, 404, 409, 422} <= statuses.keys()


def answered(world: World, case: schemathesis.Case) -> Answer:
    """The answer to a case, in which match, seat and key have been made real."""
    tags = case.operation.definition.raw.get("tags", [])
    holder = next((KEYS[tag] for tag in tags if tag in KEYS), None)
    real = {"match": world.match} | ({"seat": 1} if holder == "1" else {})
    for name in real.keys() & (case.path_parameters or {}).keys():
        case.path_parameters[name] = real[name]
    return sent(world, case.as_transport_kwargs(base_url=ORIGIN), holder)


def sent(world: World, request: dict, holder: str | None) -> Answer:
    """The answer to a request as Schemathesis would send it, with a holder's key."""
    body = request.get("data", b"")
    made = httpx.Request(
        request["method"],
        request["url"],
        params=request.get("params"),
        headers={name: str(value) for name, value in (request.get("headers") or {}).items()},
        json=request.get("json"),
        content=None if "json" in request else body.encode() if isinstance(body, str) else body,
    )
    headers = {
        name: value
        for name, value in made.headers.items()
        if name not in ("authorization", "cookie", "content-length")
    }
    if holder is not None:
        headers["Authorization"] = f"Bearer {world.tokens[holder]}"
    world.chance.begin(f"request {next(NUMBERS)}")  # a link made twice must not be the same link
    path = made.url.raw_path.decode("ascii")
    return world.client.request(made.method, path, headers=headers, body=made.content)


def test_a_body_in_no_alphabet_is_refused_like_one_that_is_no_json(world):
    how = {"headers": {"Content-Type": "application/json"}, "token": world.tokens["1"]}
    path = f"/api/matches/{world.match}/seats/1/moves"
    answer = world.look("POST", path, body=b"\xff\x00{", **how)
    assert (answer.status, answer.json["code"]) == (422, "body-unreadable")
