"""Dates and times of day as people type them into a form."""

import re
from collections.abc import Sequence
from datetime import date, time, timedelta

from referee.schedule.schedules import MOST_BLACKOUTS

_SPAN = re.compile(r"\s+(?:to|until|–|—|-)\s+|\s*\.\.\.?\s*|\s*…\s*")


def parse_dates(text: str) -> tuple[date, ...]:
    """Dates off: "2026-12-24 to 2027-01-02, 2027-04-05", separated by commas or lines; in order.

    Raises ValueError with one sentence for people.
    """
    days: set[date] = set()
    for part in _parts(text):
        first, *rest = (_date(each, part) for each in _SPAN.split(part))
        last = rest[0] if rest else first
        if len(rest) > 1 or last < first:
            raise ValueError(f"“{part[:64]}” is no span of dates; write 2026-12-24 to 2027-01-02.")
        length = (last - first).days + 1
        if length + len(days) > MOST_BLACKOUTS:
            raise ValueError(f"At most {MOST_BLACKOUTS} dates can be off.")
        days.update(first + timedelta(days=index) for index in range(length))
    return tuple(sorted(days))


def parse_times(text: str) -> tuple[time, ...]:
    """Times of day: "9:00, 20:00"; in order, each once.

    Raises ValueError with one sentence for people.
    """
    return tuple(sorted({_time(part) for part in _parts(text)}))


def format_times(times: Sequence[time]) -> str:
    """Times of day as `parse_times` reads them, in one line."""
    return ", ".join(f"{at:%H:%M}" for at in times)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]


def _date(text: str, part: str) -> date:
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text.strip(), re.ASCII):
        try:
            return date.fromisoformat(text.strip())
        except ValueError:
            pass
    raise ValueError(f"“{part[:64]}” is no date; write it like 2026-12-24.")


def _time(part: str) -> time:
    found = re.fullmatch(r"(\d{1,2}):(\d{2})", part, re.ASCII)
    if found is None or int(found[1]) > 23 or int(found[2]) > 59:
        raise ValueError(f"“{part[:64]}” is no time of day; write it like 20:00.")
    return time(int(found[1]), int(found[2]))
