"""The flow picture: who did what to whom, as arrows between shields, and the same in words."""

from collections.abc import Sequence

from markupsafe import Markup

from referee.core.documents import Arrow, Flow
from referee.core.seats import Seat
from referee.publishing.html.arrows import arrow_key, arrow_shape
from referee.publishing.html.curves import Curve, Point, number, shortened, text_width
from referee.publishing.html.fans import fans
from referee.publishing.html.heraldry import seat_class, shield_place
from referee.publishing.html.lines import clean, html_name, seat_position
from referee.publishing.html.ring import Box, Labels, Ring, curves
from referee.publishing.scene import Scene

# Above this many arrows numbers go without their little drawings, so that they find room.
_CROWD = 40

_BETWEEN = {"harm": "at", "stopped": "at", "gift": "for", "take": "from", "watch": "on"}


def html_flow(flow: Flow, scene: Scene) -> Markup:
    """The picture, a key to its lines, and the same as a list for those who cannot see it."""
    known = set(flow.seats)
    arrows = [arrow for arrow in flow.arrows if arrow.source in known and arrow.target in known]
    return Markup(
        '<figure class="flow"><figcaption>{title}</figcaption>{picture}{key}'
        '<details class="flow-words"><summary>The same in words</summary>{words}</details></figure>'
    ).format(
        title=clean(flow.title),
        picture=_picture(flow, arrows, scene),
        key=arrow_key(arrows, flow.key),
        words=_words(flow, scene),
    )


def _picture(flow: Flow, arrows: Sequence[Arrow], scene: Scene) -> Markup:
    ring = Ring(flow.seats)
    labels = Labels([Box(ring.spot(place), 15, 15) for place in range(len(flow.seats))])
    names = Markup("").join(_seat(ring, place, scene, labels) for place in range(len(flow.seats)))
    # The widest lines lie lowest, so that thin ones stay in sight.
    drawn = sorted(
        zip(arrows, curves(ring, arrows), strict=True), key=lambda pair: -(pair[0].value or 0)
    )
    fanned = fans(arrows)
    thin = {id(arrows[place]) for fan in fanned for place in fan.places}
    lines = Markup("").join(
        Markup('<g class="arrow{} {}">{}</g>').format(
            " fan" if id(arrow) in thin else "",
            _colour(arrow.source, scene),
            arrow_shape(arrow, curve, ring.shield / 2, is_thin=id(arrow) in thin),
        )
        for arrow, curve in sorted(drawn, key=lambda pair: id(pair[0]) not in thin)
    )
    alone = [(arrow, curve) for arrow, curve in drawn if id(arrow) not in thin]
    has_icons = len(alone) <= _CROWD
    told = [(fan.arrow, _way_in(ring, fan.arrow.source), " each") for fan in fanned]
    told += [(arrow, curve, "") for arrow, curve in alone]
    numbers = Markup("").join(
        _label(arrow, curve, labels, ring, scene, has_icon=has_icons, after=after)
        for arrow, curve, after in told
    )
    return Markup(
        '<svg class="flow-picture{large}" role="img" viewBox="0 0 {width:g} {height:g}">'
        "<title>{title}</title><desc>{desc}</desc>{lines}{numbers}{names}</svg>"
    ).format(
        large=" flow-large" if ring.is_large else "",
        width=ring.width,
        height=ring.height,
        title=clean(flow.title),
        desc="Arrows between the seats. The list after the picture says the same in words.",
        lines=lines,
        names=names,
        numbers=numbers,
    )


def _way_in(ring: Ring, seat: Seat) -> Curve:
    """From a seat halfway to the middle: where the number of a fan finds room."""
    spot = ring.spot(ring.seats.index(seat))
    half = spot.towards(ring.centre, 0.5)
    return Curve.bent(spot, spot.towards(half, 0.5), half)


