"""Signing up: a name, a seat, and the link that is the only key to it."""

from fastapi import APIRouter, Response
from fastapi.responses import RedirectResponse

from referee.services.access import Key, is_seat_of
from referee.services.context import Context
from referee.services.errors import Refusal
from referee.services.matches import sign_up
from referee.services.reading import match_page
from referee.services.reading_models import MatchPage
from referee.web.auth import Viewer, keep_key
from referee.web.dependencies import Address, Ctx, Limits, MatchId
from referee.web.errors import headers_of, status_of
from referee.web.pages.sent import SentForm
from referee.web.pages.templating import page

router = APIRouter(prefix="/matches/{match}/signup")


@router.get("")
def show_signup(ctx: Ctx, match: MatchId, viewer: Viewer) -> Response:
    """The form; or why nobody can sign up any more."""
    return _signup_response(ctx, match_page(ctx, match, viewer), viewer)


@router.post("")
def take_seat(
    ctx: Ctx,
    match: MatchId,
    viewer: Viewer,
    form: SentForm,
    limits: Limits,
    address: Address,
) -> Response:
    """Take a seat, keep its key in this browser, and lead to the page that shows the link."""
    name = form.text("name")
    try:
        limits.count("sign-up", address)
        link = sign_up(ctx, match, name, request_id=form.request_id)
    except Refusal as refusal:
        shown = match_page(ctx, match, viewer)
        return _signup_response(ctx, shown, viewer, name=name, refusal=refusal)
    response = RedirectResponse(f"/matches/{match}/seats/{link.seat}/link?new=1", status_code=303)
    if link.token is not None:
        keep_key(response, ctx, Key("seat", match, link.seat), link.token)
    return response


def _signup_response(
    ctx: Context,
    match: MatchPage,
    viewer: Key | None,
    *,
    name: str = "",
    refusal: Refusal | None = None,
) -> Response:
    held = viewer.seat if is_seat_of(viewer, match.match_id) and viewer is not None else None
    why_not = ""
    if match.status != "signup":
        why_not = "This match has started, and nobody can join after the start."
        if match.status in ("finished", "cancelled"):
            why_not = "This match is over."
    elif match.seats_taken >= match.seats_most:
        why_not = "Every seat is taken. Should somebody step back, the referee can tell you."
    values = {
        "match": match,
        "mine": next((seat for seat in match.seats if seat.number == held), None),
        "name": name,
        "refusal": refusal,
        "open": not why_not,
        "why_not": why_not,
    }
    response = page(ctx, "signup.html", values, status=status_of(refusal) if refusal else 200)
    response.headers.update(headers_of(refusal))
    return response
