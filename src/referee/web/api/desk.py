"""What a match's referee does: everything on the desk, with the same refusals."""

from collections.abc import Mapping
from datetime import datetime

from fastapi import APIRouter, status

from referee.core.values import Value
from referee.services import closing, deadlines, desk_links, inviting, matches, reading
from referee.services.access import Key
from referee.services.context import Context
from referee.services.desk_letters import DeskLetter, desk_letters
from referee.services.matches import SeatLink
from referee.services.reading_models import ClosedPhase, DeskPage
from referee.web.api.bodies import (
    CancelBody,
    CloseBody,
    DeskLinkBody,
    ExtendBody,
    NewSeatBody,
    PauseBody,
    RenameBody,
    ResumeBody,
    StartBody,
)
from referee.web.api.joining import SIGN_UP_CODES, SeatLinkRead, seat_link_read
from referee.web.api.keys import NEEDS_KEY
from referee.web.api.problems import KEY_NEEDED, SENT, answers
from referee.web.auth import DeskKey, ReplacedDeskKey
from referee.web.dependencies import Ctx, MatchId, SeatNumber

_DESK = ("match-not-found", *KEY_NEEDED)
_SIGNUP_OVER = ("already-started", "match-cancelled")
_HALTED = ("not-started", "match-over", "match-cancelled", "match-quarantined")


class MessageRead(Value):
    """A private message ready to be sent, its text by dialect."""

    title: str
    texts: Mapping[str, str]


class HandedLinkRead(SeatLinkRead):
    """A seat's new link and the private message that hands it over; a practice player has neither.

    The token is told this once; keep it.
    """

    message: MessageRead | None


def _handed(ctx: Context, key: Key, match: str, made: SeatLink, *, is_new: bool) -> HandedLinkRead:
    page = reading.match_page(ctx, match, key)
    message = inviting.private_message(ctx, key, page, made, is_new=is_new)
    return HandedLinkRead(
        **seat_link_read(ctx, made).model_dump(),
        message=MessageRead(title=message.title, texts=message.texts) if message else None,
    )


class DeskLinkRead(Value):
    """A desk's new link. The token is told this once; keep it."""

    match_id: str
    token: str
    link: str


class Deadline(Value):
    """A phase and when it is due now."""

    phase: int
    due_at: datetime


router = APIRouter(prefix="/matches/{match}", tags=["desk"])


@router.get("/desk", summary="The desk", responses=answers(*_DESK), openapi_extra=NEEDS_KEY)
def read_desk(ctx: Ctx, match: MatchId, key: DeskKey) -> DeskPage:
    """The match as its referee sees it: seats and their links' state, late moves, the recruiting post.

    Who has moved is told only as far as the match's `status_visibility` grants, and never what.
    """
    return reading.desk_page(ctx, key, match)


@router.get(
    "/desk/letters",
    summary="Messages to copy",
    responses=answers(*_DESK),
    openapi_extra=NEEDS_KEY,
)
def read_letters(ctx: Ctx, match: MatchId, key: DeskKey) -> tuple[DeskLetter, ...]:
    """Messages to all players, ready to be sent by hand: a reminder, and more time if the deadline was moved."""
    return desk_letters(ctx, key, match)


@router.post(
    "/seats",
    summary="Add a seat",
    status_code=status.HTTP_201_CREATED,
    responses=answers(*_DESK, *SENT, *SIGN_UP_CODES),
    openapi_extra=NEEDS_KEY,
)
def add_seat(ctx: Ctx, match: MatchId, key: DeskKey, body: NewSeatBody) -> HandedLinkRead:
    """Add a seat before the start and get its link. A practice seat moves by itself."""
    made = matches.add_seat(ctx, key, match, body.name, practice=body.practice)
    return _handed(ctx, key, match, made, is_new=True)


@router.patch(
    "/seats/{seat}",
    summary="Rename a seat",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=answers(
        *_DESK,
        *SENT,
        "seat-not-found",
        "name-empty",
        "name-too-long",
        "name-invalid",
        "name-reserved",
        "name-taken",
        "name-lookalike",
        *_SIGNUP_OVER,
    ),
    openapi_extra=NEEDS_KEY,
)
def rename_seat(ctx: Ctx, match: MatchId, seat: SeatNumber, key: DeskKey, body: RenameBody) -> None:
    """Give a seat another name before the start."""
    matches.rename_seat(ctx, key, match, seat, body.name)


@router.delete(
    "/seats/{seat}",
    summary="Remove a seat",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=answers(*_DESK, *SENT, "seat-not-found", *_SIGNUP_OVER),
    openapi_extra=NEEDS_KEY,
)
def remove_seat(ctx: Ctx, match: MatchId, seat: SeatNumber, key: DeskKey) -> None:
    """Remove a seat before the start. Its link stops working."""
    matches.remove_seat(ctx, key, match, seat)


