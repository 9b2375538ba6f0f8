"""Plain text: wrapped at 72 columns, readable as it is, free of anything invisible."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.documents import (
    Block,
    Column,
    Document,
    Heading,
    Item,
    Link,
    List,
    Name,
    Paragraph,
    Table,
    Typed,
    line,
)
from referee.core.seats import Seat
from referee.publishing.columns import display_width
from referee.publishing.plain import COLUMNS, render
from tests.publishing.specimen import HOSTILE, SCENE, specimen


def rendered(*blocks: Block) -> str:
    return render(Document(blocks=blocks), SCENE)


def test_no_line_is_wider_than_a_mail() -> None:
    assert all(display_width(text) <= COLUMNS for text in render(specimen(), SCENE).split("\n"))


def test_an_address_is_never_broken() -> None:
    url = f"https://games.example/{'a' * 90}"
    text = rendered(Paragraph(content=line("The ", Link(text=url, url=url), " is long.")))
    assert url in text.split("\n")


def test_a_lists_long_item_hangs_under_its_words() -> None:
    item = Item(content=line("word " * 20), details=(line("more " * 20),))
    lines = rendered(List(ordered=True, items=(item,))).rstrip("\n").split("\n")
    assert [text[:6] for text in lines] == ["1. wor", "   wor", "   - m", "     m"]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_smuggles_control_or_turns_the_line_round(name: str) -> None:
    text = rendered(Paragraph(content=line(Name(seat=Seat(name)), Typed(text=name), ": 7.")))
    hidden = {char for char in text if unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs")}
    assert hidden <= {"\n", "\u200e"}
    assert text.count("\n") <= 3


def test_a_name_written_right_to_left_does_not_take_the_number_with_it() -> None:
    text = rendered(Paragraph(content=line(Name(seat=Seat("فاطمة")), ": 7")))
    assert text == "فاطمة\u200e: 7\n"


def test_a_heading_is_underlined_as_wide_as_it_stands() -> None:
    assert rendered(Heading(level=1, content=line("龍馬 x"))) == "龍馬 x\n======\n"


def test_a_table_too_wide_for_a_mail_becomes_a_line_for_each_row() -> None:
    table = Table(
        columns=(Column(title="Player"), Column(title="V" * 70)),
        rows=((line(Name(seat=Seat("Ann"))), line("9")),),
    )
    assert rendered(table) == f"- Ann:\n  {'V' * 70}\n  9\n"


@given(st.text(max_size=200))
def test_words_are_only_moved_never_lost(words: str) -> None:
    typed = Typed(text=words)
    text = rendered(Paragraph(content=line("a ", typed)))
    assert "".join(text.split()).startswith("a")
    assert all(display_width(each) <= COLUMNS or " " not in each for each in text.split("\n"))
