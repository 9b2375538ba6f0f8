"""What the API is sent. Only shapes and sizes are judged here; what it means is for the services."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AwareDatetime, Field, JsonValue

from referee.core.values import Value
from referee.schedule import Interval
from referee.services.closing_rules import ClosingRules
from referee.services.deadlines import ResumeAt
from referee.services.notices import Wishes
from referee.services.schedules import WantedSchedule
from referee.services.seat_rules import SeatRules

RequestId = Annotated[
    str | None,
    Field(
        min_length=16,
        max_length=128,
        pattern=r"^[\x21-\x7e]+$",
        description="Random characters of your own, new for each act and known to nobody else: a repeat "
        "with the same ones is done once and answered alike. Left out, every request counts as new.",
        examples=["6f2f0c6e1c1b4f7e9d0a"],
    ),
]


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise ValueError("beyond the calendar") from None


UtcMoment = Annotated[AwareDatetime, AfterValidator(_in_utc)]
# No sentence of ours has to be this long; the services judge a name's and a title's own bounds.
ShortText = Annotated[str, Field(max_length=400)]
ShortAddress = Annotated[str, Field(max_length=500)]
PhaseNumber = Annotated[int, Field(ge=1, le=1_000_000, strict=True)]
MoveJson = Annotated[
    Mapping[str, JsonValue],
    Field(
        description="The move as the seat's decision asks for it, by each field's path.",
        examples=[{"card": "lunge", "target": "Bob"}],
    ),
]


class NewMatchBody(Value):
    """A match to start: which game, with which options, and how its rounds run."""

    game: ShortText = Field(description="The game's slug, from the list of games.")
    title: ShortText = Field(examples=["Summer melee"])
    options: Mapping[str, JsonValue] = Field(
        default={}, description="House rules; what is left out has the game's default."
    )
    schedule: WantedSchedule = Field(
        default=WantedSchedule(rounds=Interval(minutes=1440)),
        description="When rounds are due; 24 hours from their opening if left out.",
        examples=[
            {
                "zone": "Europe/Berlin",
                "rounds": {
                    "pace": "clock",
                    "slots": [{"at": "20:00", "weekdays": ["mon", "thu"]}],
                    "least_minutes": 1440,
                },
            }
        ],
    )
    max_seats: int | None = Field(default=None, description="The game's own most if left out.")
    closing: ClosingRules = Field(
        default=ClosingRules(),
        description="When rounds close, and how far deadlines may be moved.",
    )
    seat_rules: SeatRules = Field(
        default=SeatRules(),
        description="What becomes of a seat whose player does not come back.",
    )
    status_visibility: Literal["hidden", "count", "names"] = Field(
        default="hidden", description="What everybody may see of who has sent a move."
    )
    request_id: RequestId = None


class SignUpBody(Value):
    """A player's display name."""

    name: ShortText = Field(examples=["Ann"])
    request_id: RequestId = None


class OpenBody(Value):
    """What lets a link be opened again should the answer be lost: the same id gets the same answer."""

    request_id: RequestId = None


class DeskLinkBody(Value):
    """What lets a desk's new link be asked for again should the answer be lost."""

    request_id: RequestId = None


class NewSeatBody(Value):
    """A seat that the referee adds; a practice player moves by itself."""

    name: ShortText = Field(examples=["Bob"])
    practice: bool = False


class RenameBody(Value):
    """A seat's new display name."""

    name: ShortText = Field(examples=["Robert"])


class SwapBody(Value):
    """Who takes a seat over: a player by name, or a practice player if that is null.

    ``move_stands`` says whether a move that may have been sent for the open round stays, until the newcomer
    sends another. Say it whether or not you know of one: nobody is told.
    """

    player: ShortText | None = Field(examples=["Eve"])
    move_stands: bool = Field(examples=[False])
    request_id: RequestId = None


class StartBody(Value):
    """How to start: ``go_ahead`` deals hidden hands although somebody has not opened their link."""

    go_ahead: bool = False


class CloseBody(Value):
    """The number of the phase that is to be closed, so that no other one is closed by mistake."""

    phase: PhaseNumber = Field(examples=[3])


class ExtendBody(Value):
    """A phase and its new deadline, as a moment and not as a length: sending it twice adds nothing."""

    phase: PhaseNumber = Field(examples=[3])
    due_at: UtcMoment = Field(examples=["2030-01-31T20:00:00Z"])


class PauseBody(Value):
    """The number of the phase whose clock is to stop."""

    phase: PhaseNumber = Field(examples=[3])


class ResumeBody(Value):
    """The number of the phase whose clock is to go on, and until when.

    ``at`` left out: at the next slot where rounds go by the clock, else with the time that was left.
    """

    phase: PhaseNumber = Field(examples=[3])
    at: ResumeAt | None = None


class CancelBody(Value):
    """Why the match is cancelled; everybody can read it."""

    reason: ShortText = Field(examples=["Two of us are away until May."])


class MoveBody(Value):
    """A move for one phase."""

    phase: PhaseNumber = Field(
        description="The phase the move is for, as the seat's page told it.", examples=[3]
    )
    move: MoveJson
    ready: bool = Field(
        default=False,
        description="Say in one go that the seat is ready for the round to close early.",
    )
    request_id: RequestId = None


class ReadyBody(Value):
    """That a seat is ready for a phase to close early, or no longer is."""

    phase: PhaseNumber = Field(examples=[3])
    ready: bool = True


class ContactBody(Value):
    """Where a seat's player wants to be told, and what."""

    address: ShortAddress = Field(examples=["ann@example.org"])
    wishes: Wishes = Wishes()


class WithdrawBody(Value):
    """Taking back what was sent for one phase."""

    phase: PhaseNumber = Field(examples=[3])
    request_id: RequestId = None


class AbsenceBody(Value):
    """From when to when a seat's player is away, and what is sent meanwhile.

    ``begins_at`` left out: from now on. ``standing`` is the name of one of the seat's `standing_moves`; left
    out, nothing is sent, and the rounds due in the absence are merely no misses.
    """

    begins_at: UtcMoment | None = Field(default=None, examples=["2030-01-09T00:00:00Z"])
    ends_at: UtcMoment = Field(examples=["2030-01-21T00:00:00Z"])
    standing: ShortText | None = Field(default=None, examples=["block"])
    request_id: RequestId = None


class PreviewBody(Value):
    """A move to look at before sending it."""

    phase: PhaseNumber = Field(examples=[3])
    move: MoveJson


class SupposeBody(Value):
    """Supposed moves, by the name of the seat; a seat left out sends none."""

    moves: Mapping[str, Any] = Field(
        examples=[
            {"Ann": {"card": "strike", "target": "Bob"}, "Bob": {"card": "block", "target": "Ann"}}
        ]
    )
