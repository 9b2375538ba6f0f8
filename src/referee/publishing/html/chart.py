"""A line chart's arithmetic: scales, ticks, marks, and labels that keep out of each other's way."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.publishing.html.curves import Point, number

_TOP, _BOTTOM = 10.0, 24.0


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a chart's numbers fall in its view box of ``width`` by ``height``.

    ``right`` is the room for the labels at the lines' ends, ``count`` how many moments there are,
    ``low`` and ``high`` the ends of the scale.
    """

    width: float
    height: float
    right: float
    count: int
    low: int
    high: int

    @property
    def left_edge(self) -> float:
        """Where the first moment stands."""
        return 10 + 8 * max(len(str(self.low)), len(str(self.high)))

    @property
    def right_edge(self) -> float:
        """Where the last moment stands."""
        return self.width - self.right

    @property
    def top_edge(self) -> float:
        """Where the highest number stands."""
        return _TOP

    @property
    def bottom_edge(self) -> float:
        """Where the lowest number stands."""
        return self.height - _BOTTOM

    def point(self, moment: int, value: float) -> Point:
        """The place of a value at a moment, counted from 0. A single moment stands at the end."""
        steps = self.count - 1
        x = (
            self.left_edge + (self.right_edge - self.left_edge) * moment / steps
            if steps > 0
            else self.right_edge
        )
        share = (value - self.low) / (self.high - self.low)
        return Point(x, self.bottom_edge - (self.bottom_edge - self.top_edge) * share)


def ticks(low: int, high: int) -> list[int]:
    """Four to seven round numbers from at or below ``low`` to at or above ``high``."""
    span = max(high - low, 1)
    rough = max(span / 5, 1)
    power = 10 ** math.floor(math.log10(rough))
    step = next(int(factor * power) for factor in (1, 2, 5, 10) if factor * power >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [step * place for place in range(first, max(last, first + 1) + 1)]


def thinned(count: int, most: int) -> list[int]:
    """Which of ``count`` moments get a label: at most about ``most``, evenly, the last always."""
    step = next(
        factor * 10**power
        for power in range(9)
        for factor in (1, 2, 5)
        if count <= most * factor * 10**power
    )
    chosen = list(range(0, count, step))
    if chosen and chosen[-1] != count - 1:
        if len(chosen) > 1 and count - 1 - chosen[-1] < step * 0.7:
            chosen.pop()
        chosen.append(count - 1)
    return chosen


def runs(values: Sequence[int | None]) -> Iterator[list[tuple[int, int]]]:
    """The stretches without a gap, as (moment, value)."""
    run: list[tuple[int, int]] = []
    for moment, value in enumerate(values):
        if value is None:
            if run:
                yield run
            run = []
        else:
            run.append((moment, value))
    if run:
        yield run


def corners(run: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The run without the points that lie on the straight line between their neighbours."""
    return [
        point
        for place, point in enumerate(run)
        if place in (0, len(run) - 1)
        or point[1] - run[place - 1][1] != run[place + 1][1] - point[1]
    ]


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Heights near the wanted ones, at least ``gap`` apart, between ``low`` and ``high``, in order.

    Labels that would touch form a block that stands as near as it can to where its labels want to be.
    """
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    blocks: list[tuple[list[int], float]] = []  # who is in it, where its first stands
    for place in order:
        members, first = [place], min(max(wanted[place], low), high)
        while blocks and blocks[-1][1] + gap * len(blocks[-1][0]) > first:
            members = blocks.pop()[0] + members
            ideal = sum(wanted[who] - gap * at for at, who in enumerate(members)) / len(members)
            first = min(max(ideal, low), high - gap * (len(members) - 1))
        blocks.append((members, first))
    result = [0.0] * len(wanted)
    for members, first in blocks:
        for at, who in enumerate(members):
            result[who] = first + gap * at
    return result


def mark(shape: int, at: Point, size: float = 3.2) -> str:  # noqa: PLR0911 -- one per shape
    """A mark as an SVG path: eight shapes, one for each tincture, told apart without colour."""
    x, y, s = number(at.x - size), number(at.y - size), number(2 * size)
    half, cx = number(size), number(at.x)
    match shape % 8:
        case 0:  # disc
            return f"M{x} {number(at.y)}a{half} {half} 0 1 0 {s} 0a{half} {half} 0 1 0-{s} 0z"
        case 1:  # square
            return f"M{x} {y}h{s}v{s}h-{s}z"
        case 2:  # point upwards
            return f"M{cx} {y}l{half} {s}h-{s}z"
        case 3:  # lozenge
            return f"M{cx} {y}l{half} {half}-{half} {half}-{half}-{half}z"
        case 4:  # point downwards
            return f"M{x} {y}h{s}l-{half} {s}z"
        case 5:  # plus
            return f"M{cx} {y}v{s}M{x} {number(at.y)}h{s}"
        case 6:  # cross
            return f"M{x} {y}l{s} {s}m0-{s}l-{s} {s}"
        case _:  # bar
            return f"M{cx} {y}v{s}"
