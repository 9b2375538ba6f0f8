"""What is left of a text once it is clean, whoever typed it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.publishing.columns import display_width
from referee.publishing.disarming import NAME_COLUMNS, cleaned, cleaned_name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ann", "Ann"),
        ("Zoe\u0301", "Zoé"),
        ("a\r\n\r\nb\tc", "a b c"),
        ("a\u2028b\u0085c", "a b c"),
        ("\x00\x1b[31mred", "[31mred"),
        ("\u202eevil\u202c\u2066x\u2069\u200e\u200f\u061c", "evilx"),
        ("a\ufeff\ufff9\ufffc\ue000\U000f0000\ufdd0\U0001ffffb", "ab"),
        ("e\u202e\u0301", "é"),
        ("a\u00adb\u200bc", "abc"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\ud800", ""),
        ("\u212a", "K"),
    ],
)
def test_only_what_is_seen_is_kept(typed: str, kept: str) -> None:
    assert cleaned(typed) == kept


def test_marks_cannot_climb_into_the_line_above() -> None:
    assert cleaned("q" + "\u0310" * 60) == "q" + "\u0310" * 4


def test_a_name_of_nothing_is_shown_as_a_question() -> None:
    assert cleaned_name("\u202e") == "?"


@given(st.text(st.characters(codec=None)))
def test_a_name_is_one_clean_line_of_at_most_forty_columns(typed: str) -> None:
    kept = cleaned_name(typed)
    assert kept
    assert display_width(kept) <= NAME_COLUMNS
    assert kept.removesuffix("\u200e") == cleaned(kept)
    assert unicodedata.is_normalized("NFC", kept)
    allowed = "\u200c\u200d\u200e"
    assert not [
        char
        for char in kept
        if unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs") and char not in allowed
    ]
