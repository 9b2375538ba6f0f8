"""Signing up: a seat that is held already is named, so that nobody takes a second one by mistake."""

import pytest

from tests.web.worlds import open_match


@pytest.fixture
def new_database_url(new_sqlite_url):
    """Nothing here depends on the database, so one is enough."""
    return new_sqlite_url


def test_whoever_has_a_seat_already_is_led_to_it(server):
    world = open_match(server, start=False)
    path = f"/matches/{world.match}/signup"
    shown = world.look("GET", path, cookies=world.cookies_of("2")).text
    assert f'<a href="/matches/{world.match}/seats/2">To that seat</a>' in shown
    assert "takes a second one" in shown
    for holder in ("public", "referee"):
        assert "To that seat" not in world.look("GET", path, cookies=world.cookies_of(holder)).text


def test_whoever_was_taken_out_is_not_told_to_hold_the_next_ones_seat(server):
    world = open_match(server, start=False)
    desk, seat = f"/matches/{world.match}/desk", f"/matches/{world.match}/signup"
    cookies = world.cookies_of("2")
    world.look("POST", f"{desk}/seats/2/remove", cookies=world.cookies_of("referee"), form={})
    form = {"name": "Dee", "request_id": "a-form-like-any-other-02"}
    assert world.look("POST", seat, form=form).status == 303
    shown = world.look("GET", seat, cookies=cookies).text
    assert "Dee" in shown
    assert "To that seat" not in shown
