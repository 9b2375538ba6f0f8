"""Moments in words: in the match's zone first, and in UTC, so that nobody must guess."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def zone_words(zone: str) -> str:
    """A zone as people say it: "Berlin" for Europe/Berlin, "UTC" for UTC."""
    return zone.rsplit("/", 1)[-1].replace("_", " ")


def moment_words(at: datetime, zone: str) -> str:
    """The moment, an aware time, as "Tue 3 Mar 2026, 20:00 (Berlin; Tue 19:00 UTC)".

    In UTC itself it is said once: "Tue 3 Mar 2026, 19:00 UTC".
    """
    there = at.astimezone(ZoneInfo(zone))
    utc = at.astimezone(UTC)
    day = f"{_DAYS[there.weekday()]} {there.day} {_MONTHS[there.month - 1]} {there.year}"
    if zone in ("UTC", "Etc/UTC"):
        return f"{day}, {utc:%H:%M} UTC"
    return f"{day}, {there:%H:%M} ({zone_words(zone)}; {_DAYS[utc.weekday()]} {utc:%H:%M} UTC)"
