"""Arrows: each kind of deed has its own kind of line, told apart without colour."""

import math
from collections.abc import Mapping, Sequence

from markupsafe import Markup

from referee.core.documents import Arrow, ArrowStyle
from referee.core.seats import Seat
from referee.publishing.html.curves import Curve, Point, number

_KEY: Mapping[ArrowStyle, str] = {
    "harm": "harm, the wider the more",
    "stopped": "stopped",
    "gift": "given",
    "take": "taken",
    "watch": "aimed, moves nothing",
}
_THIN = 1.0
# No line grows wider than that of this value.
_WIDEST = 14


def line_width(arrow: Arrow) -> float:
    """How wide an arrow's line is: as its value for what hurts or moves, thin for what watches."""
    if arrow.style == "watch":
        return 1.4
    if arrow.style == "stopped":
        return 2
    return 1.6 + 0.5 * min(max(arrow.value or 0, 0), _WIDEST)


def arrow_shape(
    arrow: Arrow, curve: Curve, gap: float, *, strike_at: float = 0.74, is_thin: bool = False
) -> Markup:
    """The arrow along a curve that runs from shield to shield, ``gap`` clear of both middles.

    A negated one is struck through about ``strike_at`` (0 to 1) of its way. A thin one is thin whatever its
    value.
    """
    width = _THIN if is_thin else line_width(arrow)
    if arrow.style == "take":
        curve = curve.reversed()
    curve = curve.reversed().stopped_at(curve.start, gap + 1).reversed()
    ending = 6 if arrow.style == "stopped" else 2
    tip = curve.stopped_at(curve.end, gap + ending)
    head = 5 + 1.25 * width
    shaft = tip.stopped_at(tip.end, head * 0.8) if _has_point(arrow) else tip
    parts = [
        Markup('<path class="l-{}" stroke-width="{}" d="{}"/>').format(
            arrow.style, number(width), shaft.path()
        ),
        _ending(arrow, tip, head),
    ]
    if arrow.negated:
        parts.append(_strike(curve, width, strike_at))
    return Markup("").join(parts)


def _has_point(arrow: Arrow) -> bool:
    return arrow.style in ("harm", "gift", "take")


def _ending(arrow: Arrow, tip: Curve, head: float) -> Markup:
    end, angle = tip.end, tip.stopped_at(tip.end, head).end.angle(tip.end)
    if arrow.style == "stopped":
        a, b = end.moved(angle + math.pi / 2, 8), end.moved(angle - math.pi / 2, 8)
        return Markup('<path class="bar" d="{}"/>').format(_polyline(a, b))
    if arrow.style == "watch":
        eye = end.moved(angle, -3)
        return Markup('<circle class="eye" cx="{}" cy="{}" r="3"/>').format(
            number(eye.x), number(eye.y)
        )
    wing = head * 0.52
    back = end.moved(angle, -head)
    a, b = back.moved(angle + math.pi / 2, wing), back.moved(angle - math.pi / 2, wing)
    return Markup('<path class="head" d="{}z"/>').format(_polyline(end, a, b))


def _strike(curve: Curve, width: float, at: float) -> Markup:
    """Two short strokes across the line, away from where labels stand."""
    strokes = []
    for t in (at, at + 0.05):
        middle, across = curve.at(t), curve.angle(t) + math.pi / 2 + 0.5
        reach = 5 + width / 2
        strokes.append(_polyline(middle.moved(across, -reach), middle.moved(across, reach)))
    return Markup('<path class="strike" d="{}"/>').format("".join(strokes))


def _polyline(*points: Point) -> str:
    first, *rest = points
    return f"M{number(first.x)} {number(first.y)}" + "".join(
        f"L{number(point.x)} {number(point.y)}" for point in rest
    )


def arrow_key(arrows: Sequence[Arrow], own: Mapping[ArrowStyle, str]) -> Markup:
    """What the lines of this picture mean: only the kinds that are in it; ``own`` are the game's words."""
    styles = {arrow.style for arrow in arrows}
    entries: list[tuple[Arrow, str]] = [
        (_sample(style), own.get(style, words)) for style, words in _KEY.items() if style in styles
    ]
    if any(arrow.negated for arrow in arrows):
        entries.append((_sample("harm", negated=True), "in vain"))
    if not entries:
        return Markup("")
    items = Markup("").join(
        Markup(
            '<li><svg class="flow-sample" width="40" height="14" viewBox="0 0 40 14" '
            'aria-hidden="true"><g class="arrow">{}</g></svg>{}</li>'
        ).format(
            arrow_shape(
                arrow, Curve.bent(Point(0, 7), Point(20, 7), Point(40, 7)), 0, strike_at=0.4
            ),
            words,
        )
        for arrow, words in entries
    )
    return Markup('<ul class="flow-key" aria-label="What the lines mean">{}</ul>').format(items)


def _sample(style: ArrowStyle, *, negated: bool = False) -> Arrow:
    nobody = Seat("")
    return Arrow(source=nobody, target=nobody, label="", value=2, style=style, negated=negated)
