"""Moments in words: in the match's zone first, and in UTC, so that nobody must guess."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from referee.core.moments import date_words, weekday_words, zone_words


def moment_words(at: datetime, zone: str) -> str:
    """The moment, an aware time, as "Tue 3 Mar 2026, 20:00 (Berlin; Tue 19:00 UTC)".

    In UTC itself it is said once: "Tue 3 Mar 2026, 19:00 UTC".
    """
    there = at.astimezone(ZoneInfo(zone))
    utc = at.astimezone(UTC)
    day = f"{weekday_words(there)} {date_words(there)}"
    if zone in ("UTC", "Etc/UTC"):
        return f"{day}, {utc:%H:%M} UTC"
    return f"{day}, {there:%H:%M} ({zone_words(zone)}; {weekday_words(utc)} {utc:%H:%M} UTC)"
