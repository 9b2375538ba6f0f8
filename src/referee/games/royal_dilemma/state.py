"""What a match of Royal Dilemma remembers between two phases: the interchange form's ``state``."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from referee.core.game import GameState
from referee.core.seats import Seat
from referee.games.royal_dilemma.options import DilemmaOptions
from referee.games.royal_dilemma.table import Owed, Play, Player


class DilemmaState(GameState):
    """Everything there is to know before a phase.

    ``deck`` is top first, ``discard`` oldest first. In the choice phase ``plays`` are the revealed plays
    in seat order: the cards built are in play already, every other revealed card is on the table and
    nowhere else (RD-07); ``owed`` says who is asked what. ``finished`` stands beside the interchange
    form, in which a finished match's state looks like any other.
    """

    outside_interchange: ClassVar[frozenset[str]] = frozenset({"options", "finished"})

    options: DilemmaOptions
    round: int = Field(ge=1, le=1_000_000, strict=True)
    phase: Literal["play", "choice"]
    deck: tuple[str, ...]
    discard: tuple[str, ...]
    deck_ran_out: bool = Field(strict=True)
    players: tuple[Player, ...]
    plays: Mapping[Seat, Play] | None = None
    owed: Mapping[Seat, Owed] | None = None
    finished: bool = False

    @model_serializer(mode="wrap")
    def _without_what_is_absent(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {key: value for key, value in handler(self).items() if value is not None}
