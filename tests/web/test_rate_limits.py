"""How often a stranger may try: refused in words, with how long to wait, each address for itself.

Counted in the database: whichever process is asked, and however often one starts anew.
"""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from referee.services.errors import TooMany
from referee.services.rates import Allowance
from referee.storage.tables import rates
from referee.web.rate_limits import LimitSettings, RateLimits, allowance_of
from tests.web.worlds import UNLIMITED, open_match, unchanged

TIGHT = LimitSettings(create="2/hour", sign_up="2/hour", guess="3/minute", suppose="2/minute")


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
    for name in ("Eve", "Fay"):
        body = {"name": name, "request_id": f"the-form-of-{name}-alone"}
        assert tight.look("POST", f"/api{path}", json=body).status == 201
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


def guess(limits: RateLimits, times: int = 1) -> None:
    for _ in range(times):
        limits.count("guess", "192.0.2.1")


def test_the_wait_told_is_until_the_next_is_allowed(ctx, clock):
    limits = RateLimits(TIGHT, ctx)
    guess(limits, 3)
    with pytest.raises(TooMany) as refused:
        guess(limits)
    assert refused.value.retry_after == 20
    clock.forward(seconds=19)
    with pytest.raises(TooMany) as refused:
        limits.require_room("guess", "192.0.2.1")
    assert refused.value.retry_after == 1
    clock.forward(seconds=1)
    guess(limits)
    with pytest.raises(TooMany):
        guess(limits)


def test_an_allowance_that_rests_is_whole_again_and_no_more_than_that(ctx, clock):
    limits = RateLimits(TIGHT, ctx)
    guess(limits, 3)
    clock.forward(days=1)
    guess(limits, 3)
    with pytest.raises(TooMany):
        guess(limits)


def test_several_processes_count_together(new_context, database_url):
    processes = [RateLimits(TIGHT, new_context(database_url)) for _ in range(4)]
    for process in processes[:3]:
        guess(process)
    for process in processes:
        with pytest.raises(TooMany):
            process.require_room("guess", "192.0.2.1")
        with pytest.raises(TooMany):
            guess(process)
    guess_elsewhere = RateLimits(TIGHT, new_context(database_url))
    guess_elsewhere.count("guess", "198.51.100.7")


def test_whoever_tries_at_once_in_many_processes_gets_no_more(new_context, database_url):
    processes = [RateLimits(TIGHT, new_context(database_url)) for _ in range(4)]

    def try_it(at: int) -> bool:
        try:
            guess(processes[at % 4])
        except TooMany:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(try_it, range(40))) == 3


def test_room_that_another_process_has_used_up_is_noticed_within_a_second(
    new_context, database_url, clock
):
    one, other = (RateLimits(TIGHT, new_context(database_url)) for _ in range(2))
    one.require_room("guess", "192.0.2.1")
    guess(other, 3)
    clock.forward(seconds=1)
    with pytest.raises(TooMany):
        one.require_room("guess", "192.0.2.1")


def test_a_flood_that_is_refused_and_moves_in_a_row_ask_the_database_nothing(ctx, monkeypatch):
    limits = RateLimits(TIGHT, ctx)
    limits.require_room("guess", "198.51.100.7")
    guess(limits, 3)
    with pytest.raises(TooMany):
        guess(limits)
    monkeypatch.delattr(type(ctx.store), "write")
    monkeypatch.delattr(type(ctx.store), "read")
    for _ in range(100):
        with pytest.raises(TooMany):
            guess(limits)
        limits.require_room("guess", "198.51.100.7")


def test_no_address_is_stored_and_what_is_over_is_swept_away(ctx, clock):
    limits = RateLimits(TIGHT, ctx)
    for at in range(20):
        limits.count("guess", f"192.0.2.{at}")
    with ctx.store.read() as connection:
        rows = connection.execute(rates.select()).all()
    assert len(rows) == 20
    assert not any("192.0.2" in repr(row) for row in rows)
    clock.forward(minutes=2)
    limits.count("guess", "192.0.2.99")
    with ctx.store.read() as connection:
        assert len(connection.execute(rates.select()).all()) == 1


def test_a_rate_is_read_as_it_is_written():
    assert allowance_of("20/hour") == Allowance(20, timedelta(hours=1))
    for wrong in ("20", "0/hour", "-1/hour", "20/fortnight", "20/hours", "", "20 / hour"):
        with pytest.raises(ValueError, match="no rate"):
            allowance_of(wrong)


def test_the_tests_own_settings_limit_nothing(ctx):
    limits = RateLimits(UNLIMITED, ctx)
    for _ in range(100):
        limits.count("create", "192.0.2.1")
