"""Practice players: any sign is as good as another."""

from referee.core.decisions import Decision
from referee.core.dice import Dice
from tests.games.rock_paper_scissors.signs import SIGNS
from tests.games.rock_paper_scissors.state import SignsMove


def practice_move(decision: Decision, dice: Dice) -> SignsMove | None:
    """Any sign."""
    return SignsMove(sign=dice.pick(SIGNS)) if decision.fields else None
