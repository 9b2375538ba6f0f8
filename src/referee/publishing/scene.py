"""What a renderer must know of the match a document is about, besides the document itself."""

from dataclasses import dataclass

from referee.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a document plays.

    ``seats`` are all the match's seats in seat order: a seat's place there gives its shield.
    ``game`` is the game's slug, ``base_url`` the site's address without a slash at the end, ``zone``
    the match's IANA time zone.
    """

    seats: tuple[Seat, ...]
    game: str
    base_url: str
    zone: str
