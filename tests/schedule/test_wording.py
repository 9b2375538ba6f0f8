"""Schedules in plain words."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from referee.schedule import (
    PRESETS,
    Clock,
    Holiday,
    NationalHolidays,
    Schedule,
    Slot,
    describe,
    interval_schedule,
    length_words,
    next_due_times,
    problems,
)

CHRISTMAS = tuple(date(2026, 12, 24) + timedelta(days=index) for index in range(10))
EASTER = (date(2027, 3, 26), date(2027, 3, 27), date(2027, 3, 28))


@pytest.mark.parametrize(
    ("schedule", "words"),
    [
        (
            Schedule(
                zone="Europe/Berlin",
                rounds=Clock.at("20:00", weekdays=("mon", "thu"), least_minutes=48 * 60),
                days_off=("sat", "sun"),
            ),
            "Every Mon and Thu at 20:00 (Berlin), at least 48 hours a round, not on Sat and Sun",
        ),
        (
            Schedule(
                zone="Europe/Berlin",
                rounds=Clock.at("20:00", least_minutes=480),
                days_off=("sat", "sun"),
                blackouts=EASTER,
            ),
            "Every day but Sat and Sun at 20:00 (Berlin), at least 8 hours a round, "
            "not on 26 to 28 Mar 2027",
        ),
        (
            Schedule(zone="UTC", rounds=Clock.at("21:00", "09:00", least_minutes=1)),
            "Every day at 09:00 and 21:00 (UTC)",
        ),
        (
            Schedule(
                zone="America/New_York",
                rounds=Clock(
                    slots=(
                        Slot(at=time(10), weekdays=("sat",)),
                        *Clock.at("20:00", weekdays=("mon", "wed", "fri")).slots,
                    )
                ),
                choice_minutes=90,
            ),
            "Every Mon, Wed and Fri at 20:00 and Sat at 10:00 (New York), "
            "at least 1 hour a round, choices 1 hour 30 minutes",
        ),
        (interval_schedule("Europe/Berlin", 2880), "48 hours a round"),
        (
            interval_schedule("Europe/Berlin", 2880, 720).model_copy(
                update={"days_off": ("sat",), "blackouts": (*CHRISTMAS, *EASTER)}
            ),
            "48 hours a round, choices 12 hours, not on Sat, 24 Dec 2026 to 2 Jan 2027 "
            "and 26 to 28 Mar 2027 (Berlin)",
        ),
        (
            interval_schedule("UTC", 1440).model_copy(
                update={"blackouts": tuple(date(2027, month, 1) for month in range(1, 6))}
            ),
            "24 hours a round, not on 5 dates off (UTC)",
        ),
        (
            interval_schedule("Europe/Vienna", 1440).model_copy(
                update={
                    "blackouts": (date(2027, 4, 30), date(2027, 5, 1)),
                    "holidays": NationalHolidays(
                        country="AT",
                        title="Austria",
                        days=(Holiday(on=date(2027, 1, 1), name="New Year's Day"),),
                        known_through=date(2027, 12, 31),
                    ),
                }
            ),
            "24 hours a round, not on 30 Apr and 1 May 2027 and national holidays of Austria "
            "(Vienna)",
        ),
    ],
)
def test_a_schedule_says_when_things_are_due(schedule: Schedule, words: str) -> None:
    assert describe(schedule) == words


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (1, "1 minute"),
        (60, "1 hour"),
        (90, "1 hour 30 minutes"),
        (1440, "24 hours"),
        (72 * 60, "72 hours"),
        (7 * 1440, "7 days"),
        (7 * 1440 + 61, "7 days 1 hour 1 minute"),
    ],
)
def test_lengths_are_said_as_players_say_them(minutes: int, words: str) -> None:
    assert length_words(minutes) == words


def test_every_preset_can_be_played_and_says_what_it_is() -> None:
    now = datetime(2026, 6, 4, 17, 0, tzinfo=UTC)
    assert [describe(preset.schedule("Asia/Kathmandu")) for preset in PRESETS] == [
        "Every day at 20:00 (Kathmandu), at least 8 hours a round, choices 12 hours, "
        "not on Sat and Sun",
        "48 hours a round, choices 24 hours",
        "10 minutes a round, choices 5 minutes",
    ]
    for preset in PRESETS:
        assert problems(preset.schedule("Asia/Kathmandu"), at=now) == ()
    assert [preset.slug for preset in PRESETS if preset.all_ready] == ["fast"]


def test_the_daily_preset_has_a_round_each_evening_but_for_the_weekend() -> None:
    daily = PRESETS[0].schedule("Europe/Berlin")
    wednesday = datetime(2026, 6, 3, 18, 0, tzinfo=UTC)
    thursday, friday, monday = next_due_times(daily, wednesday, 3)
    assert thursday - wednesday == friday - thursday == timedelta(hours=24)
    assert monday - friday == timedelta(hours=72)
