"""Drawings for the pages' own furniture: shields, icons, card faces.

The web layer knows services only; what it draws outside of documents comes through here. A page that
shows any shield carries `shield_sprite` once, and one that shows a game's cards or pictures `icon_sprite`.
"""

from markupsafe import Markup

from referee.publishing import html as site
from referee.publishing.html import (
    card_face,
    playing_face,
    shield,
    shield_sprite,
)
from referee.services.context import Context

__all__ = [
    "card_face",
    "icon_sprite",
    "playing_face",
    "shield",
    "shield_sprite",
]


def icon_sprite(ctx: Context, game: str) -> Markup:
    """The line drawings that this game's cards and pictures refer to; of none for a game not here."""
    known = ctx.games.get(game)
    return site.icon_sprite(known.info.icons if known is not None else {})
