"""National holidays, looked up in the `holidays` library and written down as dates.

This is done at the edges: when a match is made, and again, for years not yet known, when a phase opens.
What was once written down stays, so that no new version of the library moves a deadline players rely on.
"""

import re
from datetime import date, datetime, timedelta
from functools import cache

import holidays
from holidays.registry import COUNTRIES

from referee.schedule.due import SEARCHED
from referee.schedule.lengths import LONGEST_PHASE
from referee.schedule.schedules import Holiday, NationalHolidays, Schedule

YEARS_AHEAD = 3
"""Holidays are looked up to the end of the third year from now."""

_LANGUAGES = ("en_GB", "en_US", "en")
_SMALL_WORDS = ("And", "Of", "The")


class CountryUnknown(ValueError):
    """No holidays are known for this country, or for this part of it."""


@cache
def countries() -> tuple[tuple[str, str], ...]:
    """The countries whose holidays are known: ISO 3166 code and English name, by name."""
    return tuple(
        sorted(
            ((code, _spaced(name)) for name, code, *_ in COUNTRIES.values()),
            key=lambda country: country[1],
        )
    )


@cache
def subdivisions(country: str) -> tuple[tuple[str, str], ...]:
    """The parts of a country that have holidays of their own: code and name as known there, by name.

    Raises `CountryUnknown`.
    """
    calendar = _calendar(country, None, years=())
    names = {code: name for name, code in reversed(calendar.subdivisions_aliases.items())}
    parts = ((code, names.get(code, code)) for code in calendar.subdivisions)
    return tuple(sorted(parts, key=lambda part: part[1]))


def national_holidays(
    country: str, subdivision: str | None = None, *, at: datetime
) -> NationalHolidays:
    """A country's public holidays, by its ISO 3166 code ("DE") and that of a part of it ("BY").

    They are known from the day before ``at``'s year to the end of the third year after it. Raises
    `CountryUnknown`.
    """
    named = dict(countries()).get(country)
    if named is None:
        raise CountryUnknown(f"No holidays are known for the country “{country[:64]}”.")
    parts = dict(subdivisions(country))
    if subdivision is not None and subdivision not in parts:
        raise CountryUnknown(f"No holidays are known for “{subdivision[:64]}”, a part of {named}.")
    # By a zone's calendar it may still be last year.
    first = (at.date() - timedelta(days=1)).year
    last = at.year + YEARS_AHEAD
    return NationalHolidays(
        country=country,
        subdivision=subdivision,
        title=named if subdivision is None else f"{named} ({parts[subdivision]})",
        days=_days(country, subdivision, range(first, last + 1)),
        known_through=date(last, 12, 31),
    )


def with_holidays_known(schedule: Schedule, at: datetime) -> Schedule:
    """The schedule with its holidays known as far ahead as a phase that opens then can be due.

    The very same schedule if they already are, or if it keeps none. Dates known before stay as they
    are. To be called, and the answer stored, whenever a phase opens.
    """
    known = schedule.holidays
    if known is None or known.known_through >= (at + LONGEST_PHASE + SEARCHED).date():
        return schedule
    last = at.year + YEARS_AHEAD
    more = _days(known.country, known.subdivision, range(known.known_through.year + 1, last + 1))
    return schedule.model_copy(
        update={
            "holidays": known.model_copy(
                update={"days": known.days + more, "known_through": date(last, 12, 31)}
            )
        }
    )


def _days(country: str, subdivision: str | None, years: range) -> tuple[Holiday, ...]:
    found = _calendar(country, subdivision, years=years)
    return tuple(Holiday(on=day, name=found[day]) for day in sorted(found) if day.year in years)


def _calendar(
    country: str, subdivision: str | None, *, years: range | tuple[()]
) -> holidays.HolidayBase:
    """The library's calendar, its names in English where it has them."""
    try:
        plain = holidays.country_holidays(country, subdiv=subdivision, expand=False)
    except NotImplementedError as unknown:
        raise CountryUnknown(f"No holidays are known for “{country[:64]}”.") from unknown
    spoken = [each for each in _LANGUAGES if each in plain.supported_languages]
    language = spoken[0] if spoken else plain.default_language
    return holidays.country_holidays(
        country, subdiv=subdivision, years=years, expand=False, language=language
    )


def _spaced(name: str) -> str:
    """A class's name as a country's: "Bosnia and Herzegovina" for BosniaAndHerzegovina."""
    words = re.sub(r"(?<=[a-z])(?<!Mc)(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name).split()
    return " ".join(word.lower() if word in _SMALL_WORDS else word for word in words)
