"""Time zones: the names offered, and a local time in one of them read as a moment."""

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from referee.services.errors import Invalid

_AREAS = (
    "Africa/",
    "America/",
    "Antarctica/",
    "Arctic/",
    "Asia/",
    "Atlantic/",
    "Australia/",
    "Europe/",
    "Indian/",
    "Pacific/",
)


@cache
def zone_names() -> tuple[str, ...]:
    """The zones offered: UTC, then places in order. Older names are understood, but not offered."""
    return ("UTC", *sorted(name for name in available_timezones() if name.startswith(_AREAS)))


def parse_local(text: str, zone: str, field: str = "due_at") -> datetime:
    """The moment that a browser's ``datetime-local`` field names in a zone, in UTC.

    A time that comes twice (the clocks go back) means its first coming. Raises `Invalid`, naming the
    ``field``, for what is no time, and for one that the clocks skip.
    """
    try:
        naive = datetime.fromisoformat(text)
    except ValueError:
        naive = None
    if naive is None or naive.tzinfo is not None:
        raise Invalid(
            "time-unreadable",
            "Choose a day and a time, such as 2030-01-31 20:00.",
            field=field,
        )
    try:
        moment = naive.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(UTC)
    except OverflowError:  # the first or the last hours of the calendar
        raise Invalid(
            "time-unreadable",
            "Choose a day and a time, such as 2030-01-31 20:00.",
            field=field,
        ) from None
    if moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None) != naive:
        raise Invalid(
            "time-skipped",
            f"On that day the clocks of {zone} go forward over {naive:%H:%M}. Choose another time.",
            field=field,
        )
    return moment


def format_local(at: datetime, zone: str) -> str:
    """A moment as a ``datetime-local`` field takes it, to the minute."""
    return at.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")
