"""Fans: one deed at many, drawn as thin lines with one number, so that the rest of a picture stays readable."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from referee.core.documents import Arrow
from referee.core.seats import Seat

LEAST = 4
"""So many arrows that say the same make a fan."""


@dataclass(frozen=True, slots=True)
class Fan:
    """What one seat did to many alike: the places of its arrows among all, and the first of them."""

    arrow: Arrow
    places: tuple[int, ...]


def fans(arrows: Sequence[Arrow]) -> tuple[Fan, ...]:
    """The fans of a picture. Of a deed that did not come to the same for all, what most of them got."""
    deeds: dict[tuple[Seat, str, str], list[int]] = {}
    for place, arrow in enumerate(arrows):
        if not arrow.negated:
            deeds.setdefault((arrow.source, arrow.label, arrow.style), []).append(place)
    found = []
    for places in deeds.values():
        [(usual, count)] = Counter(arrows[place].value for place in places).most_common(1)
        if count >= LEAST:
            alike = tuple(place for place in places if arrows[place].value == usual)
            found.append(Fan(arrows[alike[0]], alike))
    return tuple(found)
