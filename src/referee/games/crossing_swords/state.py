"""What a match of Crossing Swords remembers between rounds, and what anybody may see of it: all."""

from collections.abc import Iterable, Iterator

from pydantic import ConfigDict, Field

from referee.core.game import GameState
from referee.core.seats import Seat
from referee.core.values import Value
from referee.games.crossing_swords.cards import CardName
from referee.games.crossing_swords.options import SwordsOptions

MOST_COUNTERS = 1_000_000_000
"""Far above anything a match can reach: a bound for states written by hand."""


class Player(Value):
    """One player: counters, points, and what they remember of last round (CS-64).

    ``focused_on`` is whom they Focused on last round, if that took effect; ``dodged`` whom they Dodged.
    """

    model_config = ConfigDict(strict=True)

    name: Seat = Field(min_length=1, max_length=64)
    life: int = Field(ge=0, le=MOST_COUNTERS)
    vp: int = Field(ge=0, le=MOST_COUNTERS)
    focused_on: Seat | None = None
    dodged: Seat | None = None


class SwordsState(GameState):
    """Everything there is to know before a round. The match is over when nobody has life left.

    That one sign is enough: the last one left, and every survivor of the last round, move their life to
    their VP (CS-61, CS-63). ``players`` are in seat order, the eliminated included.
    """

    options: SwordsOptions
    round: int = Field(ge=1, le=MOST_COUNTERS, strict=True)
    players: tuple[Player, ...]


class SwordsView(Value):
    """What anybody may know before a round: everything, for only the moves are sealed."""

    options: SwordsOptions
    round: int
    players: tuple[Player, ...]


class SwordsMove(Value):
    """One card and one target (CS-01)."""

    card: CardName
    target: Seat


def living(players: Iterable[Player]) -> Iterator[Player]:
    """The players with a life counter left, in seat order; only they act and are targeted (CS-02)."""
    return (player for player in players if player.life)


def player_named(players: Iterable[Player], seat: Seat) -> Player | None:
    """The player in a seat, or None if nobody here bears that name."""
    for player in players:
        if player.name == seat:
            return player
    return None
