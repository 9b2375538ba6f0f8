"""Documents are values: they survive JSON, and nothing unknown gets into them."""

from datetime import UTC, datetime

import pytest
from pydantic import ValidationError

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
    Text,
    Typed,
    line,
)
from referee.core.seats import Seat

ANN, BOB = Seat("Ann"), Seat("Bob")

EVERYTHING = Document(
    blocks=(
        Heading(level=1, content=line("Round 1")),
        Paragraph(
            content=line(
                "Words ",
                Name(seat=ANN),
                Typed(text="[b]hostile[/b]"),
                Strong(content=line("strong ", Struck(content=line("struck")))),
                Ruling(ref="CS-22"),
                Link(text="rules", url="/games/crossing-swords/rules"),
                Instant(at=datetime(2026, 3, 8, 7, 30, tzinfo=UTC), zone="Europe/Berlin"),
            )
        ),
        List(ordered=True, items=(Item(content=line("first"), details=(line("because"),)),)),
        Table(
            caption="A table",
            columns=(Column(title="Player"), Column(title="VP", align="end")),
            rows=((line(Name(seat=ANN)), line("3")),),
        ),
        Cards(
            cards=(Card(name="Lunge", group="Attack", icon="lunge", effect="5", note=line("!")),)
        ),
        Meters(meters=(Meter(label=line("Life"), value=12, maximum=20, unit="life"),)),
        Flow(
            title="Who did what",
            seats=(ANN, BOB),
            arrows=(Arrow(source=ANN, target=BOB, label="Taunt", value=3, style="take"),),
        ),
        Series(
            title="Life",
            unit="life",
            labels=("1", "2"),
            lines=(SeriesLine(seat=ANN, values=(20, None)),),
        ),
        Spoiler(title="More", blocks=(Spoiler(title="Deeper", blocks=()),)),
        Preformatted(text="a  b"),
    )
)


def test_every_kind_of_block_and_inline_survives_json() -> None:
    assert Document.model_validate_json(EVERYTHING.model_dump_json()) == EVERYTHING


def test_a_line_takes_plain_strings_as_our_own_words() -> None:
    assert line("a", Name(seat=ANN)) == (Text(text="a"), Name(seat=ANN))
    assert line() == ()


def test_an_unknown_block_is_refused() -> None:
    with pytest.raises(ValidationError, match="video"):
        Document.model_validate({"blocks": [{"kind": "video", "url": "x"}]})


def test_a_block_with_an_unknown_key_is_refused() -> None:
    with pytest.raises(ValidationError, match="onclick"):
        Document.model_validate({"blocks": [{"kind": "preformatted", "text": "", "onclick": "x"}]})


def test_documents_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        EVERYTHING.blocks = ()
