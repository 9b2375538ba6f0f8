"""Documents made into text for people: HTML for the pages, a dialect for the forum."""

from collections.abc import Mapping, Sequence

from referee import publishing
from referee.core.documents import Document
from referee.core.seats import Seat
from referee.publishing import html as site
from referee.publishing.scene import Scene
from referee.services.context import Context
from referee.services.reading_models import MatchPage

DIALECTS: Mapping[str, publishing.Dialect] = publishing.DIALECTS
"""The forums' dialects by slug, in the order people are offered them."""


def scene_of(ctx: Context, *, seats: Sequence[Seat], game: str, zone: str) -> Scene:
    """What a renderer must know; ``seats`` in seat order."""
    return Scene(seats=tuple(seats), game=game, base_url=ctx.base_url, zone=zone)


def match_scene(ctx: Context, match: MatchPage | None) -> Scene:
    """The scene of a match's page; None for documents about no match."""
    if match is None:
        return scene_of(ctx, seats=(), game="", zone="UTC")
    return scene_of(
        ctx,
        seats=placed_seats({seat.number: Seat(seat.name) for seat in match.seats}),
        game=match.game,
        zone=match.zone,
    )


def placed_seats(seats: Mapping[int, Seat]) -> tuple[Seat, ...]:
    """Seats so that each stands at its number: an empty one holds a place that was given up.

    A shield goes by place, and a seat keeps its shield when another before it is removed.
    """
    return tuple(seats.get(number, Seat("")) for number in range(1, max(seats, default=0) + 1))


def render_html(
    ctx: Context,
    document: Document,
    match: MatchPage | None,
    *,
    level: int = 2,
    titled: bool = False,
) -> str:
    """A document as safe HTML, ready for a section of a page under a heading of ``level``.

    Its own title is left out unless ``titled``, since the page says it already.
    """
    return str(site.render(document, match_scene(ctx, match), level=level, titled=titled))


def in_every_dialect(document: Document, scene: Scene) -> dict[str, str]:
    """A document's texts for the forum, by the dialect's slug."""
    return {slug: dialect.render(document, scene) for slug, dialect in DIALECTS.items()}
