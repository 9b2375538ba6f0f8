"""News of a match as an Atom feed (RFC 4287), for feed readers and for robots that post elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from xml.etree.ElementTree import Element, SubElement, tostring

from referee.core.moments import utc_text
from referee.publishing.disarming import cleaned

CONTENT_TYPE = "application/atom+xml; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Entry:
    """One piece of news. ``url`` is its page and, for ever, its identity.

    ``text`` is plain and may have several lines; ``html`` is safe HTML of our own making, whose links
    may be relative to ``url``. Times are aware.
    """

    url: str
    title: str
    published_at: datetime
    updated_at: datetime
    text: str = ""
    html: str = ""


@dataclass(frozen=True, slots=True)
class Feed:
    """News in any order. ``url`` is the page they are about, ``feed_url`` the feed's own address.

    ``since`` is when the feed began: its date as long as it has no news.
    """

    url: str
    feed_url: str
    title: str
    author: str
    since: datetime
    entries: Sequence[Entry] = ()


def atom(feed: Feed) -> bytes:
    """The feed as an XML document in UTF-8, newest first.

    The same news is the same bytes. Titles, text and the author may be what people typed: they stay
    text, and what XML cannot hold is left out.
    """
    root = Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", "xml:lang": "en"})
    newest_first = sorted(
        feed.entries, key=lambda entry: (entry.updated_at, entry.published_at, entry.url)
    )[::-1]
    updated = max((feed.since, *(entry.updated_at for entry in newest_first)))
    _add(root, "id", feed.feed_url)
    _add(root, "title", cleaned(feed.title))
    _add(root, "updated", utc_text(updated))
    SubElement(root, "link", {"rel": "self", "href": feed.feed_url})
    SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": feed.url})
    _add(SubElement(root, "author"), "name", cleaned(feed.author) or "?")
    _add(root, "generator", "Referee")
    for entry in newest_first:
        _add_entry(SubElement(root, "entry"), entry)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _add_entry(element: Element, entry: Entry) -> None:
    _add(element, "id", entry.url)
    _add(element, "title", cleaned(entry.title))
    _add(element, "published", utc_text(entry.published_at))
    _add(element, "updated", utc_text(entry.updated_at))
    SubElement(element, "link", {"rel": "alternate", "type": "text/html", "href": entry.url})
    if entry.text:
        _add(element, "summary", _legal(entry.text))
    if entry.html:
        content = _add(element, "content", _legal(entry.html))
        content.attrib.update({"type": "html", "xml:base": entry.url})


def _add(parent: Element, tag: str, text: str) -> Element:
    element = SubElement(parent, tag)
    element.text = text
    return element


def _legal(text: str) -> str:
    """The text without the characters that XML 1.0 can hold in no spelling, on lines as Unix ends them."""
    return "".join(char for char in "\n".join(text.splitlines()) if _is_legal(ord(char)))


def _is_legal(code: int) -> bool:
    return (
        code in (0x9, 0xA)
        or 0x20 <= code <= 0xD7FF
        or 0xE000 <= code <= 0xFFFD
        or 0x10000 <= code <= 0x10FFFF
    )
