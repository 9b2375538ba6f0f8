"""Which schedules are refused, where, and in which words."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from referee.schedule import Clock, Schedule, Slot, interval_schedule, problems

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)

DAILY = Schedule(zone="Europe/Berlin", rounds=Clock.at("20:00"))


def changed(**fields: Any) -> Schedule:
    return DAILY.model_copy(update=fields)


def run_of(length: int, first: date = date(2026, 7, 1)) -> tuple[date, ...]:
    return tuple(first + timedelta(days=index) for index in range(length))


@pytest.mark.parametrize(
    "schedule",
    [
        DAILY,
        interval_schedule("UTC", 1),
        interval_schedule("UTC", 60 * 1440, 60 * 1440),
        changed(days_off=("mon", "tue", "wed", "thu", "fri", "sat")),
        changed(blackouts=run_of(390)),
        changed(blackouts=run_of(400, date(2020, 1, 1))),
    ],
)
def test_a_playable_schedule_has_no_problems(schedule: Schedule) -> None:
    assert problems(schedule, at=NOW) == ()


@pytest.mark.parametrize(
    ("schedule", "code", "field", "words"),
    [
        (
            changed(zone="Mars/Olympus"),
            "zone-unknown",
            "zone",
            "There is no time zone “Mars/Olympus”. Use a name such as Europe/Berlin or UTC.",
        ),
        (
            interval_schedule("UTC", 0),
            "length-out-of-range",
            "minutes",
            "A round lasts from one minute to sixty days.",
        ),
        (
            interval_schedule("UTC", 10**30),
            "length-out-of-range",
            "minutes",
            "A round lasts from one minute to sixty days.",
        ),
        (
            changed(rounds=Clock.at("20:00", least_minutes=60 * 1440 + 1)),
            "length-out-of-range",
            "least_minutes",
            "The least length of a round is from one minute to sixty days.",
        ),
        (
            changed(choice_minutes=-5),
            "length-out-of-range",
            "choice_minutes",
            "A choice lasts from one minute to sixty days.",
        ),
        (
            changed(days_off=("mon", "tue", "wed", "thu", "fri", "sat", "sun")),
            "weekdays-all-off",
            "days_off",
            "Every weekday is a day off, so nothing would ever be due. Leave at least one.",
        ),
        (
            changed(rounds=Clock.at("20:00", weekdays=("sat",)), days_off=("sat", "sun")),
            "weekdays-all-off",
            "days_off",
            "Every time named falls on a day off, so nothing would ever be due. "
            "Change one of the two.",
        ),
        (
            changed(blackouts=run_of(400)),
            "never-due",
            "blackouts",
            "From 2026-07-01 on nothing could be due for 400 days. Take out some of the dates off.",
        ),
        (
            changed(blackouts=(date.max,)),
            "never-due",
            "blackouts",
            "From 9999-12-31 on nothing could be due for 400 days. Take out some of the dates off.",
        ),
        (
            # On each of the Mondays that are left.
            changed(
                days_off=("tue", "wed", "thu", "fri", "sat", "sun"),
                blackouts=tuple(date(2027, 1, 4) + timedelta(weeks=index) for index in range(60)),
            ),
            "never-due",
            "blackouts",
            "From 2027-01-04 on nothing could be due for 400 days. Take out some of the dates off.",
        ),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence_at_its_field(
    schedule: Schedule, code: str, field: str, words: str
) -> None:
    (problem,) = problems(schedule, at=NOW)
    assert (problem.code, problem.field, problem.text) == (code, field, words)
    assert problem.is_illegal


def test_all_problems_are_told_at_once() -> None:
    schedule = changed(zone="", choice_minutes=0, days_off=("mon",))
    assert {problem.field for problem in problems(schedule, at=NOW)} == {"zone", "choice_minutes"}


@pytest.mark.parametrize(
    "broken",
    [
        {"zone": "UTC"},
        {"zone": "UTC", "rounds": {"pace": "clock", "slots": []}},
        {"zone": "UTC", "rounds": {"pace": "clock", "slots": [{"at": "25:00"}]}},
        {"zone": "UTC", "rounds": {"pace": "clock", "slots": [{"at": "20:00:01"}]}},
        {"zone": "UTC", "rounds": {"pace": "clock", "slots": [{"at": "20:00+01:00"}]}},
        {"zone": "UTC", "rounds": {"pace": "clock", "slots": [{"at": "20:00", "weekdays": []}]}},
        {"zone": "UTC", "rounds": {"pace": "clock", "slots": [{"at": "20:00"}] * 49}},
        {"zone": "UTC", "rounds": {"pace": "moon", "minutes": 5}},
        {"zone": "UTC", "rounds": {"pace": "interval", "minutes": 1.5}},
        {"zone": "UTC", "rounds": {"pace": "interval", "minutes": 5}, "days_off": ["Saturday"]},
        {"zone": "UTC", "rounds": {"pace": "interval", "minutes": 5}, "blackouts": ["24.12."]},
        {"zone": "UTC", "rounds": {"pace": "interval", "minutes": 5}, "night": True},
    ],
)
def test_what_is_no_schedule_is_not_read(broken: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Schedule.model_validate(broken)


def test_equal_schedules_are_equal_in_whatever_order_they_were_written() -> None:
    one = Schedule(
        zone="UTC",
        rounds=Clock(slots=(Slot(at=time(20), weekdays=("thu", "mon", "mon")),)),
        days_off=("sun", "sat"),
        blackouts=(date(2027, 1, 2), date(2027, 1, 1), date(2027, 1, 2)),
    )
    other = Schedule(
        zone="UTC",
        rounds=Clock.at("20:00", weekdays=("mon", "thu")),
        days_off=("sat", "sun"),
        blackouts=(date(2027, 1, 1), date(2027, 1, 2)),
    )
    assert one == other
    assert one.model_dump_json() == other.model_dump_json()
