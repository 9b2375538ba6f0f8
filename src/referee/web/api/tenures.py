"""Seats that change hands: given up, taken up again, or given to somebody else by the referee."""

from fastapi import APIRouter, status

from referee.services import inviting, reading, tenures
from referee.web.api.bodies import SwapBody
from referee.web.api.desk import HandedLinkRead, MessageRead
from referee.web.api.joining import seat_link_read
from referee.web.api.keys import NEEDS_KEY
from referee.web.api.problems import KEY_NEEDED, SENT, answers
from referee.web.auth import DeskKey, SeatKey
from referee.web.dependencies import Ctx, MatchId, SeatNumber

_SEAT = ("match-not-found", *KEY_NEEDED, *SENT, "seat-not-found")
_OVER = ("match-over", "match-cancelled")

router = APIRouter(prefix="/matches/{match}")


@router.post(
    "/seats/{seat}/resign",
    summary="Give a seat up",
    tags=["seat"],
    status_code=status.HTTP_204_NO_CONTENT,
    responses=answers(*_SEAT, *_OVER, "seat-open", "seat-taken"),
    openapi_extra=NEEDS_KEY,
)
def resign(ctx: Ctx, match: MatchId, seat: SeatNumber, key: SeatKey) -> None:
    """The player leaves for good: the seat's link stops working at once. Before the start the seat is free again.

    In a running match a move that has been sent stays sent until the referee seats somebody else. What
    follows at once is what the match's `seat_rules` say.
    """
    tenures.resign(ctx, key, match, seat)


@router.post(
    "/seats/{seat}/reclaim",
    summary="Be back",
    tags=["seat"],
    status_code=status.HTTP_204_NO_CONTENT,
    responses=answers(*_SEAT, *_OVER, "not-started", "seat-taken"),
    openapi_extra=NEEDS_KEY,
)
def reclaim(ctx: Ctx, match: MatchId, seat: SeatNumber, key: SeatKey) -> None:
    """The player of a seat that was opened after too many rounds without a move is back, with nothing missed.

    Only as long as nobody else has taken it: then the old link no longer works. Sending this twice, or while
    the seat is held, changes nothing.
    """
    tenures.reclaim_seat(ctx, key, match, seat)


@router.post(
    "/desk/seats/{seat}/swap",
    summary="Give a seat to somebody else",
    tags=["desk"],
    status_code=status.HTTP_201_CREATED,
    responses=answers(
        *_SEAT,
        *_OVER,
        "not-started",
        "name-empty",
        "name-too-long",
        "name-invalid",
        "name-reserved",
        "name-taken",
        "name-lookalike",
        "request-used",
    ),
    openapi_extra=NEEDS_KEY,
)
def swap(
    ctx: Ctx, match: MatchId, seat: SeatNumber, key: DeskKey, body: SwapBody
) -> HandedLinkRead:
    """Seat another player, or a practice player, in a running match. The old links stop working at once.

    The seat keeps its name. The newcomer sees what the seat may know from then on, nothing that was sent
    before, and starts with nothing missed. The answer is the same whether or not anything had been sent.
    """
    made = tenures.swap_seat(
        ctx,
        key,
        match,
        seat,
        body.player,
        move_stands=body.move_stands,
        request_id=body.request_id or ctx.new_token(),
    )
    page = reading.match_page(ctx, match, key)
    message = inviting.private_message(ctx, key, page, made, substitute=body.player)
    return HandedLinkRead(
        **seat_link_read(ctx, made).model_dump(),
        message=MessageRead(title=message.title, texts=message.texts) if message else None,
    )
