"""What a match of Rock, Paper, Scissors remembers between rounds, and what anybody may see of it: all."""

from pydantic import ConfigDict, Field

from referee.core.game import GameState
from referee.core.seats import Seat
from referee.core.values import Value
from tests.games.rock_paper_scissors.options import SignsOptions
from tests.games.rock_paper_scissors.signs import Sign


class Player(Value):
    """One player; ``rounds`` is how many they have come through."""

    model_config = ConfigDict(strict=True)

    name: Seat = Field(min_length=1, max_length=64)
    rounds: int = Field(ge=0, le=99)
    is_out: bool = False


class SignsState(GameState):
    """Everything there is to know before a round. ``players`` are in seat order, those out included."""

    options: SignsOptions
    round: int = Field(ge=1, le=100, strict=True)
    players: tuple[Player, ...]

    @property
    def remaining(self) -> tuple[Player, ...]:
        """The players still in, in seat order."""
        return tuple(player for player in self.players if not player.is_out)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play for (RS-05)."""
        return len(self.remaining) < 2 or self.round > self.options.last_round


class SignsView(Value):
    """What anybody may know before a round: everything, for only the moves are sealed."""

    round: int
    last_round: int
    players: tuple[Player, ...]


class SignsMove(Value):
    """One sign (RS-01)."""

    sign: Sign
