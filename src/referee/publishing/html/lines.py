"""Lines of a document as HTML, and as bare words where markup cannot stand (titles, SVG text)."""

import re

from markupsafe import Markup, escape

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
from referee.core.seats import Seat
from referee.publishing.html.heraldry import shield
from referee.publishing.moments import moment_words
from referee.publishing.scene import Scene

# Control characters (no HTML or XML may hold most of them), lone surrogates, and the marks that turn
# the direction of the text that follows.
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)

# A name longer than this may break over two lines; a shorter one stays whole.
_LONG_NAME = 20


def clean(text: str) -> str:
    """The text without the characters that no page should carry."""
    return _UNSAFE.sub("", text)


def html_line(line: Line, scene: Scene) -> Markup:
    """The line as HTML. Rulings keep a space from what stands before them, and from each other."""
    parts: list[Markup] = []
    for part in line:
        written = _inline(part, scene)
        if isinstance(part, Ruling) and parts and not parts[-1].endswith((" ", "(")):
            parts.append(Markup(" "))
        parts.append(written)
    return Markup("").join(parts)


def plain_line(line: Line, scene: Scene) -> str:
    """The line as bare words, not yet escaped."""
    return "".join(_words(part, scene) for part in line)


def html_name(seat: Seat, scene: Scene) -> Markup:
    """A seat's name, its shield beside it."""
    position = seat_position(seat, scene)
    if position is None:
        return Markup("<bdi>{}</bdi>").format(clean(seat))
    return Markup('<span class="seat{}">{}<bdi>{}</bdi></span>').format(
        " long" if len(seat) > _LONG_NAME else "", shield(position), clean(seat)
    )


def seat_position(seat: Seat, scene: Scene) -> int | None:
    """The seat's number in the match, from 1; None for a name that is no seat of it."""
    return scene.seats.index(seat) + 1 if seat in scene.seats else None


def _inline(part: Inline, scene: Scene) -> Markup:  # noqa: PLR0911 -- one per inline
    match part:
        case Text():
            return escape(clean(part.text))
        case Name():
            return html_name(part.seat, scene)
        case Typed():
            return Markup("<bdi>{}</bdi>").format(clean(part.text))
        case Strong():
            return Markup("<strong>{}</strong>").format(html_line(part.content, scene))
        case Struck():
            return Markup("<s>{}</s>").format(html_line(part.content, scene))
        case Ruling():
            return Markup('<a class="ruling" href="/games/{0}/rules#{1}">{1}</a>').format(
                scene.game, clean(part.ref)
            )
        case Link():
            if not _leads_somewhere_safe(part.url):
                return escape(clean(part.text))
            return Markup('<a href="{}">{}</a>').format(clean(part.url), clean(part.text))
        case Instant():
            return Markup('<time datetime="{}" data-zone="{}">{}</time>').format(
                part.at.isoformat().replace("+00:00", "Z"),
                clean(part.zone),
                moment_words(part.at, part.zone),
            )


def _leads_somewhere_safe(url: str) -> bool:
    if url.startswith("/"):
        return not url.startswith(("//", "/\\"))
    return url.startswith(("https://", "http://", "#"))


def _words(part: Inline, scene: Scene) -> str:
    match part:
        case Text() | Typed() | Link():
            return clean(part.text)
        case Name():
            return clean(part.seat)
        case Strong() | Struck():
            return plain_line(part.content, scene)
        case Ruling():
            return clean(part.ref)
        case Instant():
            return moment_words(part.at, part.zone)
