"""Whether the server does its work: the database answers, no phase lies overdue, and none is lost.

A referee's timer that died in silence is how whole sites stood still for a day (lessons, A 10).
"""

from datetime import timedelta
from typing import Final

from referee.core.values import Value
from referee.services.context import Context
from referee.services.sealed_absences import lost_absences
from referee.services.sealed_phases import lost_phases
from referee.storage import phases

GRACE: Final = timedelta(minutes=5)
"""How late a close may be before somebody should look: the worker needs seconds."""

_COUNTED_UP_TO: Final = 1000


class Health(Value):
    """How many open phases are past their time by more than `GRACE` (1000 means that or more), and how
    many hold moves that were sealed by a secret which is gone; and in how many matches that has sealed what is
    to be sent for players who are away.
    """

    overdue_phases: int
    lost_phases: int
    lost_absences: int


def health(ctx: Context) -> Health:
    """Ask the database. Raises whatever the database raises when it cannot answer."""
    with ctx.store.read() as connection:
        overdue = phases.due_phases(connection, ctx.clock() - GRACE, limit=_COUNTED_UP_TO)
    return Health(
        overdue_phases=len(overdue),
        lost_phases=len(lost_phases(ctx)),
        lost_absences=len(lost_absences(ctx)),
    )
