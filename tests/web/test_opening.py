"""Opening a link: looking at it does nothing, pressing the button does, and the token leaves the address."""

import pytest

from referee.services import matches
from referee.services.access import Key
from tests.web.client import ORIGIN, Client
from tests.web.worlds import unchanged


@pytest.fixture
def new_database_url(new_sqlite_url):
    """Nothing here depends on the database, so one is enough."""
    return new_sqlite_url


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_looking_at_a_link_sets_no_cookie_and_changes_nothing(world, method):
    with unchanged(world.ctx):
        answer = world.look(method, f"/open/{world.tokens['1']}")
    assert answer.status == 200
    assert not answer.set_cookies
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"


def test_a_good_link_and_a_bad_one_look_the_same(world):
    good = world.tokens["1"]
    bad = "x" * len(good)
    answers = []
    for token in (good, bad):
        world.chance.begin("the form's own id")
        answers.append(world.client.get(f"/open/{token}"))
    one, other = answers
    assert one.status == other.status
    assert one.raw_headers == other.raw_headers
    assert one.text.replace(good, bad) == other.text


@pytest.mark.parametrize(
    ("holder", "page"),
    [("1", "/matches/{match}/seats/1"), ("referee", "/matches/{match}/desk"), ("operator", "/")],
)
def test_the_button_sets_the_cookie_and_leads_away_from_the_token(world, holder, page):
    token = world.tokens[holder]
    opened = world.look("POST", f"/open/{token}", headers={"Origin": ORIGIN})
    assert opened.status == 303
    assert opened.headers["location"] == page.format(match=world.match)
    assert opened.set_cookies == world.cookies_of(holder)
    assert token not in opened.headers["location"] + opened.text
    cookies = opened.set_cookies
    assert world.look("GET", opened.headers["location"], cookies=cookies).status == 200


def test_a_cookie_is_for_the_server_alone(world):
    (name, value) = next(
        header
        for header in world.look("POST", f"/open/{world.tokens['1']}").raw_headers
        if header[0] == b"set-cookie"
    )
    assert name == b"set-cookie"
    flags = {part.strip().lower() for part in value.decode().split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= flags
    assert "secure" not in flags, "this server is not told that it is reached by https"


def test_a_cookie_of_a_server_on_https_is_never_sent_in_the_clear(https_world):
    world = https_world
    answer = Client(world.app, origin=world.ctx.base_url).post(f"/open/{world.tokens['1']}")
    (cookie,) = [value for name, value in answer.raw_headers if name == b"set-cookie"]
    assert b"; Secure" in cookie
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_an_unknown_link_is_refused_in_words(world):
    answer = world.look("POST", "/open/nosuchtoken")
    assert answer.status == 401
    assert "This link opens nothing here" in answer.text
    assert not answer.set_cookies


def test_a_replaced_link_says_that_it_was_replaced(world):
    world.chance.begin("reissue")
    old = world.tokens["1"]
    matches.reissue_link(world.ctx, Key("referee", world.match, None), world.match, 1)
    answer = world.look("POST", f"/open/{old}")
    assert answer.status == 401
    assert "replaced by a newer one" in answer.text


def test_leaving_forgets_the_keys_of_one_match_or_all(world):
    cookies = {
        **world.cookies_of("1"),
        **world.cookies_of("referee"),
        "seat-another-1": "kept",
        "theme": "dark",
    }
    one = world.look("POST", "/leave", cookies=cookies, form={"match": world.match})
    assert (one.status, one.headers["location"]) == (303, f"/matches/{world.match}")
    assert set(one.set_cookies) == {f"seat-{world.match}-1", f"desk-{world.match}"}
    assert set(one.set_cookies.values()) == {""}
    every = world.look("POST", "/leave", cookies=cookies)
    assert set(every.set_cookies) == set(one.set_cookies) | {"seat-another-1"}


@pytest.mark.parametrize("match", ["//evil.example", "../../evil", "a\r\nX-Evil: 1"])
def test_leaving_leads_nowhere_else(world, match):
    answer = world.look("POST", "/leave", form={"match": match})
    assert answer.headers["location"].startswith(("/matches/", "/"))
    assert not answer.headers["location"].startswith("//")
    assert "x-evil" not in answer.headers
