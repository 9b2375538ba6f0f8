"""When rounds are due, as a form: what stands in its fields, and the schedule they amount to.

A preset fills in every field; whatever is changed after that counts as it stands.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from pydantic import ValidationError

from referee.schedule import PRESETS, WEEKDAYS, Clock, Interval, Preset, Slot, Weekday
from referee.schedule.typed import format_times, parse_dates, parse_times
from referee.services.errors import Invalid
from referee.services.schedules import HolidaysOf, WantedSchedule
from referee.web.pages.sent import Sent

WEEKDAY_NAMES: Final[tuple[tuple[Weekday, str], ...]] = tuple(
    (day, day.title()) for day in WEEKDAYS
)
_MINUTES: Final = {"minutes": 1, "hours": 60, "days": 1440}


PACE_FIELDS: Final = frozenset(
    (
        "minutes",
        "least_minutes",
        "choice_minutes",
        "days_off",
        "blackouts",
        "holidays",
        "times",
        "weekdays",
        "round_length",
        "least_length",
        "choice_length",
    )
)
"""What a refusal names when one of these fields is wrong."""


@dataclass(frozen=True, slots=True)
class Length:
    """A length as typed: how many of which unit."""

    count: str = ""
    unit: str = "hours"

    @classmethod
    def of(cls, minutes: int | None) -> "Length":
        """Minutes in the largest unit that tells them exactly; hours up to three days."""
        if minutes is None:
            return cls()
        if minutes % 60:
            return cls(str(minutes), "minutes")
        hours = minutes // 60
        return cls(str(hours // 24), "days") if hours > 72 and hours % 24 == 0 else cls(str(hours))


@dataclass(frozen=True, slots=True)
class TypedPace:
    """What stands in the fields, as it was typed."""

    rounds: Literal["interval", "clock"]
    round: Length
    times: str
    weekdays: tuple[str, ...]
    least: Length
    choice: Length
    days_off: tuple[str, ...]
    blackouts: str
    country: str
    part: str


def preset_named(slug: str) -> Preset:
    """The preset of this name; the usual one for any other."""
    return next((one for one in PRESETS if one.slug == slug), PRESETS[0])


def filled_by(preset: Preset) -> TypedPace:
    """The fields as a preset fills them."""
    schedule = preset.pattern
    pace = TypedPace(
        rounds="interval",
        round=Length("24"),
        times="20:00",
        weekdays=WEEKDAYS,
        least=Length("8"),
        choice=Length.of(schedule.choice_minutes),
        days_off=schedule.days_off,
        blackouts="",
        country="",
        part="",
    )
    match schedule.rounds:
        case Interval(minutes=minutes):
            return replace(pace, round=Length.of(minutes))
        case Clock() as clock:
            return replace(
                pace,
                rounds="clock",
                times=format_times([slot.at for slot in clock.slots]),
                weekdays=clock.slots[0].weekdays,
                least=Length.of(clock.least_minutes),
            )


def typed_pace(sent: Sent) -> TypedPace:
    """The fields as they were sent."""
    return TypedPace(
        rounds="clock" if sent.text("rounds") == "clock" else "interval",
        round=typed_length(sent, "round"),
        times=sent.text("times"),
        weekdays=_texts(sent, "weekdays"),
        least=typed_length(sent, "least"),
        choice=typed_length(sent, "choice"),
        days_off=_texts(sent, "days_off"),
        blackouts=sent.text("blackouts"),
        country=sent.text("country"),
        part=sent.text("part_of_country"),
    )


def pace_or(sent: Sent, plain: TypedPace) -> TypedPace:
    """The fields as they were sent, or ``plain`` where none of them was."""
    brings_pace = sent.getlist("rounds") or sent.getlist("round_length")
    return typed_pace(sent) if brings_pace else plain


def is_filled_by(pace: TypedPace, preset: Preset) -> bool:
    """Whether these fields amount to this preset; what the other pace would use does not matter."""
    plain = filled_by(preset)
    if pace.rounds == "clock":
        return replace(pace, round=plain.round) == plain
    unused = {name: getattr(plain, name) for name in ("times", "weekdays", "least")}
    return replace(pace, **unused) == plain


def wanted_schedule(pace: TypedPace, zone: str) -> WantedSchedule:
    """The schedule that the fields amount to. Raises `Invalid`, naming the field."""
    try:
        blackouts = parse_dates(pace.blackouts)
    except ValueError as wrong:
        raise Invalid("field-invalid", str(wrong), field="blackouts") from None
    choice: int | None = None
    if pace.choice.count:
        choice = minutes_of(pace.choice, "choice", "The length of follow-up choices")
    holidays = HolidaysOf(country=pace.country[:8], subdivision=pace.part[:16] or None)
    try:
        return WantedSchedule(
            zone=zone[:64],
            rounds=_rounds(pace),
            choice_minutes=choice,
            days_off=_days(pace.days_off),
            blackouts=blackouts,
            holidays=holidays if pace.country else None,
        )
    except ValidationError as wrong:
        raise Invalid("field-invalid", wrong.errors()[0]["msg"], field="times") from None


def _rounds(pace: TypedPace) -> Interval | Clock:
    if pace.rounds == "interval":
        return Interval(minutes=minutes_of(pace.round, "round", "A round’s length"))
    try:
        times = parse_times(pace.times)
    except ValueError as wrong:
        raise Invalid("field-invalid", str(wrong), field="times") from None
    if not times:
        raise Invalid("field-invalid", "Name a time of day, such as 20:00.", field="times")
    weekdays = _days(pace.weekdays)
    if not weekdays:
        raise Invalid(
            "field-invalid", "Tick at least one weekday on which rounds are due.", field="weekdays"
        )
    least = (
        minutes_of(pace.least, "least", "The least length of a round") if pace.least.count else 1
    )
    slots = tuple(Slot(at=at, weekdays=weekdays) for at in times)
    return Clock(slots=slots, least_minutes=least)


def _days(sent: Sequence[str]) -> tuple[Weekday, ...]:
    return tuple(day for day in WEEKDAYS if day in sent)


def _texts(sent: Sent, name: str) -> tuple[str, ...]:
    return tuple(value for value in sent.getlist(name) if isinstance(value, str))


def minutes_of(length: Length, name: str, what: str) -> int:
    """A typed length in minutes. Raises `Invalid`, with ``what`` as the field's name to a person."""
    if length.unit not in _MINUTES:
        raise Invalid(
            "field-invalid",
            f"{what} is told in minutes, hours or days, not in “{length.unit[:64]}”.",
            field=f"{name}_length",
        )
    try:
        return int(length.count) * _MINUTES[length.unit]
    except ValueError:
        raise Invalid(
            "field-invalid",
            f"{what} must be a whole number; “{length.count[:64]}” is none.",
            field=f"{name}_length",
        ) from None


def typed_length(sent: Sent, name: str) -> Length:
    """A length as sent in ``NAME_length`` and ``NAME_unit``."""
    return Length(sent.text(f"{name}_length"), sent.text(f"{name}_unit", "hours"))
