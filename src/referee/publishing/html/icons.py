"""Our own line drawings on a 24-pixel grid."""

from markupsafe import Markup

_DRAWINGS: dict[str, str] = {}


def icon(name: str, size: int = 24) -> Markup:
    """The drawing of that name in the colour of the text round it; nothing for a name without one."""
    drawing = _DRAWINGS.get(name)
    if drawing is None:
        return Markup("")
    return Markup(
        '<svg class="icon" width="{0}" height="{0}" viewBox="0 0 24 24" fill="none" '
        'stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" '
        'aria-hidden="true">{1}</svg>'
    ).format(size, Markup(drawing))  # noqa: S704 -- our own drawing
