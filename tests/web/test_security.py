"""What every response carries and every request must pass, on every route there is."""

import pytest

from referee.web.security import CONTENT_SECURITY_POLICY
from tests.web.client import ORIGIN, Client
from tests.web.routes import routes
from tests.web.worlds import unchanged


@pytest.fixture
def new_database_url(new_sqlite_url):
    """Nothing here depends on the database, so one is enough."""
    return new_sqlite_url


VALUES = {
    "match": ["nosuchone"],
    "seat": [1],
    "phase": [1],
    "number": [1],
    "version": [1],
    "absence": [1],
    "contact": ["0123456789abcdef"],
    "post": ["recruiting"],
    "post_id": ["recruiting"],
    "game": ["crossing-swords"],
    "slug": ["crossing-swords"],
    "token": ["nosuchtoken"],
}
SECURITY = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
EVIL = "https://evil.example"


def all_answers(world, **how):
    """Every route's answer, with values that lead to errors as well as pages."""
    for route in routes(world.app):
        for path in route.addresses(VALUES | {"match": [world.match, "nosuchone"]}):
            if not route.is_stream or "nosuchone" in path:
                yield route, world.look(route.method, path, **how)


def test_every_answer_carries_the_security_headers(world):
    statuses = set()
    for route, answer in all_answers(world):
        statuses.add(answer.status)
        for name, value in SECURITY.items():
            assert answer.headers[name] == value, f"{route}: {name}"
        assert "permissions-policy" in answer.headers
        assert "server" not in answer.headers
    assert {200, 303, 401, 404, 422} <= statuses


def test_static_files_and_addresses_of_nothing_carry_them_too(world):
    for path in ("/static/theme.css", "/static/nothing.css", "/nothing", "/api/nothing"):
        answer = world.look("GET", path)
        assert {name: answer.headers[name] for name in SECURITY} == SECURITY


def test_the_policy_lets_nothing_in_from_elsewhere():
    assert "default-src 'none'" in CONTENT_SECURITY_POLICY
    for never in ("unsafe-inline", "unsafe-eval", "data:", "http", "*"):
        assert never not in CONTENT_SECURITY_POLICY
    for always in ("frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"):
        assert always in CONTENT_SECURITY_POLICY


def test_no_page_has_what_the_policy_forbids(world):
    for holder in ("public", "1", "referee"):
        for path in (
            f"/matches/{world.match}",
            f"/matches/{world.match}/seats/1",
            f"/matches/{world.match}/seats/1/suppose",
            f"/matches/{world.match}/desk",
            f"/matches/{world.match}/phases/1",
            "/",
            "/new",
            "/games/crossing-swords/rules",
            "/api/docs",
        ):
            text = world.look("GET", path, cookies=world.cookies_of(holder)).text
            assert " style=" not in text, path
            assert "<style" not in text, path
            assert "onclick" not in text, path
            assert "<script>" not in text, path


def test_whatever_is_seen_with_a_key_is_stored_nowhere(world):
    for holder in ("1", "referee", "operator"):
        for route, answer in all_answers(world, cookies=world.cookies_of(holder)):
            assert answer.headers["cache-control"] == "no-store", str(route)


def test_whatever_is_public_is_asked_for_again_and_told_apart_from_what_is_not(world):
    answer = world.look("GET", f"/matches/{world.match}")
    assert answer.headers["cache-control"] == "no-cache"
    assert {"Cookie", "Authorization"} <= set(answer.headers["vary"].replace(",", " ").split())


def test_static_files_are_kept_even_by_a_browser_with_a_key(world):
    answer = world.look("GET", "/static/theme.css", cookies=world.cookies_of("1"))
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": EVIL},
        {"Origin": EVIL, "Sec-Fetch-Site": "cross-site"},
        {"Origin": "null"},
        {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "null", "Sec-Fetch-Site": "same-site"},
        {"Origin": ORIGIN, "Sec-Fetch-Site": "cross-site"},
        {"Origin": f"{ORIGIN}.evil.example"},
        {"Origin": ORIGIN.replace("http:", "https:")},
        {"Origin": ""},
    ],
    ids=str,
)
def test_nothing_is_done_for_another_site(https_world, headers):
    world = https_world
    client = Client(world.app, origin=world.ctx.base_url)
    sent = {name: value.replace(ORIGIN, world.ctx.base_url) for name, value in headers.items()}
    if headers.get("Origin", "").startswith("https://testserver"):
        sent["Origin"] = "http://games.example"
    for route in routes(world.app):
        if route.is_safe:
            continue
        (path,) = route.addresses(VALUES | {"match": [world.match]})
        for holder in ("public", "1", "referee"):
            with unchanged(world.ctx):
                answer = client.request(
                    route.method, path, cookies=world.cookies_of(holder), headers=sent
                )
            assert answer.status == 403, f"{route} as {holder}"
            assert "from another site" in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://games.example"},
        {"Origin": "null", "Sec-Fetch-Site": "same-origin"},
        {"Origin": "https://games.example", "Sec-Fetch-Site": "same-origin"},
    ],
    ids=str,
)
def test_our_own_pages_forms_pass(https_world, headers):
    client = Client(https_world.app, origin="https://games.example")
    answer = client.post("/leave", cookies=https_world.cookies_of("1"), headers=headers)
    assert answer.status == 303


