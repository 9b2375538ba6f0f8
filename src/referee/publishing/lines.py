"""Lines written by a hand: what is the same in every text dialect about words, names and rulings."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import quote

from referee.core.documents import (
    Inline,
    Instant,
    Line,
    Link,
    Name,
    Ruling,
    Strong,
    Struck,
    Text,
    Typed,
)
from referee.publishing.disarming import cleaned, cleaned_name
from referee.publishing.moments import moment_words
from referee.publishing.scene import Scene

_PLAIN_IN_URLS = "/:?#@!$&*+,=%~-._"
"""What may stand in a URL and neither closes a tag or a link nor ends an entity."""


_LINE_BREAK = re.compile(r"\s*[\n\r\v\f\x85\u2028\u2029]\s*")


@dataclass(frozen=True, slots=True)
class Hand:
    """How one dialect writes each kind of inline, in one kind of place (running text, a code block).

    ``own`` writes our words and ``typed`` somebody's, already cleaned; ``link`` takes written words
    and a URL. ``seam`` stands where two parts would otherwise meet as a smiley.
    """

    own: Callable[[str], str]
    typed: Callable[[str], str]
    strong: Callable[[str], str]
    struck: Callable[[str], str]
    link: Callable[[str, str], str]
    seam: str = ""


def written(content: Line, hand: Hand, scene: Scene) -> str:
    """A line in one dialect. Rulings that follow one another share one pair of brackets."""
    text = ""
    rulings: list[str] = []
    pause = ""
    for part in _coalesced(content):
        if isinstance(part, Ruling):
            rulings.append(part.ref)
            pause = ""
        elif rulings and isinstance(part, Text) and not part.text.strip(" ,;"):
            pause = part.text
        else:
            text = _with_rulings(text, rulings, hand) + pause
            rulings, pause = [], ""
            text = _joined(text, _inline(part, hand, scene), hand)
    return _with_rulings(text, rulings, hand) + pause


def _coalesced(content: Line) -> Line:
    """The line with our words in one piece where they stood side by side."""
    parts: list[Inline] = []
    for part in content:
        last = parts[-1] if parts else None
        if isinstance(part, Text) and isinstance(last, Text):
            parts[-1] = Text(text=last.text + part.text)
        else:
            parts.append(part)
    return tuple(parts)


def _inline(  # noqa: PLR0911 -- one for each kind of inline
    part: Text | Name | Typed | Strong | Struck | Link | Instant, hand: Hand, scene: Scene
) -> str:
    match part:
        case Text():
            return hand.own(_LINE_BREAK.sub(" ", part.text))
        case Name():
            return hand.typed(cleaned_name(part.seat))
        case Typed():
            return hand.typed(cleaned(part.text))
        case Strong():
            inner = replace(hand, strong=_unmarked)  # strong within strong is no stronger
            return _around(written(part.content, inner, scene), hand.strong)
        case Struck():
            inner = replace(hand, struck=_unmarked)
            return _around(written(part.content, inner, scene), hand.struck)
        case Link():
            url = absolute(part.url, scene)
            words = hand.own(part.text)
            return words if url is None else hand.link(words, url)
        case Instant():
            return hand.own(moment_words(part.at, part.zone))


def absolute(url: str, scene: Scene) -> str | None:
    """The URL with the site's address if it is a path, safe inside any markup; None if it is no web address."""
    if url.startswith("/") and not url.startswith("//"):
        url = scene.base_url + url
    if not url.lower().startswith(("http://", "https://")):
        return None
    return quote(url, safe=_PLAIN_IN_URLS)


def _unmarked(words: str) -> str:
    return words


def _around(words: str, mark: Callable[[str], str]) -> str:
    """Mark words, leaving the spaces at their ends outside."""
    inner = words.strip(" ")
    if not inner:
        return words
    before, _, after = words.partition(inner)
    return before + mark(inner) + after


def _with_rulings(text: str, rulings: list[str], hand: Hand) -> str:
    if not rulings:
        return text
    refs = hand.own(f"({', '.join(dict.fromkeys(rulings))})")
    return f"{text}{' ' if text and not text.endswith((' ', '(')) else ''}{refs}"


def _joined(before: str, after: str, hand: Hand) -> str:
    """Two parts side by side, with a seam where the end of one and the start of the other would be read
    as one sign: a smiley, or Markdown's closing and opening marks.
    """
    is_trap = (
        (before.endswith(":") and not after.startswith(" "))
        or (after.startswith(")") and before[-1:].isalnum())
        or (before.endswith(("*", "~")) and after.startswith(("*", "~")))
    )
    return f"{before}{hand.seam if before and after and is_trap else ''}{after}"
