"""What the first pages say: the list of matches, the form for a new one, the page that opens a link."""

import re

import pytest

from tests.web.worlds import open_match


@pytest.fixture
def new_database_url(new_sqlite_url):
    """Nothing here depends on the database, so one is enough."""
    return new_sqlite_url


def row_of(world):
    """The match's line on the first page."""
    line = re.search(
        r'class="match-row">.*?class="meta">([^<]+)<', world.client.get("/").text, re.DOTALL
    )
    return line[1]


def test_only_a_match_that_looks_for_players_tells_its_free_seats(server):
    world = open_match(server, start=False, max_seats=8)
    assert row_of(world) == "Crossing Swords · 3 of 8 seats"


def test_a_running_match_tells_its_players(world):
    assert row_of(world) == "Crossing Swords · 3 players"


def test_a_game_without_choices_says_nothing_of_their_length(server):
    assert "A choice takes" not in server.client.get("/new?game=crossing-swords").text
    assert "A choice takes 12 hours." in server.client.get("/new?game=royal-dilemma").text


def test_the_page_that_opens_a_link_says_what_an_invitation_is(server):
    told = server.client.get("/open/whatever-it-holds").text
    assert "opens only once: the next page gives you a link of your own" in told