def _seat(ring: Ring, place: int, scene: Scene, labels: Labels) -> Markup:
    """A shield and its name; the name's place is taken for labels."""
    seat = ring.seats[place]
    most = ring.letters * (5.2 if ring.is_large else 8)
    name = shortened(clean(seat), most, ring.letters)
    width = text_width(name, ring.letters)
    spot, below = ring.spot(place), ring.name_spot(place, width)
    labels.taken.append(
        Box(Point(below.x, below.y - ring.letters / 3), width / 2, ring.letters / 2)
    )
    position = seat_position(seat, scene)
    drawing = (
        Markup('<use href="#shield-{0}" x="{1}" y="{2}" width="{3:g}" height="{3:g}"/>').format(
            shield_place(position),
            number(spot.x - ring.shield / 2),
            number(spot.y - ring.shield / 2),
            ring.shield,
        )
        if position
        else Markup("")
    )
    return Markup('{}<text class="flow-name" x="{}" y="{}">{}</text>').format(
        drawing, number(below.x), number(below.y), name
    )


def _label(
    arrow: Arrow,
    curve: Curve,
    labels: Labels,
    ring: Ring,
    scene: Scene,
    *,
    has_icon: bool,
    after: str,
) -> Markup:
    """The number on an arrow, before it the small drawing that the arrow names, ``after`` it a word.

    Where a crowd leaves no room the number is left out; the list has it.
    """
    drawing = arrow.icon if has_icon else ""
    words = ("" if arrow.value is None else str(arrow.value)) + after
    if has_icon and not words and not drawing:
        words = shortened(clean(arrow.label), ring.letters * 5, ring.letters)
    if not words and not drawing:
        return Markup("")
    size = ring.letters
    width = (text_width(words, size) if words else 0) + (size * 1.15 if drawing else 0) + size * 0.5
    height = size * 1.3
    spot = labels.place(curve, width / 2 + 0.5, height / 2 + 0.5)
    if spot is None:
        return Markup("")
    left = spot.x - width / 2
    parts = [
        Markup('<rect x="{}" y="{}" width="{}" height="{}" rx="{}"/>').format(
            *(number(value) for value in (left, spot.y - height / 2, width, height, height / 2))
        )
    ]
    if drawing:
        parts.append(
            Markup('<use href="#icon-{0}" x="{1}" y="{2}" width="{3}" height="{3}"/>').format(
                drawing, number(left + size * 0.25), number(spot.y - size / 2), number(size)
            )
        )
        left += size * 1.15
    if words:
        parts.append(
            Markup('<text x="{}" y="{}">{}</text>').format(
                number(left + size * 0.25 + text_width(words, size) / 2),
                number(spot.y + size * 0.36),
                words,
            )
        )
    return Markup('<g class="flow-number{} {}">{}</g>').format(
        " negated" if arrow.negated else "", _colour(arrow.source, scene), Markup("").join(parts)
    )


def _colour(seat: Seat, scene: Scene) -> str:
    position = seat_position(seat, scene)
    return seat_class(position) if position else ""


def _words(flow: Flow, scene: Scene) -> Markup:
    """Each seat that did something, and under it what it did."""
    deeds: dict[Seat, list[Markup]] = {}
    for arrow in flow.arrows:
        deeds.setdefault(arrow.source, []).append(_deed(arrow, scene))
    if not deeds:
        return Markup("<p>Nobody did anything to anybody.</p>")
    return Markup("<ul>{}</ul>").format(
        Markup("").join(
            Markup("<li>{}<ul>{}</ul></li>").format(html_name(seat, scene), Markup("").join(told))
            for seat, told in deeds.items()
        )
    )


def _deed(arrow: Arrow, scene: Scene) -> Markup:
    whom = Markup("themselves") if arrow.target == arrow.source else html_name(arrow.target, scene)
    deed = Markup("{} {} {}").format(clean(arrow.label), _BETWEEN[arrow.style], whom)
    if arrow.negated:
        deed = Markup("<s>{}</s>").format(deed)
    told = _came_to(arrow)
    return Markup("<li>{}{}</li>").format(deed, f": {told}" if told else "")


def _came_to(arrow: Arrow) -> str:
    """What the deed came to: "7", "0, stopped", "power 7", "in vain"."""
    if arrow.negated:
        return "in vain"
    if arrow.told is not None:
        return clean(arrow.told)
    parts = [] if arrow.value is None else [str(arrow.value)]
    return ", ".join([*parts, "stopped"] if arrow.style == "stopped" else parts)
