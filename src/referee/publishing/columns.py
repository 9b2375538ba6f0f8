"""Text in columns: how wide it stands in a monospaced font, and tables aligned by that width."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

Align = Literal["start", "end"]

LEAST_FIRST = 12
"""A first column narrower than this would stand alone in nearly every row."""

_GAP = "  "


def display_width(text: str) -> int:
    """The columns a text takes: East Asian wide characters 2, marks and format characters 0."""
    return len(text) if text.isascii() else sum(map(_width, text))


@lru_cache(maxsize=4096)
def _width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def clipped(text: str, columns: int) -> str:
    """The text, or as much of it as leaves room for an ellipsis within so many columns."""
    if display_width(text) <= columns:
        return text
    kept: list[str] = []
    room = columns - 1
    for char in text:
        room -= _width(char)
        if room < 0:
            break
        kept.append(char)
    return "".join(kept).rstrip() + "…"


def padded(text: str, columns: int, align: Align = "start") -> str:
    """The text filled up with spaces to so many columns."""
    fill = " " * (columns - display_width(text))
    return fill + text if align == "end" else text + fill


def aligned(
    titles: Sequence[str],
    aligns: Sequence[Align],
    rows: Sequence[Sequence[str]],
    columns: int,
) -> list[str] | None:
    """A table's lines: titles and a rule under them (neither if all titles are empty), then the rows.

    A first cell too wide for the table to keep within ``columns`` stands on a line of its own above its
    row. None where even that leaves the first column less than ``LEAST_FIRST`` columns.
    """
    has_titles = any(titles)
    body = [list(titles), *rows] if has_titles else list(rows)
    widths = [
        max((display_width(row[place]) for row in body), default=0) for place in range(len(titles))
    ]
    room = columns - sum(widths[1:]) - len(_GAP) * (len(widths) - 1)
    if widths[0] > room:
        if room < LEAST_FIRST or widths[0] > columns or display_width(titles[0]) > room:
            return None
        fitting = [width for row in body if (width := display_width(row[0])) <= room]
        widths[0] = max(fitting, default=0)
    lines: list[str] = []
    for row in body:
        cells = list(row)
        if display_width(cells[0]) > widths[0]:
            lines.append(cells[0])
            cells[0] = ""
        lines.append(
            _GAP.join(
                padded(cell, width, align)
                for cell, width, align in zip(cells, widths, aligns, strict=True)
            ).rstrip()
        )
    if has_titles:
        lines.insert(1, _GAP.join("-" * width for width in widths))
    return lines
