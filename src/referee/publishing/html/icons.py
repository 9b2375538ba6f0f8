"""Our own line drawings on a 24-pixel grid, in the colour of the text round them.

A card's kind shows by shape as well as by colour: an Attack is a point, a Defense a shield, an Action
a scroll. `emblem` sets a card's drawing into the shape of its kind; `kind_badge` is the shape alone.

A game brings drawings of its own (`GameInfo.icons`) or does without: cards and pictures only refer to
drawings by name, and `icon_sprite` puts the game's beside the house's into the page.
"""

from collections.abc import Mapping

from markupsafe import Markup

_FILLED = 'fill="currentColor" stroke="none"'

_DRAWINGS: dict[str, str] = {
    # Kinds
    "attack": '<path d="M12 2.2l7.6 9-3.4 10.6H7.8L4.4 11.2z"/>',
    "defense": '<path d="M3.6 3.2h16.8v7.6c0 5.4-3.4 8.8-8.4 11-5-2.2-8.4-5.6-8.4-11z"/>',
    "action": (
        '<path d="M5.6 6.6v10.8M18.4 6.6v10.8"/><rect x="2.8" y="2.6" width="18.4" height="4" rx="2"/>'
        '<rect x="2.8" y="17.4" width="18.4" height="4" rx="2"/>'
    ),
    # The pages' own
    "clock": '<circle cx="12" cy="12" r="9"/><path d="M12 6.6V12l3.6 2.2"/>',
    "seal": (
        '<path d="M12 4.1Q15.6 2 17.1 5.9 20.8 6.9 19.8 10.6 22.6 13.9 18.8 15.9 18.6 19.9 14.7 19.4'
        " 12 22.8 9.3 19.4 5.5 19.8 5.2 16 1.7 13.8 4.2 10.6 2.7 6.6 6.9 5.9 8.5 2.3 12 4.1z"
        '"/><circle cx="12" cy="12" r="4.9"/><path d="M9.9 12l1.5 1.6 2.8-3.1"/>'
    ),
    "copy": (
        '<rect x="8.5" y="8.5" width="12" height="12" rx="2"/>'
        '<path d="M15.5 5.5v-.2a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h.2"/>'
    ),
    "link": (
        '<path d="M10 14a4.4 4.4 0 0 0 6.4.3l3.2-3.2a4.5 4.5 0 0 0-6.4-6.4l-1.4 1.4"/>'
        '<path d="M14 10a4.4 4.4 0 0 0-6.4-.3l-3.2 3.2a4.5 4.5 0 0 0 6.4 6.4l1.4-1.4"/>'
    ),
    "lock": (
        '<rect x="4.5" y="10.5" width="15" height="10.5" rx="2"/>'
        '<path d="M7.8 10.5V7.4a4.2 4.2 0 0 1 8.4 0v3.1M12 14.6v2.6"/>'
    ),
    "person": '<circle cx="12" cy="7.8" r="4.2"/><path d="M3.8 21c.7-4.6 3.8-7 8.2-7s7.5 2.4 8.2 7"/>',
    "practice": (
        '<rect x="4.6" y="10" width="14.8" height="11" rx="3"/><path d="M12 10V7.2M9.4 17.6h5.2"/>'
        '<circle cx="9" cy="4.9" r="2.3"/><circle cx="15" cy="4.9" r="2.3"/><path d="M11.3 4.9h1.4"/>'
        f'<circle cx="9.2" cy="14" r="1.2" {_FILLED}/><circle cx="14.8" cy="14" r="1.2" {_FILLED}/>'
        '<path d="M2 14v3.4M22 14v3.4"/>'
    ),
    "swords": (
        '<path d="M4 3l1 4 9.6 9.6M4 3l4 1 9.6 9.6M20 3l-1 4-3.9 3.9M20 3l-4 1-3.9 3.9'
        'M9.4 16.6l-2-2M11.5 14.4l-2.1 2.2"/><path d="M5.2 12.6l6.2 6.2M18.8 12.6l-6.2 6.2"/>'
        '<path d="M7.6 16.4L4 20M16.4 16.4L20 20"/>'
    ),
    "crown": '<path d="M3.5 18.8L2.4 7.2l5.4 4L12 4.6l4.2 6.6 5.4-4-1.1 11.6z"/><path d="M4 21.6h16"/>',
    "fallen": (
        '<path d="M7.2 17.2C4.8 15.8 3.6 13.6 3.6 11a8.4 8.4 0 0 1 16.8 0c0 2.6-1.2 4.8-3.6 6.2v3.6H7.2z"/>'
        '<circle cx="8.8" cy="11.6" r="1.8"/><circle cx="15.2" cy="11.6" r="1.8"/>'
        '<path d="M10.4 20.8v-2.4M13.6 20.8v-2.4"/>'
    ),
    "check": '<path d="M4 12.6l5.2 5.4L20 6.6"/>',
    "warning": (
        '<path d="M12 3.2L22 20.4H2z"/><path d="M12 9.6v4.8"/>'
        f'<circle cx="12" cy="17.3" r=".9" {_FILLED}/>'
    ),
    # Suits
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

SPRITE_ICONS = ("spades", "hearts", "diamonds", "clubs")
"""The house's drawings that every game's choices, cards and arrows may name."""

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


def icon(name: str, size: int = 24) -> Markup:
    """The drawing of that name as an SVG of ``size`` pixels; nothing for a name without one."""
    drawing = _DRAWINGS.get(name)
    if drawing is None:
        return Markup("")
    return Markup(
        '<svg class="icon" width="{0}" height="{0}" viewBox="0 0 24 24" fill="none" '
        'stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" '
        'aria-hidden="true">{1}</svg>'
    ).format(size, Markup(drawing))  # noqa: S704 -- our own drawing


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

    They are the `SPRITE_ICONS` and a game's own ``icons`` (path data by name), which go first.
    """
    drawings = {name: Markup(_DRAWINGS[name]) for name in SPRITE_ICONS}  # noqa: S704 -- our own
    drawings |= {name: Markup('<path d="{}"/>').format(path) for name, path in icons.items()}
    symbols = Markup("").join(
        Markup('<symbol id="icon-{}" viewBox="0 0 24 24">{}</symbol>').format(name, drawing)
        for name, drawing in drawings.items()
    )
    return Markup(
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
        "<defs>{}</defs></svg>"
    ).format(symbols)
