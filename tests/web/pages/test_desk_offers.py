"""What the desk offers is what it takes, and nothing that the referee needs is hidden."""

import html
import re
from datetime import datetime, timedelta

import pytest

from referee.schedule import PRESETS
from referee.services import reading
from referee.services.closing import close_if
from referee.services.closing_rules import ClosingRules
from referee.services.seat_rules import SeatRules
from referee.web.pages.pace_forms import filled_by, wanted_schedule
from tests.services.broken_games import BrokenSwords, with_game
from tests.web.worlds import open_match, strike


@pytest.fixture
def new_database_url(new_sqlite_url):
    """Nothing here depends on the database, so one is enough."""
    return new_sqlite_url


def desk_of(world):
    return world.client.get(
        f"/matches/{world.match}/desk", cookies=world.cookies_of("referee")
    ).text


def sent(world, act, **form):
    return world.client.post(
        f"/matches/{world.match}/desk/{act}", form=form, cookies=world.cookies_of("referee")
    )


def phase_of(world):
    return reading.match_page(world.ctx, world.match, None).phase


def offered(desk):
    """The deadlines of the form for extending, as it sends them."""
    return [html.unescape(value) for value in re.findall(r'name="due" value="([^"]+)"', desk)]


@pytest.fixture
def in_grace(server):
    """A match thirteen hours after its deadline, in two days of grace."""
    world = open_match(server, rounds=0, closing=ClosingRules(grace_minutes=2 * 1440))
    world.clock.set(phase_of(world).due_at + timedelta(hours=13))
    return world


def test_a_round_whose_deadline_has_passed_is_offered_no_pause(in_grace):
    assert sent(in_grace, "pause", phase="1").status == 409
    assert 'id="pause"' not in desk_of(in_grace)
    assert "before its minutes of grace are over" in desk_of(in_grace)


def test_every_later_deadline_that_is_offered_in_grace_is_taken(in_grace):
    first, *_, other = offered(desk_of(in_grace))
    assert other == "other"
    assert sent(in_grace, "extend", phase="1", due=first).status == 303
    assert phase_of(in_grace).due_at > in_grace.clock.now


def test_no_extension_is_offered_while_none_is_possible(server):
    world = open_match(server, rounds=0, closing=ClosingRules(furthest_extension_minutes=60))
    assert 'id="extend"' not in desk_of(world)


def test_where_nothing_is_offered_by_one_press_a_time_of_ones_own_is_and_is_taken(server):
    world = open_match(server, rounds=0, closing=ClosingRules(furthest_extension_minutes=60))
    world.clock.set(phase_of(world).due_at - timedelta(minutes=10))
    desk = desk_of(world)
    assert offered(desk) == ["other"]
    assert 'name="due" value="other" checked' in desk
    typed = re.search(r'name="due_local"[^>]* value="([^"]+)"', desk)[1]
    assert sent(world, "extend", phase="1", due="other", due_local=typed).status == 303
    assert phase_of(world).due_at == world.clock.now + timedelta(minutes=60)


def test_the_desk_of_a_halted_match_closes_its_round_again(server):
    world = open_match(server, rounds=0)
    world.clock.set(phase_of(world).due_at)
    broken = with_game(world.ctx, BrokenSwords())
    close_if(broken, world.match, 1, why="deadline")
    desk = desk_of(world)
    assert "The round could not be resolved" in desk
    assert 'id="pause"' not in desk
    assert f'action="/matches/{world.match}/desk/close"' in desk
    answer = sent(world, "close", phase="1")
    assert answer.status == 303
    assert (phase_of(world).number, phase_of(world).status) == (2, "open")


def test_a_desk_that_has_closed_a_round_says_that_the_next_one_waits(server):
    rules = SeatRules(misses=1, open_seat="wait")
    world = open_match(server, rounds=0, seat_rules=rules)
    where = sent(world, "close", phase="1").headers["location"]
    desk = world.client.get(where, cookies=world.cookies_of("referee")).text
    assert "ready to copy. Round 2 waits for a substitute." in desk


def posts_of(desk):
    """The posts that the desk offers by one press: under which heading, and which."""
    found = re.findall(
        r'class="newest-post".*?class="label">([^<]+)<.*?<bdi>([^<]+)</bdi>', desk, re.DOTALL
    )
    return [(html.unescape(heading), html.unescape(title)) for heading, title in found]


def test_at_the_end_the_desk_offers_the_last_round_and_then_the_standings(server):
    world = open_match(server, rounds=0, options={"starting_life": 1}, names=("Ann", "Bob"))
    world.send(1, strike("Bob"), phase=1)
    where = sent(world, "close", phase="1").headers["location"]
    desk = world.client.get(where, cookies=world.cookies_of("referee")).text
    assert "Its announcement and the final standings are ready to copy." in desk
    assert posts_of(desk) == [
        ("The last round’s post", "Summer melee: Round 1"),
        ("The newest post", "Summer melee: final standings"),
    ]


def test_a_post_whose_deadline_was_moved_is_offered_with_what_holds_now(server):
    world = open_match(server, rounds=0)
    assert "after this was written" not in desk_of(world)
    first = offered(desk_of(world))[0]
    assert sent(world, "extend", phase="1", due=first).status == 303
    desk = desk_of(world)
    told = desk.partition("The deadline was moved after this was written.")[2]
    assert "Round 1 closes" in told[:40]
    assert "Tue 8 Jan 2030, 22:00 (Berlin)" in told[:160]
    assert 'data-copy="more-time-bbcode"' in told
    assert 'id="more-time-bbcode"' in desk, "a button copies what is not there"


def test_a_post_whose_clock_was_stopped_is_offered_with_a_warning(server):
    world = open_match(server, rounds=0)
    assert sent(world, "pause", phase="1").status == 303
    assert "The clock was stopped after this was written" in desk_of(world)
    world.clock.forward(days=2)
    assert sent(world, "resume", phase="1", at="time-left").status == 303
    desk = desk_of(world)
    assert "The deadline was moved after this was written." in desk
    world.close(1)
    assert "after this was written" not in desk_of(world)


@pytest.mark.parametrize("at", ["time-left", "next-slot"])
@pytest.mark.parametrize("preset", PRESETS, ids=lambda one: one.slug)
def test_a_paused_round_is_due_when_the_desk_has_said_if_it_is_resumed_at_once(server, preset, at):
    world = open_match(
        server, rounds=0, schedule=wanted_schedule(filled_by(preset), "Europe/Berlin")
    )
    world.clock.set(phase_of(world).due_at - timedelta(minutes=7))
    assert sent(world, "pause", phase="1").status == 303
    world.clock.forward(days=1, minutes=5)
    choice = desk_of(world).partition(f'name="at" value="{at}"')[2]
    told = re.search(r'until <time datetime="([^"]+)"', choice)[1]
    assert sent(world, "resume", phase="1", at=at).status == 303
    assert phase_of(world).due_at == datetime.fromisoformat(told)


def test_a_match_whose_seats_are_taken_looks_for_nobody(server):
    world = open_match(server, start=False, max_seats=4)
    for offers in ("The signup link", "A recruiting post", "Seat somebody yourself"):
        assert offers in desk_of(world)
    sent(world, "seats", name="Dee")
    for offers in ("The signup link", "A recruiting post", "Seat somebody yourself"):
        assert offers not in desk_of(world)


def test_a_desk_without_seats_says_which_post_fills_them(server):
    world = open_match(server, start=False, names=())
    desk = desk_of(world)
    assert "Post the recruiting post below" in desk
    assert "A recruiting post, BBCode" in desk
