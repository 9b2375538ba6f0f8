"""Every day on which the clocks change in Berlin, New York and on Lord Howe Island, 2026 to 2030.

The days are written out from the laws of these places, not computed: in the European Union the last
Sundays of March and October, in the United States the second of March and the first of November, on
Lord Howe Island (by half an hour) the first of October and of April.
"""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from referee.schedule import Clock, Schedule, due_at, interval_schedule, moment_of, next_due_times

BERLIN, NEW_YORK, LORD_HOWE = "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"

FORWARD = {
    BERLIN: ("2026-03-29", "2027-03-28", "2028-03-26", "2029-03-25", "2030-03-31"),
    NEW_YORK: ("2026-03-08", "2027-03-14", "2028-03-12", "2029-03-11", "2030-03-10"),
    LORD_HOWE: ("2026-10-04", "2027-10-03", "2028-10-01", "2029-10-07", "2030-10-06"),
}
BACK = {
    BERLIN: ("2026-10-25", "2027-10-31", "2028-10-29", "2029-10-28", "2030-10-27"),
    NEW_YORK: ("2026-11-01", "2027-11-07", "2028-11-05", "2029-11-04", "2030-11-03"),
    LORD_HOWE: ("2026-04-05", "2027-04-04", "2028-04-02", "2029-04-01", "2030-04-07"),
}

# A time that is skipped; the first that is not, by UTC as hours from that day's midnight in UTC.
SKIPPED = {BERLIN: ("02:30", 1.0), NEW_YORK: ("02:30", 7.0), LORD_HOWE: ("02:15", -8.5)}
# A time that comes twice, and its first coming.
TWICE = {BERLIN: ("02:30", 0.5), NEW_YORK: ("01:30", 5.5), LORD_HOWE: ("01:45", -9.25)}
# By how much the clocks change.
HOURS = {BERLIN: 1.0, NEW_YORK: 1.0, LORD_HOWE: 0.5}


def days(table: dict[str, tuple[str, ...]]) -> list[tuple[str, date]]:
    return [(zone, date.fromisoformat(day)) for zone, each in table.items() for day in each]


def midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)


def in_utc(day: date, wall: str, zone: str) -> datetime:
    local = datetime.combine(day, time.fromisoformat(wall), tzinfo=ZoneInfo(zone))
    return local.astimezone(UTC)


@pytest.mark.parametrize(("zone", "day"), days(FORWARD))
def test_a_time_that_does_not_exist_moves_to_the_first_that_does(zone: str, day: date) -> None:
    wall, hours = SKIPPED[zone]
    schedule = Schedule(zone=zone, rounds=Clock.at(wall))
    noon_before = in_utc(day - timedelta(days=1), "12:00", zone)
    assert next_due_times(schedule, noon_before, 2) == (
        midnight(day) + timedelta(hours=hours),
        in_utc(day + timedelta(days=1), wall, zone),
    )


@pytest.mark.parametrize(("zone", "day"), days(BACK))
def test_a_time_that_comes_twice_means_the_first(zone: str, day: date) -> None:
    wall, hours = TWICE[zone]
    schedule = Schedule(zone=zone, rounds=Clock.at(wall, least_minutes=1))
    noon_before = in_utc(day - timedelta(days=1), "12:00", zone)
    # With a least length of a minute the second coming would be next, if it counted.
    assert next_due_times(schedule, noon_before, 2) == (
        midnight(day) + timedelta(hours=hours),
        in_utc(day + timedelta(days=1), wall, zone),
    )


@pytest.mark.parametrize(("zone", "day", "sign"), [
    *((*each, -1) for each in days(FORWARD)),
    *((*each, +1) for each in days(BACK)),
])  # fmt: skip
def test_eight_in_the_evening_stays_eight_and_a_day_of_interval_stays_24_hours(
    zone: str, day: date, sign: int
) -> None:
    evening_before = in_utc(day - timedelta(days=1), "20:00", zone)
    daily = Schedule(zone=zone, rounds=Clock.at("20:00"))
    by_clock = due_at(daily, evening_before)
    assert by_clock == in_utc(day, "20:00", zone)
    assert by_clock - evening_before == timedelta(hours=24 + sign * HOURS[zone])
    by_interval = due_at(interval_schedule(zone, 1440), evening_before)
    assert by_interval - evening_before == timedelta(hours=24)


