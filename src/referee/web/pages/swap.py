"""The referee gives a seat to somebody else, from the desk.

Whether a move that was sent before stands is always asked, with no answer chosen beforehand; neither the
answer nor whether there was a move shows in anything that is said afterwards.
"""

from dataclasses import dataclass
from typing import Final

from fastapi import APIRouter, Response
from fastapi.responses import RedirectResponse

from referee.services.access import Key
from referee.services.context import Context
from referee.services.errors import Conflict, Invalid, NotFound, Refusal
from referee.services.inviting import private_message
from referee.services.reading import desk_page
from referee.services.reading_models import DeskPage, DeskSeat
from referee.services.tenures import swap_seat
from referee.web.auth import DeskKey
from referee.web.dependencies import Ctx, MatchId, SeatNumber
from referee.web.errors import status_of
from referee.web.pages.sent import Sent, SentForm
from referee.web.pages.templating import page

router = APIRouter(prefix="/matches/{match}/desk/seats/{seat}/swap")

_STANDS: Final = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class TypedSwap:
    """What stands in the form; whether a move stands is never filled in for anybody."""

    to: str = "player"
    player: str = ""


@router.get("")
def show_swap(ctx: Ctx, match: MatchId, seat: SeatNumber, key: DeskKey) -> Response:
    """The form."""
    return _form_response(ctx, key, match, seat, TypedSwap())


@router.post("")
def swap(ctx: Ctx, match: MatchId, seat: SeatNumber, key: DeskKey, form: SentForm) -> Response:
    """Give the seat away, and show the new player's link this once."""
    typed = TypedSwap(to=form.text("to"), player=form.text("player"))
    player = None if typed.to == "practice" else typed.player
    try:
        link = swap_seat(
            ctx,
            key,
            match,
            seat,
            player,
            move_stands=_stands(form),
            request_id=form.request_id,
        )
    except Refusal as refusal:
        return _form_response(ctx, key, match, seat, typed, refusal)
    shown = desk_page(ctx, key, match)
    message = private_message(ctx, key, shown.match, link, substitute=player)
    if message is None:
        return RedirectResponse(f"/matches/{match}/desk?done=swapped", status_code=303)
    values = {
        "page": shown,
        "seat": _seat(shown, seat),
        "player": player,
        "message": message,
    }
    response = page(ctx, "swapped.html", values)
    response.headers["Cache-Control"] = "no-store"
    return response


def _stands(form: Sent) -> bool:
    """What the referee answered. Raises `Invalid`, since nothing is taken for granted here."""
    answer = _STANDS.get(form.text("move_stands"))
    if answer is None:
        raise Invalid(
            "field-invalid",
            "Say whether a move that was already sent is to stand. You are asked whether or not one was.",
            field="move_stands",
        )
    return answer


def _form_response(
    ctx: Context, key: Key, match: str, seat: int, typed: TypedSwap, refusal: Refusal | None = None
) -> Response:
    shown = desk_page(ctx, key, match)
    if shown.match.status not in ("running", "quarantined"):
        raise Conflict(
            "match-not-running", "Seats are given to somebody else while the match runs."
        )
    values = {
        "page": shown,
        "seat": _seat(shown, seat),
        "typed": typed,
        "refusal": refusal,
    }
    return page(ctx, "swap.html", values, status=status_of(refusal) if refusal else 200)


def _seat(shown: DeskPage, number: int) -> DeskSeat:
    for seat in shown.seats:
        if seat.number == number:
            return seat
    raise NotFound("seat-not-found", "This match has no such seat.")
