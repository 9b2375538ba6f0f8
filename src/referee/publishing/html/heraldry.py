"""Shields: how seats are told apart at a glance, in colour, and in black and white.

A seat's place in the match gives its arms. The first eight bear one tincture each; the ninth to the
sixteenth bear the same ones parted per pale with a second. Over each colour lies its traditional
hatching (Silvester Petra Sancta, 1638), faintly on a screen and alone in print, so that colour is
never the only sign.

The drawings stand once in a page (`shield_sprite`); every shield refers to them.
"""

from functools import cache

from markupsafe import Markup

TINCTURES = ("or", "argent", "gules", "azure", "vert", "purpure", "sable", "tenne")
"""In seat order. The names are the classes' too (``t-gules``)."""

MOST_SEATS = 16

# The second half of seats 9 to 16: a light tincture beside every dark one and the other way about,
# the old rule of tincture, so that the parting shows. No two shields mirror each other.
_PARTED_WITH = ("gules", "azure", "argent", "or", "argent", "or", "argent", "sable")

# Fields for readers without our stylesheet; with it, document.css has the last word.
_FIELDS = {
    "or": "#f0bd2b",
    "argent": "#f3f1ea",
    "gules": "#c9302c",
    "azure": "#2a6ac0",
    "vert": "#2f8a4a",
    "purpure": "#83419a",
    "sable": "#35322f",
    "tenne": "#c96a1e",
}
_OUTLINE = "M2.5 2.5h19v8.6c0 5.6-3.7 9-9.5 11.4C6.2 20.1 2.5 16.7 2.5 11.1z"
_SINISTER = "M12 2.5h9.5v8.6c0 5.6-3.7 9-9.5 11.4z"

# One tile of each hatching, 3 units wide. Directions are told as the beholder sees them: vert runs
# from dexter chief (top left) to sinister base (bottom right).
_HATCHINGS = {
    "or": '<path d="M.75.5v.5M2.25 2v.5"/>',
    "gules": '<path d="M1.5 0v3"/>',
    "azure": '<path d="M0 1.5h3"/>',
    "vert": '<path d="M-1-1l5 5M-1 2l2 2M2-1l2 2"/>',
    "purpure": '<path d="M4-1l-5 5M1-1l-2 2M4 2l-2 2"/>',
    "sable": '<path d="M1.5 0v3M0 1.5h3"/>',
    "tenne": '<path d="M4-1l-5 5M1-1l-2 2M4 2l-2 2M0 1.5h3"/>',
}


def tincture(position: int) -> str:
    """The first tincture of a seat; ``position`` counts from 1 and starts anew after 16."""
    return TINCTURES[(position - 1) % len(TINCTURES)]


def shield_place(position: int) -> int:
    """Which of the sixteen shields a seat bears, from 1."""
    return (position - 1) % MOST_SEATS + 1


def shield(position: int, size: int = 18) -> Markup:
    """A seat's shield as an SVG of ``size`` pixels, drawn from the page's `shield_sprite`.

    Hidden from screen readers, since the name stands beside it.
    """
    return Markup(
        '<svg class="shield" width="{0}" height="{0}" aria-hidden="true">'
        '<use href="#shield-{1}"/></svg>'
    ).format(size, shield_place(position))


@cache
def shield_sprite() -> Markup:
    """All sixteen shields: an invisible SVG, once in every page."""
    hatchings = "".join(
        f'<pattern id="hatch-{name}" class="hatch" width="3" height="3" '
        f'patternUnits="userSpaceOnUse"><g fill="none" stroke="{ink}" stroke-width=".5" '
        f'stroke-opacity=".38">{tile}</g></pattern>'
        for name, tile in _HATCHINGS.items()
        for ink in ("#fff" if name == "sable" else "#000",)
    )
    shields = "".join(_drawing(position) for position in range(1, MOST_SEATS + 1))
    return Markup(  # noqa: S704 -- nothing in it comes from outside this module
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
        f"<defs>{hatchings}{shields}</defs></svg>"
    )


def _drawing(position: int) -> str:
    place = position - 1
    name = TINCTURES[place % len(TINCTURES)]
    layers = _layers(_OUTLINE, name)
    if place >= len(TINCTURES):
        layers += _layers(_SINISTER, _PARTED_WITH[place - len(TINCTURES)])
        layers += '<path class="shield-parting" stroke="#6b6459" stroke-width=".6" d="M12 2.5v20"/>'
    return (
        f'<symbol id="shield-{position}" viewBox="0 0 24 24">{layers}'
        f'<path class="shield-edge" fill="none" stroke="#6b6459" d="{_OUTLINE}"/></symbol>'
    )


def _layers(path: str, name: str) -> str:
    field = f'<path class="f-{name}" fill="{_FIELDS[name]}" d="{path}"/>'
    if name not in _HATCHINGS:
        return field
    return field + f'<path fill="url(#hatch-{name})" d="{path}"/>'


def seat_class(position: int) -> str:
    """The class that gives an element its seat's line colour as ``--tincture``."""
    return f"t-{tincture(position)}"
