"""Schedules as values: what is stored with a match, and all that its due times follow from."""

from datetime import date, time
from typing import Annotated, Literal, Self, get_args

from pydantic import AfterValidator, Field, PlainSerializer

from referee.core.values import Value

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

WEEKDAYS: tuple[Weekday, ...] = get_args(Weekday)
"""All weekdays, Monday first: a date's is ``WEEKDAYS[day.weekday()]``."""

MOST_SLOTS = 48
MOST_BLACKOUTS = 400


def _wall_time(at: time) -> time:
    if at.tzinfo is not None:
        raise ValueError("A time of day has no zone of its own; the schedule's is used.")
    if at.second or at.microsecond:
        raise ValueError("A time of day is in whole minutes.")
    return at.replace(fold=0)


def _in_order(days: tuple[Weekday, ...]) -> tuple[Weekday, ...]:
    return tuple(day for day in WEEKDAYS if day in days)


def _by_date(days: tuple[date, ...]) -> tuple[date, ...]:
    return tuple(sorted(set(days)))


WallTime = Annotated[
    time, AfterValidator(_wall_time), PlainSerializer(lambda at: f"{at:%H:%M}", when_used="json")
]
Weekdays = Annotated[tuple[Weekday, ...], AfterValidator(_in_order)]
Dates = Annotated[tuple[date, ...], Field(max_length=MOST_BLACKOUTS), AfterValidator(_by_date)]


class Interval(Value):
    """A round is due so many minutes after it opened, one minute to sixty days."""

    pace: Literal["interval"] = "interval"
    minutes: int = Field(
        description="How long a round lasts, in minutes: one minute to sixty days."
    )


class Slot(Value):
    """A time of day, in the schedule's zone, on some weekdays."""

    at: WallTime = Field(description="The time of day by the zone's clocks.", examples=["20:00"])
    weekdays: Annotated[Weekdays, Field(min_length=1)] = WEEKDAYS


class Clock(Value):
    """A round is due at the first of these slots that is at least so many minutes after its opening."""

    pace: Literal["clock"] = "clock"
    slots: Annotated[tuple[Slot, ...], Field(min_length=1, max_length=MOST_SLOTS)]
    least_minutes: int = Field(
        default=60,
        description="A slot nearer to the opening than so many minutes is skipped.",
    )

    @classmethod
    def at(
        cls, *times: str, weekdays: tuple[Weekday, ...] = WEEKDAYS, least_minutes: int = 60
    ) -> Self:
        """The same times ("20:00") on each of the weekdays."""
        slots = tuple(Slot(at=time.fromisoformat(each), weekdays=weekdays) for each in times)
        return cls(slots=slots, least_minutes=least_minutes)


class Holiday(Value):
    """A national holiday: its date and its name."""

    on: date
    name: str


class NationalHolidays(Value):
    """A country's holidays, or those of a part of it, looked up and kept.

    Their dates are stored with the match, because a due time must follow from what is stored alone:
    another version of the calendar library must not move a deadline that players have seen. They are
    known through ``known_through``; later days count as ordinary ones until more years are looked up
    (`national_holidays.with_holidays_known`).
    """

    country: str
    subdivision: str | None = None
    title: str
    days: tuple[Holiday, ...]
    known_through: date


class Schedule(Value):
    """When rounds and choices are due.

    Nothing is ever due on a day off: a weekday of ``days_off``, a date of ``blackouts`` or a national
    holiday, each from midnight to midnight in ``zone``. Choices last ``choice_minutes`` from their
    opening, and keep the days off too; with None they are due as rounds are.

    Any value that can be read can be stored; whether a match can be played by it is what `problems`
    tells.
    """

    zone: str = Field(description="An IANA time zone.", examples=["Europe/Berlin"])
    rounds: Annotated[Interval | Clock, Field(discriminator="pace")]
    choice_minutes: int | None = None
    days_off: Weekdays = ()
    blackouts: Dates = ()
    holidays: NationalHolidays | None = None


def interval_schedule(zone: str, round_minutes: int, choice_minutes: int | None = None) -> Schedule:
    """The schedule of a match that knows only how long its rounds, and its choices, last."""
    return Schedule(
        zone=zone, rounds=Interval(minutes=round_minutes), choice_minutes=choice_minutes
    )
