"""Plain text: for mail, and for any forum that has neither BBCode nor Markdown. Wrapped at 72 columns."""

from referee.core.documents import (
    Block,
    Cards,
    Document,
    Flow,
    Heading,
    Item,
    Line,
    List,
    Meters,
    Paragraph,
    Preformatted,
    Series,
    Spoiler,
    Table,
)
from referee.publishing.columns import aligned, display_width
from referee.publishing.lines import Hand, written
from referee.publishing.scene import Scene
from referee.publishing.wording import in_words, row_in_words, stacked

COLUMNS = 72

_RULES = {1: "=", 2: "-"}


def _same(text: str) -> str:
    return text


def _link(words: str, url: str) -> str:
    return url if words == url else f"{words} <{url}>"


_HAND = Hand(
    own=_same,
    typed=_same,
    strong=_same,
    struck=lambda words: f"(was {words})",
    link=_link,
)


def render(document: Document, scene: Scene) -> str:
    """The document as plain text of at most 72 columns, but for words that are longer."""
    return _blocks(document.blocks, scene, COLUMNS) + "\n"


def _blocks(blocks: tuple[Block, ...], scene: Scene, columns: int) -> str:
    return stacked(blocks, lambda block: _block(block, scene, columns))


def _block(block: Block, scene: Scene, columns: int) -> str:  # noqa: PLR0911 -- one for each kind of block
    match block:
        case Heading():
            return _heading(block, scene, columns)
        case Paragraph():
            return _wrapped(_line(block.content, scene), columns)
        case List():
            return _list(block, scene, columns)
        case Table():
            return _table(block, scene, columns)
        case Preformatted():
            return block.text.rstrip("\n")
        case Spoiler():
            inner = _blocks(block.blocks, scene, columns - 4)
            indented = "\n".join(f"    {text}".rstrip() for text in inner.split("\n"))
            return f"{block.title}:\n\n{indented}"
        case Flow() | Series() | Meters() | Cards():
            return _blocks(in_words(block, columns), scene, columns)


def _line(content: Line, scene: Scene) -> str:
    return written(content, _HAND, scene).strip()


def _heading(block: Heading, scene: Scene, columns: int) -> str:
    words = _wrapped(_line(block.content, scene), columns)
    rule = _RULES.get(block.level)
    if rule is None:
        return words if words.endswith(":") else f"{words}:"
    return f"{words}\n{rule * max(display_width(text) for text in words.split(chr(10)))}"


def _list(block: List, scene: Scene, columns: int) -> str:
    texts: list[str] = []
    for place, item in enumerate(block.items, start=1):
        mark = f"{place}. " if block.ordered else "- "
        texts.append(_item(item, mark, scene, columns))
    return "\n".join(texts)


def _item(item: Item, mark: str, scene: Scene, columns: int) -> str:
    indent = " " * len(mark)
    texts = [_wrapped(mark + _line(item.content, scene), columns, indent)]
    texts += [
        _wrapped(f"{indent}- {_line(detail, scene)}", columns, f"{indent}  ")
        for detail in item.details
    ]
    return "\n".join(texts)


def _table(table: Table, scene: Scene, columns: int) -> str:
    cells = [[_line(cell, scene) for cell in row] for row in table.rows]
    lines = aligned(
        [column.title for column in table.columns],
        [column.align for column in table.columns],
        cells,
        columns,
    )
    caption = f"{table.caption}\n" if table.caption else ""
    if lines is not None:
        return caption + "\n".join(lines)
    rows = [
        _wrapped(f"- {_line(row_in_words(table, row), scene)}", columns, "  ") for row in table.rows
    ]
    return caption + "\n".join(rows)


def _wrapped(text: str, columns: int, indent: str = "") -> str:
    """Break at spaces by display width; lines after the first begin with ``indent``."""
    lead = text[: len(text) - len(text.lstrip(" "))]
    lines: list[str] = []
    current = ""
    for word in text.split():
        if not current:
            current = lead + word
        elif display_width(current) + 1 + display_width(word) <= columns:
            current += f" {word}"
        else:
            lines.append(current)
            current = indent + word
    return "\n".join([*lines, current])
