"""Markdown: CommonMark with the pipe tables that Discourse, NodeBB and Reddit all render.

A pipe table is preferred to a fenced block: all three draw it, it reflows on a phone, and its cells can hold
names written as entities, which a fence would show raw. Our own words are escaped with backslashes and only
where they would be read as markup; a name has every ASCII punctuation character made an entity.
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
from referee.publishing.disarming import WJ, disarmed_markdown, without_traps
from referee.publishing.lines import Hand, written
from referee.publishing.scene import Scene
from referee.publishing.wording import in_words, meters_as_list, stacked

SERIES_COLUMNS = 72

_SPECIAL = re.compile(r"[\\`*_\[\]<>&~|#@]")
_TYPOGRAPHER = re.compile(
    r"(?<=-)-|(?<=\.)\.|(?<=[?!,])[?!,]|(?<=\+)-|\((?=(?:c|r|tm|p)\))", re.IGNORECASE
)
_LINE_START = re.compile(r"\A(\d{1,9})([.)])|\A([-+=])")


def _own(text: str) -> str:
    """Our own words: a backslash before what would be markup, or what a typographer would change."""
    escaped = _SPECIAL.sub(lambda found: f"\\{found.group()}", text)
    return without_traps(_TYPOGRAPHER.sub(lambda found: f"\\{found.group()}", escaped))


def _strong(words: str) -> str:
    return f"**{_flanked(words)}**"


def _struck(words: str) -> str:
    return f"~~{_flanked(words)}~~"


def _flanked(words: str) -> str:
    """Words between which and their marks no punctuation stands, or the marks might not count as such."""
    before = "" if words[0].isalnum() else WJ
    after = "" if words[-1].isalnum() else WJ
    return f"{before}{words}{after}"


def _link(words: str, url: str) -> str:
    return f"<{url}>" if words == _own(url) else f"[{words}]({url})"


_HAND = Hand(own=_own, typed=disarmed_markdown, strong=_strong, struck=_struck, link=_link, seam=WJ)


def render(document: Document, scene: Scene) -> str:
    """The document as a Markdown post."""
    return _blocks(document.blocks, scene) + "\n"


def _blocks(blocks: tuple[Block, ...], scene: Scene) -> str:
    return stacked(blocks, lambda block: _block(block, scene))


def _block(block: Block, scene: Scene) -> str:  # noqa: PLR0911 -- one for each kind of block
    match block:
        case Heading():
            return f"{'#' * (block.level + 1)} {_line(block.content, scene)}"
        case Paragraph():
            return _line(block.content, scene)
        case List():
            return _list(block, scene)
        case Table():
            return _table(block, scene)
        case Preformatted():
            return _fenced(block.text)
        case Spoiler():
            title = _strong(_own(block.title))
            inner = f"{title}\n\n{_blocks(block.blocks, scene)}"
            return "\n".join(f"> {text}".rstrip() for text in inner.split("\n"))
        case Meters():
            return _list(meters_as_list(block), scene)
        case Flow() | Series() | Cards():
            return _blocks(in_words(block, SERIES_COLUMNS), scene)


def _line(content: Line, scene: Scene) -> str:
    """A line of running text whose beginning is no list mark, heading or rule."""
    words = written(content, _HAND, scene).strip()
    return _LINE_START.sub(
        lambda found: f"{found.group(1) or ''}\\{found.group(2) or found.group(3)}", words
    )


def _list(block: List, scene: Scene) -> str:
    texts: list[str] = []
    for place, item in enumerate(block.items, start=1):
        mark = f"{place}. " if block.ordered else "- "
        texts.append(_item(item, mark, scene))
    return "\n".join(texts)


def _item(item: Item, mark: str, scene: Scene) -> str:
    indent = " " * len(mark)
    details = [f"{indent}- {_line(detail, scene)}" for detail in item.details]
    return "\n".join([f"{mark}{_line(item.content, scene)}", *details])


def _table(table: Table, scene: Scene) -> str:
    rows = [
        [_own(column.title) for column in table.columns],
        [":--" if column.align == "start" else "--:" for column in table.columns],
        *([written(cell, _HAND, scene).strip() for cell in row] for row in table.rows),
    ]
    caption = f"{_strong(_own(table.caption))}\n\n" if table.caption else ""
    return caption + "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def _fenced(text: str) -> str:
    """A fence longer than any run of backticks in the text."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text.rstrip(chr(10))}\n{fence}"
