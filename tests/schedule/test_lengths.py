"""When a phase is due, and what lengths and zones there are."""

from datetime import UTC, datetime, timedelta

import pytest

from referee.schedule import due_time, is_phase_length, is_zone, latest_extension

NIGHT_OF_THE_CHANGE = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)


def test_a_phase_is_due_its_length_after_it_opened() -> None:
    assert due_time(NIGHT_OF_THE_CHANGE, 90) == datetime(2026, 3, 29, 2, 0, tzinfo=UTC)


def test_a_day_is_24_hours_even_on_the_night_when_clocks_change() -> None:
    assert due_time(NIGHT_OF_THE_CHANGE, 1440) - NIGHT_OF_THE_CHANGE == timedelta(hours=24)


@pytest.mark.parametrize("minutes", [1, 60, 1440, 60 * 1440])
def test_a_length_from_a_minute_to_sixty_days_is_allowed(minutes: int) -> None:
    assert is_phase_length(minutes)


@pytest.mark.parametrize("minutes", [0, -1, 60 * 1440 + 1, 10**40])
def test_any_other_length_is_not(minutes: int) -> None:
    assert not is_phase_length(minutes)


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Apia"])
def test_iana_zones_are_known(zone: str) -> None:
    assert is_zone(zone)


@pytest.mark.parametrize(
    "zone",
    ["", "Mars/Olympus", "europe/berlin", "../UTC", "/etc/localtime", "Factory", "localtime"],
)
def test_what_is_no_iana_zone_is_not(zone: str) -> None:
    assert not is_zone(zone)


def test_an_extension_reaches_at_most_fourteen_days() -> None:
    assert latest_extension(NIGHT_OF_THE_CHANGE) - NIGHT_OF_THE_CHANGE == timedelta(days=14)
