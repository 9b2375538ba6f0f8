"""The site: server-rendered pages that work without scripts, one router for each kind of page."""

from fastapi import APIRouter

from referee.web.pages import (
    away,
    desk,
    feeds,
    home,
    links,
    match,
    new,
    notices,
    posts,
    receipt_checks,
    records,
    seat,
    signup,
    suppose,
    swap,
)

router = APIRouter(include_in_schema=False)
for _part in (
    home,
    new,
    match,
    feeds,
    signup,
    links,
    seat,
    away,
    notices,
    suppose,
    desk,
    swap,
    posts,
    records,
    receipt_checks,
):
    router.include_router(_part.router)
