"""Feeds: the deadlines and news of a match and of a seat, the same whatever anybody has sent."""

from datetime import timedelta
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from icalendar import Calendar, Event

from referee.schedule import Clock as Slots
from referee.schedule import Interval
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.errors import NotFound
from referee.services.match_feeds import match_calendar, match_news
from referee.services.matches import extend_phase, pause_phase
from referee.services.schedules import WantedSchedule
from referee.services.seat_rules import SeatRules
from referee.services.tenures import resign
from tests.clock import Clock
from tests.services.playing import running_table, signup_table

ATOM = "{http://www.w3.org/2005/Atom}"
DAILY = WantedSchedule(zone="Europe/Berlin", rounds=Slots.at("20:00"), days_off=("sat", "sun"))


def events(body: bytes) -> list[Event]:
    found = Calendar.from_ical(body).walk("VEVENT")
    return sorted(
        (event for event in found if isinstance(event, Event)),
        key=lambda event: event["dtstart"].dt,
    )


def titles(body: bytes) -> list[str]:
    root = ElementTree.fromstring(body)
    return [entry.findtext(f"{ATOM}title") or "" for entry in root.iter(f"{ATOM}entry")]


def test_a_clock_that_stands_still_is_told_with_what_lets_it_go_on(
    ctx: Context, clock: Clock
) -> None:
    paused = running_table(ctx)
    pause_phase(ctx, paused.desk, paused.match_id, 1)
    waiting = running_table(ctx, seat_rules=SeatRules(open_seat="wait", wait_minutes=120))
    resign(ctx, waiting.seat(1), waiting.match_id, 1)
    for table, words in (
        (paused, "until the referee says when it goes on."),
        (
            waiting,
            "until somebody holds the open seat, at most until Mon 7 Jan 2030, 12:00 (Berlin",
        ),
    ):
        assert words in events(match_calendar(ctx, table.match_id).body)[0]["description"]
        assert words in match_news(ctx, table.match_id).body.decode()


def test_before_the_start_a_calendar_has_the_next_ten_deadlines(ctx: Context, clock: Clock) -> None:
    table = signup_table(ctx, ("Ann", "Bob"), schedule=DAILY)
    feed = match_calendar(ctx, table.match_id)
    clock.forward(minutes=59)
    assert match_calendar(ctx, table.match_id) == feed
    found = events(feed.body)
    # Monday, 7 January 2030, in the morning: ten evenings, and no weekend among them.
    days = [event["dtstart"].dt.day for event in found]
    assert days == [7, 8, 9, 10, 11, 14, 15, 16, 17, 18]
    assert {event["status"] for event in found} == {"TENTATIVE"}


def test_a_deadline_keeps_its_uid_from_forecast_to_close(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, schedule=DAILY)
    forecast = events(match_calendar(ctx, table.match_id).body)[1]
    clock.forward(hours=1)
    close_phase(ctx, table.desk, table.match_id, 1)
    (opened,) = [
        event
        for event in events(match_calendar(ctx, table.match_id).body)
        if event["uid"] == forecast["uid"]
    ]
    assert (forecast["status"], opened["status"]) == ("TENTATIVE", "CONFIRMED")
    assert str(opened["summary"]) == "Summer melee: Round 2"


def test_an_extension_moves_a_deadline_in_calendar_and_news(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    before = events(match_calendar(ctx, table.match_id).body)[0]
    clock.forward(minutes=10)
    later = clock.now + timedelta(days=2)
    extend_phase(ctx, table.desk, table.match_id, 1, later)
    after = events(match_calendar(ctx, table.match_id).body)[0]
    assert after["uid"] == before["uid"]
    assert (after["dtstart"].dt, after["dtstamp"].dt) == (later, clock.now)
    newest = titles(match_news(ctx, table.match_id).body)[0]
    assert newest.startswith("Round 1 is open until Wed 9 Jan 2030")


def test_no_deadline_is_foretold_beyond_the_last_round(ctx: Context) -> None:
    table = running_table(ctx, options={"max_rounds": 4})
    assert len(events(match_calendar(ctx, table.match_id).body)) == 4


def test_a_seat_that_is_out_has_no_more_deadlines(ctx: Context) -> None:
    table = running_table(ctx, options={"starting_life": 3})
    table.sent(1, "strike", "Bob")
    close_phase(ctx, table.desk, table.match_id, 1)
    assert len(events(match_calendar(ctx, table.match_id, 2).body)) == 1
    assert len(events(match_calendar(ctx, table.match_id, 1).body)) > 1
    assert not any(
        "is open until" in title for title in titles(match_news(ctx, table.match_id, 2).body)
    )
    assert any(
        "is open until" in title for title in titles(match_news(ctx, table.match_id, 1).body)
    )


def test_feeds_do_not_tell_who_has_sent(ctx: Context) -> None:
    table = running_table(ctx, status_visibility="names")

    def feeds() -> list[bytes]:
        return [
            read(ctx, table.match_id, seat).body
            for read in (match_calendar, match_news)
            for seat in (None, 1, 2)
        ]

    before = feeds()
    table.sent(1, "strike", "Bob")
    assert feeds() == before


def test_a_seat_that_is_not_there_has_no_feed(ctx: Context) -> None:
    table = running_table(ctx)
    for read in (match_calendar, match_news):
        with pytest.raises(NotFound, match="seat-not-found"):
            read(ctx, table.match_id, 9)


def test_an_interval_forecasts_from_the_open_deadline_on(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, schedule=WantedSchedule(rounds=Interval(minutes=90)))
    found = events(match_calendar(ctx, table.match_id).body)
    gaps = {later["dtstart"].dt - sooner["dtstart"].dt for sooner, later in pairwise(found)}
    assert gaps == {timedelta(minutes=90)}
    assert found[0]["dtstart"].dt == clock.now + timedelta(minutes=90)
