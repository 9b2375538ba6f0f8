"""Documents for these tests, and a reader that takes their HTML apart."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html.parser import HTMLParser

from referee.core.documents import (
    Arrow,
    Block,
    Card,
    Cards,
    Column,
    Document,
    Flow,
    Heading,
    Instant,
    Item,
    Link,
    List,
    Meter,
    Meters,
    Name,
    Paragraph,
    Preformatted,
    Ruling,
    Series,
    SeriesLine,
    Spoiler,
    Strong,
    Struck,
    Table,
    Typed,
    line,
)
from referee.core.seats import Seat
from referee.publishing.html import render
from referee.publishing.scene import Scene

VOID = {"br", "hr", "img", "input", "meta", "link", "wbr"}


def scene_of(names: Sequence[str]) -> Scene:
    return Scene(
        seats=tuple(Seat(name) for name in names),
        game="crossing-swords",
        base_url="https://games.example",
        zone="Europe/Berlin",
    )


def every_block(names: Sequence[str], typed: str) -> tuple[Block, ...]:
    """One of each block, with every inline somewhere, full of what people typed."""
    seats = tuple(Seat(name) for name in names)
    first, last = Name(seat=seats[0]), Name(seat=seats[-1])
    words = Typed(text=typed)
    styles = ("harm", "stopped", "gift", "take", "watch")
    return (
        Heading(level=1, content=line("Of ", words)),
        Paragraph(
            content=line(
                Strong(content=line(first, " did it")),
                Struck(content=line(words)),
                Ruling(ref="CS-22"),
                Link(text="rules", url="/games/crossing-swords/rules"),
                Instant(at=datetime(2026, 7, 1, 18, tzinfo=UTC), zone="Europe/Berlin"),
            )
        ),
        List(ordered=True, items=(Item(content=line(first), details=(line(words),)),)),
        Table(
            caption="Life",
            columns=(
                Column(title="Rank"),
                Column(title="Player"),
                Column(title="Life", align="end"),
            ),
            rows=((line("1"), line(first), line("3")), (line("2"), line(last), line(words))),
        ),
        Cards(
            caption=line(first),
            cards=(Card(name="Lunge", group="Attack", icon="lunge", effect="5.", note=line(last)),),
        ),
        Meters(meters=(Meter(label=line(first), value=12, maximum=20, unit="life"),)),
        Flow(
            title="Who did what",
            seats=seats,
            arrows=tuple(
                Arrow(
                    source=seats[at % len(seats)],
                    target=seats[-1 - at % len(seats)],
                    label="Lunge",
                    value=at,
                    style=styles[at % 5],
                    negated=at % 3 == 0,
                )
                for at in range(6)
            ),
        ),
        Series(
            title="Life",
            unit="life",
            labels=("Start", "1", "2"),
            lines=tuple(SeriesLine(seat=seat, values=(20, 3, None)) for seat in seats),
        ),
        Spoiler(title="More", blocks=(Paragraph(content=line(words)),)),
        Preformatted(text="a   b"),
    )


@dataclass
class Reader(HTMLParser):
    """What a browser would see: elements with their attributes, and the text."""

    elements: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    text: str = ""
    depth: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.depth.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.depth, f"</{tag}> closes nothing"
        assert self.depth.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.depth == [], "something stays open"
    return reader


def drawn(*blocks: Block, names: Sequence[str] = ("Ann", "Bob")) -> str:
    return render(Document(blocks=blocks), scene_of(names))
