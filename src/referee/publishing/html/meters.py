"""Meters: a bar and its number, "12 of 20 life"."""

from markupsafe import Markup

from referee.core.documents import Meter, Meters, Name
from referee.publishing.html.heraldry import seat_class
from referee.publishing.html.lines import clean, html_line, plain_line, seat_position
from referee.publishing.scene import Scene


def html_meters(meters: Meters, scene: Scene) -> Markup:
    """The meters under one another. Above its maximum a bar is simply full; the number tells."""
    rows = Markup("\n").join(_meter(meter, scene) for meter in meters.meters)
    return Markup('<div class="meters">{}</div>').format(rows)


def _meter(meter: Meter, scene: Scene) -> Markup:
    full = max(meter.maximum, 1)
    shown = min(max(meter.value, 0), full)
    words = f"{meter.value} of {meter.maximum} {clean(meter.unit)}"
    width = round(100 * shown / full, 1)
    return Markup(
        '<div class="meter{colour}"><span class="meter-label">{label}</span>'
        '<svg class="meter-bar" role="meter" aria-label="{name}" aria-valuemin="0" '
        'aria-valuemax="{full}" aria-valuenow="{shown}" aria-valuetext="{words}" '
        'viewBox="0 0 100 8" preserveAspectRatio="none">'
        '<rect class="meter-track" width="100" height="8"/>'
        '<rect class="meter-fill" width="{width:g}" height="8"/></svg>'
        '<span class="meter-words num" aria-hidden="true">{words}</span></div>'
    ).format(
        colour=_colour(meter, scene),
        label=html_line(meter.label, scene),
        name=plain_line(meter.label, scene),
        full=full,
        shown=shown,
        words=words,
        width=width,
    )


def _colour(meter: Meter, scene: Scene) -> str:
    """A meter whose label names a seat has that seat's colour; the name beside it is the sign."""
    for part in meter.label:
        position = seat_position(part.seat, scene) if isinstance(part, Name) else None
        if position:
            return f" {seat_class(position)}"
    return ""