@router.post(
    "/seats/{seat}/link",
    summary="Reissue a seat's link",
    status_code=status.HTTP_201_CREATED,
    responses=answers(*_DESK, *SENT, "seat-not-found", "practice-seat", "seat-open"),
    openapi_extra=NEEDS_KEY,
)
def reissue_link(ctx: Ctx, match: MatchId, seat: SeatNumber, key: DeskKey) -> HandedLinkRead:
    """Give a seat a new link; the old one stops working at once, and the seat's moves stay."""
    made = matches.reissue_link(ctx, key, match, seat)
    return _handed(ctx, key, match, made, is_new=False)


@router.post(
    "/desk/link",
    summary="Replace the desk's link",
    status_code=status.HTTP_201_CREATED,
    responses=answers(*_DESK, *SENT, "request-used", "request-id-invalid"),
    openapi_extra=NEEDS_KEY,
)
def replace_desk_link(
    ctx: Ctx, match: MatchId, key: ReplacedDeskKey, body: DeskLinkBody | None = None
) -> DeskLinkRead:
    """Give the desk a new link; the old one stops working at once. The match tells everybody that it was done.

    With a `request_id` the answer can be asked for again with the old token, should it be lost. The body may be
    left out.
    """
    request_id = (body.request_id if body else None) or ctx.new_token()
    token = desk_links.replace_referee_link(ctx, key, match, request_id=request_id)
    return DeskLinkRead(match_id=match, token=token, link=f"{ctx.base_url}/open/{token}")


@router.post(
    "/start",
    summary="Start the match",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=answers(
        *_DESK, *SENT, "already-started", "too-few-seats", "links-unopened", "match-cancelled"
    ),
    openapi_extra=NEEDS_KEY,
)
def start_match(ctx: Ctx, match: MatchId, key: DeskKey, body: StartBody | None = None) -> None:
    """End the signup and open the first phase. The body may be left out.

    In a game that hides hands the start deals them, and is refused until every seat's link has been opened,
    unless you say to go ahead.
    """
    matches.start_match(ctx, key, match, go_ahead=body is not None and body.go_ahead)


@router.post(
    "/close",
    summary="Close a phase now",
    responses=answers(*_DESK, *SENT, "phase-not-found", "phase-stale", "match-paused", *_HALTED),
    openapi_extra=NEEDS_KEY,
)
def close_phase(ctx: Ctx, match: MatchId, key: DeskKey, body: CloseBody) -> ClosedPhase:
    """Close the phase of this number before its deadline.

    A number that is not the open phase's is refused; closing a closed phase again returns what it
    returned, and closes nothing else.
    """
    return closing.close_phase(ctx, key, match, body.phase)


@router.post(
    "/extend",
    summary="Extend a deadline",
    responses=answers(
        *_DESK,
        *SENT,
        "phase-not-found",
        "phase-stale",
        "phase-closed",
        "extension-earlier",
        "extension-too-far",
        "extensions-used-up",
        "match-paused",
        *_HALTED,
    ),
    openapi_extra=NEEDS_KEY,
)
def extend_phase(ctx: Ctx, match: MatchId, key: DeskKey, body: ExtendBody) -> Deadline:
    """Give the open phase a later deadline, told as a moment: sending it twice adds nothing."""
    due_at = deadlines.extend_phase(ctx, key, match, body.phase, body.due_at)
    return Deadline(phase=body.phase, due_at=due_at)


@router.post(
    "/pause",
    summary="Pause a phase",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=answers(*_DESK, *SENT, "phase-not-found", "phase-closed", "phase-due", *_HALTED),
    openapi_extra=NEEDS_KEY,
)
def pause_phase(ctx: Ctx, match: MatchId, key: DeskKey, body: PauseBody) -> None:
    """Stop the open phase's clock. Moves can still be sent; sending this twice pauses once."""
    deadlines.pause_phase(ctx, key, match, body.phase)


@router.post(
    "/resume",
    summary="Resume a phase",
    responses=answers(*_DESK, *SENT, "phase-not-found", "phase-closed", *_HALTED),
    openapi_extra=NEEDS_KEY,
)
def resume_phase(ctx: Ctx, match: MatchId, key: DeskKey, body: ResumeBody) -> Deadline:
    """Let a paused phase's clock go on; never to an earlier deadline than it had."""
    due_at = deadlines.resume_phase(ctx, key, match, body.phase, at=body.at)
    return Deadline(phase=body.phase, due_at=due_at)


@router.post(
    "/cancel",
    summary="Cancel the match",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=answers(*_DESK, *SENT, "reason-empty", "reason-too-long", "match-over"),
    openapi_extra=NEEDS_KEY,
)
def cancel_match(ctx: Ctx, match: MatchId, key: DeskKey, body: CancelBody) -> None:
    """End the match without a result; the reason can be read by everybody."""
    matches.cancel_match(ctx, key, match, body.reason)
