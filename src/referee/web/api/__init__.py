"""The JSON API under ``/api``: a twin of every page and action, with the same keys and the same words."""

from fastapi import APIRouter
from fastapi.routing import APIRoute

from referee.web.api import (
    absences,
    desk,
    documentation,
    joining,
    notices,
    reading,
    receipts,
    records,
    seats,
    tenures,
)


def _operation_id(route: APIRoute) -> str:
    """An operation is named as its function is."""
    return route.name


router = APIRouter(generate_unique_id_function=_operation_id)
router.include_router(documentation.router)
for _part in (
    reading.router,
    records.router,
    receipts.router,
    joining.router,
    seats.router,
    absences.router,
    notices.seat_router,
    notices.link_router,
    desk.router,
    tenures.router,
):
    router.include_router(_part, prefix="/api")
