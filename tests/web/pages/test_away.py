"""Absences through the seat's page: a form that comes twice, from a browser in which somebody went back.

And what somebody reads who has given their seat up.
"""

import re
from datetime import timedelta

import pytest

from referee.services import reading
from referee.services.absences import take_absence_back
from referee.services.access import Key
from referee.web.pages.zones import format_local
from tests.web.worlds import open_match


@pytest.fixture
def new_database_url(new_sqlite_url):
    """Nothing here depends on the database, so one is enough."""
    return new_sqlite_url


SEAT = 1


def announce(world, days, *, request_id="a form that comes more than once"):
    """Announce an absence from now on, so many days long."""
    ends = format_local(world.clock.now + timedelta(days=days), "Europe/Berlin")
    begins = format_local(world.clock.now, "Europe/Berlin")
    form = {"begins": begins, "ends": ends, "standing": "", "request_id": request_id}
    return world.client.post(
        f"/matches/{world.match}/seats/{SEAT}/absences", form=form, cookies=world.cookies_of("1")
    )


def announced(world):
    return reading.seat_page(world.ctx, Key("seat", world.match, SEAT)).absences


def test_a_form_sent_twice_announces_once(world):
    assert [announce(world, 1).status for _ in range(2)] == [303, 303]
    assert len(announced(world)) == 1


def test_a_form_that_was_changed_is_not_taken_for_the_first_one(world):
    announce(world, 1)
    refused = announce(world, 2)
    assert refused.status == 409
    assert "take that one back first" in refused.text
    # What was typed is still there, in a form that can be sent.
    fresh = re.search(r'name="request_id" value="([^"]+)"', refused.text)[1]
    take_absence_back(world.ctx, Key("seat", world.match, SEAT), world.match, SEAT, 1)
    assert announce(world, 2, request_id=fresh).status == 303
    (absence,) = announced(world)
    assert absence.ends_at == world.clock.now + timedelta(days=2)


def test_what_was_taken_back_is_not_said_to_be_announced(world):
    announce(world, 1)
    take_absence_back(world.ctx, Key("seat", world.match, SEAT), world.match, SEAT, 1)
    refused = announce(world, 1)
    assert refused.status == 409
    assert "was taken back" in refused.text
    assert announced(world) == ()


def given_up(world, seat):
    """Give this seat up through its form; the page that its browser is led to."""
    form = {"sure": "yes", "request_id": "the form that gives it up"}
    answer = world.client.post(
        f"/matches/{world.match}/seats/{seat}/resign", form=form, cookies=world.cookies_of(seat)
    )
    assert answer.status == 303
    return world.client.get(answer.headers["location"]).text


def test_whoever_gives_a_seat_up_is_told_that_it_is_done(world):
    assert "You have given up the seat of Bob." in given_up(world, "2")


def test_whoever_leaves_before_the_start_is_told_so_too(server):
    world = open_match(server, start=False)
    assert "You have given up your seat." in given_up(world, "2")


def test_a_seat_that_nobody_gave_up_is_not_said_to_be(world):
    told = world.client.get(f"/matches/{world.match}?done=given-up&seat=2").text
    assert "the seat of Bob" not in told


def test_whoever_goes_back_to_a_seat_they_gave_up_is_told_who_can_seat_them_again(world):
    given_up(world, "2")
    without_key = world.client.get(f"/matches/{world.match}/seats/2")
    assert without_key.status == 401
    assert "If you gave this seat up, that is done" in without_key.text
    with_old_key = world.client.get(
        f"/matches/{world.match}/seats/2", cookies=world.cookies_of("2")
    )
    assert "<h1>This link no longer opens anything</h1>" in with_old_key.text
    assert "its seat was given up" in with_old_key.text
