"""The house rules of Rock, Paper, Scissors; fixed once a match has started."""

from typing import Literal

from pydantic import ConfigDict, Field

from referee.core.game import GameOptions


class SignsOptions(GameOptions):
    """One field per house rule."""

    model_config = ConfigDict(strict=True)

    last_round: int = Field(
        default=20,
        ge=1,
        le=99,
        title="Last round",
        description="After this round the match ends, and all who are still in share the win (RS-05).",
    )
    silence: Literal["out", "rock"] = Field(
        default="out",
        title="If no move comes",
        description="“out”: who shows nothing is out. “rock”: they show rock (RS-03).",
    )
