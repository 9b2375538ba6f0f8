"""Atom feeds: what the standard asks for, and no title that breaks out of them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.publishing.disarming import cleaned
from referee.publishing.feeds import Entry, Feed, atom
from tests.publishing.specimen import HOSTILE

ATOM = {"a": "http://www.w3.org/2005/Atom"}
NOON = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)

ROUND_1 = Entry(
    url="https://games.example/matches/k2j4/phases/1",
    title="Round 1",
    published_at=NOON,
    updated_at=NOON,
    text="Ann strikes Bob.\nBob is out.",
    html='<p><a href="/games/x/rules#CS-12">Ann &amp; Bob</a></p>',
)
ROUND_2 = replace(
    ROUND_1,
    url="https://games.example/matches/k2j4/phases/2",
    title="Round 2",
    published_at=NOON + timedelta(days=1),
    updated_at=NOON + timedelta(days=1),
)
FEED = Feed(
    url="https://games.example/matches/k2j4",
    feed_url="https://games.example/matches/k2j4/feed.atom",
    title="Crossing the Ford",
    author="Referee",
    since=NOON - timedelta(days=1),
    entries=(ROUND_1, ROUND_2),
)


def parsed(feed: Feed) -> ElementTree.Element:
    return ElementTree.fromstring(atom(feed))


def text_of(element: ElementTree.Element, path: str) -> str:
    found = element.findtext(path, namespaces=ATOM)
    assert found is not None
    return found


def test_a_feed_has_what_the_standard_asks_for() -> None:
    root = parsed(FEED)
    assert root.tag == "{http://www.w3.org/2005/Atom}feed"
    assert text_of(root, "a:id") == FEED.feed_url
    assert text_of(root, "a:title") == "Crossing the Ford"
    assert text_of(root, "a:updated") == "2026-06-02T12:00:00Z"
    assert text_of(root, "a:author/a:name") == "Referee"
    links = {link.get("rel"): link.get("href") for link in root.findall("a:link", ATOM)}
    assert links == {"self": FEED.feed_url, "alternate": FEED.url}


def test_entries_come_newest_first_each_under_its_own_id() -> None:
    newest, oldest = parsed(FEED).findall("a:entry", ATOM)
    assert [text_of(entry, "a:id") for entry in (newest, oldest)] == [ROUND_2.url, ROUND_1.url]
    assert text_of(oldest, "a:published") == "2026-06-01T12:00:00Z"
    assert text_of(oldest, "a:summary") == ROUND_1.text
    content = oldest.find("a:content", ATOM)
    assert content is not None
    assert content.text == ROUND_1.html
    assert content.get("type") == "html"
    assert content.get("{http://www.w3.org/XML/1998/namespace}base") == ROUND_1.url


def test_the_same_news_are_the_same_bytes_in_whatever_order_they_come() -> None:
    assert atom(FEED) == atom(replace(FEED, entries=(ROUND_2, ROUND_1)))


def test_a_feed_without_news_is_as_old_as_its_match() -> None:
    root = parsed(replace(FEED, entries=()))
    assert text_of(root, "a:updated") == "2026-05-31T12:00:00Z"
    assert root.findall("a:entry", ATOM) == []


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_titles_stay_text(text: str) -> None:
    _stays_text(text)


@given(st.text(alphabet=st.characters(codec=None)))
def test_any_title_and_any_text_stay_text(text: str) -> None:
    _stays_text(text)


def _stays_text(text: str) -> None:
    injected = f"{text}]]></title></entry><entry><!-- {text} &amp; \x00\x0b\ufffe"
    entry = replace(ROUND_1, title=injected, text=injected, html=injected)
    root = parsed(replace(FEED, title=injected, author=injected, entries=(entry,)))
    (found,) = root.findall("a:entry", ATOM)
    assert text_of(root, "a:title") == text_of(found, "a:title") == cleaned(injected)
    assert text_of(root, "a:author/a:name") == cleaned(injected)
    assert "]]></title></entry><entry><!-- " in text_of(found, "a:summary")
