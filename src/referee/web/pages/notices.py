"""Tell me: where a seat's player is told what; and what the link in each notice opens.

That link needs no key: whoever reads the mail may stop it. GET changes nothing, because mail programs look
at links by themselves; a mail program that offers to end such mail posts by itself (RFC 8058).
"""

from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import RedirectResponse

from referee.services.access import Key, require_seat
from referee.services.context import Context
from referee.services.errors import NotFound, Refusal
from referee.services.notices import (
    NoticeLink,
    Wishes,
    add_contact,
    change_contact,
    confirm_contact,
    notice_link,
    notices_read,
    remove_contact,
    stop_contact,
)
from referee.services.reading import match_page
from referee.web.auth import SeatKey
from referee.web.dependencies import Address, Ctx, Limits, MatchId, SeatNumber
from referee.web.errors import headers_of, status_of
from referee.web.pages.sent import Sent, SentForm
from referee.web.pages.templating import page

router = APIRouter()

REMINDERS: Final = (30, 60, 180, 360, 720, 1440, 2880)
"""The reminders that are offered, in minutes before the deadline."""

_SAID: Final = {
    "asked": "A message is on its way there. Notices begin once its button is pressed.",
    "changed": "Noted.",
    "removed": "Taken away. Nothing more goes there.",
}

ContactId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]
Token = Annotated[str, Path(max_length=100)]


@dataclass(frozen=True, slots=True)
class Typed:
    """What stands in the form for a new place."""

    address: str = ""
    wishes: Wishes = field(default_factory=lambda: Wishes(remind_minutes=180))


@router.get("/matches/{match}/seats/{seat}/notices")
def show_notices(
    ctx: Ctx,
    match: MatchId,
    seat: SeatNumber,
    key: SeatKey,
    done: Annotated[str, Query()] = "",
) -> Response:
    """Where notices go, and the form for another place; ``done`` names what was done just now."""
    require_seat(key, match, seat)
    return _notices_response(ctx, key, match, seat, said=_SAID.get(done, ""))


@router.post("/matches/{match}/seats/{seat}/notices")
def add(
    ctx: Ctx,
    match: MatchId,
    seat: SeatNumber,
    key: SeatKey,
    form: SentForm,
    limits: Limits,
    client: Address,
) -> Response:
    """Name a place; it is asked whether it wants to be told."""
    require_seat(key, match, seat)
    typed = Typed()
    try:
        typed = Typed(form.text("address"), _wishes(form))
        limits.count("notices", client)
        add_contact(ctx, key, match, seat, address=typed.address, wishes=typed.wishes)
    except Refusal as refusal:
        return _notices_response(ctx, key, match, seat, typed=typed, refusal=refusal)
    return _back(match, seat, "asked")


@router.post("/matches/{match}/seats/{seat}/notices/{contact}")
def change(
    ctx: Ctx, match: MatchId, seat: SeatNumber, contact: ContactId, key: SeatKey, form: SentForm
) -> Response:
    """Tell one place something else from now on."""
    require_seat(key, match, seat)
    try:
        change_contact(ctx, key, match, seat, contact, wishes=_wishes(form))
    except Refusal as refusal:
        return _notices_response(ctx, key, match, seat, refusal=refusal, changing=contact)
    return _back(match, seat, "changed")


@router.post("/matches/{match}/seats/{seat}/notices/{contact}/remove")
def remove(
    ctx: Ctx, match: MatchId, seat: SeatNumber, contact: ContactId, key: SeatKey
) -> Response:
    """Take a place away, and forget its address."""
    require_seat(key, match, seat)
    remove_contact(ctx, key, match, seat, contact)
    return _back(match, seat, "removed")


@router.get("/notices/{token}")
@router.get("/notices/{token}/stop")
def show_link(ctx: Ctx, token: Token, limits: Limits, client: Address) -> Response:
    """What a notice's link is for, and its buttons. Changes nothing."""
    return _link_response(ctx, token, _found(ctx, token, limits, client))


@router.post("/notices/{token}/confirm")
def confirm(ctx: Ctx, token: Token, limits: Limits, client: Address) -> Response:
    """Yes, send them here."""
    _found(ctx, token, limits, client)
    try:
        return _link_response(ctx, token, confirm_contact(ctx, token), said="confirmed")
    except Refusal as refusal:
        return _link_response(ctx, token, notice_link(ctx, token), refusal=refusal)


@router.post("/notices/{token}/stop")
def stop(ctx: Ctx, token: Token, limits: Limits, client: Address) -> Response:
    """No more notices here; a mail program's own request, which says One-Click, does the same."""
    _found(ctx, token, limits, client)
    return _link_response(ctx, token, stop_contact(ctx, token))


def notices_values(ctx: Context, match: str, seat: int) -> dict[str, Any]:
    """What the part of the seat's page needs."""
    typed = Typed()
    return {
        "notices": notices_read(ctx, Key("seat", match, seat), match, seat),
        "typed": typed,
        "reminders": _offered(typed.wishes.remind_minutes),
    }


def _found(ctx: Context, token: str, limits: Limits, client: str) -> NoticeLink:
    """The link of this token. Unknown ones are counted against who tries them, as unknown keys are."""
    limits.require_room("guess", client)
    try:
        return notice_link(ctx, token)
    except NotFound:
        limits.count("guess", client)
        raise


def _wishes(form: Sent) -> Wishes:
    """What was ticked and chosen. Raises `Invalid` for a reminder that cannot be."""
    minutes = form.number("remind", "The reminder") if form.is_set("remind") else None
    if minutes is not None:
        minutes = min(max(minutes, 1), REMINDERS[-1])
    return Wishes(
        remind_minutes=minutes, opened=form.is_set("opened"), closed=form.is_set("closed")
    )


def _back(match: str, seat: int, done: str) -> Response:
    return RedirectResponse(f"/matches/{match}/seats/{seat}/notices?done={done}", status_code=303)


def _notices_response(
    ctx: Context,
    key: Key,
    match: str,
    seat: int,
    *,
    typed: Typed | None = None,
    refusal: Refusal | None = None,
    said: str = "",
    changing: str = "",
) -> Response:
    shown = match_page(ctx, match, key)
    found = notices_read(ctx, key, match, seat)
    chosen = {one.contact_id: one.wishes.remind_minutes for one in found.contacts}
    typed = typed or Typed()
    values: dict[str, Any] = {
        "match": shown,
        "seat": next(one for one in shown.seats if one.number == seat),
        "notices": found,
        "reminders": {
            place: _offered(minutes)
            for place, minutes in {**chosen, "": typed.wishes.remind_minutes}.items()
        },
        "typed": typed,
        "refusal": refusal,
        "said": said,
        "changing": changing,
    }
    response = page(ctx, "notices.html", values, status=status_of(refusal) if refusal else 200)
    response.headers.update(headers_of(refusal))
    return response


def _offered(chosen: int | None) -> list[int]:
    """The reminders to choose from, and the one that is chosen, which the API may have set."""
    return sorted({*REMINDERS, *([chosen] if chosen else [])})


def _link_response(
    ctx: Context,
    token: str,
    link: NoticeLink,
    *,
    refusal: Refusal | None = None,
    said: str = "",
) -> Response:
    values = {"token": token, "link": link, "refusal": refusal, "said": said}
    return page(ctx, "notice_link.html", values, status=status_of(refusal) if refusal else 200)
