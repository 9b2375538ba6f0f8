"""The chart of a match: each measure by round, from a match's first rounds to its hundredth."""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from referee.core.documents import Document, Series, SeriesLine
from referee.services.context import Context
from referee.services.reading_models import MatchPage
from referee.web.pages.templating import drawn

POINTS_SHOWN: Final = 40
"""Points a line has at most: more cannot be told apart on a phone, and would make a long match's page heavy."""


def chart(ctx: Context, series: Sequence[Series], match: MatchPage) -> Markup:
    """The series as pictures; nothing before the first round has closed."""
    lines = tuple(_thinned(one) for one in series if len(one.labels) > 1)
    return drawn(ctx, Document(blocks=lines), match) if lines else Markup("")


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
