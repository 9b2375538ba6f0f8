"""Series: numbers over time, a line for each seat, its name and last number at its end."""

from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from referee.core.documents import Series, SeriesLine
from referee.publishing.html.chart import Frame, corners, mark, runs, spread, thinned, ticks
from referee.publishing.html.curves import Point, number, shortened
from referee.publishing.html.heraldry import TINCTURES, seat_class, shield_place
from referee.publishing.html.lines import clean, html_name, seat_position
from referee.publishing.scene import Scene

_LETTERS = 12.0
_GAP = 14.5
_MOST_MARKS = 10


@dataclass(frozen=True, slots=True)
class _Drawn:
    """One seat's line, with what the chart needs to know of it."""

    line: SeriesLine
    position: int | None
    last_moment: int
    last_value: int

    @property
    def colour(self) -> str:
        return seat_class(self.position) if self.position else ""


def html_series(series: Series, scene: Scene) -> Markup:
    """The chart, and the same numbers as a list."""
    told = Markup("").join(
        Markup('<li>{}: <span class="num">{}</span></li>').format(
            html_name(line.seat, scene),
            (" " if len(line.values) > 30 else ", ").join(
                "–" if value is None else str(value) for value in line.values
            ),
        )
        for line in series.lines
    )
    span = " to ".join(dict.fromkeys(series.labels[:1] + series.labels[-1:])) or "nothing yet"
    return Markup(
        '<figure class="series"><figcaption>{title}</figcaption>{chart}'
        '<details class="flow-words"><summary>The numbers</summary>'
        "<p>{unit}, {span}:</p><ul>{told}</ul></details></figure>"
    ).format(
        title=clean(series.title),
        chart=_chart(series, scene),
        unit=clean(series.unit).capitalize(),
        span=clean(span),
        told=told,
    )


def _chart(series: Series, scene: Scene) -> Markup:
    drawn = []
    for line in series.lines:
        known = [(moment, value) for moment, value in enumerate(line.values) if value is not None]
        if known:
            drawn.append(_Drawn(line, seat_position(line.seat, scene), *known[-1]))
    if not drawn:
        return Markup("")
    values = [value for each in drawn for value in each.line.values if value is not None]
    scale = ticks(min(0, *values), max(1, *values))
    count = max(len(series.labels), *(len(each.line.values) for each in drawn))
    frame = Frame(360, max(200, 40 + _GAP * len(drawn)), 124, count, scale[0], scale[-1])
    return Markup(
        '<svg class="series-chart" role="img" viewBox="0 0 {:g} {:g}"><title>{}</title>'
        "<desc>A line for each seat. The list after the picture has the numbers.</desc>"
        "{}{}{}</svg>"
    ).format(
        frame.width,
        frame.height,
        clean(series.title),
        _axes(frame, scale, series),
        Markup("").join(_line(each, frame) for each in drawn),
        _ends(drawn, frame),
    )


def _axes(frame: Frame, scale: list[int], series: Series) -> Markup:
    right = number(frame.right_edge)
    grid = "".join(
        f"M{number(frame.left_edge)} {number(frame.point(0, value).y)}H{right}" for value in scale
    )
    heights = Markup("").join(
        Markup('<text x="{}" y="{}">{}</text>').format(
            number(frame.left_edge - 6), number(frame.point(0, value).y + 4), value
        )
        for value in scale
    )
    moments = Markup("").join(
        Markup('<text x="{}" y="{}">{}</text>').format(
            number(frame.point(moment, 0).x),
            number(frame.height - 6),
            shortened(clean(series.labels[moment]), 40, _LETTERS),
        )
        for moment in thinned(len(series.labels), 8)
    )
    return Markup(
        '<path class="grid" d="{}"/><g class="scale">{}</g><g class="moments">{}</g>'
    ).format(grid, heights, moments)


def _line(each: _Drawn, frame: Frame) -> Markup:
    """The line itself, its marks, and a cross where it ends before its time."""
    path = []
    fine = frame.count <= 30
    for run in runs(each.line.values):
        points = [frame.point(*corner) for corner in corners(run)]
        rounded = [Point(round(at.x, 1), round(at.y, 1 if fine else 0)) for at in points]
        path.append(f"M{number(rounded[0].x)} {number(rounded[0].y)}")
        path.extend(
            f"l{number(after.x - before.x)} {number(after.y - before.y)}"
            for before, after in pairwise(rounded)
        )
    place = (each.position or 1) - 1
    shape = place % len(TINCTURES)
    step = max(1, -(-frame.count // _MOST_MARKS))
    marks = "".join(
        mark(shape, frame.point(moment, value))
        for moment, value in enumerate(each.line.values)
        if value is not None and (moment % step == place % step or moment == each.last_moment)
    )
    ended = ""
    if each.last_moment < frame.count - 1:
        ended = mark(6, frame.point(each.last_moment, each.last_value), 5)
    return Markup(
        '<g class="line {} {}"><path class="d{}" d="{}"/><path class="mark" d="{}"/>{}</g>'
    ).format(
        each.colour,
        "solid" if place < len(TINCTURES) else "hollow",
        shape,
        "".join(path).replace(" -", "-"),
        marks,
        Markup('<path class="ended" d="{}"/>').format(ended) if ended else "",
    )


def _ends(drawn: list[_Drawn], frame: Frame) -> Markup:
    """At each line's end its shield, name and last number, clear of the others'."""
    ends = [frame.point(each.last_moment, each.last_value) for each in drawn]
    heights = spread([end.y for end in ends], _GAP, frame.top_edge, frame.height - _LETTERS / 2 - 2)
    labels = []
    for each, end, height in zip(drawn, ends, heights, strict=True):
        left = frame.right_edge + 14
        shield = (
            Markup('<use href="#shield-{}" x="{}" y="{}" width="13" height="13"/>').format(
                shield_place(each.position), number(left), number(height - 6.5)
            )
            if each.position
            else Markup("")
        )
        labels.append(
            Markup(
                '<path class="leader" d="M{} {}L{} {}"/>{}<text x="{}" y="{}">{} '
                '<tspan class="last">{}</tspan></text>'
            ).format(
                number(max(end.x + 4, frame.right_edge + 4 if end.x > frame.right_edge - 1 else 0)),
                number(end.y),
                number(left - 1),
                number(height),
                shield,
                number(left + 16),
                number(height + 4.2),
                shortened(clean(each.line.seat), 70, _LETTERS),
                each.last_value,
            )
        )
    return Markup('<g class="ends">{}</g>').format(Markup("").join(labels))
