"""How to change what one seat hides, game by game: the laws about hidden information need to know.

Each function takes a state, a seat, that seat's move in the coming phase (or None) and dice, and gives a
state that differs only in what this seat alone may see, and in what nobody may see, and in which the move
is still legal; or None where the seat hides nothing that could be otherwise. A game whose rules let others
learn something of it all the same needs comparisons of its own, and names the module that makes them. A
game with hidden information that is missing in both fails the laws.
"""

from collections.abc import Callable
from typing import Any

from referee.core.dice import Dice
from referee.core.seats import Seat
from tests.games.tiny.game import HillMove, HillState

Rehiding = Callable[[Any, Seat, Any, Dice], Any]


def _other_cards_in_hand(
    state: HillState, seat: Seat, move: HillMove | None, dice: Dice
) -> HillState | None:
    """Exchange one card of the hand, neither the one being played nor the one played for want of a move,
    with one of the pack.
    """
    climber = state.climber(seat)
    if climber is None or not climber.hand:
        return None
    lowest = min(climber.hand)
    kept = int(move.card) if move is not None else lowest
    loose = [number for number in climber.hand if number != kept]
    larger = [number for number in state.pack if move is not None or number > lowest]
    if not loose or not larger:
        return None
    given, taken = dice.pick(loose), dice.pick(larger)
    hand = tuple(sorted({*climber.hand} - {given} | {taken}))
    return state.model_copy(
        update={
            "climbers": tuple(
                other.model_copy(update={"hand": hand}) if other.name == seat else other
                for other in state.climbers
            ),
            "pack": tuple(given if number == taken else number for number in state.pack),
        }
    )


REHIDINGS: dict[str, Rehiding] = {"king-of-the-hill": _other_cards_in_hand}

COMPARED_IN: dict[str, str] = {"royal-dilemma": "tests.games.royal_dilemma.test_hidden_hands"}
