"""BBCode: no name, title or word of ours becomes a tag, a link, a mention or a smiley."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.documents import (
    Block,
    Column,
    Document,
    Heading,
    Inline,
    Item,
    Line,
    Link,
    List,
    Name,
    Paragraph,
    Ruling,
    Spoiler,
    Strong,
    Struck,
    Table,
    Text,
    Typed,
    line,
)
from referee.core.seats import Seat
from referee.publishing.bbcode import CODE_COLUMNS, render
from referee.publishing.columns import display_width
from referee.publishing.disarming import cleaned_name
from tests.publishing.forum import OURS, SMILIES, WJ, read_bbcode, traps_in, visible
from tests.publishing.specimen import HOSTILE, SCENE, specimen

markup = st.sampled_from(
    [
        *HOSTILE,
        *SMILIES,
        "[",
        "]",
        "/",
        "[b]",
        "[/b]",
        "[code]",
        "[/code]",
        "://",
        "www.",
        "@",
        "\u202e",
    ]
)
wild = st.one_of(
    st.text(st.characters(codec=None), max_size=40), st.lists(markup, max_size=4).map("".join)
)


def rendered(*blocks: Block) -> str:
    return render(Document(blocks=blocks), SCENE)


def places(name: str) -> tuple[Block, ...]:
    """Every place a name can stand in."""
    seat = Name(seat=Seat(name))
    return (
        Heading(level=1, content=line(Typed(text=name))),
        Paragraph(
            content=line(seat, ": Lunge at ", seat, ". (", seat, ") 7, ", Strong(content=(seat,)))
        ),
        Paragraph(content=line(seat, Struck(content=line(seat, " and ", seat)))),
        List(items=(Item(content=line(seat), details=(line(seat),)),)),
        Table(columns=(Column(title="P"), Column(title="N")), rows=((line(seat), line("1")),)),
        Table(
            columns=(Column(title="P" * 40), Column(title="N" * 30)),
            rows=((line(seat), line(seat)),),
        ),
        Spoiler(title="S", blocks=(Paragraph(content=line(seat)),)),
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_stays_a_name_everywhere(name: str) -> None:
    read = read_bbcode(rendered(*places(name)))
    assert {tag.strip("/").split("=")[0] for tag in read.tags} <= OURS
    assert "url" not in read.tags
    assert not traps_in(read.text)
    assert cleaned_name(name).rstrip("\u200e") in visible(read.text)


@given(wild)
def test_no_name_becomes_markup_a_link_or_a_smiley(name: str) -> None:
    read = read_bbcode(rendered(*places(name)))
    assert read.tags == read_bbcode(rendered(*places("Ann"))).tags
    assert not traps_in(read.text)
    assert visible(cleaned_name(name)) in visible(read.text)
    assert "[/code" not in read.code


@given(wild)
def test_the_joiner_follows_every_bracket_www_and_at_and_splits_every_address(name: str) -> None:
    written = rendered(Paragraph(content=line(Name(seat=Seat(name)))))
    assert not re.search(rf"\[(?!{WJ})|@(?!{WJ})|(?i:www)(?!{WJ})|://", written)


@given(wild)
def test_a_name_in_code_cannot_leave_it(name: str) -> None:
    table = Table(columns=(Column(title="P"),), rows=((line(Name(seat=Seat(name))),),))
    read = read_bbcode(rendered(table))
    assert read.tags == ("code",)
    assert read.text.strip("\n\0") == ""
    assert visible(cleaned_name(name)) in visible(read.code)


inlines: st.SearchStrategy[Inline] = st.deferred(
    lambda: st.one_of(
        wild.map(lambda text: Text(text=text)),
        wild.map(lambda text: Name(seat=Seat(text))),
        wild.map(lambda text: Typed(text=text)),
        st.integers(1, 99).map(lambda number: Ruling(ref=f"CS-{number}")),
        st.lists(inlines, max_size=3).map(lambda parts: Strong(content=tuple(parts))),
        st.lists(inlines, max_size=3).map(lambda parts: Struck(content=tuple(parts))),
    )
)


@given(st.lists(inlines, max_size=6))
def test_even_our_own_words_spring_no_tag_and_no_smiley(parts: Line) -> None:
    read = read_bbcode(rendered(Paragraph(content=tuple(parts))))
    assert set(read.tags) <= {"b", "/b"}
    assert not [smiley for smiley in SMILIES if smiley.lower() in read.text.lower()]


def test_every_tag_of_ours_is_one_phpbb_has_and_within_its_limits() -> None:
    read = read_bbcode(render(specimen(), SCENE))
    assert {tag.strip("/").split("=")[0] for tag in read.tags} <= OURS
    sizes = [int(tag.removeprefix("size=")) for tag in read.tags if tag.startswith("size=")]
    assert sizes
    assert all(size <= 200 for size in sizes)
    assert not traps_in(read.text)


def test_a_table_is_aligned_by_display_width_and_never_wider_than_a_post() -> None:
    read = read_bbcode(render(specimen(), SCENE))
    blocks = read.code.split("\n\0\n")
    assert all(
        display_width(text) <= CODE_COLUMNS for block in blocks for text in block.split("\n")
    )
    rows = blocks[0].split("\n")
    assert len({display_width(row) for row in rows}) == 1
    assert any("龍馬" in row for row in rows)


def test_a_table_too_wide_for_a_post_becomes_a_line_for_each_row() -> None:
    table = Table(
        columns=(Column(title="Player"), Column(title="Life"), Column(title="V" * 50)),
        rows=((line(Name(seat=Seat("Ann"))), line("12"), line("9")),),
    )
    assert rendered(table) == f"[list]\n[*]Ann: Life 12, {'V' * 50} 9\n[/list]\n"


def test_rulings_in_a_row_share_one_pair_of_brackets() -> None:
    content = line(
        "Seven", Ruling(ref="CS-20"), ", ", Ruling(ref="CS-22"), Ruling(ref="CS-20"), "."
    )
    assert rendered(Paragraph(content=content)) == "Seven (CS-20, CS-22).\n"


@pytest.mark.parametrize(
    ("url", "written"),
    [
        ("/matches/a", "[url=https://games.example/matches/a]the match[/url]"),
        ("https://x.example/[b]", "[url=https://x.example/%5Bb%5D]the match[/url]"),
        ("javascript:alert(1)", "the match"),
        ("//evil.example", "the match"),
    ],
)
def test_only_web_addresses_become_links_and_none_can_close_its_tag(url: str, written: str) -> None:
    assert rendered(Paragraph(content=line(Link(text="the match", url=url)))) == f"{written}\n"
