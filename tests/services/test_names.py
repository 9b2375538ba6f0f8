"""Display names and titles: what is let in, what is not, and what it is told."""

import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.services.errors import Conflict, Invalid, Refusal
from referee.services.names import checked_name, checked_title

anything = st.text(st.characters(codec=None), max_size=60)


def refused(name: str, *taken: str) -> Refusal:
    with pytest.raises((Invalid, Conflict)) as caught:
        checked_name(name, taken)
    assert caught.value.field == "name"
    return caught.value


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann  ", "Ann"),
        ("Sir\u00a0 Bob   III", "Sir Bob III"),
        ("O\u2019Brien", "O'Brien"),
        ("Zoe\u0301", "Zo\u00e9"),
        ("J.-P. o_O", "J.-P. o_O"),
        ("Łukasz", "Łukasz"),
        ("Μαρία", "Μαρία"),
        ("Владимир", "Владимир"),
        ("नेहा", "नेहा"),
        ("สมชาย", "สมชาย"),
        ("李小龍", "李小龍"),
        ("فاطمة", "فاطمة"),
        ("42", "42"),
        ("x" * 32, "x" * 32),
    ],
)
def test_ordinary_names_of_many_scripts_are_kept_tidy(typed: str, kept: str) -> None:
    assert checked_name(typed, []) == kept


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("[b]Ann", "left square bracket"),
        ("<script>", "less-than sign"),
        ("Ann@home", "commercial at"),
        ("a/b", "solidus"),
        ("Ann\nBob", "U+000A"),
        ("An\x00n", "U+0000"),
        ("Ann\u202eBob", "RIGHT-TO-LEFT OVERRIDE"),
        ("Ann\u200bBob", "ZERO WIDTH SPACE"),
        ("Ann\ufe0f", "VARIATION SELECTOR-16"),
        ("\u3164", "HANGUL FILLER"),
        ("Ann \u0301", "COMBINING ACUTE ACCENT"),
        ("Ann\u2694", "crossed swords"),
        ("\ud800", "U+D800"),
        ("\ue000", "U+E000"),
        ("Z" + "\u0316" * 5, "pile up"),
    ],
)
def test_a_refused_name_is_told_which_character_is_wrong(typed: str, said: str) -> None:
    refusal = refused(typed)
    assert refusal.code == "name-invalid"
    assert said.lower() in refusal.text.lower()
    assert not any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co") for char in refusal.text)


@pytest.mark.parametrize("typed", ["", "   ", "\t\n", "...", "-_-", "'"])
def test_a_name_without_letter_or_digit_is_empty(typed: str) -> None:
    assert refused(typed).code == "name-empty"


@pytest.mark.parametrize("typed", ["x" * 33, "y" * 100_000])
def test_a_name_that_is_too_long_is_told_by_how_much(typed: str) -> None:
    refusal = refused(typed)
    assert refusal.code == "name-too-long"
    assert str(len(typed)) in refusal.text


@pytest.mark.parametrize("typed", ["Ann", "ANN", " ann ", "a\u006en"])
def test_a_name_that_is_there_already_is_taken(typed: str) -> None:
    assert refused(typed, "Bob", "Ann").code == "name-taken"


@pytest.mark.parametrize(
    ("twin", "name"),
    [
        ("Zoé", "Zoe"),
        ("B0b", "Bob"),
        ("BiII", "Bill"),
        ("Bi11", "Bill"),
        ("Ann.", "Ann"),
        ("A n n", "Ann"),
        ("A-n_n", "Ann"),
        ("Tirn", "Tim"),
        ("VVill", "Will"),
        ("Aclam", "Adam"),
        ("\u0410nn", "Ann"),  # Cyrillic A
        ("Воb", "Bob"),  # Cyrillic Ve and o
        ("Ηelen", "Helen"),  # Greek Eta
        ("ρaul", "paul"),  # Greek rho
        ("Ａｎｎ", "Ann"),  # full width
        ("Jørgen", "Jorgen"),
        ("Владимиp", "Владимир"),  # Latin p at the end
        ("Άννα", "αννα"),
        ("O'Brien", "OBrien"),
    ],
)
def test_a_name_that_looks_like_another_is_refused_whichever_came_first(
    twin: str, name: str
) -> None:
    assert refused(twin, name).code == "name-lookalike"
    assert name in refused(twin, name).text
    assert refused(name, twin).code == "name-lookalike"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Anna"),
        ("Ann", "Anne"),
        ("Lucia", "Luda"),
        ("Bob", "Rob"),
        ("Practice 1", "Practice 2"),
        ("Player 1", "Player 11"),
        ("राम", "रोम"),
        ("李", "季"),
        ("Мария", "Марина"),
    ],
)
def test_names_that_differ_to_the_eye_live_side_by_side(one: str, other: str) -> None:
    assert checked_name(one, [other]) == one
    assert checked_name(other, [one]) == other


@pytest.mark.parametrize("typed", ["Referee", "the referee", "N0body", "no-one", "Everyone"])
def test_words_that_a_post_uses_itself_are_no_names(typed: str) -> None:
    assert refused(typed).code == "name-reserved"


@given(anything)
def test_whatever_is_typed_is_kept_clean_or_refused_with_a_sentence(typed: str) -> None:
    try:
        kept = checked_name(typed, [])
    except Invalid as refusal:
        told = refusal.text
    else:
        assert is_clean(kept)
        assert checked_name(kept, []) == kept
        return
    assert told.endswith((".", "'"))


def is_clean(kept: str) -> bool:
    assert 1 <= len(kept) <= 32
    assert kept == unicodedata.normalize("NFC", kept).strip()
    assert "  " not in kept
    return all(
        unicodedata.category(char)[0] in "LM"
        or unicodedata.category(char) == "Nd"
        or char in " _-.'"
        for char in kept
    )


@given(st.text(string.ascii_letters + string.digits, min_size=1, max_size=12))
def test_no_name_lives_beside_its_own_twin(name: str) -> None:
    try:
        kept = checked_name(name, [])
    except Invalid:
        return
    twin = kept.replace("o", "0").replace("I", "l").replace("a", "\u0430").replace("m", "rn")
    assert refused(twin, kept).code in ("name-taken", "name-lookalike")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Friday  night ", "Friday night"),
        ("[b]Swords[/b] & <cups>", "[b]Swords[/b] & <cups>"),
        ("⚔\ufe0f Klingenkreuz ⚔", "⚔\ufe0f Klingenkreuz ⚔"),
        ("t" * 80, "t" * 80),
    ],
)
def test_a_title_may_hold_any_visible_character(typed: str, kept: str) -> None:
    assert checked_title(typed) == kept


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "title-empty"),
        (" \u00a0", "title-empty"),
        ("t" * 81, "title-too-long"),
        ("a\nb", "title-invalid"),
        ("a\u202eb", "title-invalid"),
        ("a\u2028b", "title-invalid"),
        ("\ufeff", "title-invalid"),
        ("\ufe0f", "title-empty"),
        ("\ud800", "title-invalid"),
    ],
)
def test_a_title_without_sense_or_with_hidden_characters_is_refused(typed: str, code: str) -> None:
    with pytest.raises(Invalid) as caught:
        checked_title(typed)
    assert caught.value.code == code
    assert caught.value.field == "title"
