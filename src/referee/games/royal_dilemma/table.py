"""What lies on the table: players with their cards, revealed plays, and what somebody is asked."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer

from referee.core.seats import Seat
from referee.core.values import Value
from referee.games.royal_dilemma.cards import Face, Suit


class Player(Value):
    """One player: face and suit (RD-01), hidden hand, and the cards in play under their control.

    Both sets of cards are in canonical order.
    """

    model_config = ConfigDict(strict=True)

    name: Seat = Field(min_length=1, max_length=64)
    face: Face
    suit: Suit
    hand: tuple[str, ...] = Field(strict=False)
    in_play: tuple[str, ...] = Field(strict=False)

    def holding(self, hand: tuple[str, ...], in_play: tuple[str, ...]) -> "Player":
        """The same player with these cards, which are in canonical order."""
        if hand == self.hand and in_play == self.in_play:
            return self
        # Made anew: pydantic copies more slowly than it reads.
        return Player(name=self.name, face=self.face, suit=self.suit, hand=hand, in_play=in_play)


class Play(Value):
    """A revealed play: the card, and the player it was aimed at (oneself: a build, RD-22)."""

    target: Seat
    card: str


class Owed(Value):
    """What one player is asked in a choice phase; at least one of the two.

    ``capture`` lists what they may take (none is always allowed too; "hand" is a card at random from
    the target's hand, RD-40). ``surrender`` is what each creditor is due, in the order of service: so
    many cards from the hand (RD-32, RD-35, RD-36) or so much value (RD-42).
    """

    capture: tuple[str, ...] | None = None
    surrender: Mapping[Seat, int] | None = None

    @model_serializer(mode="wrap")
    def _only_what_is_asked(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {key: value for key, value in handler(self).items() if value is not None}


FROM_HAND = "hand"
"""Among what may be captured: a card at random from the target's hand (RD-40)."""


def player_named(players: Iterable[Player], seat: Seat) -> Player | None:
    """The player in a seat, or None if nobody here bears that name."""
    return next((player for player in players if player.name == seat), None)


def seats_from_start(players: Sequence[Player], round_number: int) -> tuple[Seat, ...]:
    """All seats in seat order round the table from the round's starting seat (RD-05)."""
    start = (round_number - 1) % len(players)
    names = [player.name for player in players]
    return (*names[start:], *names[:start])
