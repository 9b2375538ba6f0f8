"""Documents: words, tables and pictures in no dialect; every dialect renders or degrades each block.

Text that a person typed is never put into `Text`: a seat's name is a `Name`, everything else (a match's
title, a reason) is `Typed`. Renderers disarm those two completely.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Annotated, Final, Literal

from pydantic import Field

from referee.core.seats import Seat
from referee.core.values import Value

_CROWD: Final = 4


class Text(Value):
    """Words of our own."""

    kind: Literal["text"] = "text"
    text: str


class Name(Value):
    """The name of a seat. Where a dialect can, its shield stands beside it."""

    kind: Literal["name"] = "name"
    seat: Seat


class Typed(Value):
    """Words somebody typed: hostile until disarmed."""

    kind: Literal["typed"] = "typed"
    text: str


class Strong(Value):
    """Words that matter more than those around them."""

    kind: Literal["strong"] = "strong"
    content: Line


class Struck(Value):
    """Words that no longer hold: a negated card, a stopped number."""

    kind: Literal["struck"] = "struck"
    content: Line


class Ruling(Value):
    """A numbered ruling ("CS-22"); where a dialect can, a link to the rules page."""

    kind: Literal["ruling"] = "ruling"
    ref: str


class Link(Value):
    """Words that lead somewhere. ``url`` is ours, absolute, or a path on this site."""

    kind: Literal["link"] = "link"
    text: str
    url: str


class Instant(Value):
    """A moment, aware UTC, told in the match's zone and in UTC, or the reader's where a dialect can."""

    kind: Literal["instant"] = "instant"
    at: datetime
    zone: str


Inline = Annotated[
    Text | Name | Typed | Strong | Struck | Ruling | Link | Instant, Field(discriminator="kind")
]
Line = tuple[Inline, ...]


def line(*parts: str | Inline) -> Line:
    """A line from its parts; plain strings are words of our own."""
    return tuple(Text(text=part) if isinstance(part, str) else part for part in parts)


def crowd(seats: Collection[Seat], everybody: Collection[Seat], source: Seat) -> Line | None:
    """Whom ``source`` did something to, where there is a shorter way to say it than their names.

    "everybody", "everybody else" (than the source) or "everybody but Ann"; None for fewer than four, and
    where more than one is left out.
    """
    left_out = set(everybody) - set(seats)
    if len(seats) < _CROWD or len(seats) + len(left_out) != len(everybody) or len(left_out) > 1:
        return None
    if not left_out:
        return line("everybody")
    if left_out == {source}:
        return line("everybody else")
    return line("everybody but ", Name(seat=left_out.pop()))


class Heading(Value):
    """A heading; level 1 is the document's own title."""

    kind: Literal["heading"] = "heading"
    level: Literal[1, 2, 3] = 2
    content: Line


class Paragraph(Value):
    """A paragraph."""

    kind: Literal["paragraph"] = "paragraph"
    content: Line


class Item(Value):
    """A list's item: a line, and under it the working that leads to it."""

    content: Line
    details: tuple[Line, ...] = ()


class List(Value):
    """A list; ``ordered`` numbers it."""

    kind: Literal["list"] = "list"
    ordered: bool = False
    items: tuple[Item, ...]


class Column(Value):
    """A table's column. Numbers stand to the ``end``."""

    title: str
    align: Literal["start", "end"] = "start"


class Table(Value):
    """A table: every row has as many cells as there are columns."""

    kind: Literal["table"] = "table"
    caption: str = ""
    columns: tuple[Column, ...]
    rows: tuple[tuple[Line, ...], ...]


class Card(Value):
    """A card's face: icon, name, kind ("Attack"), effect, and a line of what matters now.

    A playing card has a ``rank`` ("7") and its suit as ``icon``; ``spoken`` is how a name made of signs is
    said aloud ("seven of diamonds").
    """

    name: str
    group: str = ""
    icon: str = ""
    effect: str = ""
    note: Line = ()
    rank: str = ""
    spoken: str = ""


class Cards(Value):
    """A row of cards, perhaps somebody's."""

    kind: Literal["cards"] = "cards"
    caption: Line = ()
    cards: tuple[Card, ...]


class Meter(Value):
    """A quantity that has a scale: life 12 of 20. Above its maximum it is simply full."""

    label: Line
    value: int
    maximum: int
    unit: str


class Meters(Value):
    """Meters under one another, told apart by their labels."""

    kind: Literal["meters"] = "meters"
    meters: tuple[Meter, ...]


ArrowStyle = Literal["harm", "stopped", "gift", "take", "watch"]


class Flow(Value):
    """Who did what to whom: seats in a ring and arrows between them (or from one to itself).

    ``key`` says what a kind of line means in this game, where "harm" or "given" is not the word for it.
    """

    kind: Literal["flow"] = "flow"
    title: str
    seats: tuple[Seat, ...]
    arrows: tuple[Arrow, ...]
    key: Mapping[ArrowStyle, str] = {}


class Arrow(Value):
    """One arrow of a flow: ``label`` names the deed ("Lunge"), ``value`` is the number on it, ``icon``
    the line drawing beside that.

    ``harm`` is as wide as its value; ``stopped`` harm ends in a bar; ``gift`` is dashed (a mend);
    ``take`` draws towards its source (a theft); ``watch`` is a thin one that moves nothing (a Focus).
    ``negated`` strikes it through: it was in vain, and has no number in words. ``told`` says in words what
    else it came to ("power 7"), instead of the number and the style; nothing if the label says it all.
    """

    source: Seat
    target: Seat
    label: str
    value: int | None = None
    style: ArrowStyle = "harm"
    negated: bool = False
    icon: str = ""
    told: str | None = None


class SeriesLine(Value):
    """One seat's numbers; None where it has none any more."""

    seat: Seat
    values: tuple[int | None, ...]


class Series(Value):
    """Numbers over time, a line for each seat: life by round."""

    kind: Literal["series"] = "series"
    title: str
    unit: str
    labels: tuple[str, ...]
    lines: tuple[SeriesLine, ...]


class Spoiler(Value):
    """Blocks folded away until asked for."""

    kind: Literal["spoiler"] = "spoiler"
    title: str
    blocks: tuple[Block, ...]


class Preformatted(Value):
    """Text whose columns matter. Our own words only."""

    kind: Literal["preformatted"] = "preformatted"
    text: str


Block = Annotated[
    Heading | Paragraph | List | Table | Cards | Meters | Flow | Series | Spoiler | Preformatted,
    Field(discriminator="kind"),
]


class Document(Value):
    """Blocks, one after another."""

    blocks: tuple[Block, ...]


for _model in (Strong, Struck, Flow, Spoiler, Document):
    _model.model_rebuild()
