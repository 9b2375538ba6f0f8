"""Every unsafe route is tried with every wrong key: nobody acts for another, and nothing changes.

The routes are found, not named; a new one must either refuse all wrong keys or be listed here as open to
all.
"""

import pytest

from referee.services import matches
from referee.services.access import Key
from referee.services.desk_links import replace_referee_link
from referee.services.opening import open_link
from referee.services.tenures import swap_seat
from tests.web.routes import Route, routes
from tests.web.statements import recorded
from tests.web.worlds import World, open_match, strike, unchanged

OPEN_TO_ALL = {
    "POST /api/matches",
    "POST /api/matches/{match}/receipts/check",
    "POST /api/matches/{match}/signup",
    "POST /leave",
    "POST /matches/{match}/receipts",
    "POST /matches/{match}/signup",
    "POST /new",
    "POST /open/{token}",
    "POST /notices/{token}/confirm",
    "POST /notices/{token}/stop",
    "POST /api/notices/{token}/confirm",
    "POST /api/notices/{token}/stop",
    "POST /api/key",
}
"""What needs no key: starting, signing up, opening a link (which is the key), forgetting one's keys,
checking a receipt (which changes nothing), and what the link in a notice does (whose token is the key)."""

FEEDS = ("/calendar.ics", "/feed.atom")
"""A seat's feeds tell what everybody may know, for programs that can show no key."""

BODIES = {
    "/moves": {"phase": 2, "move": strike("Ann")},
    "/withdraw": {"phase": 2},
    "/preview": {"phase": 2, "move": strike("Ann")},
    "/suppose": {"moves": {"Ann": strike("Bob")}},
    "/close": {"phase": 2},
    "/extend": {"phase": 2, "due_at": "2030-01-09T12:00:00Z"},
    "/cancel": {"reason": "Nobody may do this."},
    "/absences": {"ends_at": "2030-01-19T12:00:00Z", "standing": "block"},
    "/desk/seats/{seat}/swap": {"player": "Zed", "move_stands": True},
    "/notices": {"address": "eve@example.org"},
    "/seats": {"name": "Eve"},
    "/seats/{seat}": {"name": "Eve"},
}
FORM = {
    "phase": "2",
    "move.card": "strike",
    "move.target": "Ann",
    "name": "Eve",
    "address": "eve@example.org",
    "reason": "Nobody may do this.",
    "confirm": "yes",
    "due": "2030-01-09T12:00:00Z",
    "begins": "2030-01-09T12:00",
    "ends": "2030-01-19T12:00",
    "standing": "block",
    "sure": "yes",
    "to": "player",
    "player": "Zed",
    "move_stands": "yes",
    "request_id": "a-form-of-somebody-else",
}


@pytest.fixture
def other_world(world: World) -> dict[str, str]:
    """The keys of a second match on the same server."""
    other = World(world.ctx, world.clock, world.chance, world.app)
    ctx = world.ctx
    world.chance.begin("the other match")
    made = matches.create_match(
        ctx,
        matches.NewMatch(game="crossing-swords", title="Another one"),
        request_id="create the other match",
    )
    link = matches.sign_up(ctx, made.match_id, "Ann", request_id="sign up for the other match")
    other.match = made.match_id
    return {"other referee": made.referee_token, "other seat": str(link.token)}


def ask(
    world: World,
    route: Route,
    seat: int,
    token: str | None,
    *,
    by: str,
    fill: bool = True,
    anew: bool = True,
):
    """The route with a good body, on seat ``seat``, with this key shown as Bearer token or as cookie.

    With ``anew`` chance begins with the request; else it goes on.
    """
    values = {
        "match": [world.match],
        "seat": [seat],
        "absence": [1],
        "contact": ["0123456789abcdef"],
        "token": ["nosuchtoken"],
    }
    (path,) = route.addresses(values)
    how = {"form": FORM}
    if route.is_api:
        tail = route.path.removeprefix("/api/matches/{match}")
        body = next(
            (body for end, body in BODIES.items() if tail == end or tail == "/seats/{seat}" + end),
            {},
        )
        how = {"json": body}
    if not fill:
        how = {"json": {}} if route.is_api else {"form": {}}
    if not anew:
        return world.client.request(route.method, path, token=token, **how)
    if by == "token":
        return world.look(route.method, path, token=token, **how)
    names = [f"desk-{world.match}", f"seat-{world.match}-{seat}", "operator"]
    cookies = {} if token is None else dict.fromkeys(names, token)
    return world.look(route.method, path, cookies=cookies, **how)


def give_new_links(world: World, at: int) -> None:
    """New links to seat 2 and to the desk: some of the routes replace them, or give the seat up."""
    desk, player = Key("referee", world.match, None), f"The {at}. player"
    world.chance.begin(f"new links {at}")
    form = f"somebody takes the seat, {at:03}"
    link = swap_seat(world.ctx, desk, world.match, 2, player, move_stands=True, request_id=form)
    own = open_link(world.ctx, str(link.token), request_id=f"seat 2 opens it, {at:03}")
    world.tokens["2"] = own.token
    form = f"a link to the desk, {at:03}"
    world.tokens["referee"] = replace_referee_link(world.ctx, desk, world.match, request_id=form)


