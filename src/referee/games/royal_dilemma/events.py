"""The facts a phase of Royal Dilemma leaves behind.

Where a fact holds cards that only some may see, `seen_by` gives the fact as one viewer may know it, with
None in their place; whatever is shown to anybody goes through it.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from referee.core.events import Event
from referee.core.seats import Seat
from referee.core.values import Value


class Opened(Event):
    """A player drew their opening card into play (RD-20)."""

    kind: Literal["opened"] = "opened"
    seat: Seat
    card: str


class Drew(Event):
    """A player drew cards for the round; which ones, only they know (RD-05)."""

    kind: Literal["drew"] = "drew"
    seat: Seat
    round: int
    number: int
    wanted: int
    cards: tuple[str, ...] | None


class RanOut(Event):
    """The last card left the deck (RD-08)."""

    kind: Literal["ran-out"] = "ran-out"


class Passed(Event):
    """A player played nothing (RD-06). ``had_cards`` is False if they could not have."""

    kind: Literal["passed"] = "passed"
    seat: Seat
    had_cards: bool


class Built(Event):
    """A player put their card into play (RD-22)."""

    kind: Literal["built"] = "built"
    seat: Seat
    card: str


class Fought(Event):
    """Two players battled (RD-23). Without a winner they were equal."""

    kind: Literal["fought"] = "fought"
    first: Seat
    second: Seat
    first_card: str
    second_card: str
    first_strength: int
    second_strength: int
    winner: Seat | None


class Invaded(Event):
    """A player invaded another (RD-24)."""

    kind: Literal["invaded"] = "invaded"
    seat: Seat
    target: Seat
    card: str
    power: int


class Waited(Event):
    """Somebody owes a decision: the round goes on with choices (RD-09)."""

    kind: Literal["waited"] = "waited"


class Claimant(Value):
    """Somebody who wanted a card, and with what power."""

    seat: Seat
    power: int


class Captured(Event):
    """Players chose a card of the target's in play; ``winners`` got one (RD-31, RD-34).

    There are as many of the card as ``copies``; claimants strongest first, then in seat order.
    """

    kind: Literal["captured"] = "captured"
    target: Seat
    card: str
    copies: int
    claimants: tuple[Claimant, ...]
    winners: tuple[Seat, ...]


class Took(Event):
    """A player took a card at random from the target's hand, or none was left (RD-40)."""

    kind: Literal["took"] = "took"
    seat: Seat
    target: Seat
    number: int
    card: str | None


class TookNothing(Event):
    """An attacker captured nothing: by choice, or because nothing was in reach."""

    kind: Literal["took-nothing"] = "took-nothing"
    seat: Seat
    target: Seat
    by_choice: bool


class Surrendered(Event):
    """A target handed over cards: ``due`` were so many cards, or so much value (RD-32, RD-36, RD-42).

    Which cards came from the hand, only the two of them know.
    """

    kind: Literal["surrendered"] = "surrendered"
    seat: Seat
    to: Seat
    due: int
    measure: Literal["cards", "value"]
    in_play: tuple[str, ...]
    from_hand: int
    hand: tuple[str, ...] | None


class Returned(Event):
    """A revealed card went back to its player's hand."""

    kind: Literal["returned"] = "returned"
    seat: Seat
    card: str


class Discarded(Event):
    """A revealed card was discarded."""

    kind: Literal["discarded"] = "discarded"
    seat: Seat
    card: str


class Ended(Event):
    """The match ended: the deck ran out, or nobody holds a card (RD-08, RD-45)."""

    kind: Literal["ended"] = "ended"
    because: Literal["deck", "no-cards"]


DilemmaEvent = Annotated[
    Opened
    | Drew
    | RanOut
    | Passed
    | Built
    | Fought
    | Invaded
    | Waited
    | Captured
    | Took
    | TookNothing
    | Surrendered
    | Returned
    | Discarded
    | Ended,
    Field(discriminator="kind"),
]

EVENTS: TypeAdapter[DilemmaEvent] = TypeAdapter(DilemmaEvent)


def seen_by(event: Event, viewer: Seat | None) -> Event:
    """The fact as this viewer may know it; None is the public."""
    match event:
        case Drew() if event.seat != viewer:
            return event.model_copy(update={"cards": None})
        case Took() if viewer not in (event.seat, event.target):
            return event.model_copy(update={"card": None})
        case Surrendered() if viewer not in (event.seat, event.to):
            return event.model_copy(update={"hand": None})
        case _:
            return event
