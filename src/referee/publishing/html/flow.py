"""The flow picture: who did what to whom."""

from markupsafe import Markup

from referee.core.documents import Arrow, Flow
from referee.publishing.html.lines import clean, html_name
from referee.publishing.scene import Scene

_DEEDS = {"stopped": "stopped", "gift": "a gift", "take": "taken", "watch": "watching", "harm": ""}


def html_flow(flow: Flow, scene: Scene) -> Markup:
    """The picture and, for those who cannot see it, the same as a list."""
    rows = Markup("").join(_told(arrow, scene) for arrow in flow.arrows)
    return Markup(
        '<figure class="flow"><figcaption>{}</figcaption><ul class="flow-list">{}</ul></figure>'
    ).format(clean(flow.title), rows)


def _told(arrow: Arrow, scene: Scene) -> Markup:
    marks = [
        words
        for words in (
            "" if arrow.value is None else str(arrow.value),
            _DEEDS[arrow.style],
            "negated" if arrow.negated else "",
        )
        if words
    ]
    return Markup("<li>{} → {}: {}{}</li>").format(
        html_name(arrow.source, scene),
        html_name(arrow.target, scene),
        clean(arrow.label),
        f" ({', '.join(marks)})" if marks else "",
    )
