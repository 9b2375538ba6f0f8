"""One's own link, shown to whoever holds it already: to keep it, or to use another device; and a new one for the desk."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from referee.services.access import Key, require_referee, require_seat
from referee.services.context import Context
from referee.services.desk_links import replace_referee_link
from referee.services.errors import Invalid, Refusal
from referee.services.reading import match_page
from referee.web.auth import (
    DeskKey,
    ReplacedDeskKey,
    SeatKey,
    bearer_token,
    desk_cookie,
    keep_key,
    seat_cookie,
)
from referee.web.dependencies import Ctx, MatchId, SeatNumber
from referee.web.errors import status_of
from referee.web.pages.sent import SentForm
from referee.web.pages.templating import page

router = APIRouter(prefix="/matches/{match}")

New = Annotated[str | None, Query()]

_SEAT_TITLES = {"own": "This is your own link: keep it", None: "Your seat link"}
_DESK_TITLES = {"replaced": "Your new desk link: keep it", None: "Your desk link"}


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
        "new": new,
        "title": _SEAT_TITLES.get(new, "You are in"),
        "opened_at": key.issued_at if key.from_invitation else None,
        "link": f"{ctx.base_url}/open/{token}",
        "onward": f"/matches/{match}/seats/{seat}",
        "refusal": None,
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
    return _desk_link(ctx, key, match, token if is_own else None, new=new)


@router.post("/desk/link")
def replace_desk_link(ctx: Ctx, match: MatchId, key: ReplacedDeskKey, form: SentForm) -> Response:
    """Give the desk a new link, once that is confirmed; the old one stops working at once.

    The referee's browser keeps the new one. An operator is shown it this once, to hand it over.
    """
    try:
        # A key that has been replaced needs no confirmation: it does nothing, but may ask what replaced it.
        if key is not None and not form.is_set("sure"):
            raise Invalid(
                "not-confirmed",
                "Tick the box to say that you mean it: the desk’s present link stops working.",
                field="sure",
            )
        token = replace_referee_link(ctx, key, match, request_id=form.request_id)
    except Refusal as refusal:
        if key is None:
            raise
        return _desk_link(ctx, key, match, None, refusal=refusal)
    if key is not None and key.role == "operator":
        return _desk_link(ctx, key, match, token, new="handed")
    response = RedirectResponse(f"/matches/{match}/desk/link?new=replaced", status_code=303)
    keep_key(response, ctx, Key("referee", match, None), token)
    return response


def _desk_link(
    ctx: Context,
    key: Key,
    match: str,
    token: str | None,
    *,
    new: str | None = None,
    refusal: Refusal | None = None,
) -> Response:
    values = {
        "match": match_page(ctx, match, key),
        "seat": None,
        "new": new,
        "title": _DESK_TITLES.get(
            new, "The new desk link" if new == "handed" else "Your match is made"
        ),
        "link": f"{ctx.base_url}/open/{token}" if token else "",
        "onward": f"/matches/{match}/desk",
        "refusal": refusal,
    }
    return page(ctx, "link.html", values, status=status_of(refusal) if refusal else 200)
