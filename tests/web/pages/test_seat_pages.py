"""What a seat's page offers of a move that was sent, and when it no longer does."""

import pytest

from referee.services import matches
from referee.services.access import Key
from tests.web.sealing import DEEDS, SECRET
from tests.web.worlds import open_match


@pytest.fixture
def new_database_url(new_sqlite_url):
    """Nothing here depends on the database, so one is enough."""
    return new_sqlite_url


def test_a_seat_whose_last_word_was_a_withdrawal_has_a_page_when_the_match_is_over(new_server):
    world = open_match(new_server())
    DEEDS["withdrawn"](world)
    matches.cancel_match(world.ctx, Key("referee", world.match, None), world.match, "Enough.")
    answer = world.look(
        "GET", f"/matches/{world.match}/seats/{SECRET}", cookies=world.cookies_of(str(SECRET))
    )
    assert answer.status == 200
    assert "Take back" not in answer.text
