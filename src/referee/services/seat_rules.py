"""What becomes of a seat whose player does not come back, as a match's settings say."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import Field

from referee.core.seats import Seat
from referee.core.values import Value
from referee.schedule import length_words
from referee.services.closing_rules import LONGEST

OpenSeat = Literal["no-moves", "practice", "wait"]


class SeatRules(Value):
    """When a seat that sends nothing is open, and what follows when it is."""

    misses: int = Field(
        default=2,
        ge=1,
        le=20,
        description="After so many rounds in a row without a move of its player a seat is open. What a round "
        "asks besides its moves, such as a choice, never counts.",
    )
    strict_first_round: bool = Field(
        default=False,
        description="Whoever sends nothing in the first round loses the seat at once.",
    )
    open_seat: OpenSeat = Field(
        default="no-moves",
        description="What follows when a seat is open. `no-moves`: it stays in the match without moves. "
        "`practice`: a practice player takes it over at once. `wait`: the next round waits for a substitute.",
    )
    wait_minutes: int = Field(
        default=2880,
        ge=1,
        le=LONGEST,
        description="With `wait`: how long a round waits at most, in minutes.",
    )


@dataclass(frozen=True, slots=True)
class OpenedSeats:
    """The seats that a close has opened, each with its misses, and what follows for all of them.

    ``waits_until`` is how long the phase after it waits for substitutes at most; None if it does not.
    """

    misses: Mapping[Seat, int]
    follows: OpenSeat
    waits_until: datetime | None


NO_SEATS_OPENED = OpenedSeats({}, "no-moves", None)


def seat_rule_sentences(rules: SeatRules) -> tuple[str, ...]:
    """The rules in sentences, for the pages and posts of a match."""
    said = [
        f"Whoever sends no move in {rounds_in_a_row(rules.misses)} loses the seat: it is open then."
    ]
    if rules.strict_first_round and rules.misses > 1:
        said.append("In the first round that happens at once.")
    said.append(
        {
            "no-moves": "An open seat stays in the match without moves until its player comes back or the "
            "referee seats somebody else.",
            "practice": "A practice player takes over an open seat at once.",
            "wait": "The next round then waits for a substitute, at most "
            f"{length_words(rules.wait_minutes)}; after that the match goes on without one.",
        }[rules.open_seat]
    )
    return tuple(said)


def rounds_in_a_row(misses: int) -> str:
    """So many rounds, in words."""
    return "a round" if misses == 1 else f"{misses} rounds in a row"
