"""The house rules of Royal Dilemma; fixed once a match has started."""

from typing import Literal

from pydantic import ConfigDict, Field

from referee.core.game import GameOptions
from referee.games.royal_dilemma.editions import EDITIONS, Edition, EditionName


class DilemmaOptions(GameOptions):
    """Which revision of the rules is played, with how many decks, and how the last round goes."""

    model_config = ConfigDict(strict=True)

    edition: EditionName = Field(
        default="capture",
        title="Edition",
        description=(
            "Which of the author's revisions is played. Capture is the current one; the rules page "
            "tells all of them."
        ),
        json_schema_extra={
            "x-labels": {name: one.title for name, one in EDITIONS.items()},
            "x-always-told": True,
        },
    )
    decks: int = Field(
        default=1,
        ge=1,
        le=4,
        title="Decks",
        description="How many times the 36 value cards are shuffled together (RD-02). More last longer.",
        json_schema_extra={"x-always-told": True},
    )
    last_round: Literal["play", "stop"] = Field(
        default="play",
        title="When the deck runs out",
        description=(
            "Whether the round in which the last card was drawn is still played, or the match ends the "
            "moment that card leaves the deck (RD-08)."
        ),
        json_schema_extra={
            "x-labels": {"play": "the round is still played", "stop": "the match ends at once"}
        },
    )

    @property
    def rules(self) -> Edition:
        """The edition's answers."""
        return EDITIONS[self.edition]
