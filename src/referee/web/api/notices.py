"""Where a seat's player is told what, for the seat itself alone; and the link in each notice, for its reader."""

from typing import Annotated

from fastapi import APIRouter, Path, status

from referee.services import notices
from referee.services.notices import ContactRead, NoticeLink, NoticesRead, Wishes
from referee.web.api.bodies import ContactBody
from referee.web.api.keys import NEEDS_KEY
from referee.web.api.problems import KEY_NEEDED, SENT, answers
from referee.web.auth import SeatKey
from referee.web.dependencies import Address, Ctx, Limits, MatchId, SeatNumber

_SEAT = ("match-not-found", *KEY_NEEDED)

ContactId = Annotated[
    str,
    Path(pattern=r"^[0-9a-f]{16}$", description="The contact's id, as the seat's list tells it."),
]
Token = Annotated[
    str, Path(max_length=100, description="The last part of the link that stands in a notice.")
]

seat_router = APIRouter(prefix="/matches/{match}/seats/{seat}/notices", tags=["seat"])
link_router = APIRouter(prefix="/notices/{token}", tags=["notices"])


@seat_router.get(
    "", summary="Where a seat is told what", responses=answers(*_SEAT), openapi_extra=NEEDS_KEY
)
def read_notices(ctx: Ctx, match: MatchId, seat: SeatNumber, key: SeatKey) -> NoticesRead:
    """What this server can send, and where it sends to for this seat. Nobody else can read it."""
    return notices.notices_read(ctx, key, match, seat)


@seat_router.post(
    "",
    summary="Ask for notices",
    status_code=status.HTTP_201_CREATED,
    responses=answers(
        *_SEAT,
        *SENT,
        "seat-not-found",
        "seat-open",
        "address-unusable",
        "contacts-full",
        "match-over",
        "match-cancelled",
        "too-many-notices",
    ),
    openapi_extra=NEEDS_KEY,
)
def add_contact(
    ctx: Ctx,
    match: MatchId,
    seat: SeatNumber,
    key: SeatKey,
    body: ContactBody,
    limits: Limits,
    client: Address,
) -> ContactRead:
    """Name an e-mail address or a target. One message goes there; notices begin once its link is confirmed.

    Naming one that the seat has already changes what goes there.
    """
    limits.count("notices", client)
    return notices.add_contact(ctx, key, match, seat, address=body.address, wishes=body.wishes)


@seat_router.post(
    "/{contact}",
    summary="Change what is told",
    responses=answers(*_SEAT, *SENT, "contact-not-found"),
    openapi_extra=NEEDS_KEY,
)
def change_contact(
    ctx: Ctx, match: MatchId, seat: SeatNumber, contact: ContactId, key: SeatKey, body: Wishes
) -> ContactRead:
    """Tell one place something else from now on."""
    return notices.change_contact(ctx, key, match, seat, contact, wishes=body)


@seat_router.post(
    "/{contact}/remove",
    summary="Take a contact away",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=answers(*_SEAT, *SENT),
    openapi_extra=NEEDS_KEY,
)
def remove_contact(
    ctx: Ctx, match: MatchId, seat: SeatNumber, contact: ContactId, key: SeatKey
) -> None:
    """Send nothing more there, and forget the address. Doing it twice is doing it once."""
    notices.remove_contact(ctx, key, match, seat, contact)


@link_router.get(
    "", summary="What a notice's link is for", responses=answers("notice-link-unknown")
)
def read_notice_link(ctx: Ctx, token: Token) -> NoticeLink:
    """Which match its notices are about, and whether they are sent. Changes nothing."""
    return notices.notice_link(ctx, token)


@link_router.post(
    "/confirm",
    summary="Confirm a contact",
    responses=answers(*SENT, "notice-link-unknown", "notice-link-over"),
)
def confirm_contact(ctx: Ctx, token: Token) -> NoticeLink:
    """Whoever reads the message wants the notices: they begin."""
    return notices.confirm_contact(ctx, token)


@link_router.post("/stop", summary="Stop notices", responses=answers(*SENT, "notice-link-unknown"))
def stop_contact(ctx: Ctx, token: Token) -> NoticeLink:
    """No more notices there; the address is forgotten. Doing it twice is doing it once."""
    return notices.stop_contact(ctx, token)
