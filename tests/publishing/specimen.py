"""A document with every block and inline, and the names that would break a forum's post."""

from datetime import UTC, datetime

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

ANN, BOB, WEB, RYU, EVE = SEATS
DUE = datetime(2026, 12, 1, 18, 0, tzinfo=UTC)


def specimen() -> Document:
    """Every kind of block and inline at least once."""
    return Document(
        blocks=(
            Heading(level=1, content=line("Round 3 of ", Typed(text="[url]Friday[/url] night"))),
            Paragraph(
                content=line(
                    Name(seat=ANN),
                    " hit ",
                    Strong(content=line(Name(seat=BOB))),
                    " for 7 = 3 doubled + 1 (Focus), −2 (Block)",
                    Ruling(ref="CS-20"),
                    Ruling(ref="CS-28"),
                    ", and ",
                    Struck(content=line("Mend at ", Name(seat=EVE))),
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
                        content=line(Name(seat=ANN), ": Lunge at ", Name(seat=BOB)),
                        details=(line("5, Lunge", Ruling(ref="CS-20")), line("no Focus")),
                    ),
                    Item(content=line(Name(seat=WEB), ": no move received")),
                )
            ),
            List(
                ordered=True,
                items=(Item(content=line("First")), Item(content=line(Name(seat=RYU)))),
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
                    for place, seat in enumerate(SEATS)
                ),
            ),
            Table(
                columns=tuple(
                    Column(title=title)
                    for title in ("Player", "Something long to say", "And its reason", "In the end")
                ),
                rows=(
                    (
                        line(Name(seat=EVE)),
                        line("nothing of importance"),
                        line("because of ", Name(seat=BOB)),
                        line(Strong(content=line("12"))),
                    ),
                ),
            ),
            Meters(
                meters=(
                    Meter(label=line(Name(seat=ANN)), value=12, maximum=20, unit="life"),
                    Meter(label=line(Name(seat=RYU)), value=1, maximum=20, unit="life"),
                    Meter(label=line(Name(seat=WEB)), value=25, maximum=20, unit="life"),
                    Meter(label=line(Name(seat=EVE)), value=0, maximum=20, unit="life"),
                )
            ),
            Flow(
                title="Who did what to whom",
                seats=SEATS,
                arrows=(
                    Arrow(source=ANN, target=BOB, label="Lunge", value=7),
                    Arrow(source=BOB, target=ANN, label="Strike", value=0, style="stopped"),
                    Arrow(source=WEB, target=ANN, label="Assail", value=1),
                    Arrow(source=WEB, target=BOB, label="Assail", value=1),
                    Arrow(source=WEB, target=WEB, label="Assail", value=1),
                    Arrow(source=RYU, target=EVE, label="Taunt", value=3, style="take"),
                    Arrow(
                        source=EVE, target=EVE, label="Mend", value=3, style="gift", negated=True
                    ),
                    Arrow(source=EVE, target=RYU, label="Focus", style="watch"),
                ),
            ),
            Series(
                title="Life by round",
                unit="life",
                labels=tuple(f"R{number}" for number in range(1, 31)),
                lines=(
                    SeriesLine(seat=ANN, values=tuple(range(30, 0, -1))),
                    SeriesLine(seat=BOB, values=(*range(20), *([None] * 10))),
                ),
            ),
            Cards(
                caption=line("The cards of ", Name(seat=BOB)),
                cards=(
                    Card(
                        name="Lunge",
                        group="Attack",
                        icon="lunge",
                        effect="5 damage to the target.",
                        note=line("Focused on ", Name(seat=EVE), ": this does 11."),
                    ),
                    Card(name="Dodge", group="Defense"),
                ),
            ),
            Spoiler(
                title="What was sealed",
                blocks=(
                    Paragraph(content=line(Name(seat=EVE), " kept a Halt.")),
                    Preformatted(text="A  B\n1  2"),
                ),
            ),
            Preformatted(text="3a7f  `quoted`  [x]"),
        )
    )
