"""Bézier curves, as much of them as the pictures need: points, directions, cutting, lengths of text."""

import math
import unicodedata
from dataclasses import dataclass
from typing import NamedTuple


class Point(NamedTuple):
    """A place in a picture, in the units of its view box, y downwards."""

    x: float
    y: float

    def towards(self, other: "Point", share: float) -> "Point":
        """The point that lies ``share`` of the way to the other (0 here, 1 there)."""
        return Point(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)

    def moved(self, angle: float, distance: float) -> "Point":
        """The point at a distance in a direction (radians, clockwise from the right)."""
        return Point(self.x + distance * math.cos(angle), self.y + distance * math.sin(angle))

    def distance(self, other: "Point") -> float:
        """How far the other is."""
        return math.hypot(other.x - self.x, other.y - self.y)

    def angle(self, other: "Point") -> float:
        """The direction of the other, in radians."""
        return math.atan2(other.y - self.y, other.x - self.x)


@dataclass(frozen=True, slots=True)
class Curve:
    """A cubic Bézier curve."""

    start: Point
    first: Point
    second: Point
    end: Point

    @classmethod
    def bent(cls, start: Point, bend: Point, end: Point) -> "Curve":
        """The quadratic curve with one control point, as a cubic."""
        return cls(start, start.towards(bend, 2 / 3), end.towards(bend, 2 / 3), end)

    def at(self, t: float) -> Point:
        """The point at ``t`` from 0 to 1."""
        return self.before(t).end

    def angle(self, t: float) -> float:
        """The direction of travel at ``t``, in radians."""
        step = 0.01
        return self.at(max(t - step, 0)).angle(self.at(min(t + step, 1)))

    def before(self, t: float) -> "Curve":
        """The part up to ``t`` (de Casteljau)."""
        a = self.start.towards(self.first, t)
        b = self.first.towards(self.second, t)
        c = self.second.towards(self.end, t)
        d, e = a.towards(b, t), b.towards(c, t)
        return Curve(self.start, a, d, d.towards(e, t))

    def reversed(self) -> "Curve":
        """The same curve travelled the other way."""
        return Curve(self.end, self.second, self.first, self.start)

    def stopped_at(self, centre: Point, distance: float) -> "Curve":
        """The part that ends where the curve last comes within ``distance`` of a centre at its end."""
        low, high = 0.5, 1.0
        for _ in range(12):
            middle = (low + high) / 2
            if self.at(middle).distance(centre) > distance:
                low = middle
            else:
                high = middle
        return self.before(low)

    def path(self) -> str:
        """The curve as an SVG path, a quadratic one in its shorter form."""
        bend = self.start.towards(self.first, 1.5)
        if bend.distance(self.end.towards(self.second, 1.5)) < 0.1:
            return (
                f"M{number(self.start.x)} {number(self.start.y)}Q"
                f"{number(bend.x)} {number(bend.y)} {number(self.end.x)} {number(self.end.y)}"
            )
        return (
            f"M{number(self.start.x)} {number(self.start.y)}C"
            f"{number(self.first.x)} {number(self.first.y)} "
            f"{number(self.second.x)} {number(self.second.y)} "
            f"{number(self.end.x)} {number(self.end.y)}"
        )


def number(value: float) -> str:
    """A coordinate to a tenth, as short as it goes."""
    return f"{round(value, 1) + 0:g}"


def text_width(text: str, size: float) -> float:
    """How wide a text is at most, about, in a bold sans of this size; marks count nothing."""
    units = 0.0
    for character in text:
        if unicodedata.combining(character):
            continue
        if unicodedata.east_asian_width(character) in "WF":
            units += 1.0
        elif character in "iljIftr.,'|- ":
            units += 0.4
        elif character in "mwMW":
            units += 1.0
        else:
            units += 0.76 if character.isupper() else 0.69
    return units * size


def shortened(text: str, width: float, size: float) -> str:
    """The text, cut with an ellipsis where it is wider than ``width``."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"
