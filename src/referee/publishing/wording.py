"""Pictures put into words: what a dialect that cannot draw shows instead of flow, series, meters, cards.

Each function takes a rich block and gives plainer ones (paragraphs, lists, tables), so that a dialect
need only know those.
"""

from collections.abc import Callable, Sequence

from referee.core.documents import (
    Arrow,
    Block,
    Card,
    Cards,
    Column,
    Flow,
    Heading,
    Inline,
    Item,
    Line,
    List,
    Meter,
    Meters,
    Name,
    Paragraph,
    Series,
    Strong,
    Table,
    Text,
    crowd,
    line,
)
from referee.core.seats import Seat
from referee.publishing.columns import display_width
from referee.publishing.disarming import cleaned_name

_BAR = 10


Picture = Flow | Series | Meters | Cards


def in_words(picture: Picture, columns: int) -> tuple[Block, ...]:
    """The picture as paragraphs, lists and tables, the tables at most so many columns wide if they can."""
    match picture:
        case Flow():
            return flow_in_words(picture)
        case Series():
            return series_in_words(picture, columns)
        case Meters():
            return meters_in_words(picture)
        case Cards():
            return cards_in_words(picture)


def flow_in_words(flow: Flow) -> tuple[Block, ...]:
    """A line for each deed: "Ann → Bob: Lunge 7"; one deed done to several shares a line."""
    deeds: dict[tuple[Seat, str], list[Arrow]] = {}
    for arrow in flow.arrows:
        deeds.setdefault((arrow.source, arrow.label), []).append(arrow)
    items = [Item(content=_deed(arrows, flow.seats)) for arrows in deeds.values()]
    if not items:
        items = [Item(content=line("Nobody did anything to anybody."))]
    return (Paragraph(content=(Strong(content=line(flow.title)),)), List(items=tuple(items)))


def _deed(arrows: Sequence[Arrow], seats: Sequence[Seat]) -> Line:
    """What one seat did with one card: to Bob and Cal this, to Dot that."""
    outcomes: dict[str, list[Arrow]] = {}
    for arrow in arrows:
        outcomes.setdefault(_outcome(arrow), []).append(arrow)
    parts: list[str | Inline] = [Name(seat=arrows[0].source), " → "]
    for place, (outcome, alike) in enumerate(outcomes.items()):
        if place:
            parts.append("; ")
        targets = [arrow.target for arrow in alike]
        parts += crowd(targets, seats, arrows[0].source) or _targets(alike)
        words = (outcome, "each" if len(alike) > 1 and outcome[-1:].isdigit() else "")
        told = " ".join(word for word in ("" if place else arrows[0].label, *words) if word)
        parts.append(f": {told}" if told else "")
    return line(*parts)


def _targets(arrows: Sequence[Arrow]) -> Line:
    parts: list[str | Inline] = []
    for place, arrow in enumerate(arrows):
        parts += [", " if place else "", _target(arrow)]
    return line(*parts)


def _target(arrow: Arrow) -> Inline:
    return line("self")[0] if arrow.target == arrow.source else Name(seat=arrow.target)


def _outcome(arrow: Arrow) -> str:
    """What an arrow's deed came to, behind its label: "7", "0 (stopped)", "takes 3", "(power 7)", "in vain"."""
    if arrow.negated:
        return "in vain"
    if arrow.told is not None:
        return f"({arrow.told})" if arrow.told else ""
    number = "" if arrow.value is None else str(arrow.value)
    match arrow.style:
        case "stopped":
            words = f"{number} (stopped)"
        case "gift":
            words = f"+{number}" if number else ""
        case "take":
            words = f"takes {number}" if number else ""
        case _:
            words = number
    return words.strip()


def meters_in_words(meters: Meters) -> tuple[Block, ...]:
    """A row for each meter: its label, a bar of ten, "12 of 20 life"."""
    columns = (Column(title=""), Column(title=""), Column(title="", align="end"), Column(title=""))
    return (Table(columns=columns, rows=tuple(_meter_row(meter) for meter in meters.meters)),)


def meters_as_list(meters: Meters) -> List:
    """An item for each meter, the bar first, so that bars stand under one another in any font."""
    return List(
        items=tuple(
            Item(
                content=line(
                    f"{_bar(meter)} ",
                    *meter.label,
                    f": {meter.value} of {meter.maximum} {meter.unit}",
                )
            )
            for meter in meters.meters
        )
    )


