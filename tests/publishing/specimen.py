"""The document with every block and inline, and the names that would break a forum's post."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import cycle, islice

from referee.core.documents import (
    Arrow,
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
from referee.publishing.scene import Scene

HOSTILE = (
    "[b]Bold[/b]",
    "[/code][url=http://evil.example]x[/url]",
    "[img]http://evil.example/a.png[/img]",
    "http://evil.example",
    "www.evil.example",
    "evil.example",
    "mailto:ann@evil.example",
    "@everyone",
    "@Ann",
    "*star* _under_ ~~strike~~",
    "[link](http://evil.example)",
    "![](http://evil.example/a.png)",
    "<img src=x onerror=alert(1)>",
    "<http://evil.example>",
    "`code` ```fence```",
    "a | b | c",
    "# heading",
    "> quote",
    "1. one",
    "1",
    "C",
    "8",
    "&amp; &#91;",
    "\\*backslash\\*",
    ":smile: :) 8) ;) :P ???",
    "(c) (r) (tm) O0",
    "/me waves",
    "-- ... --",
    "[o] [x] [*]",
    "[noparse][quote=Ann]",
    "new\nline\r\n\r\n# two",
    "\u202eevil\u202c \u2066x\u2069 \x00\x1b[31m \ufeff",
    "\ue000 \ufff9 \ud800",
    "\u3164",
    "",
    "x" * 100,
    "龍" * 50,
    "Z" + "\u0310" * 60,
    "فاطمة",
    "O'Brien-Smith Jr. 3rd_x",
    "```",
    "~~~",
    "$$x$$ ||spoiler|| ==mark== ++ins++ ^sup^",
    "u/ann r/swords #tag !important",
)

SEATS = tuple(Seat(name) for name in ("Ann", "[b]Bob[/b]", "www.evil.example", "龍馬", "*Eve* _x_"))

SCENE = Scene(
    seats=SEATS, game="crossing-swords", base_url="https://games.example", zone="Europe/Berlin"
)

DUE = datetime(2026, 12, 1, 18, 0, tzinfo=UTC)


def specimen(seats: Sequence[Seat] = SEATS, typed: str = "[url]Friday[/url] night") -> Document:
    """Every kind of block and inline at least once, about these seats and with what somebody typed."""
    ann, bob, web, ryu, eve = islice(cycle(seats), 5)
    words = Typed(text=typed)
    return Document(
        blocks=(
            Heading(level=1, content=line("Round 3 of ", words)),
            Paragraph(
                content=line(
                    Name(seat=ann),
                    " hit ",
                    Strong(content=line(Name(seat=bob))),
                    " for 7 = 3 doubled + 1 (Focus), −2 (Block)",
                    Ruling(ref="CS-20"),
                    Ruling(ref="CS-28"),
                    ", and ",
                    Struck(content=line("Mend at ", Name(seat=eve), ", ", words)),
                    " was negated ",
                    Ruling(ref="CS-13"),
                    ".",
                )
            ),
            Paragraph(
                content=line(
                    "The next deadline is ",
                    Instant(at=DUE, zone="Europe/Berlin"),
                    ". See ",
                    Link(text="the match's page", url="/matches/abc"),
                    " or ",
                    Link(text="https://games.example/help", url="https://games.example/help"),
                    ".",
                )
            ),
            Heading(level=2, content=line("Moves")),
            List(
                items=(
                    Item(
                        content=line(Name(seat=ann), ": Lunge at ", Name(seat=bob)),
                        details=(line("5, Lunge", Ruling(ref="CS-20")), line("no Focus: ", words)),
                    ),
                    Item(content=line(Name(seat=web), ": no move received")),
                )
            ),
            List(
                ordered=True,
                items=(Item(content=line("First")), Item(content=line(Name(seat=ryu)))),
            ),
            Heading(level=3, content=line("Life and VP")),
            Table(
                caption="After the round",
                columns=(
                    Column(title="Player"),
                    Column(title="Life", align="end"),
                    Column(title="VP", align="end"),
                ),
                rows=tuple(
                    (line(Name(seat=seat)), line(str(20 - place)), line(str(place * 3)))
                    for place, seat in enumerate(seats)
                ),
            ),
            Table(
                columns=tuple(
                    Column(title=title)
                    for title in ("Player", "Something long to say", "And its reason", "In the end")
                ),
                rows=(
                    (
                        line(Name(seat=eve)),
                        line(words),
                        line("because of ", Name(seat=bob)),
                        line(Strong(content=line("12"))),
                    ),
                ),
            ),
            Meters(
                meters=(
                    Meter(label=line(Name(seat=ann)), value=12, maximum=20, unit="life"),
                    Meter(label=line(Name(seat=ryu)), value=1, maximum=20, unit="life"),
                    Meter(label=line(Name(seat=web)), value=25, maximum=20, unit="life"),
                    Meter(label=line(Name(seat=eve)), value=0, maximum=20, unit="life"),
                )
            ),
            Flow(
                title="Who did what to whom",
                seats=tuple(seats),
                arrows=(
                    Arrow(source=ann, target=bob, label="Lunge", value=7),
                    Arrow(source=bob, target=ann, label="Strike", value=0, style="stopped"),
                    Arrow(source=web, target=ann, label="Assail", value=1),
                    Arrow(source=web, target=bob, label="Assail", value=1),
                    Arrow(source=web, target=web, label="Assail", value=1),
                    Arrow(source=ryu, target=eve, label="Taunt", value=3, style="take"),
                    Arrow(
                        source=eve, target=eve, label="Mend", value=3, style="gift", negated=True
                    ),
                    Arrow(source=eve, target=ryu, label="Focus", style="watch"),
                ),
            ),
            Series(
                title="Life by round",
                unit="life",
                labels=tuple(f"R{number}" for number in range(1, 31)),
                lines=(
                    SeriesLine(seat=ann, values=tuple(range(30, 0, -1))),
                    SeriesLine(seat=bob, values=(*range(20), *([None] * 10))),
                ),
            ),
            Cards(
                caption=line("The cards of ", Name(seat=bob)),
                cards=(
                    Card(
                        name="Lunge",
                        group="Attack",
                        icon="lunge",
                        effect="5 damage to the target.",
                        note=line("Focused on ", Name(seat=eve), ": this does 11."),
                    ),
                    Card(name="Dodge", group="Defense"),
                ),
            ),
            Spoiler(
                title="What was sealed",
                blocks=(
                    Paragraph(content=line(Name(seat=eve), " kept a Halt. ", words)),
                    Preformatted(text="A  B\n1  2"),
                ),
            ),
            Preformatted(text="3a7f  `quoted`  [x]"),
        )
    )
