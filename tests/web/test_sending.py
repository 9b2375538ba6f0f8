"""Sending: no thread is waited for before the writer, and whoever has no key hears what they hear anywhere."""

import inspect

import pytest
from fastapi.routing import APIRoute, iter_route_contexts

from referee.services import matches
from referee.services.access import Key
from referee.web.rate_limits import LimitSettings
from tests.web.worlds import open_match, strike, unchanged

MOVES = "/api/matches/{match}/seats/1/moves"
FORM = "/matches/{match}/seats/1"
GOOD = {"phase": 2, "move": strike("Bob")}
GOOD_FORM = {"phase": "2", "move.card": "strike", "move.target": "Bob", "request_id": "a form"}


def send(world, path, **how):
    return world.look("POST", path.format(match=world.match), **how)


@pytest.mark.parametrize("name", ["send_move", "withdraw_move"])
def test_nothing_of_sending_through_the_api_is_handed_to_a_thread(world, name):
    (route,) = (
        context.original_route
        for context in iter_route_contexts(world.app.router.routes)
        if isinstance(context.original_route, APIRoute)
        and context.original_route.endpoint.__module__ == "referee.web.api.seats"
        and context.original_route.name == name
    )

    def calls(dependant):
        yield dependant.call
        for one in dependant.dependencies:
            yield from calls(one)

    assert [one for one in calls(route.dependant) if not inspect.iscoroutinefunction(one)] == []


@pytest.mark.parametrize(
    ("path", "how"),
    [
        (MOVES, {"json": GOOD}),
        (MOVES, {"json": {"phase": 2}}),
        (MOVES, {"json": {"phase": "two", "move": strike("Bob")}}),
        (MOVES, {"json": {}}),
        (MOVES, {}),
        (MOVES, {"json": {"phase": 99, "move": {"card": "none"}}}),
        ("/api/matches/{match}/seats/1/withdraw", {"json": {"phase": 2}}),
        ("/api/matches/{match}/seats/1/withdraw", {"json": {"phase": "two"}}),
        (FORM, {"form": GOOD_FORM}),
        (FORM, {"form": {"phase": "two"}}),
        (FORM, {"form": {}}),
        (f"{FORM}/withdraw", {"form": {"phase": "2"}}),
        (f"{FORM}/withdraw", {"form": {"phase": "two"}}),
    ],
)
def test_the_key_is_what_is_wrong_first_whatever_else_is(world, path, how):
    replaced = world.tokens["1"]
    world.chance.begin("reissue")
    matches.reissue_link(world.ctx, Key("referee", world.match, None), world.match, 1)
    with unchanged(world.ctx):
        for token, status, words in (
            (None, 401, "This seat opens with its own link"),
            ("nosuchtoken", 401, "This link opens nothing here"),
            (replaced, 401, "This link has been replaced by a newer one"),
            (world.tokens["2"], 403, "This link belongs to another seat"),
        ):
            answer = send(world, path, token=token, **how)
            assert (answer.status, words in answer.text) == (status, True), answer.text
            if status == 401:
                assert answer.headers["www-authenticate"] == "Bearer"


def test_a_body_that_is_no_json_is_unreadable_whoever_sends_it(world):
    for token in (None, "nosuchtoken", world.tokens["1"]):
        headers = {"Content-Type": "application/json"}
        answer = send(world, MOVES, token=token, body=b"{no json", headers=headers)
        assert (answer.status, answer.json["code"]) == (422, "body-unreadable")


@pytest.mark.parametrize(
    ("path", "how"), [(MOVES, {"json": GOOD}), (MOVES, {"json": {}}), (FORM, {"form": GOOD_FORM})]
)
def test_tokens_guessed_by_sending_count_like_all_others(new_server, path, how):
    world = new_server(limits=LimitSettings(guess="3/minute"))
    world.app.state.writer.start()
    open_match(world)
    for at in range(3):
        assert send(world, path, token=f"guess{at}", **how).status == 401
    for token in ("guess", world.tokens["1"]):
        answer = send(world, path, token=token, **how)
        assert (answer.status, "Too many unknown links" in answer.text) == (429, True)
        assert int(answer.headers["retry-after"]) >= 1
    elsewhere = send(world, MOVES, token=world.tokens["1"], json=GOOD, client="198.51.100.7")
    assert elsewhere.status == 201