def test_a_cookie_without_a_word_on_where_it_comes_from_is_refused(world):
    cookie = "; ".join(f"{name}={value}" for name, value in world.cookies_of("1").items())
    answer = Client(world.app).post("/leave", headers={"Cookie": cookie})
    assert answer.status == 403


def test_a_program_with_a_token_and_without_an_origin_passes(world):
    answer = world.look(
        "POST",
        f"/api/matches/{world.match}/seats/1/preview",
        token=world.tokens["1"],
        json={"phase": 2, "move": {"card": "strike", "target": "Bob"}},
    )
    assert answer.status == 200


@pytest.mark.parametrize(
    ("host", "status"), [("192.168.1.5:8000", 303), ("127.0.0.1:8000", 403), ("[::1]:8000", 403)]
)
def test_a_hidden_origin_passes_only_where_browsers_cannot_say_more(world, host, status):
    """Browsers send Sec-Fetch-Site by https and to this very machine; a phone in the same house gets none."""
    client = Client(world.app, origin=f"http://{host}")
    headers = {"Origin": "null"}
    answer = client.post("/leave", cookies=world.cookies_of("1"), headers=headers)
    assert answer.status == status


def test_an_address_of_ours_other_than_the_configured_one_is_ours_too(world):
    client = Client(world.app, origin="http://192.168.1.5:8000")
    assert client.post("/leave", cookies=world.cookies_of("1")).status == 303


# Bodies


@pytest.mark.parametrize("path", ["/new", "/api/matches", "/leave", "/matches/{match}/signup"])
def test_a_body_of_ten_megabytes_is_refused_in_words(world, path):
    path = path.format(match=world.match)
    with unchanged(world.ctx):
        announced = world.look("POST", path, body=b"x" * 10_000_000)
        lying = world.look(
            "POST", path, body=[b"x" * 10_000] * 1000, headers={"Content-Length": "10"}
        )
        unsaid = world.look("POST", path, body=[b"x" * 10_000] * 1000)
    for answer in (announced, lying, unsaid):
        assert answer.status == 413
        assert "too large: at most 64 kB" in answer.text


def test_a_body_is_refused_as_soon_as_it_is_too_large(world):
    taken = []

    def chunks():
        for at in range(1000):
            taken.append(at)
            yield b"x" * 10_000

    client = Client(world.app)
    assert client.post("/new", body=chunks()).status == 413
    assert len(taken) < 10


def test_a_body_just_small_enough_is_read(world):
    name = "A" * (64 * 1024 - len('{"name": ""}'))
    answer = world.look(
        "POST",
        f"/api/matches/{world.match}/signup",
        body=f'{{"name": "{name}"}}'.encode(),
        headers={"Content-Type": "application/json"},
    )
    assert (answer.status, answer.json["code"]) == (422, "field-invalid")


# HEAD


def test_every_page_can_be_asked_for_its_head_alone(world):
    for route in routes(world.app):
        if not route.is_safe or route.is_stream:
            continue
        for path in route.addresses(VALUES | {"match": [world.match]}):
            whole, head = world.look("GET", path), world.look("HEAD", path)
            assert head.status == whole.status, path
            assert head.raw_headers == whole.raw_headers, path
            assert head.body == b"", path


def test_an_event_stream_cannot(world):
    answer = world.look("HEAD", f"/matches/{world.match}/live")
    assert (answer.status, answer.headers["allow"]) == (405, "GET")


# Faults


def test_a_fault_tells_nothing_of_itself_and_carries_the_headers(world, log):
    secret = "Lunge at Bob"

    def broken():
        raise ValueError(secret)

    world.app.add_api_route("/broken", broken)
    world.app.add_api_route("/api/broken", broken)
    for path in ("/broken", "/api/broken"):
        answer = world.look("GET", path)
        assert answer.status == 500
        assert secret not in answer.text
        assert "Traceback" not in answer.text
        assert "tell the operator" in answer.text
        assert {name: answer.headers[name] for name in SECURITY} == SECURITY
    assert world.look("GET", "/api/broken").json["code"] == "fault"
    faults = [line for line in log if line["event"] == "fault"]
    assert len(faults) == 3
    assert faults[0]["kind"] == "ValueError"
    assert faults[0]["reference"] in world.look("GET", "/broken").text
    assert secret not in repr(log)


def test_an_address_with_a_slash_too_many_is_not_redirected_because_it_may_hold_a_token(world):
    for path in ("/open/some-token/", "/new/", "/api/matches/"):
        answer = world.look("GET", path)
        assert answer.status == 404, path
        assert "location" not in answer.headers
