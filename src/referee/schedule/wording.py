"""A schedule in plain words, for the pages and posts of its match."""

from collections.abc import Sequence
from datetime import date, timedelta

from referee.core.moments import date_words, zone_words
from referee.schedule.lengths import length_words
from referee.schedule.schedules import WEEKDAYS, Clock, Interval, Schedule, Weekday

_SPANS_NAMED = 4
"""More spans of dates off than this are counted, not listed."""


def describe(schedule: Schedule) -> str:
    """The schedule in one line without a full stop.

    "Every Mon and Thu at 20:00 (Berlin), at least 48 hours a round, not on Sat and Sun", or
    "48 hours a round, choices 12 hours, not on Sat and Sun (Berlin)". Where nothing but rounds is due, weekdays
    off are said at once: "Every day but Sat and Sun at 20:00 (Berlin), at least 8 hours a round".
    """
    weekdays_off, dates_off = [day.title() for day in schedule.days_off], _dates_off(schedule)
    spared = weekdays_off if _is_daily(schedule) else []
    off = dates_off if spared else weekdays_off + dates_off
    parts: list[str] = []
    match schedule.rounds:
        case Interval(minutes=minutes):
            parts.append(f"{length_words(minutes)} a round")
        case Clock() as clock:
            slots = _slots(clock)
            if spared:
                slots = slots.replace("Every day", f"Every day but {_listed(spared)}", 1)
            parts.append(f"{slots} ({zone_words(schedule.zone)})")
            if clock.least_minutes > 1:
                parts.append(f"at least {length_words(clock.least_minutes)} a round")
    if schedule.choice_minutes is not None:
        parts.append(f"choices {length_words(schedule.choice_minutes)}")
    if off:
        in_zone = "" if isinstance(schedule.rounds, Clock) else f" ({zone_words(schedule.zone)})"
        parts.append(f"not on {_listed(off)}{in_zone}")
    return ", ".join(parts)


def spans(days: Sequence[date]) -> tuple[tuple[date, date], ...]:
    """Dates in order as runs of days without a gap: first and last of each."""
    runs: list[tuple[date, date]] = []
    for day in days:
        if runs and day - runs[-1][1] == timedelta(days=1):
            runs[-1] = (runs[-1][0], day)
        else:
            runs.append((day, day))
    return tuple(runs)


def _slots(clock: Clock) -> str:
    """Slots that share their weekdays are said together, in the order of the weekdays."""
    by_weekdays: dict[tuple[Weekday, ...], set[str]] = {}
    for slot in clock.slots:
        by_weekdays.setdefault(slot.weekdays, set()).add(f"{slot.at:%H:%M}")
    groups = sorted(by_weekdays.items(), key=lambda item: [WEEKDAYS.index(day) for day in item[0]])
    words = _listed([f"{_days(days)} at {_listed(sorted(times))}" for days, times in groups])
    return f"Every {words}"


def _days(days: tuple[Weekday, ...]) -> str:
    return "day" if days == WEEKDAYS else _listed([day.title() for day in days])


def _is_daily(schedule: Schedule) -> bool:
    """Whether rounds alone are due, at the same times on every day that is not off."""
    return (
        isinstance(schedule.rounds, Clock)
        and schedule.choice_minutes is None
        and all(slot.weekdays == WEEKDAYS for slot in schedule.rounds.slots)
    )


def _dates_off(schedule: Schedule) -> list[str]:
    words: list[str] = []
    runs = spans(schedule.blackouts)
    if len(runs) > _SPANS_NAMED:
        words.append(f"{len(schedule.blackouts)} dates off")
    else:
        words += [_span(first, last) for first, last in runs]
    if schedule.holidays is not None:
        words.append(f"national holidays of {schedule.holidays.title}")
    return words


def _span(first: date, last: date) -> str:
    if first == last:
        return date_words(first)
    until = "and" if last - first == timedelta(days=1) else "to"
    start = date_words(first)
    if first.year == last.year:
        start = str(first.day) if first.month == last.month else start.rsplit(" ", 1)[0]
    return f"{start} {until} {date_words(last)}"


def _listed(words: Sequence[str]) -> str:
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} and {words[-1]}"
