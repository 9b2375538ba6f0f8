"""When a player cannot play: an absence announced or taken back, the seat given up, and coming back to it.

An absence is its seat's own affair: nothing here is shown to anybody but the seat itself.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import RedirectResponse

from referee.services.absences import announce_absence, take_absence_back
from referee.services.access import require_seat
from referee.services.context import Context
from referee.services.errors import Invalid, Refusal
from referee.services.reading import seat_page
from referee.services.reading_models import SeatPage
from referee.services.tenures import reclaim_seat, resign
from referee.web.auth import SeatKey, seat_cookie
from referee.web.dependencies import Ctx, MatchId, SeatNumber
from referee.web.errors import status_of
from referee.web.pages.sent import Sent, SentForm
from referee.web.pages.templating import page
from referee.web.pages.zones import format_local, parse_local

router = APIRouter(prefix="/matches/{match}/seats/{seat}")

_SAID: Final = {
    "announced": "Noted. Nobody else can see that you will be away.",
    "taken-back": "Taken back. You are expected to play as before.",
}


@dataclass(frozen=True, slots=True)
class TypedAbsence:
    """What stands in the form: local times as a browser's fields take them, and a standing move's name."""

    begins: str = ""
    ends: str = ""
    standing: str = ""


@router.get("/absences")
def show_absences(
    ctx: Ctx,
    match: MatchId,
    seat: SeatNumber,
    key: SeatKey,
    done: Annotated[str, Query()] = "",
) -> Response:
    """What has been announced, and the form for more; ``done`` names what was done just now."""
    require_seat(key, match, seat)
    return _absences_response(ctx, seat_page(ctx, key), said=_SAID.get(done, ""))


@router.post("/absences")
def announce(ctx: Ctx, match: MatchId, seat: SeatNumber, key: SeatKey, form: SentForm) -> Response:
    """Announce an absence, its times in the match's zone."""
    require_seat(key, match, seat)
    shown = seat_page(ctx, key)
    typed = TypedAbsence(form.text("begins"), form.text("ends"), form.text("standing"))
    try:
        announce_absence(
            ctx,
            key,
            match,
            seat,
            begins_at=parse_local(typed.begins, shown.match.zone, "begins_at"),
            ends_at=parse_local(typed.ends, shown.match.zone, "ends_at"),
            standing=typed.standing or None,
            request_id=form.request_id,
        )
    except Refusal as refusal:
        return _absences_response(ctx, shown, typed=typed, refusal=refusal)
    return RedirectResponse(
        f"/matches/{match}/seats/{seat}/absences?done=announced", status_code=303
    )


@router.post("/absences/{absence}/take-back")
def take_back(
    ctx: Ctx,
    match: MatchId,
    seat: SeatNumber,
    absence: Annotated[int, Path(ge=1, le=1_000_000)],
    key: SeatKey,
) -> Response:
    """Take an absence back, or end one that has begun."""
    require_seat(key, match, seat)
    try:
        take_absence_back(ctx, key, match, seat, absence)
    except Refusal as refusal:
        return _absences_response(ctx, seat_page(ctx, key), refusal=refusal)
    return RedirectResponse(
        f"/matches/{match}/seats/{seat}/absences?done=taken-back", status_code=303
    )


@router.get("/resign")
def show_resign(ctx: Ctx, match: MatchId, seat: SeatNumber, key: SeatKey) -> Response:
    """What giving the seat up would mean, and the button that does it."""
    require_seat(key, match, seat)
    return page(ctx, "resign.html", {"page": seat_page(ctx, key), "refusal": None})


@router.post("/resign")
def give_up(ctx: Ctx, match: MatchId, seat: SeatNumber, key: SeatKey, form: SentForm) -> Response:
    """Give the seat up, once that is confirmed; this browser forgets the key, which opens nothing now."""
    require_seat(key, match, seat)
    try:
        _require_confirmed(form)
        resign(ctx, key, match, seat)
    except Refusal as refusal:
        values = {"page": seat_page(ctx, key), "refusal": refusal}
        return page(ctx, "resign.html", values, status=status_of(refusal))
    where = f"/matches/{match}?done=given-up&seat={seat}"
    response = RedirectResponse(where, status_code=303)
    response.delete_cookie(seat_cookie(match, seat), path="/", httponly=True)
    return response


@router.post("/reclaim")
def come_back(ctx: Ctx, match: MatchId, seat: SeatNumber, key: SeatKey) -> Response:
    """The player of an open seat is back."""
    require_seat(key, match, seat)
    reclaim_seat(ctx, key, match, seat)
    return RedirectResponse(f"/matches/{match}/seats/{seat}", status_code=303)


def away_values(ctx: Context, shown: SeatPage, typed: TypedAbsence | None = None) -> dict[str, Any]:
    """What the form for an absence is filled with; left alone it begins now."""
    zone, now = shown.match.zone, ctx.clock()
    return {
        "typed_absence": typed or TypedAbsence(begins=format_local(now, zone)),
        "absence_least": format_local(now, zone),
    }


def _require_confirmed(form: Sent) -> None:
    if not form.is_set("sure"):
        raise Invalid(
            "not-confirmed",
            "Tick the box to say that you mean it: a seat given up cannot be taken back.",
            field="sure",
        )


def _absences_response(
    ctx: Context,
    shown: SeatPage,
    *,
    typed: TypedAbsence | None = None,
    refusal: Refusal | None = None,
    said: str = "",
) -> Response:
    values = {"page": shown, "refusal": refusal, "said": said, **away_values(ctx, shown, typed)}
    return page(ctx, "absences.html", values, status=status_of(refusal) if refusal else 200)