def _meter_row(meter: Meter) -> tuple[Line, ...]:
    return (
        meter.label,
        line(_bar(meter)),
        line(str(meter.value)),
        line(f"of {meter.maximum} {meter.unit}"),
    )


def _bar(meter: Meter) -> str:
    """Ten squares, filled in proportion; anything above nothing shows at least one."""
    share = meter.value / meter.maximum if meter.maximum > 0 else 0
    filled = min(_BAR, max(round(share * _BAR), 1 if meter.value > 0 else 0))
    return "█" * filled + "░" * (_BAR - filled)


def series_in_words(series: Series, columns: int) -> tuple[Block, ...]:
    """A table with a row for each seat; only the latest labels where all would exceed ``columns``."""
    names = max((display_width(cleaned_name(each.seat)) for each in series.lines), default=0)
    shown = _labels_that_fit(series, columns - max(names, len("Player")))
    first = len(series.labels) - shown
    title = series.title if not first else f"{series.title}, the last {shown}"
    table = Table(
        caption=title if series.unit.lower() in title.lower() else f"{title} ({series.unit})",
        columns=(
            Column(title="Player"),
            *(Column(title=label, align="end") for label in series.labels[first:]),
        ),
        rows=tuple(
            (line(Name(seat=each.seat)), *(_number(value) for value in each.values[first:]))
            for each in series.lines
        ),
    )
    return (table,)


def _labels_that_fit(series: Series, room: int) -> int:
    """How many of the latest labels, each with its numbers and a gap, fit; at least one."""
    fitting = 0
    for place in range(len(series.labels) - 1, -1, -1):
        cells = [series.labels[place], *(str(each.values[place]) for each in series.lines)]
        room -= 2 + max(display_width(cell) for cell in cells)
        if room < 0:
            break
        fitting += 1
    return max(fitting, min(1, len(series.labels)))


def _number(value: int | None) -> Line:
    return line("" if value is None else str(value))


def cards_in_words(cards: Cards) -> tuple[Block, ...]:
    """An item for each card: "Lunge (Attack): 5 damage to the target." and what matters now.

    Playing cards share a line: "Your hand: 5♥, 7♦".
    """
    if cards.cards and all(card.rank and not card.note for card in cards.cards):
        names = ", ".join(card.name for card in cards.cards)
        lead = (*cards.caption, *line(": ")) if cards.caption else ()
        return (Paragraph(content=(*lead, *line(names))),)
    caption: tuple[Block, ...] = (Paragraph(content=cards.caption),) if cards.caption else ()
    if not cards.cards:
        return caption
    return (*caption, List(items=tuple(_card_item(card) for card in cards.cards)))


def _card_item(card: Card) -> Item:
    words = f" ({card.group})" if card.group else ""
    if card.effect:
        words += f": {card.effect}"
    details = (card.note,) if card.note else ()
    return Item(content=line(Strong(content=line(card.name)), words), details=details)


def stacked(blocks: tuple[Block, ...], text_of: Callable[[Block], str]) -> str:
    """The texts of blocks, an empty line between two; what comes to nothing leaves no gap."""
    texts = map(text_of, _without_echo(blocks))
    return "\n\n".join(text for text in texts if text)


def _without_echo(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks, a table losing its caption where the heading it stands under says the same."""
    heard: list[Block] = []
    heading = ""
    for block in blocks:
        if isinstance(block, Heading):
            heading = "".join(part.text for part in block.content if isinstance(part, Text))
        is_echo = isinstance(block, Table) and block.caption == heading
        heard.append(block.model_copy(update={"caption": ""}) if is_echo else block)
    return tuple(heard)


def row_in_words(table: Table, row: Sequence[Line]) -> Line:
    """A table's row as a sentence would say it: "Ann: life 12, VP 9"."""
    parts: list[str | Inline] = [*row[0]]
    for place, (column, cell) in enumerate(zip(table.columns[1:], row[1:], strict=True)):
        if not cell:
            continue
        parts.append(": " if place == 0 else ", ")
        parts += [f"{column.title} " if column.title else "", *cell]
    return line(*parts)
