"""BBCode, as phpBB has it: b, i, u, url, list, quote, code, color, size, and nothing else.

No table, spoiler or strike: tables are aligned inside ``[code]``, what is struck says "(was …)". Every tag
is closed and well nested (MyBB shows an empty post otherwise), and lines stay under phpBB's limits: no size
over 200, no run of dots.
"""

import re

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
from referee.publishing.columns import aligned
from referee.publishing.disarming import WJ, disarmed_bbcode, without_traps
from referee.publishing.lines import Hand, written
from referee.publishing.scene import Scene
from referee.publishing.wording import in_words, row_in_words, stacked

CODE_COLUMNS = 55
"""Wider code blocks wrap or scroll even on a desktop's forum page."""

_SIZES = {1: 150, 2: 120, 3: 100}


_TAG_IN_A_LINE = re.compile(r"(\[url\].*?\[/url\]|\[url=[^\]]*\]|\[/url\]|\[/?b\])")


def _own(text: str) -> str:
    return text.replace("[", f"[{WJ}")


def _words(text: str) -> str:
    return without_traps(_own(text))


def _strong(words: str) -> str:
    return f"[b]{words}[/b]"


def _struck(words: str) -> str:
    return f"(was {words})"


def _link(words: str, url: str) -> str:
    return f"[url]{url}[/url]" if url == words else f"[url={url}]{words}[/url]"


_RUNNING = Hand(own=_own, typed=disarmed_bbcode, strong=_strong, struck=_struck, link=_link)

_IN_CODE = Hand(
    own=_own,
    typed=disarmed_bbcode,
    strong=lambda words: words,
    struck=_struck,
    link=lambda words, _: words,
)


def render(document: Document, scene: Scene) -> str:
    """The document as a phpBB post."""
    return _blocks(document.blocks, scene) + "\n"


def _blocks(blocks: tuple[Block, ...], scene: Scene) -> str:
    return stacked(blocks, lambda block: _block(block, scene))


def _block(block: Block, scene: Scene) -> str:  # noqa: PLR0911 -- one for each kind of block
    match block:
        case Heading():
            words = _strong(_line(block.content, scene))
            size = _SIZES[block.level]
            return words if size == 100 else f"[size={size}]{words}[/size]"
        case Paragraph():
            return _line(block.content, scene)
        case List():
            return _list(block, scene)
        case Table():
            return _table(block, scene)
        case Preformatted():
            return _code(_own(block.text))
        case Spoiler():
            title = _strong(_words(block.title))
            return f"[quote]{title}\n\n{_blocks(block.blocks, scene)}[/quote]"
        case Flow() | Series() | Meters() | Cards():
            return _blocks(in_words(block, CODE_COLUMNS), scene)


def _line(content: Line, scene: Scene) -> str:
    """A line of running text, no smiley in it and no action ("/me") at its start."""
    pieces = _TAG_IN_A_LINE.split(written(content, _RUNNING, scene).strip())
    pieces[::2] = map(without_traps, pieces[::2])
    words = "".join(pieces)
    return f"/{WJ}{words[1:]}" if words.startswith("/") else words


def _list(block: List, scene: Scene) -> str:
    opening = "[list=1]" if block.ordered else "[list]"
    items = [f"[*]{_item(item, scene)}" for item in block.items]
    return "\n".join([opening, *items, "[/list]"])


def _item(item: Item, scene: Scene) -> str:
    words = _line(item.content, scene)
    if not item.details:
        return words
    details = [f"[*]{_line(detail, scene)}" for detail in item.details]
    return "\n".join([words, "[list]", *details, "[/list]"])


def _table(table: Table, scene: Scene) -> str:
    """The table aligned in code if it is narrow enough, else a list with an item for each row."""
    cells = [[written(cell, _IN_CODE, scene).strip() for cell in row] for row in table.rows]
    lines = aligned(
        [_own(column.title) for column in table.columns],
        [column.align for column in table.columns],
        cells,
        CODE_COLUMNS,
    )
    caption = f"{_strong(_words(table.caption))}\n" if table.caption else ""
    if lines is not None:
        return caption + _code("\n".join(lines))
    rows = [f"[*]{_line(row_in_words(table, row), scene)}" for row in table.rows]
    return caption + "\n".join(["[list]", *rows, "[/list]"])


def _code(text: str) -> str:
    return f"[code]{text}[/code]"
