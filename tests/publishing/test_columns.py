"""Columns are counted as a monospaced font shows them."""

import pytest

from referee.publishing.columns import aligned, clipped, display_width


@pytest.mark.parametrize(
    ("text", "width"),
    [("Ann", 3), ("龍馬", 4), ("Zoe\u0301", 3), ("A\u2060nn", 3), ("ｱ", 1), ("Ａ", 2), ("", 0)],
)
def test_wide_characters_count_two_and_marks_nothing(text: str, width: int) -> None:
    assert display_width(text) == width


@pytest.mark.parametrize(
    ("text", "columns", "kept"),
    [("Ann", 3, "Ann"), ("Anna", 3, "An…"), ("龍馬龍", 5, "龍馬…"), ("Ann Bob", 5, "Ann…")],
)
def test_what_is_too_wide_is_cut_with_an_ellipsis(text: str, columns: int, kept: str) -> None:
    assert clipped(text, columns) == kept


def test_columns_stand_under_one_another() -> None:
    assert aligned(["Player", "VP"], ["start", "end"], [["龍馬", "9"], ["Ann", "12"]], 55) == [
        "Player  VP",
        "------  --",
        "龍馬     9",
        "Ann     12",
    ]


def test_a_table_without_titles_has_no_rule() -> None:
    assert aligned(["", ""], ["start", "end"], [["Ann", "9"]], 55) == ["Ann  9"]


def test_a_first_cell_too_wide_stands_above_its_row() -> None:
    long = "Sir Galahad of the Lake"
    assert aligned(["Player", "VP"], ["start", "end"], [[long, "9"], ["Ann", "12"]], 24) == [
        "Player  VP",
        "------  --",
        long,
        "         9",
        "Ann     12",
    ]


def test_a_table_whose_other_columns_fill_the_line_is_none() -> None:
    assert aligned(["Player", "V" * 50], ["start", "end"], [["Ann", "9"]], 55) is None
