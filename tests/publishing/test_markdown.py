"""Markdown: parsed by a real parser, every name comes out as the words it is and nothing else."""

import html
import re
from html.parser import HTMLParser
from string import punctuation

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from referee.core.documents import (
    Block,
    Column,
    Document,
    Heading,
    Inline,
    Instant,
    Item,
    Line,
    Link,
    List,
    Name,
    Paragraph,
    Preformatted,
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
from referee.publishing.disarming import cleaned, cleaned_name
from referee.publishing.markdown import render
from tests.publishing.forum import SMILIES, visible
from tests.publishing.specimen import DUE, HOSTILE, SCENE, specimen

FORUM = MarkdownIt("commonmark", {"html": True, "typographer": True}).enable(
    ["table", "strikethrough", "replacements"]
)

markup = st.sampled_from(
    [
        *HOSTILE,
        *SMILIES,
        *punctuation,
        "  ",
        "\n",
        "1. ",
        "- ",
        "# ",
        "    ",
        "***",
        "&lt;",
        "--",
        "...",
    ]
)
wild = st.one_of(
    st.text(st.characters(codec=None), max_size=40),
    st.lists(markup, max_size=6).map("".join),
    st.text(st.sampled_from(punctuation + " a1"), max_size=12),
)


class Words(HTMLParser):
    """The text of a page and the tags around it."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def read(*blocks: Block) -> Words:
    words = Words()
    words.feed(FORUM.render(render(Document(blocks=blocks), SCENE)))
    words.close()
    return words


def places(name: str) -> tuple[Block, ...]:
    """Every place a name can stand in."""
    seat = Name(seat=Seat(name))
    return (
        Heading(level=1, content=line(Typed(text=name), " x")),
        Paragraph(
            content=line(seat, ": Lunge at ", seat, ". (", seat, ") 7,", Strong(content=(seat,)))
        ),
        Paragraph(content=line(seat, Struck(content=(seat,)), seat)),
        Paragraph(content=line(seat, ". And ", seat, ") or ", seat)),
        List(items=(Item(content=line(seat), details=(line(seat),)),)),
        List(ordered=True, items=(Item(content=line(seat), details=(line(seat),)),)),
        Table(columns=(Column(title="P"), Column(title="N")), rows=((line(seat), line(seat)),)),
        Spoiler(title="S", blocks=(Paragraph(content=line(seat)), Preformatted(text="a"))),
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_stays_a_name_everywhere(name: str) -> None:
    assert read(*places(name)).tags == read(*places("Ann")).tags
    assert visible(cleaned_name(name)) in visible(read(*places(name)).text)


@given(wild)
def test_no_name_becomes_markup(name: str) -> None:
    words = read(*places(name))
    assert words.tags == read(*places("Ann")).tags
    assert visible(words.text).count(visible(cleaned_name(name))) >= 17


@given(wild)
def test_a_name_in_a_paragraph_is_the_paragraph(name: str) -> None:
    written = FORUM.render(
        render(Document(blocks=(Paragraph(content=line(Name(seat=Seat(name)))),)), SCENE)
    )
    assert html.unescape(visible(written)) == f"<p>{visible(cleaned_name(name))}</p>\n"


@given(wild)
def test_every_ascii_punctuation_of_a_name_is_a_numeric_entity(name: str) -> None:
    written = render(Document(blocks=(Paragraph(content=line(Name(seat=Seat(name)))),)), SCENE)
    assert not set(re.sub(r"&#\d+;", "", written)) & set(punctuation)


@given(wild)
def test_no_name_becomes_a_link_or_a_mention_once_entities_are_read(name: str) -> None:
    text = read(Paragraph(content=line(Name(seat=Seat(name))))).text
    assert not re.search(r"(?i)://|www\.|@\w|#\w|:\w+:|\w[.。．]\w|[ru]/\w", text)
    assert not [smiley for smiley in SMILIES if smiley.lower() in text.lower() and ":" in smiley]


inlines: st.SearchStrategy[Inline] = st.deferred(
    lambda: st.one_of(
        wild.map(lambda text: Text(text=text.replace("\0", ""))),
        wild.map(lambda text: Name(seat=Seat(text))),
        wild.map(lambda text: Typed(text=text)),
        st.lists(inlines, max_size=3).map(lambda parts: Strong(content=tuple(parts))),
    )
)


def flat(content: Line) -> str:
    """The words a reader should see, without spaces and invisible joiners."""
    words = ""
    for part in content:
        match part:
            case Text():
                words += part.text
            case Name():
                words += cleaned_name(part.seat)
            case Typed():
                words += cleaned(part.text)
            case Strong() | Struck():
                words += flat(part.content)
    return "".join(visible(words).split())


@given(st.lists(inlines, max_size=5))
def test_whatever_stands_side_by_side_is_read_as_the_words_it_is(parts: list[Inline]) -> None:
    words = read(
        Paragraph(content=tuple(parts)),
        List(items=(Item(content=tuple(parts)),)),
        Table(columns=(Column(title="N"),), rows=((tuple(parts),),)),
    )
    assert set(words.tags) <= {
        "p",
        "ul",
        "li",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "strong",
    }
    assert "".join(visible(words.text).split()) == f"{flat(tuple(parts)) * 2}N{flat(tuple(parts))}"


def test_every_block_comes_out_as_a_forum_shows_it() -> None:
    words = read(*specimen().blocks)
    assert {
        "h2",
        "h3",
        "h4",
        "p",
        "ul",
        "ol",
        "li",
        "table",
        "blockquote",
        "pre",
        "a",
        "strong",
    } <= set(words.tags)
    assert "img" not in words.tags
    assert words.tags.count("a") == 2
    assert "(CS-20, CS-28)" in visible(words.text)
    assert "~~" not in words.text
    assert "**" not in words.text


def test_a_fence_is_longer_than_any_run_of_backticks_in_it() -> None:
    words = read(Preformatted(text="a\n```\nb `````"), Paragraph(content=line("c")))
    assert words.tags == ["pre", "code", "p"]
    assert words.text.strip() == "a\n```\nb `````\n\nc"


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("/matches/a", "https://games.example/matches/a"),
        ("https://x.example/a)b>c d", "https://x.example/a%29b%3Ec%20d"),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
    ],
)
def test_only_web_addresses_become_links(url: str, target: str | None) -> None:
    written = FORUM.render(
        render(Document(blocks=(Paragraph(content=line(Link(text="the match", url=url))),)), SCENE)
    )
    found = re.search(r'href="([^"]*)"', written)
    assert (found.group(1) if found else None) == target
    assert "the match" in written


def test_a_moment_is_told_in_the_matchs_zone_and_in_utc() -> None:
    words = read(Paragraph(content=line(Instant(at=DUE, zone="Europe/Berlin"))))
    assert words.text.strip() == "Tue 1 Dec 2026, 19:00 (Berlin; Tue 18:00 UTC)"


def test_rulings_in_a_row_share_one_pair_of_brackets() -> None:
    words = read(Paragraph(content=line("7", Ruling(ref="CS-20"), " ", Ruling(ref="CS-28"), ".")))
    assert visible(words.text).strip() == "7 (CS-20, CS-28)."
