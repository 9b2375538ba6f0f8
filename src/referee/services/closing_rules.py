"""When a round closes, as a match's settings say: each rule a value with a sentence for people."""

from typing import Literal

from pydantic import Field

from referee.core.values import Value
from referee.schedule import length_words

LONGEST_GRACE = 2 * 1440
LONGEST = 60 * 1440
"""The longest phase, in minutes: no rule reaches further."""


class ClosingRules(Value):
    """How strictly a deadline is taken, what closes a round before it, and how far it may be moved."""

    late: Literal["hard", "until-closing"] = Field(
        default="hard",
        description="`hard`: a move counts that was received before the deadline, by the server's clock. "
        "`until-closing`: one that comes later counts too, as long as the server has not begun to close.",
    )
    grace_minutes: int = Field(
        default=0,
        ge=0,
        le=LONGEST_GRACE,
        description="So many minutes after the deadline, those who have not moved still may; those who "
        "have are locked.",
    )
    early_close: Literal["never", "ready"] = Field(
        default="never",
        description="`ready`: a round closes before its deadline once everybody who owes a move has sent "
        "one and said that they are ready. Sent alone is not ready.",
    )
    least_minutes: int = Field(
        default=0,
        ge=0,
        le=LONGEST,
        description="However ready everybody is, a round stays open for at least so many minutes.",
    )
    most_extensions: int = Field(
        default=10, ge=0, le=100, description="How often the referee may extend one deadline."
    )
    furthest_extension_minutes: int = Field(
        default=14 * 1440,
        ge=1,
        le=LONGEST,
        description="How far from the moment of extending a new deadline may lie, in minutes.",
    )

    @property
    def closes_when_ready(self) -> bool:
        """Whether readiness means anything in this match."""
        return self.early_close == "ready"


def rule_sentences(rules: ClosingRules) -> tuple[str, ...]:
    """The rules in sentences, for the pages and posts of a match."""
    said = [
        "What comes after the deadline does not count."
        if rules.late == "hard"
        else "What comes after the deadline still counts until the server begins to close the round."
    ]
    if rules.grace_minutes:
        said.append(
            f"Whoever has not moved by the deadline has {length_words(rules.grace_minutes)} more; "
            "whoever has moved cannot change it any more."
        )
    if rules.closes_when_ready:
        least = (
            f", but not before it has been open for {length_words(rules.least_minutes)}"
            if rules.least_minutes
            else ""
        )
        said.append(
            f"A round closes sooner, as soon as all who owe a move have sent it and are ready{least}."
        )
    if rules.most_extensions == 0:
        said.append("Deadlines are not extended.")
    return tuple(said)
