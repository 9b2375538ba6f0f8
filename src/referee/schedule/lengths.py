"""How long a phase may last, and lengths in words."""

from datetime import datetime, timedelta

SHORTEST_PHASE = timedelta(minutes=1)
LONGEST_PHASE = timedelta(days=60)
FURTHEST_EXTENSION = timedelta(days=14)
"""A phase may be extended to at most this long from the moment of extending."""

_HOURS_UP_TO = 72
"""Players say "48 hours" and "5 days"."""


def is_phase_length(minutes: int) -> bool:
    """Whether a phase may last so many minutes: from one minute to sixty days."""
    # Compared as numbers: a timedelta of absurdly many minutes cannot even be made.
    return _minutes(SHORTEST_PHASE) <= minutes <= _minutes(LONGEST_PHASE)


def due_time(opened_at: datetime, minutes: int) -> datetime:
    """When a phase that opens then and lasts so many minutes is due. Lengths are measured in UTC."""
    return opened_at + timedelta(minutes=minutes)


def latest_extension(now: datetime) -> datetime:
    """The latest due time a phase may be extended to now."""
    return now + FURTHEST_EXTENSION


def length_words(minutes: int) -> str:
    """Minutes as people say them, exactly: "48 hours", "5 days", "1 hour 30 minutes"."""
    hours, rest = divmod(minutes, 60)
    days = 0
    if hours > _HOURS_UP_TO:
        days, hours = divmod(hours, 24)
    counted = ((days, "day"), (hours, "hour"), (rest, "minute"))
    return " ".join(f"{count} {unit}{'s' * (count != 1)}" for count, unit in counted if count)


def _minutes(length: timedelta) -> int:
    return length // timedelta(minutes=1)
