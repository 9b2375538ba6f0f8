"""Schedules at their edges: as somebody wants one, as it is kept, and the due times it forecasts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal

from pydantic import Field

from referee.core.values import Value
from referee.schedule import (
    Clock,
    Interval,
    Schedule,
    describe,
    due_at,
    interval_schedule,
    next_due_times,
    problems,
)
from referee.schedule.national_holidays import (
    CountryUnknown,
    national_holidays,
    with_holidays_known,
)
from referee.schedule.schedules import Dates, Weekdays
from referee.services.errors import Invalid
from referee.services.phases import written
from referee.storage.matches import MatchRow

FORECAST = 10
"""How many due times are foretold."""

_OUR_FIELDS: Mapping[str | None, str] = {"minutes": "round_minutes"}
"""What the short form calls a field of a schedule."""


class HolidaysOf(Value):
    """A country whose national holidays are off, or a part of it."""

    country: str = Field(max_length=8, description="An ISO 3166 code.", examples=["DE"])
    subdivision: str | None = Field(
        default=None, max_length=16, description="The code of a part of it.", examples=["BY"]
    )


class WantedSchedule(Value):
    """When rounds and choices are to be due. Nothing is ever due on a day off.

    Choices, where a game has them, last ``choice_minutes`` from their opening; left out, half as long as
    rounds that have a length, and due as rounds are where those go by the clock.
    """

    zone: str = Field(
        default="UTC",
        max_length=64,
        description="An IANA time zone: its calendar and its clocks.",
        examples=["Europe/Berlin"],
    )
    rounds: Annotated[Interval | Clock, Field(discriminator="pace")]
    choice_minutes: int | None = None
    days_off: Weekdays = Field(default=(), description="Weekdays on which nothing is due.")
    blackouts: Dates = Field(default=(), description="Dates on which nothing is due.")
    holidays: HolidaysOf | None = None


def short_schedule(zone: str, round_minutes: int, choice_minutes: int | None) -> Schedule:
    """A schedule of lengths alone, as kept. Raises `Invalid` (zone-unknown, length-out-of-range)."""
    schedule = interval_schedule(zone, round_minutes, choice_minutes)
    # Lengths and zones are judged alike at any time.
    return _playable(schedule, datetime(2000, 1, 1, tzinfo=UTC), _OUR_FIELDS)


def with_choices(schedule: Schedule, *, has_choices: bool) -> Schedule:
    """The schedule for a game whose rounds may end in choices, or never do.

    Where rounds have a length, choices have half of it unless somebody has said otherwise.
    """
    minutes = schedule.choice_minutes if has_choices else None
    if has_choices and minutes is None and isinstance(schedule.rounds, Interval):
        minutes = max(1, schedule.rounds.minutes // 2)
    return schedule.model_copy(update={"choice_minutes": minutes})


def settled_schedule(wanted: WantedSchedule, *, at: datetime) -> Schedule:
    """A wanted schedule as it is kept with a match made at that time, its holidays written down.

    Raises `Invalid` (zone-unknown, length-out-of-range, weekdays-all-off, never-due, country-unknown).
    """
    found = None
    if wanted.holidays is not None:
        try:
            found = national_holidays(wanted.holidays.country, wanted.holidays.subdivision, at=at)
        except CountryUnknown as unknown:
            raise Invalid("country-unknown", str(unknown), field="holidays") from None
    schedule = Schedule(
        zone=wanted.zone,
        rounds=wanted.rounds,
        choice_minutes=wanted.choice_minutes,
        days_off=wanted.days_off,
        blackouts=wanted.blackouts,
        holidays=found,
    )
    return _playable(schedule, at, {})


def schedule_of(match: MatchRow) -> Schedule:
    """A match's schedule, parsed."""
    return Schedule.model_validate_json(match.schedule)


def opened_schedule(match: MatchRow, now: datetime) -> tuple[Schedule, str]:
    """The schedule for a phase that opens now, and as it is to be kept: holidays known far enough."""
    schedule = schedule_of(match)
    known = with_holidays_known(schedule, now)
    return known, match.schedule if known is schedule else written(known)


def due_within(
    schedule: Schedule,
    opened_at: datetime,
    kind: str,
    *,
    previous_due: datetime | None = None,
    grace: timedelta = timedelta(0),
) -> datetime:
    """When a phase that opens then is due. Raises `schedule.NeverDue`."""
    as_kind: Literal["main", "choice"] = "choice" if kind == "choice" else "main"
    return due_at(schedule, opened_at, as_kind, previous_due=previous_due, grace=grace)


def forecast(schedule: Schedule, start: datetime, count: int = FORECAST) -> tuple[datetime, ...]:
    """The due times of the next rounds, the first opening at ``start``."""
    return next_due_times(schedule, start, count)


def next_hour(now: datetime) -> datetime:
    """The hour at which a match that has not started is taken to start, so that forecasts stand still."""
    return now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)


def _playable(schedule: Schedule, at: datetime, fields: Mapping[str | None, str]) -> Schedule:
    for problem in problems(schedule, at=at):
        field = fields.get(problem.field, problem.field)
        raise Invalid(problem.code, problem.text, field=field)
    return schedule


@dataclass(frozen=True, slots=True)
class Foretold:
    """What a wanted schedule would come to: in words, and the due times if it started in the next hour."""

    words: str
    times: tuple[datetime, ...]


def foretell(wanted: WantedSchedule, *, has_choices: bool, now: datetime) -> Foretold:
    """A wanted schedule's due times, before anything is made. Raises `Invalid` as `settled_schedule`."""
    schedule = with_choices(settled_schedule(wanted, at=now), has_choices=has_choices)
    return Foretold(words=describe(schedule), times=forecast(schedule, next_hour(now)))
