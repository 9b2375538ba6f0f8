"""The house rules of Crossing Swords; fixed once a match has started."""

from typing import Literal

from pydantic import ConfigDict, Field

from referee.core.game import GameOptions


class SwordsOptions(GameOptions):
    """One field per house rule; the defaults are the Classic game."""

    model_config = ConfigDict(strict=True)

    starting_life: int = Field(
        default=20,
        ge=1,
        le=999,
        title="Starting life",
        description="How many life counters everybody starts with. Fewer make a shorter match.",
    )
    max_players: int = Field(
        default=8,
        ge=2,
        le=16,
        title="Most players",
        description="How many may sign up. The printed game is for 2 to 8; it was also hosted for 16.",
    )
    assail_hits_self: bool = Field(
        default=True,
        title="Assail hits its own player",
        description=(
            "“Every player”, read to the letter, includes whoever plays Assail: one of your own life "
            "counters moves into your own VP pool (CS-21). Off: your Assail spares you."
        ),
    )
    assail_vp_cap: int | None = Field(
        default=None,
        ge=1,
        le=99,
        title="Most VP from one Assail",
        description=(
            "The most VP one player's Assail may score in a round; what it scores above that is lost "
            "(CS-51). Empty: no limit. The 16-player hosting used 8."
        ),
    )
    focused_assail: Literal["target", "everyone"] = Field(
        default="target",
        title="A Focused Assail is stronger against",
        description=(
            "Whom Focus raises an Assail against: the player you Focused on, so 3 to them and 1 to the "
            "others; or everyone, so 3 to all (CS-22)."
        ),
        json_schema_extra={
            "x-labels": {"target": "the player you Focused on", "everyone": "everyone"}
        },
    )
    overkill: Literal["share", "full"] = Field(
        default="share",
        title="More damage than counters",
        description=(
            "What attackers score when they deal more damage than the victim has life counters: a share "
            "of the counters that are there, in proportion to their damage; or their whole damage (CS-50)."
        ),
        json_schema_extra={
            "x-labels": {
                "share": "attackers share the counters",
                "full": "everybody scores their whole damage",
            }
        },
    )
    self_target: Literal["mend", "any"] = Field(
        default="mend",
        title="Cards you may aim at yourself",
        description="Only Mend, or any card at all (CS-03).",
        json_schema_extra={"x-labels": {"mend": "only Mend", "any": "every card"}},
    )
    no_move: Literal["hold", "block", "mend_self"] = Field(
        default="hold",
        title="If no move comes",
        description=(
            "What a player does who sent nothing by the deadline (CS-04). A Block with no target only "
            "reduces damage, and answers nobody."
        ),
        json_schema_extra={
            "x-labels": {
                "hold": "no card at all",
                "block": "a Block with no target",
                "mend_self": "a Mend for themselves",
            }
        },
    )
    max_rounds: int | None = Field(
        default=None,
        ge=1,
        le=999,
        title="Last round",
        description=(
            "After this round the match ends and everybody left moves their life counters to their "
            "VP (CS-63). Empty: it goes on until at most one player is left."
        ),
    )
