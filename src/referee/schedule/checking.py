"""Whether a match can be played by a schedule, and if not, what to change."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from referee.core.problems import Problem
from referee.schedule.due import SEARCHED, DaysOff, free_day
from referee.schedule.lengths import is_phase_length
from referee.schedule.schedules import WEEKDAYS, Clock, Interval, Schedule
from referee.schedule.zones import is_zone

_LENGTHS = "from one minute to sixty days"


def problems(schedule: Schedule, *, at: datetime) -> tuple[Problem, ...]:
    """What keeps a match that starts at an aware time or later from being played by this schedule.

    All problems are illegal, each names the field to change; with none, `due_at` always answers for a
    phase that opens then or later.
    """
    return tuple(_problems(schedule, at))


def _problems(schedule: Schedule, at: datetime) -> Iterator[Problem]:
    yield from _length_problems(schedule)
    knows_zone = is_zone(schedule.zone)
    if not knows_zone:
        yield Problem(
            code="zone-unknown",
            field="zone",
            text=f"There is no time zone “{schedule.zone[:64]}”. Use a name such as Europe/Berlin or UTC.",
        )
    weekdays_off = set(schedule.days_off)
    if weekdays_off == {*WEEKDAYS}:
        yield Problem(
            code="weekdays-all-off",
            field="days_off",
            text="Every weekday is a day off, so nothing would ever be due. Leave at least one.",
        )
    elif isinstance(schedule.rounds, Clock) and all(
        weekdays_off.issuperset(slot.weekdays) for slot in schedule.rounds.slots
    ):
        yield Problem(
            code="weekdays-all-off",
            field="days_off",
            text="Every time named falls on a day off, so nothing would ever be due. Change one of the two.",
        )
    elif knows_zone and (
        stuck := _never_due_from(schedule, at.astimezone(ZoneInfo(schedule.zone)))
    ):
        yield Problem(
            code="never-due",
            field="blackouts",
            text=f"From {stuck:%Y-%m-%d} on nothing could be due for {SEARCHED.days} days. "
            "Take out some of the dates off.",
        )


def _length_problems(schedule: Schedule) -> Iterator[Problem]:
    match schedule.rounds:
        case Interval(minutes=minutes):
            lengths = [("minutes", minutes, "A round lasts")]
        case Clock(least_minutes=minutes):
            lengths = [("least_minutes", minutes, "The least length of a round is")]
    if schedule.choice_minutes is not None:
        lengths.append(("choice_minutes", schedule.choice_minutes, "A choice lasts"))
    for field, minutes, words in lengths:
        if not is_phase_length(minutes):
            yield Problem(code="length-out-of-range", field=field, text=f"{words} {_LENGTHS}.")


def _never_due_from(schedule: Schedule, at: datetime) -> date | None:
    """The first day from which 400 have no free one; only runs of dates off can be so long."""
    off = DaysOff(schedule)
    looked_up_to = at.date() - timedelta(days=2)
    for day in sorted(off.dates):
        if day <= looked_up_to:
            continue
        free = free_day(schedule, day)
        if free is None:
            return day
        looked_up_to = free
    return None
