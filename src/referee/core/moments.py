"""Moments as pages, posts and schedules say them alike. Nothing here knows what time it is."""

from datetime import UTC, date, datetime

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def weekday_words(day: date) -> str:
    """A date's weekday: "Tue"."""
    return _DAYS[day.weekday()]


def date_words(day: date) -> str:
    """A date without its weekday: "1 Dec 2026"."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def clock_words(at: datetime, *, seconds: bool = False) -> str:
    """A moment by the clocks of its own zone, which is not named: "Tue 1 Dec 2026, 20:00"."""
    clock = f"{at:%H:%M:%S}" if seconds else f"{at:%H:%M}"
    return f"{weekday_words(at)} {date_words(at)}, {clock}"


def zone_words(zone: str) -> str:
    """A zone as people say it: "Berlin" for Europe/Berlin, "UTC" for UTC."""
    return zone.rsplit("/", 1)[-1].replace("_", " ")


def utc_text(at: datetime) -> str:
    """An aware moment for machines: "2026-12-01T19:00:00Z"."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
