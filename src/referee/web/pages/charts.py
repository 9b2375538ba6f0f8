"""The chart of a match: each measure by round, from a match's first rounds to its hundredth."""

from typing import Final

from markupsafe import Markup

from referee.core.documents import Document, Series, SeriesLine
from referee.services.context import Context
from referee.services.reading import series
from referee.services.reading_models import MatchPage
from referee.web.pages.templating import drawn

POINTS_SHOWN: Final = 32
"""Points a line has at most: more cannot be told apart on a phone, and would make a long match's page heavy."""


def chart(ctx: Context, match: MatchPage) -> Markup:
    """The match's numbers by round as pictures; nothing before the first round has closed.

    What a round came to never changes, so a chart is drawn once for each round that closes.
    """
    if not match.history:
        return Markup("")
    key = (match.match_id, match.history[0].number)
    return Markup(ctx.charts.get(key, lambda: _draw(ctx, match)))  # noqa: S704 -- see `drawn`


def _draw(ctx: Context, match: MatchPage) -> str:
    lines = tuple(_thinned(one) for one in series(ctx, match.match_id))
    return str(drawn(ctx, Document(blocks=lines), match))


def _thinned(series: Series) -> Series:
    """At most `POINTS_SHOWN` points, evenly spread, the first and the last always among them."""
    count = len(series.labels)
    if count <= POINTS_SHOWN:
        return series
    last = POINTS_SHOWN - 1
    kept = [round(at * (count - 1) / last) for at in range(POINTS_SHOWN)]
    return series.model_copy(
        update={
            "labels": tuple(series.labels[at] for at in kept),
            "lines": tuple(
                SeriesLine(seat=line.seat, values=tuple(line.values[at] for at in kept))
                for line in series.lines
            ),
        }
    )
