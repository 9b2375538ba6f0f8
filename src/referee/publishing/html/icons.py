"""Our own drawings, in the colour of the text round them: the suits, and the shapes of cards.

A card's kind shows by shape as well as by colour: an Attack is a point, a Defense a shield, an Action
a scroll. `emblem` sets a card's drawing into the shape of its kind; `kind_badge` is the shape alone.

A game brings drawings of its own (`GameInfo.icons`) or does without: cards and pictures only refer to
drawings by name, and `icon_sprite` puts the game's beside the house's into the page.
"""

from collections.abc import Mapping

from markupsafe import Markup

_FILLED = 'fill="currentColor" stroke="none"'

SPRITE_ICONS: Mapping[str, str] = {
    "spades": (
        f'<path {_FILLED} d="M12 2.4c3 3.8 8.4 6.6 8.4 11.2 0 2.6-1.9 4.2-4 4.2-1.4 0-2.7-.7-3.5-1.9'
        ".2 2.4 1 4.2 2.7 5.7H8.4c1.7-1.5 2.5-3.3 2.7-5.7-.8 1.2-2.1 1.9-3.5 1.9-2.1 0-4-1.6-4-4.2"
        ' 0-4.6 5.4-7.4 8.4-11.2z"/>'
    ),
    "hearts": (
        f'<path {_FILLED} d="M12 21.4C5.2 15.8 2.4 12.4 2.4 8.4c0-3 2.2-5.2 5-5.2 2 0 3.6 1 4.6 2.9'
        ' 1-1.9 2.6-2.9 4.6-2.9 2.8 0 5 2.2 5 5.2 0 4-2.8 7.4-9.6 13z"/>'
    ),
    "diamonds": f'<path {_FILLED} d="M12 2c2 3.6 4.6 7 8 10-3.4 3-6 6.4-8 10-2-3.6-4.6-7-8-10 3.4-3 6-6.4 8-10z"/>',
    "clubs": (
        f'<path {_FILLED} d="M12 2.2a4.5 4.5 0 0 1 3.5 7.4 4.5 4.5 0 1 1-2.5 7.2c.2 2 1 3.5 2.6 4.8H8.4'
        'c1.6-1.3 2.4-2.8 2.6-4.8a4.5 4.5 0 1 1-2.5-7.2A4.5 4.5 0 0 1 12 2.2z"/>'
    ),
}
"""The house's drawings, which every game's choices, cards and arrows may name."""

# The shapes of the kinds on a 48-pixel grid, and where the drawing of 24 pixels stands in them.
_EMBLEMS: dict[str, tuple[str, str]] = {
    "attack": (
        '<path d="M24 1.5l18.5 18.6-7.3 26.4H12.8L5.5 20.1z"/>',
        "translate(10.4 14.6) scale(1.13)",
    ),
    "defense": (
        '<path d="M4.5 3.5h39v18c0 12.2-7.8 20-19.5 25C12.3 41.5 4.5 33.7 4.5 21.5z"/>',
        "translate(10.2 8.4) scale(1.15)",
    ),
    "action": (
        '<path d="M7 7v34h34V7z"/><rect x="2" y="2" width="44" height="8" rx="4"/>'
        '<rect x="2" y="38" width="44" height="8" rx="4"/>',
        "translate(11.4 11.4) scale(1.05)",
    ),
    "": ('<circle cx="24" cy="24" r="22"/>', "translate(10.2 10.2) scale(1.15)"),
}


def _kind(group: str) -> str:
    kind = group.strip().lower()
    return kind if kind in _EMBLEMS else ""


def kind_badge(group: str, size: int = 14) -> Markup:
    """The small filled shape of a card's kind ("Attack"); nothing for a kind without one."""
    kind = _kind(group)
    if not kind:
        return Markup("")
    return Markup(
        '<svg class="badge k-{1}" width="{0}" height="{0}" viewBox="0 0 48 48" '
        'fill="currentColor" stroke="currentColor" stroke-width="2" stroke-linejoin="round" '
        'aria-hidden="true">{2}</svg>'
    ).format(size, kind, Markup(_EMBLEMS[kind][0]))  # noqa: S704 -- our own drawing


def emblem(group: str, name: str, size: int = 56) -> Markup:
    """A card's drawing set into the shape of its kind; a kind without a shape has a coin's.

    The drawing comes from the page's `icon_sprite`; what is not there is simply not drawn.
    """
    kind = _kind(group)
    shape, place = _EMBLEMS[kind]
    drawing = (
        Markup('<use href="#icon-{}" width="24" height="24"/>').format(name) if name else Markup("")
    )
    return Markup(
        '<svg class="emblem k-{kind}" width="{size}" height="{size}" viewBox="0 0 48 48" '
        'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" '
        'aria-hidden="true"><g class="emblem-shape" stroke-width="1.5">{shape}</g>'
        '<g stroke-width="1.6" transform="{place}">{drawing}</g></svg>'
    ).format(
        kind=kind or "other",
        size=size,
        shape=Markup(shape),  # noqa: S704 -- our own drawing
        place=place,
        drawing=drawing,
    )


def icon_sprite(icons: Mapping[str, str]) -> Markup:
    """The drawings that cards and pictures refer to: an invisible SVG, once in every page.

    They are the four suits and a game's own ``icons`` (path data by name), which go first.
    """
    drawings = {name: Markup(drawing) for name, drawing in SPRITE_ICONS.items()}  # noqa: S704 -- our own
    drawings |= {name: Markup('<path d="{}"/>').format(path) for name, path in icons.items()}
    symbols = Markup("").join(
        Markup('<symbol id="icon-{}" viewBox="0 0 24 24">{}</symbol>').format(name, drawing)
        for name, drawing in drawings.items()
    )
    return Markup(
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
        "<defs>{}</defs></svg>"
    ).format(symbols)
