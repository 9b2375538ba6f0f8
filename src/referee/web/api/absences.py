"""When a player will be away: for the seat itself alone, and nothing of it is ever shown to anybody else."""

from typing import Annotated

from fastapi import APIRouter, Path, status

from referee.services import absences, reading
from referee.services.reading_models import AbsenceRead
from referee.web.api.bodies import AbsenceBody
from referee.web.api.keys import NEEDS_KEY
from referee.web.api.problems import KEY_NEEDED, SENT, answers
from referee.web.auth import SeatKey
from referee.web.dependencies import Ctx, MatchId, SeatNumber

_SEAT = ("match-not-found", *KEY_NEEDED)
_HELD = ("seat-not-found", "seat-open", "practice-seat", "match-over", "match-cancelled")

AbsenceNumber = Annotated[
    int, Path(ge=1, le=1_000_000, description="The absence's number, as announcing it told.")
]

router = APIRouter(prefix="/matches/{match}/seats/{seat}/absences", tags=["seat"])


@router.get("", summary="A seat's absences", responses=answers(*_SEAT), openapi_extra=NEEDS_KEY)
def read_absences(ctx: Ctx, key: SeatKey) -> tuple[AbsenceRead, ...]:
    """The absences that this seat has announced and that are not over, in order.

    What it may leave behind for one is among the seat's `standing_moves`.
    """
    return reading.seat_page(ctx, key).absences


@router.post(
    "",
    summary="Announce an absence",
    status_code=status.HTTP_201_CREATED,
    responses=answers(
        *_SEAT,
        *SENT,
        *_HELD,
        "absence-past",
        "absence-empty",
        "absence-too-long",
        "absence-too-far",
        "absence-overlaps",
        "too-many-absences",
        "standing-unknown",
        "request-used",
        "request-id-invalid",
    ),
    openapi_extra=NEEDS_KEY,
)
def announce_absence(
    ctx: Ctx, match: MatchId, seat: SeatNumber, key: SeatKey, body: AbsenceBody
) -> AbsenceRead:
    """Say from when to when this seat's player is away, and which standing move is sent meanwhile.

    It is sent when a round closes whose deadline or end lies in the absence and for which nothing of the
    seat's own counts. Nobody but the seat is told that there is an absence.
    """
    return absences.announce_absence(
        ctx,
        key,
        match,
        seat,
        begins_at=ctx.clock() if body.begins_at is None else body.begins_at,
        ends_at=body.ends_at,
        standing=body.standing,
        request_id=body.request_id or ctx.new_token(),
    )


@router.post(
    "/{absence}/take-back",
    summary="Take an absence back",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=answers(*_SEAT, *SENT, *_HELD, "absence-not-found", "absence-over"),
    openapi_extra=NEEDS_KEY,
)
def take_absence_back(
    ctx: Ctx, match: MatchId, seat: SeatNumber, absence: AbsenceNumber, key: SeatKey
) -> None:
    """The player is here again, or will not be away. Sending this twice takes it back once."""
    absences.take_absence_back(ctx, key, match, seat, absence)
