"""The start of a match that deals hidden hands, how long its choices last, and who is told who owes one."""

from dataclasses import replace
from datetime import timedelta

import pytest

from referee.services import reading
from referee.services.cache import Cache
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.errors import Conflict
from referee.services.exporting import export_match
from referee.services.match_feeds import match_calendar, match_news
from referee.services.matches import (
    NewMatch,
    SeatLink,
    add_seat,
    create_match,
    reissue_link,
    sign_up,
    start_match,
)
from referee.services.opening import open_link
from referee.services.seat_rules import SeatRules
from referee.services.tenures import resign, swap_seat
from tests.clock import Clock
from tests.games.tiny.game import KingOfTheHill
from tests.services.playing import Table, own_link, request_id, signup_table


@pytest.fixture
def hill(ctx: Context) -> Table:
    """A match open for signup, whose two climbers will hold two cards each. Ann has signed up herself."""
    return open_hill(ctx)


def open_hill(ctx: Context, **settings: object) -> Table:
    ctx = replace(
        ctx,
        games={**ctx.games, "king-of-the-hill": KingOfTheHill()},
        phases=Cache(16),
        reports=Cache(16),
        matches=Cache(16),
    )
    new = NewMatch(game="king-of-the-hill", title="The hill", options={"hand": 2}, **settings)  # type: ignore[arg-type]
    made = create_match(ctx, new, request_id=request_id())
    sign_up(ctx, made.match_id, "Ann", request_id=request_id())
    return Table(ctx, made.match_id, ("Ann", "Bob"))


def hill_with_a_choice_open(ctx: Context, **settings: object) -> Table:
    """A match whose open phase is a choice that asks one of the two."""
    hill = open_hill(ctx, **settings)
    sign_up(hill.ctx, hill.match_id, "Bob", request_id=request_id())
    start_match(hill.ctx, hill.desk, hill.match_id)
    close_phase(hill.ctx, hill.desk, hill.match_id, 1)
    return hill


def seat_bob(hill: Table) -> SeatLink:
    """The referee seats Bob; his link."""
    return add_seat(hill.ctx, hill.desk, hill.match_id, "Bob")


def start(hill: Table, *, go_ahead: bool = False) -> str:
    """What the start is answered with: the match's status, or the refusal's code."""
    try:
        start_match(hill.ctx, hill.desk, hill.match_id, go_ahead=go_ahead)
    except Conflict as refusal:
        return refusal.code
    return reading.match_page(hill.ctx, hill.match_id, None).status


def test_hands_are_dealt_only_when_every_link_has_been_opened(hill: Table) -> None:
    link = seat_bob(hill)
    assert start(hill) == "links-unopened"
    assert reading.match_page(hill.ctx, hill.match_id, None).status == "signup"
    key = own_link(hill.ctx, link).key
    assert (key.role, key.seat) == ("seat", 2)
    assert start(hill) == "running"


def test_the_refusal_names_who_has_not_opened_their_link(hill: Table) -> None:
    seat_bob(hill)
    with pytest.raises(Conflict, match="“Bob”"):
        start_match(hill.ctx, hill.desk, hill.match_id)


def test_the_referee_may_go_ahead_without_waiting(hill: Table) -> None:
    seat_bob(hill)
    assert start(hill, go_ahead=True) == "running"


def test_a_practice_player_needs_no_link(hill: Table) -> None:
    add_seat(hill.ctx, hill.desk, hill.match_id, "Bob", practice=True)
    assert start(hill) == "running"


def test_a_new_link_must_be_opened_anew(hill: Table) -> None:
    sign_up(hill.ctx, hill.match_id, "Bob", request_id=request_id())
    link = reissue_link(hill.ctx, hill.desk, hill.match_id, 2)
    assert start(hill) == "links-unopened"
    own_link(hill.ctx, link)
    assert start(hill) == "running"