@pytest.mark.parametrize(("zone", "day"), days(FORWARD))
def test_a_least_length_of_24_hours_skips_the_slot_after_a_shorter_day(
    zone: str, day: date
) -> None:
    evening_before = in_utc(day - timedelta(days=1), "20:00", zone)
    schedule = Schedule(zone=zone, rounds=Clock.at("20:00", least_minutes=1440))
    assert due_at(schedule, evening_before) == in_utc(day + timedelta(days=1), "20:00", zone)


@pytest.mark.parametrize(("zone", "day"), days(BACK))
def test_a_least_length_of_24_hours_keeps_the_slot_after_a_longer_day(zone: str, day: date) -> None:
    evening_before = in_utc(day - timedelta(days=1), "20:00", zone)
    schedule = Schedule(zone=zone, rounds=Clock.at("20:00", least_minutes=1440))
    assert due_at(schedule, evening_before) == in_utc(day, "20:00", zone)


def test_slots_that_the_clocks_skip_together_are_one() -> None:
    schedule = Schedule(
        zone=BERLIN, rounds=Clock.at("02:00", "02:30", "03:00", "04:00", least_minutes=1)
    )
    assert next_due_times(schedule, in_utc(date(2026, 3, 29), "01:00", BERLIN), 2) == (
        in_utc(date(2026, 3, 29), "03:00", BERLIN),
        in_utc(date(2026, 3, 29), "04:00", BERLIN),
    )


NUUK = "America/Nuuk"
"""The clocks go forward there on Saturdays from 23:00 to midnight: what they skip comes on Sunday."""


def test_a_slot_that_the_clocks_skip_into_the_next_day_is_due_at_its_midnight() -> None:
    schedule = Schedule(zone=NUUK, rounds=Clock.at("23:30", weekdays=("sat",)))
    assert next_due_times(schedule, in_utc(date(2026, 3, 23), "12:00", NUUK), 2) == (
        in_utc(date(2026, 3, 29), "00:00", NUUK),
        in_utc(date(2026, 4, 4), "23:30", NUUK),
    )


def test_a_slot_skipped_into_the_next_day_is_found_from_that_very_midnight() -> None:
    schedule = Schedule(
        zone=NUUK, rounds=Clock.at("23:30", weekdays=("sat",), least_minutes=24 * 60)
    )
    midnight_there = in_utc(date(2026, 3, 29), "00:00", NUUK)
    assert due_at(schedule, midnight_there - timedelta(hours=24)) == midnight_there


def test_a_slot_that_the_clocks_skip_into_a_day_off_is_not_due() -> None:
    schedule = Schedule(zone=NUUK, rounds=Clock.at("23:30", weekdays=("sat",)), days_off=("sun",))
    assert due_at(schedule, in_utc(date(2026, 3, 23), "12:00", NUUK)) == in_utc(
        date(2026, 4, 4), "23:30", NUUK
    )


def test_a_slot_on_a_day_off_is_not_due_although_the_clocks_skip_it_out_of_that_day() -> None:
    schedule = Schedule(
        zone=NUUK, rounds=Clock.at("23:30", weekdays=("sat", "mon")), days_off=("sat",)
    )
    assert due_at(schedule, in_utc(date(2026, 3, 28), "12:00", NUUK)) == in_utc(
        date(2026, 3, 30), "23:30", NUUK
    )


def test_a_day_that_a_place_left_out_comes_at_once_with_the_next() -> None:
    """Samoa went over the date line: after 29 December 2011 came the 31st."""
    skipped = datetime(2011, 12, 30, 20, 0)  # noqa: DTZ001
    assert moment_of(skipped, ZoneInfo("Pacific/Apia")) == datetime(2011, 12, 30, 10, 0, tzinfo=UTC)


def test_a_moment_is_asked_for_by_the_wall_clock_alone() -> None:
    with pytest.raises(ValueError, match="zone of its own"):
        moment_of(datetime(2026, 1, 1, tzinfo=UTC), ZoneInfo(BERLIN))
