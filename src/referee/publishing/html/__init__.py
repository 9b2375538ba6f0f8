"""Documents as HTML: semantic, accessible, and safe whatever anybody typed.

A page that shows any of it carries `shield_sprite` and `icon_sprite` once and links ``theme.css`` and
``document.css``.
Nothing here uses a style attribute or a script: the site's content security policy forbids both.
"""

from referee.publishing.html.cards import card_face, playing_face
from referee.publishing.html.document import render
from referee.publishing.html.heraldry import seat_class, shield, shield_sprite
from referee.publishing.html.icons import icon_sprite

__all__ = [
    "card_face",
    "icon_sprite",
    "playing_face",
    "render",
    "seat_class",
    "shield",
    "shield_sprite",
]
