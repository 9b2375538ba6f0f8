"""National holidays, looked up once and kept as dates."""

from datetime import UTC, date, datetime, timedelta

import pytest

from referee.schedule import Clock, Holiday, NationalHolidays, Schedule, due_at, problems
from referee.schedule.national_holidays import (
    CountryUnknown,
    countries,
    national_holidays,
    subdivisions,
    with_holidays_known,
)

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)


def days_of(known: NationalHolidays, year: int) -> dict[date, str]:
    return {day.on: day.name for day in known.days if day.on.year == year}


def test_a_part_of_a_country_has_its_own_holidays_under_english_names() -> None:
    bavaria = national_holidays("DE", "BY", at=NOW)
    assert bavaria.title == "Germany (Bayern)"
    in_2027 = days_of(bavaria, 2027)
    assert in_2027[date(2027, 1, 6)] == "Epiphany"
    assert date(2027, 1, 6) not in days_of(national_holidays("DE", at=NOW), 2027)


def test_holidays_are_known_to_the_end_of_the_third_year_from_now() -> None:
    france = national_holidays("FR", at=NOW)
    assert france.known_through == date(2029, 12, 31)
    assert {day.on.year for day in france.days} == {2026, 2027, 2028, 2029}
    assert [day.on for day in france.days] == sorted(day.on for day in france.days)


def test_on_new_year_in_utc_the_old_year_is_known_too() -> None:
    known = national_holidays("JP", at=datetime(2027, 1, 1, 0, 30, tzinfo=UTC))
    assert min(day.on.year for day in known.days) == 2026


def test_nothing_is_due_on_a_holiday() -> None:
    schedule = Schedule(
        zone="Europe/Berlin",
        rounds=Clock.at("20:00"),
        holidays=national_holidays("DE", at=NOW),
    )
    # The third of October is the day of German unity.
    assert due_at(schedule, datetime(2026, 10, 2, 18, 0, tzinfo=UTC)) == datetime(
        2026, 10, 4, 18, 0, tzinfo=UTC
    )


def test_a_long_match_gets_later_years_and_keeps_the_ones_it_had() -> None:
    """Whatever today's library says of 2026: what was written down stays."""
    invented = Holiday(on=date(2026, 6, 17), name="A day that was abolished")
    known = NationalHolidays(
        country="DE", title="Germany", days=(invented,), known_through=date(2026, 12, 31)
    )
    schedule = Schedule(zone="Europe/Berlin", rounds=Clock.at("20:00"), holidays=known)
    extended = with_holidays_known(schedule, NOW)
    assert extended.holidays is not None
    assert days_of(extended.holidays, 2026) == {invented.on: invented.name}
    assert date(2027, 10, 3) in days_of(extended.holidays, 2027)
    assert extended.holidays.known_through == date(2029, 12, 31)
    assert with_holidays_known(extended, NOW + timedelta(days=365)) is extended
    assert with_holidays_known(extended, NOW + timedelta(days=900)) is not extended


def test_a_schedule_without_holidays_is_left_alone() -> None:
    schedule = Schedule(zone="UTC", rounds=Clock.at("20:00"))
    assert with_holidays_known(schedule, NOW) is schedule


@pytest.mark.parametrize(
    ("country", "subdivision", "words"),
    [
        ("XX", None, "No holidays are known for the country “XX”."),
        ("de", None, "No holidays are known for the country “de”."),
        ("DE", "Atlantis", "No holidays are known for “Atlantis”, a part of Germany."),
    ],
)
def test_an_unknown_place_is_said_in_a_sentence(
    country: str, subdivision: str | None, words: str
) -> None:
    with pytest.raises(CountryUnknown) as refused:
        national_holidays(country, subdivision, at=NOW)
    assert str(refused.value) == words


def test_countries_and_their_parts_are_offered_by_name() -> None:
    names = dict(countries())
    assert names["US"] == "United States"
    assert names["BA"] == "Bosnia and Herzegovina"
    assert names["CD"] == "DR Congo"
    assert list(names.values()) == sorted(names.values())
    assert dict(subdivisions("GB"))["SCT"] == "Scotland"
    assert subdivisions("AX") == ()


@pytest.mark.parametrize("country", ["US", "GB", "IN", "AU", "BR", "ID", "TR", "IL", "CN"])
def test_no_country_has_so_many_holidays_that_nothing_is_ever_due(country: str) -> None:
    schedule = Schedule(
        zone="UTC",
        rounds=Clock.at("20:00"),
        days_off=("sat", "sun"),
        holidays=national_holidays(country, at=NOW),
    )
    assert problems(schedule, at=NOW) == ()
