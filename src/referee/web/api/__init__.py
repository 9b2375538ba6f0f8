"""The JSON API under ``/api``: a twin of every page and action, with the same keys and the same words."""

from fastapi import APIRouter

from referee.web.api import desk, documentation, joining, reading, seats

router = APIRouter()
router.include_router(documentation.router)
for _part in (reading.router, joining.router, seats.router, desk.router):
    router.include_router(_part, prefix="/api")
