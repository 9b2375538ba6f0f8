"""Is the server well? For watchdogs and load balancers: no key needed, and nothing secret told.

Unwell is 503: the database does not answer, or phases are overdue, which means that no worker runs.
"""

from typing import Final, Literal

import structlog
from fastapi import APIRouter, Response

from referee import __version__
from referee.core.values import Value
from referee.services.health import health
from referee.web.dependencies import Ctx

_UNWELL: Final = 503


class HealthRead(Value):
    """``status`` is "ok", "overdue" (is a worker running?) or "no-database"."""

    status: Literal["ok", "overdue", "no-database"]
    overdue_phases: int | None
    version: str


router = APIRouter(tags=["server"])


@router.get(
    "/health",
    summary="Is the server well?",
    responses={_UNWELL: {"model": HealthRead, "description": "Overdue phases, or no database."}},
)
def read_health(ctx: Ctx, response: Response) -> HealthRead:
    """Whether the database answers and no phase is overdue by more than five minutes."""
    try:
        overdue = health(ctx).overdue_phases
    except Exception as error:  # whatever it is, the watchdog must get its answer
        structlog.get_logger("referee.web").error("no-database", kind=type(error).__qualname__)
        response.status_code = _UNWELL
        return HealthRead(status="no-database", overdue_phases=None, version=__version__)
    if overdue:
        response.status_code = _UNWELL
    return HealthRead(
        status="overdue" if overdue else "ok", overdue_phases=overdue, version=__version__
    )
