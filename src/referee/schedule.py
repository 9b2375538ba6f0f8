"""When is a phase due? Pure arithmetic, aware UTC in and out."""

from datetime import datetime, timedelta
from functools import cache
from zoneinfo import available_timezones

SHORTEST_PHASE = timedelta(minutes=1)
LONGEST_PHASE = timedelta(days=60)
FURTHEST_EXTENSION = timedelta(days=14)
"""A phase may be extended to at most this long from the moment of extending."""

_NO_PLACES = frozenset({"Factory", "localtime"})


@cache
def zones() -> frozenset[str]:
    """The names of all IANA time zones."""
    return frozenset(available_timezones() - _NO_PLACES)


def is_zone(name: str) -> bool:
    """Whether this names an IANA time zone."""
    return name in zones()


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


def _minutes(length: timedelta) -> int:
    return length // timedelta(minutes=1)
