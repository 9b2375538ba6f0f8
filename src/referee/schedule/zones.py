"""Time zones, and the moment that a wall clock's time names on days when the clocks change."""

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

_NO_PLACES = frozenset({"Factory", "localtime"})


@cache
def zones() -> frozenset[str]:
    """The names of all IANA time zones."""
    return frozenset(available_timezones() - _NO_PLACES)


def is_zone(name: str) -> bool:
    """Whether this names an IANA time zone."""
    return name in zones()


def moment_of(wall: datetime, zone: ZoneInfo) -> datetime:
    """When the clocks of a zone show a naive time, in UTC.

    A time that comes twice (the clocks go back) means its first coming. A time that the clocks skip
    means the first moment after the skip: 02:30 on Berlin's 29 March 2026 is 03:00, not 03:30.
    """
    if wall.tzinfo is not None:
        raise ValueError("A wall clock's time has no zone of its own.")
    moment = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None, fold=0) == wall.replace(fold=0):
        return moment
    # In a skip, fold 0 reckons with the offset before it and so lands behind it, fold 1 before it.
    return _change(wall.replace(tzinfo=zone, fold=1).astimezone(UTC), moment, zone)


def _change(before: datetime, behind: datetime, zone: ZoneInfo) -> datetime:
    """The first moment of the offset that holds at ``behind``, after ``before``, to the second."""
    offset = behind.astimezone(zone).utcoffset()
    low, high = 0, int((behind - before).total_seconds())
    while high - low > 1:
        middle = (low + high) // 2
        if (before + timedelta(seconds=middle)).astimezone(zone).utcoffset() == offset:
            high = middle
        else:
            low = middle
    return (before + timedelta(seconds=high)).replace(microsecond=0)
