"""Drawings for the pages' own furniture: shields, icons, card faces.

The web layer knows services only; what it draws outside of documents comes through here. A page that
shows any shield carries `shield_sprite` once.
"""

from referee.publishing.html import (
    blazon,
    card_face,
    icon,
    seat_class,
    shield,
    shield_sprite,
    tincture,
)

__all__ = ["blazon", "card_face", "icon", "seat_class", "shield", "shield_sprite", "tincture"]
