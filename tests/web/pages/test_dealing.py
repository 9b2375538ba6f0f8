"""The start that deals hidden hands, by the desk's page and by the API alike."""

import pytest

from referee.services import matches
from referee.services.access import Key
from tests.web.worlds import World, open_match

GAME = "royal-dilemma"


@pytest.fixture
def hidden(server: World) -> World:
    """A match open for signup: Ann has signed up, Bob was seated by the referee and has his link to open."""
    world = open_match(server, game=GAME, names=("Ann",), start=False)
    desk = Key("referee", world.match, None)
    link = matches.add_seat(world.ctx, desk, world.match, "Bob")
    world.tokens["2"] = str(link.token)
    return world


def desk(world: World) -> str:
    return world.look(
        "GET", f"/matches/{world.match}/desk", cookies=world.cookies_of("referee")
    ).text


def start(world: World, **fields: str) -> int:
    path = f"/matches/{world.match}/desk/start"
    return world.look("POST", path, form=fields, cookies=world.cookies_of("referee")).status


def is_running(world: World) -> bool:
    page = world.look("GET", f"/api/matches/{world.match}").json
    return bool(page["status"] == "running")


def test_the_desk_names_whose_link_is_unopened_and_does_not_deal(hidden: World) -> None:
    assert desk(hidden).count("has not opened the link yet") == 1
    assert start(hidden) == 409
    assert not is_running(hidden)


def test_opening_the_link_lets_the_match_start(hidden: World) -> None:
    assert hidden.look("GET", f"/open/{hidden.tokens['2']}").status == 200
    assert "has not opened the link yet" in desk(hidden), "looking at the door is not opening it"
    assert hidden.look("POST", f"/open/{hidden.tokens['2']}", form={}).status == 303
    assert "has not opened the link yet" not in desk(hidden)
    assert start(hidden) == 303
    assert is_running(hidden)


def test_the_referee_may_tick_that_the_match_goes_ahead(hidden: World) -> None:
    assert "Go ahead without waiting" in desk(hidden)
    assert start(hidden, go_ahead="true") == 303
    assert is_running(hidden)


@pytest.mark.parametrize("body", [None, {"go_ahead": False}])
def test_the_api_refuses_with_the_same_reason(hidden: World, body: dict[str, bool] | None) -> None:
    path = f"/api/matches/{hidden.match}/start"
    how = {} if body is None else {"json": body}
    refused = hidden.look("POST", path, token=hidden.tokens["referee"], **how)
    assert (refused.status, refused.json["code"]) == (409, "links-unopened")
    assert not is_running(hidden)


def test_a_program_opens_its_link_through_the_api(hidden: World) -> None:
    opened = hidden.look("POST", "/api/key", token=hidden.tokens["2"])
    assert (opened.status, opened.json["seat"], opened.json["exchanged"]) == (200, 2, True)
    started = hidden.look(
        "POST", f"/api/matches/{hidden.match}/start", token=hidden.tokens["referee"]
    )
    assert started.status == 204
    assert is_running(hidden)


def test_the_api_goes_ahead_when_told_to(hidden: World) -> None:
    path = f"/api/matches/{hidden.match}/start"
    started = hidden.look("POST", path, token=hidden.tokens["referee"], json={"go_ahead": True})
    assert started.status == 204


def test_nobody_else_can_tell_whether_a_link_has_been_opened(hidden: World) -> None:
    path = f"/api/matches/{hidden.match}"
    before = hidden.look("GET", path).json
    assert hidden.look("POST", f"/open/{hidden.tokens['2']}", form={}).status == 303
    after = hidden.look("GET", path).json
    assert {name for name in before if before[name] != after[name]} <= {"revision"}
