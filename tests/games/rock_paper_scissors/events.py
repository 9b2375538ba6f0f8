"""The facts a round of Rock, Paper, Scissors leaves behind."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from referee.core.events import Event
from referee.core.seats import Seat
from tests.games.rock_paper_scissors.signs import Sign


class Began(Event):
    """A match began."""

    kind: Literal["began"] = "began"
    seats: tuple[Seat, ...]


class Shown(Event):
    """A player's sign was revealed; None if they showed none. ``received`` is False if no move came."""

    kind: Literal["shown"] = "shown"
    seat: Seat
    sign: Sign | None
    received: bool


class Beaten(Event):
    """One sign beat another: all who showed it went out, because of those who showed the other."""

    kind: Literal["beaten"] = "beaten"
    sign: Sign
    by: Sign
    losers: tuple[Seat, ...]
    winners: tuple[Seat, ...]


class Undecided(Event):
    """No sign beat another: all alike, or all three."""

    kind: Literal["undecided"] = "undecided"
    signs: int


class Silenced(Event):
    """A player who showed nothing went out."""

    kind: Literal["silenced"] = "silenced"
    seat: Seat


class Ended(Event):
    """The match ended."""

    kind: Literal["ended"] = "ended"
    because: Literal["one-left", "last-round"]


SignsEvent = Annotated[
    Began | Shown | Beaten | Undecided | Silenced | Ended, Field(discriminator="kind")
]

EVENTS: TypeAdapter[SignsEvent] = TypeAdapter(SignsEvent)
