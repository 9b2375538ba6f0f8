"""Whatever is sent, the server never breaks, and says nothing that its description does not.

Bodies, forms and addresses are made from each operation's own good example by putting nonsense in some of
its places; on both databases, because they dislike different things.
"""

import json
from itertools import count
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.web.api.documentation import openapi, recorded_examples
from tests.web.client import Answer
from tests.web.routes import Route, routes
from tests.web.test_openapi import Described
from tests.web.worlds import World

NONSENSE: list[Any] = [
    None,
    True,
    0,
    -1,
    2,
    2.5,
    10**6,
    2**31,
    2**63,
    10**400,
    float("nan"),
    float("inf"),
    "",
    " ",
    "Ann",
    "\x00",
    "a\x00b",
    "\ud800",
    "\u202e",
    "é" * 40,
    "x" * 500,
    "x" * 5000,
    "'; DROP TABLE matches; --",
    "<script>alert(1)</script>",
    "{{ 7 * 7 }}",
    "../../etc/passwd",
    "2030-01-09T12:00:00Z",
    "9999-12-31T23:59:59-14:00",
    [],
    ["Ann"],
    [[[[[[]]]]]],
    {},
    {"a": {"b": {"c": None}}},
    {"\x00": "\x00"},
]
TEXTS = [
    str(value) for value in NONSENSE if isinstance(value, str | int | float) and value != "\ud800"
]


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    found = [at]
    steps = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for step, inner in steps:
        found += places(inner, (*at, step))
    return found


def with_nonsense(value: Any, at: tuple[Any, ...], nonsense: Any) -> Any:
    """The value with something else in one place."""
    if not at:
        return nonsense
    copy = value.copy()
    copy[at[0]] = with_nonsense(value[at[0]], at[1:], nonsense)
    return copy


@st.composite
def bodies(draw: st.DrawFn, good: Any) -> Any:
    """A good body with one to three of its places spoilt; sometimes with a field too many, or one less."""
    body = good
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.sampled_from(places(body)))
        body = with_nonsense(body, at, draw(st.sampled_from(NONSENSE)))
        if isinstance(body, dict) and body and draw(st.booleans()):
            body = {
                key: value
                for key, value in body.items()
                if key != draw(st.sampled_from(sorted(body)))
            }
    return body


def operations(world: World) -> list[tuple[Route, str]]:
    """The API's operations that take a body, with the name their examples are under."""
    document = openapi(world.app)
    return [
        (route, document["paths"][route.path][route.method.lower()]["operationId"])
        for route in routes(world.app)
        if route.is_api
        and not route.is_safe
        and "requestBody" in document["paths"][route.path][route.method.lower()]
    ]


NUMBERS = count(1)


def ask(world: World, method: str, path: str, **how: Any) -> Answer:
    """One request with chance of its own: a link made twice must not be the same link."""
    world.chance.begin(f"request {next(NUMBERS)}")
    return world.client.request(method, path, **how)


def dumped(body: Any) -> bytes:
    """JSON as Python writes it: NaN and lone surrogates are put in, which is part of the nonsense."""
    return json.dumps(body).encode()


@settings(
    max_examples=100,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    derandomize=True,
)
@given(data=st.data())
def test_no_body_breaks_the_api_or_gets_an_answer_that_is_not_described(world, data):
    described = Described(openapi(world.app))
    route, name = data.draw(st.sampled_from(operations(world)))
    body = data.draw(bodies(recorded_examples().get(name, {}).get("request", {})))
    values = {
        "match": [world.match],
        "seat": [data.draw(st.sampled_from([1, 2, 9]))],
        "absence": [data.draw(st.sampled_from([1, 7]))],
        "contact": ["0123456789abcdef"],
        "token": ["nosuchtoken"],
    }
    (path,) = route.addresses(values)
    holder = data.draw(st.sampled_from(["1", "2", "referee"]))
    answer = ask(
        world,
        route.method,
        path,
        token=world.tokens[holder],
        body=dumped(body),
        headers={"Content-Type": "application/json"},
    )
    assert answer.status < 500, f"{route} {body!r}: {answer.text}"
    described.check(route.method, path, None, answer)


FORM_FIELDS = (
    "name",
    "title",
    "game",
    "zone",
    "phase",
    "request_id",
    "move.card",
    "move.target",
    "seat1.move.card",
    "seat1.move.target",
    "round_length",
    "round_unit",
    "rounds",
    "times",
    "weekdays",
    "least_length",
    "days_off",
    "blackouts",
    "country",
    "part_of_country",
    "pace",
    "choice_length",
    "max_seats",
    "option.starting_life",
    "option.no_move",
    "early_close",
    "status_visibility",
    "preset",
    "due",
    "due_local",
    "reason",
    "confirm",
    "practice",
    "part",
    "filled",
    "match",
)
GOOD_FORM = {
    "game": "crossing-swords",
    "title": "A match",
    "zone": "UTC",
    "phase": "2",
    "move.card": "strike",
    "move.target": "Ann",
    "round_length": "24",
    "round_unit": "hours",
    "name": "Eve",
    "reason": "Because.",
    "request_id": "a-form-like-any-other-01",
    "filled": "yes",
}


@settings(
    max_examples=100,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    derandomize=True,
)
@given(data=st.data())
def test_no_form_breaks_a_page(world, data):
    pages = [route for route in routes(world.app) if not route.is_api and not route.is_safe]
    route = data.draw(st.sampled_from(pages))
    spoilt = data.draw(
        st.dictionaries(st.sampled_from(FORM_FIELDS), st.sampled_from(TEXTS), max_size=3)
    )
    values = {
        "match": [world.match],
        "seat": [2],
        "absence": [1],
        "contact": ["0123456789abcdef"],
        "token": ["nosuchtoken"],
    }
    (path,) = route.addresses(values)
    holder = data.draw(st.sampled_from(["2", "referee"]))
    answer = ask(
        world, route.method, path, cookies=world.cookies_of(holder), form=GOOD_FORM | spoilt
    )
    assert answer.status < 500, f"{route} {spoilt!r}: {answer.text[-500:]}"


@settings(
    max_examples=100,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    derandomize=True,
)
@given(data=st.data())
def test_no_address_breaks_anything(world, data):
    safe = [route for route in routes(world.app) if route.is_safe and not route.is_stream]
    route = data.draw(st.sampled_from(safe))
    texts = st.sampled_from([text for text in TEXTS if text and "/" not in text])
    values = {
        name: [quote(data.draw(texts | st.sampled_from(["1", "2", world.match])), safe="")]
        for name in route.parameters
    }
    (path,) = route.addresses(values)
    query = data.draw(
        st.dictionaries(
            st.sampled_from(["sent", "before", "done", "new", "game", "preset", "filled", "title"]),
            st.sampled_from(TEXTS),
            max_size=2,
        )
    )
    holder = data.draw(st.sampled_from(["public", "2", "referee"]))
    address = f"{path}?{urlencode(query)}" if query else path
    answer = world.look(route.method, address, cookies=world.cookies_of(holder))
    assert answer.status < 500, f"{address}: {answer.text[-500:]}"


@pytest.mark.parametrize("nonsense", TEXTS, ids=ascii)
def test_no_token_breaks_anything(world, nonsense):
    assert world.look("POST", f"/open/{quote(nonsense, safe='')}").status in (401, 404, 405)
    cookies = {f"seat-{world.match}-1": quote(nonsense, safe="")}
    assert world.look("GET", f"/matches/{world.match}/seats/1", cookies=cookies).status == 401
