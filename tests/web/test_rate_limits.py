"""How often a stranger may try: refused in words, with how long to wait, and each address for itself."""

import pytest

from referee.services.errors import TooMany
from referee.web.rate_limits import LimitSettings, RateLimits
from tests.clock import Clock
from tests.web.worlds import UNLIMITED, open_match, unchanged

TIGHT = LimitSettings(create="2/hour", sign_up="2/hour", guess="3/minute", suppose="2/minute")


@pytest.fixture
def new_database_url(new_sqlite_url):
    """Nothing here depends on the database, so one is enough."""
    return new_sqlite_url


@pytest.fixture
def tight(new_server):
    world = new_server(limits=TIGHT)
    world.app.state.writer.start()
    return open_match(world, start=False)


def assert_refused(answer, words: str) -> None:
    assert answer.status == 429
    assert words in answer.text
    assert 1 <= int(answer.headers["retry-after"]) <= 3600


def test_starting_many_matches_from_one_address(tight):
    body = {"game": "crossing-swords", "title": "A match"}
    for _ in range(2):
        assert tight.look("POST", "/api/matches", json=body).status == 201
        tight.chance.begin("another")
    with unchanged(tight.ctx):
        api = tight.look("POST", "/api/matches", json=body)
        page = tight.look("POST", "/new", form={**body, "zone": "UTC", "request_id": "x" * 20})
    assert_refused(api, "Many matches have been started from your address")
    assert api.json["code"] == "too-many-create"
    assert_refused(page, "Many matches have been started from your address")
    assert tight.look("POST", "/api/matches", json=body, client="198.51.100.7").status == 201


def test_signing_up_often_from_one_address(tight):
    path = f"/matches/{tight.match}/signup"
    for at, name in enumerate(("Eve", "Fay")):
        tight.chance.begin(f"form {at}")
        assert tight.look("POST", f"/api{path}", json={"name": name}).status == 201
    with unchanged(tight.ctx):
        api = tight.look("POST", f"/api{path}", json={"name": "Gus"})
        page = tight.look("POST", path, form={"name": "Gus", "request_id": "x" * 20})
    assert_refused(api, "Many people have signed up from your address")
    assert_refused(page, "Many people have signed up from your address")


def test_guessing_links_and_then_even_a_good_one_must_wait(tight):
    for at in range(3):
        assert tight.look("POST", f"/open/guess{at}").status == 401
    assert_refused(tight.look("POST", "/open/guess3"), "Too many unknown links")
    assert_refused(tight.look("POST", f"/open/{tight.tokens['1']}"), "Too many unknown links")
    assert_refused(tight.look("GET", "/api/key", token="guess"), "Too many unknown links")
    elsewhere = tight.look("POST", f"/open/{tight.tokens['1']}", client="198.51.100.7")
    assert elsewhere.status == 303


def test_opening_ones_own_link_over_and_over_uses_nothing_up(tight):
    for _ in range(10):
        assert tight.look("POST", f"/open/{tight.tokens['1']}").status == 303


def test_an_old_cookie_on_a_page_for_everybody_is_no_guess(tight):
    cookies = {f"seat-{tight.match}-1": "from-a-database-that-is-gone"}
    for _ in range(10):
        assert tight.look("GET", f"/matches/{tight.match}", cookies=cookies).status == 200


def test_addresses_of_one_household_count_as_one(tight):
    for at in range(3):
        tight.look("POST", f"/open/guess{at}", client=f"2001:db8:1:2::{at + 1}")
    neighbour = tight.look("POST", "/open/guess", client="2001:db8:1:3::1")
    same = tight.look("POST", "/open/guess", client="2001:db8:1:2:ffff::9")
    assert (neighbour.status, same.status) == (401, 429)


def test_a_header_that_names_another_address_changes_nothing(tight):
    for at in range(4):
        answer = tight.look("POST", "/open/guess", headers={"X-Forwarded-For": f"203.0.113.{at}"})
    assert answer.status == 429


def test_a_players_moves_are_not_limited(new_server):
    world = new_server(limits=TIGHT)
    world.app.state.writer.start()
    open_match(world)
    path = f"/api/matches/{world.match}/seats/1/moves"
    body = {"phase": 2, "move": {"card": "strike", "target": "Bob"}}
    for _ in range(30):
        assert world.look("POST", path, token=world.tokens["1"], json=body).status == 201


def test_the_wait_told_is_within_the_window():
    limits = RateLimits(TIGHT, Clock())
    limits.count("guess", "192.0.2.1")
    limits.count("guess", "192.0.2.1")
    limits.count("guess", "192.0.2.1")
    with pytest.raises(TooMany) as refused:
        limits.count("guess", "192.0.2.1")
    assert 1 <= refused.value.retry_after <= 60


def test_the_tests_own_settings_limit_nothing():
    limits = RateLimits(UNLIMITED, Clock())
    for _ in range(1000):
        limits.count("create", "192.0.2.1")