def test_the_desk_shows_whose_link_has_been_opened_and_its_page_is_called_up_anew(
    hill: Table, clock: Clock
) -> None:
    link = seat_bob(hill)
    desk = reading.desk_page(hill.ctx, hill.desk, hill.match_id)
    assert desk.deals
    assert [seat.link_opened_at for seat in desk.seats] == [clock.now, None]
    clock.forward(minutes=5)
    own = own_link(hill.ctx, link)
    opened = clock.now
    later = reading.desk_page(hill.ctx, hill.desk, hill.match_id)
    assert later.match.revision != desk.match.revision
    clock.forward(minutes=5)
    open_link(hill.ctx, own.token, request_id=request_id())
    again = reading.desk_page(hill.ctx, hill.desk, hill.match_id)
    assert again.seats[1].link_opened_at == opened
    assert again.match.revision == later.match.revision


def test_a_game_that_hides_nothing_waits_for_nobody(ctx: Context) -> None:
    table = signup_table(ctx, ("Ann",))
    add_seat(ctx, table.desk, table.match_id, "Bob")
    assert not reading.desk_page(ctx, table.desk, table.match_id).deals
    assert start(table) == "running"


@pytest.mark.parametrize(
    ("settings", "minutes"),
    [
        ({}, 720),
        ({"round_minutes": 1}, 1),
        ({"round_minutes": 60, "choice_minutes": 50}, 50),
    ],
)
def test_choices_last_half_a_round_unless_somebody_says_otherwise(
    ctx: Context, clock: Clock, settings: dict[str, int], minutes: int
) -> None:
    hill = open_hill(ctx, **settings)
    sign_up(hill.ctx, hill.match_id, "Bob", request_id=request_id())
    start_match(hill.ctx, hill.desk, hill.match_id)
    close_phase(hill.ctx, hill.desk, hill.match_id, 1)
    phase = reading.match_page(hill.ctx, hill.match_id, None).phase
    assert phase is not None
    assert (phase.kind, phase.due_at) == ("choice", clock.now + timedelta(minutes=minutes))


@pytest.mark.parametrize(
    ("visibility", "owed", "named"), [("hidden", None, 0), ("count", 1, 0), ("names", 1, 1)]
)
def test_who_owes_a_choice_is_told_as_far_as_the_match_grants(
    ctx: Context, visibility: str, owed: int | None, named: int
) -> None:
    hill = hill_with_a_choice_open(ctx, status_visibility=visibility)
    page = reading.match_page(hill.ctx, hill.match_id, None)
    assert page.moved.owed == owed
    assert len(page.moved.seats) == named
    post = reading.post(hill.ctx, hill.match_id, "phase-1").texts["plain"]
    assert " ".join(post.split()).count("A move is owed by") == named
    told = [entry.act for entry in export_match(hill.ctx, hill.match_id).record]
    followed = [act.following for act in told if act.kind == "closed"]
    assert [(one.kind, one.owed) for one in followed if one is not None] == [("choice", None)]


def test_a_seats_feeds_do_not_tell_whether_a_choice_asks_it(ctx: Context) -> None:
    hill = hill_with_a_choice_open(ctx)
    phase = reading.match_page(hill.ctx, hill.match_id, None).phase
    assert phase is not None
    for seat in (1, 2):
        calendar = match_calendar(hill.ctx, hill.match_id, seat).body.decode()
        assert f"The hill: {phase.title}" in calendar
        news = match_news(hill.ctx, hill.match_id, seat).body.decode()
        assert "If you have a choice to make, send it before" in news
    close_phase(hill.ctx, hill.desk, hill.match_id, 2)
    for seat in (1, 2):
        calendar = match_calendar(hill.ctx, hill.match_id, seat).body.decode()
        assert f"The hill: {phase.title}" in calendar


def test_a_choice_waits_for_a_substitute_whether_or_not_it_asks_the_seat(ctx: Context) -> None:
    for seat in (1, 2):
        hill = hill_with_a_choice_open(ctx, seat_rules=SeatRules(open_seat="wait"))
        resign(hill.ctx, hill.seat(seat), hill.match_id, seat)
        phase = reading.match_page(hill.ctx, hill.match_id, None).phase
        assert phase is not None
        assert phase.paused_at is not None
        swap_seat(
            hill.ctx,
            hill.desk,
            hill.match_id,
            seat,
            "Eve",
            move_stands=True,
            request_id=request_id(),
        )
        phase = reading.match_page(hill.ctx, hill.match_id, None).phase
        assert phase is not None
        assert phase.paused_at is None
