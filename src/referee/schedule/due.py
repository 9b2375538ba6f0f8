"""When a phase is due: pure arithmetic on a schedule, aware UTC in and out.

The rules, one sentence each:

- An interval is due so many minutes of UTC after the opening.
- An interval that ends on a day off is due at the same time of day on the next day that is not off.
- A clock schedule is due at its first slot that is not on a day off and not nearer than its least length.
- A time of day that the clocks skip means the first that exists after it; one that comes twice, the first.
- A day off holds for the date that the zone's calendar shows at the due time itself, and for the slot's.

A due time depends on the schedule and the opening alone, never on the due times before it. So rounds
that close early, or are extended, cannot drag a clock schedule off its slots.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from referee.schedule.lengths import due_time
from referee.schedule.schedules import WEEKDAYS, Clock, Interval, Schedule, Weekday
from referee.schedule.zones import moment_of

SEARCHED = timedelta(days=400)
"""A schedule is refused that has no day within so many on which a round may be due."""

_MARGIN = timedelta(days=30)
"""`due_at` looks further than a schedule is checked for, so that one found good never fails it."""

HANDOVER = timedelta(hours=1)
"""How late, beyond its grace, a phase may close and still hand over to the next as if it had closed when it was due."""

_DAY = timedelta(days=1)


class NeverDue(ValueError):
    """The schedule has no day in reach on which anything may be due."""


def due_at(
    schedule: Schedule,
    opened_at: datetime,
    kind: Literal["main", "choice"] = "main",
    *,
    previous_due: datetime | None = None,
    grace: timedelta = timedelta(0),
) -> datetime:
    """When a phase that opens then is due, in UTC, always later than ``opened_at``.

    ``previous_due`` is when the phase before was due. A clock's least length is counted from there if
    that phase closed at its deadline or after its ``grace``: the seconds a close takes, or hours of
    grace, must not make "every day, at least 24 hours" skip every other day. What is bridged so is the
    grace and an hour at most, and never more than half of the least length.

    Raises ValueError for a naive time, and `NeverDue` where every day in reach is off, which
    `problems` finds beforehand.
    """
    if opened_at.tzinfo is None:
        raise ValueError("An opening is an aware time.")
    if kind == "choice" and schedule.choice_minutes is not None:
        return _interval_end(schedule, opened_at, schedule.choice_minutes)
    match schedule.rounds:
        case Interval(minutes=minutes):
            return _interval_end(schedule, opened_at, minutes)
        case Clock() as clock:
            return _next_slot(schedule, clock, opened_at, previous_due, HANDOVER + grace)


def next_due_times(schedule: Schedule, start: datetime, count: int) -> tuple[datetime, ...]:
    """The due times of so many rounds from ``start`` on, each opening when the one before is due."""
    times: list[datetime] = []
    opened_at = start
    for _ in range(count):
        opened_at = due_at(schedule, opened_at)
        times.append(opened_at)
    return tuple(times)


def free_day(schedule: Schedule, first: date) -> date | None:
    """The first day from ``first`` on which a round may be due; None if 400 days have none."""
    off = DaysOff(schedule)
    wanted = {*WEEKDAYS}
    if isinstance(schedule.rounds, Clock):
        wanted = {day for slot in schedule.rounds.slots for day in slot.weekdays}
    for day in _days_from(first, SEARCHED):
        if _weekday(day) in wanted and day not in off:
            return day
    return None


class DaysOff:
    """The days on which nothing is due."""

    def __init__(self, schedule: Schedule) -> None:
        self._weekdays = frozenset(schedule.days_off)
        self.dates = set(schedule.blackouts)
        if schedule.holidays is not None:
            self.dates.update(holiday.on for holiday in schedule.holidays.days)

    def __contains__(self, day: date) -> bool:
        return _weekday(day) in self._weekdays or day in self.dates


def _interval_end(schedule: Schedule, opened_at: datetime, minutes: int) -> datetime:
    zone, off = ZoneInfo(schedule.zone), DaysOff(schedule)
    end = due_time(opened_at.astimezone(UTC), minutes)
    wall = end.astimezone(zone).replace(tzinfo=None)
    if wall.date() not in off:
        return end
    for day in _days_from(wall.date() + _DAY, SEARCHED + _MARGIN):
        moment = _moment_on(day, wall.time(), zone, off)
        if moment is not None:
            return moment
    raise NeverDue(_NEVER)


def _next_slot(
    schedule: Schedule,
    clock: Clock,
    opened_at: datetime,
    previous_due: datetime | None,
    bridged: timedelta,
) -> datetime:
    zone, off = ZoneInfo(schedule.zone), DaysOff(schedule)
    least = timedelta(minutes=clock.least_minutes)
    counted_from = _counted_from(opened_at, previous_due, min(bridged, least / 2))
    earliest = counted_from.astimezone(UTC) + least
    # From the day before: a slot late on it, skipped by the clocks, may come after midnight.
    for day in _days_from(earliest.astimezone(zone).date() - _DAY, SEARCHED + _MARGIN):
        for at in _times_on(clock, _weekday(day)):
            moment = _moment_on(day, at, zone, off)
            if moment is not None and moment >= earliest:
                return moment
    raise NeverDue(_NEVER)


def _counted_from(
    opened_at: datetime, previous_due: datetime | None, bridged: timedelta
) -> datetime:
    if previous_due is None:
        return opened_at
    late = opened_at - previous_due
    is_handed_over = timedelta(0) <= late <= bridged
    return previous_due if is_handed_over else opened_at


def _moment_on(day: date, at: time, zone: ZoneInfo, off: DaysOff) -> datetime | None:
    """When it is that time on that day, unless nothing is due then."""
    if day in off:
        return None
    moment = moment_of(datetime.combine(day, at), zone)
    # In some zones the clocks skip the last hour of a day: what they skip comes on the day after.
    return None if moment.astimezone(zone).date() in off else moment


def _times_on(clock: Clock, weekday: Weekday) -> list[time]:
    return sorted(slot.at for slot in clock.slots if weekday in slot.weekdays)


def _days_from(first: date, reach: timedelta) -> Iterator[date]:
    left = (date.max - first).days + 1
    return (first + index * _DAY for index in range(min(reach.days, left)))


def _weekday(day: date) -> Weekday:
    return WEEKDAYS[day.weekday()]


_NEVER = f"Nothing may be due for {SEARCHED.days} days: every day is off."
