"""Series: numbers over time, a line for each seat."""

from markupsafe import Markup

from referee.core.documents import Series
from referee.publishing.html.lines import clean, html_name
from referee.publishing.scene import Scene


def html_series(series: Series, scene: Scene) -> Markup:
    """The chart, and the last numbers in words."""
    rows = Markup("").join(
        Markup('<li>{} <span class="num">{}</span></li>').format(
            html_name(line.seat, scene),
            next((value for value in reversed(line.values) if value is not None), "–"),
        )
        for line in series.lines
    )
    return Markup(
        '<figure class="series"><figcaption>{} ({})</figcaption><ul>{}</ul></figure>'
    ).format(clean(series.title), clean(series.unit), rows)
