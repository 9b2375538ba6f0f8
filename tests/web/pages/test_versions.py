"""A seat that changes its mind again and again: its page stays light, and the last word stays possible."""

import pytest

from referee.services.moves import MOST_VERSIONS
from tests.web.worlds import strike


@pytest.fixture
def new_database_url(new_sqlite_url):
    """Nothing here depends on the database, so one is enough."""
    return new_sqlite_url


def test_a_hundred_versions_keep_the_page_under_100_kb_and_leave_the_withdrawal_open(world):
    for at in range(MOST_VERSIONS):
        world.send(1, strike("Bob" if at % 2 else "Cal"), phase=2)
    address = f"/matches/{world.match}/seats/1"
    cookies = world.cookies_of("1")
    page = world.look("GET", address, cookies=cookies)
    assert len(page.body) < 100_000
    assert f"version {MOST_VERSIONS - 1}, replaced by a later version" in page.text
    world.send(1, None, phase=2)
    assert "No move counts" in world.look("GET", address, cookies=cookies).text
