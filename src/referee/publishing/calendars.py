"""Deadlines as an iCalendar feed (RFC 5545), for the calendar on a player's phone.

A feed is read again and again, and one calendar application after another matches what it reads to what
it has by UID. So a deadline keeps its UID when it moves, from its first forecast to its last extension.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from icalendar import Calendar, Event, vDuration, vText

from referee.publishing.disarming import cleaned

CONTENT_TYPE = "text/calendar; charset=utf-8"

READ_AGAIN = timedelta(hours=1)
"""How often a calendar is asked to look for changes."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """One deadline in a calendar.

    ``uid`` is `deadline_uid`'s. ``changed_at`` is when this deadline was last set, not when the feed is
    read: the same deadline is the same bytes. ``is_forecast`` marks one of a phase not yet open, which
    an early close may still move. ``words`` may have several lines. Times are aware.
    """

    uid: str
    title: str
    due_at: datetime
    changed_at: datetime
    url: str
    words: str = ""
    is_forecast: bool = False


def deadline_uid(base_url: str, match_id: str, phase: int) -> str:
    """The UID of a phase's deadline, the same from its forecast to its close."""
    return f"phase-{phase}.{match_id}@{urlsplit(base_url).hostname}"


def calendar(title: str, deadlines: Iterable[Deadline]) -> bytes:
    """A feed of deadlines in the order of their due times, as UTF-8.

    Titles and words may be what people typed: they stay text. A deadline is a moment, so it has a start
    and no end, and takes up nobody's time.
    """
    feed = Calendar()
    feed.add("version", "2.0")
    feed.add("prodid", "-//Referee//Deadlines//EN")
    # The library knows neither property for text, and would write a comma or a "\\n" as it was typed.
    name = vText(cleaned(title))
    feed.add("name", name)
    feed.add("x-wr-calname", name)
    feed.add("refresh-interval", READ_AGAIN, parameters={"value": "DURATION"})
    feed.add("x-published-ttl", vDuration(READ_AGAIN))
    for deadline in sorted(deadlines, key=lambda each: (each.due_at, each.uid)):
        feed.add_component(_event(deadline))
    written: bytes = feed.to_ical()
    return written


def _event(deadline: Deadline) -> Event:
    event = Event()
    event.add("uid", deadline.uid)
    event.add("dtstamp", _second(deadline.changed_at))
    event.add("dtstart", _second(deadline.due_at))
    event.add("summary", cleaned(deadline.title))
    words = "\n".join(cleaned(line) for line in deadline.words.splitlines())
    if words:
        event.add("description", words)
    event.add("url", deadline.url)
    event.add("status", "TENTATIVE" if deadline.is_forecast else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    return event


def _second(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(microsecond=0)
