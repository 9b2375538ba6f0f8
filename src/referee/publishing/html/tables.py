"""Tables: a caption, scopes, numbers under one another, and a container of their own to scroll in."""

from markupsafe import Markup

from referee.core.documents import Line, Name, Table
from referee.publishing.html.lines import clean, html_line
from referee.publishing.scene import Scene


def html_table(table: Table, scene: Scene) -> Markup:
    """The table as HTML. The first column that names seats, or else the first, heads its rows."""
    head = Markup("").join(
        Markup('<th scope="col"{}>{}</th>').format(_number(column.align), clean(column.title))
        for column in table.columns
    )
    heading = _heading_column(table)
    rows = Markup("\n").join(_row(row, table, heading, scene) for row in table.rows)
    caption = (
        Markup("<caption>{}</caption>").format(clean(table.caption))
        if table.caption
        else Markup("")
    )
    return Markup(
        '<div class="table" role="group" aria-label="{}" tabindex="0"><table>{}'
        "<thead><tr>{}</tr></thead>\n<tbody>{}</tbody></table></div>"
    ).format(clean(table.caption) or "Table", caption, head, rows)


def _row(row: tuple[Line, ...], table: Table, heading: int, scene: Scene) -> Markup:
    cells = []
    for place, (column, cell) in enumerate(zip(table.columns, row, strict=True)):
        form = '<th scope="row"{}>{}</th>' if place == heading else "<td{}>{}</td>"
        cells.append(Markup(form).format(_number(column.align), html_line(cell, scene)))  # noqa: S704
    return Markup("<tr>{}</tr>").format(Markup("").join(cells))


def _heading_column(table: Table) -> int:
    for place in range(len(table.columns)):
        if table.rows and all(
            any(isinstance(part, Name) for part in row[place]) for row in table.rows
        ):
            return place
    return 0


def _number(align: str) -> Markup:
    return Markup(' class="num"') if align == "end" else Markup("")
