"""What a player does: look, try, send, take back.

Sending is the one hot path, at the deadline; it is asynchronous and waits for the process's writer, which
commits together what has arrived together.
"""

from fastapi import APIRouter, Request, status

from referee.core.decisions import Decision
from referee.core.documents import Document
from referee.core.values import Value
from referee.services import moves, readiness, reading
from referee.services.asking import asked_of_all
from referee.services.errors import Conflict, Refusal
from referee.services.moves import MoveIn
from referee.services.reading_models import Preview, Receipt, SeatPage
from referee.web.api.bodies import MoveBody, PreviewBody, ReadyBody, SupposeBody, WithdrawBody
from referee.web.api.keys import NEEDS_KEY
from referee.web.api.problems import KEY_NEEDED, SENT, answers
from referee.web.auth import SeatKey, SeatToken
from referee.web.dependencies import Address, Ctx, Limits, MatchId, SeatNumber
from referee.web.sending import KeyFirstRoute, written

_SEAT = ("match-not-found", *KEY_NEEDED)
_HALTED = ("not-started", "match-over", "match-cancelled", "match-quarantined")
_KEPT_OUT = (
    "phase-not-found",
    "phase-closed",
    "move-late",
    "move-locked",
    "seat-not-found",
    "seat-out",
    "seat-open",
    "too-many-versions",
    "request-id-invalid",
    "match-cancelled",
    "match-quarantined",
)
_MOVE = ("move-unreadable", "move-illegal", "move-too-long")

router = APIRouter(prefix="/matches/{match}/seats/{seat}", tags=["seat"], route_class=KeyFirstRoute)


@router.get("", summary="A seat", responses=answers(*_SEAT), openapi_extra=NEEDS_KEY)
def read_seat(ctx: Ctx, key: SeatKey) -> SeatPage:
    """The match from this seat: what it is asked now, and what it has sent."""
    return reading.seat_page(ctx, key)


@router.get(
    "/receipts", summary="A seat's receipts", responses=answers(*_SEAT), openapi_extra=NEEDS_KEY
)
def read_receipts(ctx: Ctx, key: SeatKey) -> tuple[Receipt, ...]:
    """The receipts of everything this seat has sent for the present phase, newest first."""
    return reading.seat_page(ctx, key).submissions


@router.post(
    "/moves",
    summary="Send a move",
    status_code=status.HTTP_201_CREATED,
    responses=answers(*_SEAT, *SENT, *_KEPT_OUT, *_MOVE),
    openapi_extra=NEEDS_KEY,
)
async def send_move(
    request: Request, match: MatchId, seat: SeatNumber, token: SeatToken, body: MoveBody
) -> Receipt:
    """Seal a move for this phase; it replaces what was sent before. The receipt comes after the commit.

    A move that comes too late is refused, kept, and shown to the referee as late.
    """
    return await _receipt(
        request,
        MoveIn(
            key=token,
            match_id=match,
            seat=seat,
            phase=body.phase,
            move=dict(body.move),
            ready=body.ready,
            request_id=body.request_id or "",
        ),
    )


@router.post(
    "/withdraw",
    summary="Take back the move",
    status_code=status.HTTP_201_CREATED,
    responses=answers(*_SEAT, *SENT, *_KEPT_OUT, "nothing-to-withdraw"),
    openapi_extra=NEEDS_KEY,
)
async def withdraw_move(
    request: Request, match: MatchId, seat: SeatNumber, token: SeatToken, body: WithdrawBody
) -> Receipt:
    """Take back what was sent for this phase, as if nothing had been; a new move can follow."""
    return await _receipt(
        request,
        MoveIn(
            key=token,
            match_id=match,
            seat=seat,
            phase=body.phase,
            move=None,
            withdraw=True,
            request_id=body.request_id or "",
        ),
    )


class ReadyRead(Value):
    """Whether a seat is ready for a phase to close early."""

    phase: int
    ready: bool


@router.post(
    "/ready",
    summary="Be ready, or no longer",
    responses=answers(
        *_SEAT,
        *SENT,
        "phase-not-found",
        "phase-closed",
        "seat-not-found",
        "seat-out",
        "seat-open",
        "nothing-sent",
        "not-asked-ready",
        "match-cancelled",
        "match-quarantined",
    ),
    openapi_extra=NEEDS_KEY,
)
def be_ready(
    ctx: Ctx, match: MatchId, seat: SeatNumber, key: SeatKey, body: ReadyBody
) -> ReadyRead:
    """Say that the round may close before its deadline as far as this seat is concerned, or take it back.

    It belongs to the version sent last: a changed or withdrawn move is no longer ready.
    """
    act = readiness.set_ready if body.ready else readiness.take_ready_back
    act(ctx, key, match, seat, body.phase)
    return ReadyRead(phase=body.phase, ready=body.ready)


async def _receipt(request: Request, move: MoveIn) -> Receipt:
    outcome = await written(request, move)
    if isinstance(outcome, Refusal):
        raise outcome
    return outcome


@router.post(
    "/preview",
    summary="Look at a move before sending it",
    responses=answers(*_SEAT, *SENT, "phase-not-found", "seat-out", "move-unreadable"),
    openapi_extra=NEEDS_KEY,
)
def preview_move(
    ctx: Ctx, match: MatchId, seat: SeatNumber, key: SeatKey, body: PreviewBody
) -> Preview:
    """What the move says in words, and what speaks against it. Nothing is stored."""
    return moves.preview(ctx, key, match, seat, body.phase, dict(body.move))


class AskedRead(Value):
    """What one seat is asked."""

    seat: int
    decision: Decision


@router.get(
    "/suppose",
    summary="What may be supposed",
    responses=answers(*_SEAT, "match-not-running", "hidden-information"),
    openapi_extra=NEEDS_KEY,
)
def read_supposable(ctx: Ctx, match: MatchId, key: SeatKey) -> tuple[AskedRead, ...]:
    """What every seat is asked in the open phase, in a game that hides nothing."""
    shown = reading.seat_page(ctx, key).match
    if shown.status != "running" or shown.phase is None:
        raise Conflict("match-not-running", "There is something to suppose once the match runs.")
    asked = asked_of_all(ctx, key, match, shown.phase.number)
    return tuple(AskedRead(seat=seat, decision=decision) for seat, decision in asked.items())


@router.post(
    "/suppose",
    summary="Suppose moves for everybody",
    responses=answers(
        *_SEAT,
        *SENT,
        *_HALTED,
        "seat-not-found",
        "not-open",
        "move-unreadable",
        "move-illegal",
        "too-many-suppose",
    ),
    openapi_extra=NEEDS_KEY,
)
def suppose(
    ctx: Ctx,
    match: MatchId,
    key: SeatKey,
    body: SupposeBody,
    limits: Limits,
    address: Address,
) -> Document:
    """The announcement that would follow if everybody moved so. Nothing is stored.

    Only in games whose every state is public.
    """
    limits.count("suppose", address)
    return moves.suppose(ctx, key, match, body.moves)
