"""Where the flow picture's things stand: seats in a ring, arrows between them, labels on the arrows."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from referee.core.documents import Arrow
from referee.core.seats import Seat
from referee.publishing.html.curves import Curve, Point


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle that holds something, by its middle and half its sides."""

    centre: Point
    half_width: float
    half_height: float

    def overlap(self, other: "Box") -> float:
        """The area both cover."""
        across = self.half_width + other.half_width - abs(self.centre.x - other.centre.x)
        along = self.half_height + other.half_height - abs(self.centre.y - other.centre.y)
        return max(across, 0) * max(along, 0)


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring of seats, the first at the top, the rest clockwise.

    The picture is drawn for a width of 320 pixels upwards: up to eight seats have a view box of 360
    units, more have one of 460 and somewhat larger letters, which come out no smaller.
    """

    seats: tuple[Seat, ...]

    @property
    def is_large(self) -> bool:
        """Whether it is the larger picture."""
        return len(self.seats) > 8

    @property
    def width(self) -> float:
        """Of the view box; the height is `height`."""
        return 460 if self.is_large else 360

    @property
    def height(self) -> float:
        """Of the view box."""
        if len(self.seats) <= 3:
            return 270
        return 460 if self.is_large else 350

    @property
    def letters(self) -> float:
        """The size of names and numbers, in units."""
        return 14.5 if self.is_large else 12.5

    @property
    def shield(self) -> float:
        """The size of a shield."""
        return 28

    @property
    def centre(self) -> Point:
        """The ring's middle."""
        return Point(self.width / 2, self.height / 2)

    def angle(self, place: int) -> float:
        """The direction of a place from the middle."""
        return 2 * math.pi * place / max(len(self.seats), 1) - math.pi / 2

    def spot(self, place: int) -> Point:
        """Where the shield of a place stands."""
        across = self.width / 2 - self.shield / 2 - 10
        down = self.height / 2 - self.shield / 2 - self.letters * 1.7
        angle = self.angle(place)
        return Point(
            self.centre.x + across * math.cos(angle), self.centre.y + down * math.sin(angle)
        )

    def is_above(self, place: int) -> bool:
        """Whether the name stands above its shield: it does in the upper half."""
        return self.spot(place).y < self.centre.y - 1

    def name_spot(self, place: int, width: float) -> Point:
        """The middle of a name's base line, kept inside the picture."""
        spot = self.spot(place)
        away = self.shield / 2 + (5 if self.is_above(place) else self.letters)
        x = min(max(spot.x, width / 2 + 2), self.width - width / 2 - 2)
        return Point(x, spot.y - away if self.is_above(place) else spot.y + away)


def curves(ring: Ring, arrows: Sequence[Arrow]) -> list[Curve]:
    """A curve from shield to shield for each arrow; those of one pair fan out, none lies on another.

    Every curve leans towards the middle, so that names outside the ring stay clear. Opposite
    directions lie on opposite sides of the straight line.
    """
    places = {seat: place for place, seat in enumerate(ring.seats)}
    pairs: dict[tuple[int, int], list[int]] = {}
    for index, arrow in enumerate(arrows):
        a, b = places[arrow.source], places[arrow.target]
        pairs.setdefault((min(a, b), max(a, b)), []).append(index)
    result: list[Curve | None] = [None] * len(arrows)
    for (low, high), indices in pairs.items():
        if low == high:
            for order, index in enumerate(indices):
                result[index] = _loop(ring, low, order)
            continue
        indices.sort(key=lambda index: places[arrows[index].source] == low)
        for order, index in enumerate(indices):
            curve = _chord(ring, low, high, order - (len(indices) - 1) / 2)
            result[index] = curve if places[arrows[index].source] == low else curve.reversed()
    return [curve for curve in result if curve is not None]


def _chord(ring: Ring, low: int, high: int, slot: float) -> Curve:
    start, end = ring.spot(low), ring.spot(high)
    middle = start.towards(end, 0.5)
    length = start.distance(end)
    bend = middle.towards(ring.centre, 0.55 if length < ring.width * 0.55 else 0.25)
    if middle.distance(ring.centre) < 1 and slot == 0:
        slot = 0.5  # through the very middle everything would meet
    aside = start.angle(end) + math.pi / 2
    return Curve.bent(start, bend.moved(aside, slot * min(38, length * 0.42)), end)


def _loop(ring: Ring, place: int, order: int) -> Curve:
    spot = ring.spot(place)
    inward = spot.angle(ring.centre)
    turns = [inward + turn for turn in (1.15, -1.15)]
    # Away from the name, which stands above in the upper half and below in the lower one.
    turns.sort(key=lambda turn: round(math.sin(turn), 3), reverse=ring.is_above(place))
    reach = ring.shield * (2.9 + 0.9 * (order // 2))
    side = turns[order % 2]
    return Curve(spot, spot.moved(side - 0.5, reach), spot.moved(side + 0.5, reach), spot)


@dataclass(slots=True)
class Labels:
    """Places found for labels, one after another, each clear of what stands there already."""

    taken: list[Box] = field(default_factory=list)

    def place(self, curve: Curve, half_width: float, half_height: float) -> Point | None:
        """A free spot on the curve, the nearer its middle the better; None where all are crowded."""
        best: Box | None = None
        least = math.inf
        for t in _tries():
            box = Box(curve.at(t), half_width, half_height)
            crowd = sum(box.overlap(other) for other in self.taken)
            if crowd < least:
                best, least = box, crowd
            if crowd == 0:
                break
        if best is None or least > half_width * half_height * 1.2:
            return None
        self.taken.append(best)
        return best.centre


def _tries() -> Iterator[float]:
    yield 0.5
    for step in range(1, 11):
        yield 0.5 - step * 0.032
        yield 0.5 + step * 0.032
