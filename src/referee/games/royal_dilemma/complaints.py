"""Complaints that several checks share.

A sentence may tell its player what lies on the table, never where a hidden card is: "7♦ is not in your
hand" reads the same whoever holds it.
"""

from referee.core.problems import Problem
from referee.games.royal_dilemma.cards import is_card, symbol
from referee.games.royal_dilemma.state import DilemmaState
from referee.games.royal_dilemma.table import Player


def illegal(code: str, text: str, field: str | None = None, *rulings: str) -> Problem:
    """A problem for which the move must be refused."""
    return Problem(code=code, text=text, field=field, rulings=rulings)


def not_in_hand(state: DilemmaState, player: Player, card: str, field: str) -> Problem:
    """A card named from a hand that does not hold it, and where it openly lies, if it does."""
    if not is_card(card):
        return illegal(
            "card-unknown",
            f"“{card}” is not a card. The cards are 2S to 10S, and so for C, H and D.",
            field,
            "RD-02",
        )
    where = ""
    for other in state.players:
        if card in other.in_play:
            whose = "your" if other.name == player.name else f"{other.name}'s"
            where = f": it is in play under {whose} control"
    for seat, play in (state.plays or {}).items():
        if play.card == card and play.target != seat:
            whose = "you" if seat == player.name else seat
            where = f": {whose} played it this round, and it lies on the table"
    return illegal(
        "card-not-in-hand", f"{symbol(card)} is not in your hand{where}.", field, "RD-04", "RD-07"
    )
