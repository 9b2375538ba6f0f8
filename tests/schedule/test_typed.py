"""Dates and times as people type them."""

from datetime import date, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.schedule.typed import format_times, parse_dates, parse_times


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("", ()),
        ("2026-12-24", (date(2026, 12, 24),)),
        ("2027-04-05,\n2026-12-24;", (date(2026, 12, 24), date(2027, 4, 5))),
        ("2026-12-31 to 2027-01-01", (date(2026, 12, 31), date(2027, 1, 1))),
        ("2026-12-31 - 2027-01-01", (date(2026, 12, 31), date(2027, 1, 1))),
        ("2026-12-31..2027-01-01", (date(2026, 12, 31), date(2027, 1, 1))),
    ],
)
def test_dates_and_spans_of_dates_are_read(text: str, days: tuple[date, ...]) -> None:
    assert parse_dates(text) == days


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Christmas", "“Christmas” is no date; write it like 2026-12-24."),
        ("2026-02-30", "“2026-02-30” is no date; write it like 2026-12-24."),
        ("20261224", "“20261224” is no date; write it like 2026-12-24."),
        (
            "2027-01-02 to 2026-12-24",
            "“2027-01-02 to 2026-12-24” is no span of dates; write 2026-12-24 to 2027-01-02.",
        ),
        ("0001-01-01 to 9999-12-31", "At most 400 dates can be off."),
    ],
)
def test_what_is_no_date_is_said_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as refused:
        parse_dates(text)
    assert str(refused.value) == words


@given(st.sets(st.integers(0, 40), max_size=20))
def test_dates_are_read_one_by_one_and_in_order(offsets: set[int]) -> None:
    days = tuple(date(2026, 12, 20) + timedelta(days=index) for index in sorted(offsets))
    assert parse_dates("\n".join(f"{day}" for day in reversed(days))) == days


def test_times_of_day_are_read_in_order_and_written() -> None:
    assert parse_times("20:00, 9:05, 20:00") == (time(9, 5), time(20))
    assert format_times(parse_times("20:00, 9:05")) == "09:05, 20:00"


@pytest.mark.parametrize("text", ["24:00", "20:60", "8 pm", "20", "20:0", "٢٠:٠٠"])
def test_what_is_no_time_of_day_is_said_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="is no time of day; write it like 20:00"):
        parse_times(text)