def guarded(world: World) -> list[Route]:
    """The routes that change something and need a key."""
    return [
        route for route in routes(world.app) if not route.is_safe and str(route) not in OPEN_TO_ALL
    ]


def test_what_is_open_to_all_exists(world):
    assert {str(route) for route in routes(world.app)} >= OPEN_TO_ALL


def test_each_guarded_route_takes_its_own_key(world):
    """So that a refusal below means the key, and not the address or the body."""
    for at, route in enumerate(guarded(world)):
        give_new_links(world, at)
        answers = {
            holder: ask(world, route, 2, world.tokens[holder], by="token", fill=False)
            for holder in ("2", "referee", "operator")
        }
        takes = {holder for holder, answer in answers.items() if answer.status not in (401, 403)}
        assert takes in ({"2"}, {"referee", "operator"}), f"{route}: {takes}"


@pytest.mark.parametrize("by", ["token", "cookie"])
def test_no_wrong_key_does_anything(world, other_world, by):
    revoked = world.tokens["3"]
    world.chance.begin("reissue")
    matches.reissue_link(world.ctx, Key("referee", world.match, None), world.match, 3)
    for at, route in enumerate(guarded(world)):
        give_new_links(world, at)
        own = ask(world, route, 2, world.tokens["2"], by="token", fill=False).status
        is_seats = own not in (401, 403)
        wrong = {
            "none": (2, None),
            "unknown": (2, "nosuchtoken"),
            "revoked": (3, revoked),
            "another seat's": (2, world.tokens["1"]),
            "another match's seat's": (1, other_world["other seat"]),
            "another match's referee's": (2, other_world["other referee"]),
            "the wrong role's": (2, world.tokens["referee" if is_seats else "2"]),
        }
        if is_seats:
            wrong["the operator's"] = (2, world.tokens["operator"])
        for whose, (seat, token) in wrong.items():
            with unchanged(world.ctx):
                answer = ask(world, route, seat, token, by=by)
            assert answer.status in (401, 403), f"{route} with {whose} key: {answer.status}"


def test_no_read_of_a_seat_or_desk_takes_a_wrong_key(world, other_world):
    for route in routes(world.app):
        is_private = "{seat}" in route.path or "/desk" in route.path
        if not route.is_safe or not is_private or route.path.endswith(FEEDS):
            continue
        values = {"match": [world.match], "seat": [2], "version": [1]}
        for path in route.addresses(values):
            whose = [None, world.tokens["1"], *other_world.values()]
            whose.append(world.tokens["2" if "/desk" in route.path else "referee"])
            for token in whose:
                assert world.look(route.method, path, token=token).status in (401, 403), path


def test_a_replaced_link_ends_the_session_it_opened(world):
    path = f"/matches/{world.match}/seats/1"
    cookies = world.cookies_of("1")
    assert world.look("GET", path, cookies=cookies).status == 200
    world.chance.begin("reissue")
    matches.reissue_link(world.ctx, Key("referee", world.match, None), world.match, 1)
    refused = world.look("GET", f"/api{path}", cookies=cookies)
    assert (refused.status, refused.json["code"]) == (401, "key-revoked")
    assert world.look("GET", path, cookies=cookies).status == 401
    assert world.look("GET", f"/matches/{world.match}", cookies=cookies).status == 200


def test_the_authorization_header_goes_before_the_cookie(world):
    path = f"/api/matches/{world.match}/seats/1"
    answer = world.look("GET", path, cookies=world.cookies_of("1"), token=world.tokens["2"])
    assert answer.status == 403


def test_a_thousand_cookies_cost_a_page_no_more_statements_than_one(world):
    world.look(
        "GET", f"/matches/{world.match}"
    )  # what is remembered of the page is so from then on
    asked = []
    for many in (1, 1000):
        cookies = {
            f"seat-{world.match}-{number}": f"no key {number}" for number in range(1, many + 1)
        }
        with recorded(world.ctx) as statements:
            answer = world.look("GET", f"/matches/{world.match}", cookies=cookies)
        assert answer.status == 200
        asked.append(len(statements))
    assert asked[1] == asked[0]


@pytest.mark.parametrize("value", ["Basic abc", "Bearer", "Bearer   ", "token"])
def test_an_authorization_that_is_no_bearer_token_is_refused_in_words(world, value):
    answer = world.look("GET", "/api/key", headers={"Authorization": value})
    assert (answer.status, answer.json["code"]) == (401, "key-unknown")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_token_tells_what_it_is_for(world):
    seat = world.look("GET", "/api/key", token=world.tokens["2"]).json
    assert seat == {
        "role": "seat",
        "match_id": world.match,
        "seat": 2,
        "page": f"/matches/{world.match}/seats/2",
    }
    desk = world.look("GET", "/api/key", token=world.tokens["referee"]).json
    assert (desk["role"], desk["page"]) == ("referee", f"/matches/{world.match}/desk")


def test_the_public_sees_no_more_with_a_key_of_another_match(server):
    world = open_match(server)
    path = f"/api/matches/{world.match}"
    world.chance.begin("another")
    made = matches.create_match(
        world.ctx,
        matches.NewMatch(game="crossing-swords", title="Another one"),
        request_id="create the other match",
    )
    public, keyed = world.look("GET", path), world.look("GET", path, token=made.referee_token)
    assert public.body == keyed.body
