"""What came too late, as the desk lists it."""

import re

import pytest

from tests.web.worlds import strike


@pytest.fixture
def new_database_url(new_sqlite_url):
    """Nothing here depends on the database, so one is enough."""
    return new_sqlite_url


def test_a_seat_that_sends_too_late_again_and_again_buries_nobody_else(world):
    world.send(2, strike("Ann"), phase=1)
    for target in ("Bob", "Cal", "Bob"):
        world.clock.forward(seconds=1)
        world.send(1, strike(target), phase=1)
    desk = world.look("GET", f"/matches/{world.match}/desk", cookies=world.cookies_of("referee"))
    section = re.search(r'aria-labelledby="late">(.*?)</section>', desk.text, re.DOTALL)[1]
    rows = re.findall(
        r"<bdi>(\w+)</bdi></span> <span[^>]*>Round 1, (3 times, last )?received", section
    )
    assert rows == [("Ann", "3 times, last "), ("Bob", "")]
