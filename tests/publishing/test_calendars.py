"""Deadlines in calendars: one moment each, known again when they move, whatever their match is called."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar, Event

from referee.publishing.calendars import Deadline, calendar, deadline_uid
from referee.publishing.disarming import cleaned
from tests.publishing.specimen import HOSTILE

DUE = datetime(2026, 3, 30, 18, 0, tzinfo=UTC)

ROUND_3 = Deadline(
    uid=deadline_uid("https://games.example", "k2j4", 3),
    title="Crossing the Ford: Round 3",
    due_at=DUE,
    changed_at=datetime(2026, 3, 26, 19, 0, 4, 250_000, tzinfo=UTC),
    url="https://games.example/matches/k2j4",
    words="Round 3 is due.\nSend your move.",
)
FORECAST = replace(
    ROUND_3,
    uid=deadline_uid("https://games.example", "k2j4", 4),
    title="Crossing the Ford: Round 4",
    due_at=DUE + timedelta(days=3),
    words="",
    is_forecast=True,
)


def events(feed: bytes) -> list[Event]:
    return [event for event in Calendar.from_ical(feed).walk("VEVENT") if isinstance(event, Event)]


def test_a_feeds_name_stays_text_whatever_was_typed() -> None:
    lines = calendar("Ann, Bob; \\new", []).decode().split("\r\n")
    for name in ("NAME", "X-WR-CALNAME"):
        assert f"{name}:Ann\\, Bob\\; \\\\new" in lines


def test_a_feed_reads_exactly_so() -> None:
    assert calendar("Crossing the Ford", [FORECAST, ROUND_3]).decode().split("\r\n") == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Referee//Deadlines//EN",
        "NAME:Crossing the Ford",
        "X-WR-CALNAME:Crossing the Ford",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
        "BEGIN:VEVENT",
        "SUMMARY:Crossing the Ford: Round 3",
        "DTSTART:20260330T180000Z",
        "DTSTAMP:20260326T190004Z",
        "UID:phase-3.k2j4@games.example",
        "DESCRIPTION:Round 3 is due.\\nSend your move.",
        "STATUS:CONFIRMED",
        "TRANSP:TRANSPARENT",
        "URL:https://games.example/matches/k2j4",
        "END:VEVENT",
        "BEGIN:VEVENT",
        "SUMMARY:Crossing the Ford: Round 4",
        "DTSTART:20260402T180000Z",
        "DTSTAMP:20260326T190004Z",
        "UID:phase-4.k2j4@games.example",
        "STATUS:TENTATIVE",
        "TRANSP:TRANSPARENT",
        "URL:https://games.example/matches/k2j4",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


def test_a_deadline_that_moves_keeps_its_uid_and_says_when_it_was_changed() -> None:
    moved = replace(ROUND_3, due_at=DUE + timedelta(hours=5), changed_at=DUE - timedelta(minutes=3))
    (before,), (after,) = events(calendar("x", [ROUND_3])), events(calendar("x", [moved]))
    assert before["uid"] == after["uid"]
    assert after["dtstart"].dt == DUE + timedelta(hours=5)
    assert after["dtstamp"].dt > before["dtstamp"].dt


def test_the_same_deadlines_are_the_same_bytes_in_whatever_order_and_zone_they_come() -> None:
    there = timezone(timedelta(hours=5, minutes=45))
    elsewhere = replace(ROUND_3, due_at=DUE.astimezone(there))
    assert calendar("x", [ROUND_3, FORECAST]) == calendar("x", [FORECAST, elsewhere])


def test_a_uid_names_its_phase_its_match_and_its_host() -> None:
    assert deadline_uid("https://Games.example:8443/x", "k2j4", 12) == "phase-12.k2j4@games.example"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_titles_and_words_stay_text(text: str) -> None:
    _stays_text(text)


@given(st.text())
def test_any_title_and_any_words_stay_text(text: str) -> None:
    _stays_text(text)


def _stays_text(text: str) -> None:
    injected = f"{text}\r\nEND:VEVENT\nBEGIN:VEVENT\rSUMMARY:mine"
    feed = calendar(injected, [replace(ROUND_3, title=injected, words=injected)])
    (event,) = events(feed)
    assert event["summary"] == cleaned(injected)
    assert event["dtstart"].dt == DUE
    lines = feed.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert not any(byte < 0x20 for line in lines for byte in line)


def test_no_deadlines_are_an_empty_calendar() -> None:
    assert events(calendar("Nothing yet", [])) == []
