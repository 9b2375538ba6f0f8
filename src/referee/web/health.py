"""Is the server well? For watchdogs and load balancers: no key needed, and nothing secret told.

Unwell is 503: the database does not answer; phases are overdue, which means that no worker runs; or moves
were sealed by a secret that the server does not hold (`referee check-secret` says which rounds').
"""

from typing import Final, Literal

import structlog
from fastapi import APIRouter, Response

from referee import __version__
from referee.core.values import Value
from referee.services.health import Health, health
from referee.web.dependencies import Ctx

_UNWELL: Final = 503


class HealthRead(Value):
    """``status`` is "ok", "overdue" (is a worker running?), "secret-missing" or "no-database"."""

    status: Literal["ok", "overdue", "secret-missing", "no-database"]
    overdue_phases: int | None
    version: str


router = APIRouter(tags=["server"])


@router.get(
    "/health",
    summary="Is the server well?",
    responses={
        _UNWELL: {
            "model": HealthRead,
            "description": "Overdue phases, a lost secret, or no database.",
        }
    },
)
def read_health(ctx: Ctx, response: Response) -> HealthRead:
    """Whether the database answers, no phase is overdue by more than five minutes, and none is lost."""
    try:
        found = health(ctx)
    except Exception as error:  # whatever it is, the watchdog must get its answer
        structlog.get_logger("referee.web").error("no-database", kind=type(error).__qualname__)
        response.status_code = _UNWELL
        return HealthRead(status="no-database", overdue_phases=None, version=__version__)
    status = _status(found)
    if status != "ok":
        response.status_code = _UNWELL
    return HealthRead(status=status, overdue_phases=found.overdue_phases, version=__version__)


def _status(found: Health) -> Literal["ok", "overdue", "secret-missing"]:
    if found.lost_phases or found.lost_absences:
        return "secret-missing"
    return "overdue" if found.overdue_phases else "ok"
