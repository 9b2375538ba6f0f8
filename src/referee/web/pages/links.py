"""One's own link, shown to whoever holds it already: to keep it, or to use another device."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from referee.services.access import require_referee, require_seat
from referee.services.reading import match_page
from referee.web.auth import DeskKey, SeatKey, bearer_token, desk_cookie, seat_cookie
from referee.web.dependencies import Ctx, MatchId, SeatNumber
from referee.web.pages.templating import page

router = APIRouter(prefix="/matches/{match}")

New = Annotated[str | None, Query()]


@router.get("/seats/{seat}/link")
def show_seat_link(
    request: Request, ctx: Ctx, match: MatchId, seat: SeatNumber, key: SeatKey, new: New = None
) -> Response:
    """The link of a seat, for its player alone."""
    require_seat(key, match, seat)
    shown = match_page(ctx, match, key)
    token = bearer_token(request) or request.cookies[seat_cookie(match, seat)]
    values = {
        "match": shown,
        "seat": next(one for one in shown.seats if one.number == seat),
        "new": new is not None,
        "title": "You are in" if new is not None else "Your seat link",
        "link": f"{ctx.base_url}/open/{token}",
        "onward": f"/matches/{match}/seats/{seat}",
    }
    return page(ctx, "link.html", values)


@router.get("/desk/link")
def show_desk_link(
    request: Request, ctx: Ctx, match: MatchId, key: DeskKey, new: New = None
) -> Response:
    """The link of the desk, for the referee alone. The operator's own link is never shown."""
    require_referee(key, match)
    token = bearer_token(request) or request.cookies.get(desk_cookie(match))
    is_own = token is not None and key.role == "referee"
    values = {
        "match": match_page(ctx, match, key),
        "seat": None,
        "new": new is not None,
        "title": "Your match is made" if new is not None else "Your desk link",
        "link": f"{ctx.base_url}/open/{token}" if is_own else "",
        "onward": f"/matches/{match}/desk",
    }
    return page(ctx, "link.html", values)
