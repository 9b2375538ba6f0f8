"""Paying a demand in value: the smallest sets that meet it (RD-43), quickly for any number of cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.games.royal_dilemma.cards import SUIT, SUITS, VALUE, VALUES

_MOST_COPIES = 1 << 10
"""More than the cards of four decks: the base of the numbers that rank sets."""


@dataclass(frozen=True, slots=True)
class Payable:
    """A card that may be handed over: what it counts between debtor and creditor, and where it lies."""

    card: str
    counts: int
    in_play: bool


def meets(cards: Sequence[Payable], demand: int) -> bool:
    """Whether the cards' combined value reaches the demand (RD-42)."""
    return sum(card.counts for card in cards) >= demand


def spare(cards: Sequence[Payable], demand: int) -> Payable | None:
    """A card without which these would still meet the demand, or None (RD-43)."""
    total = sum(card.counts for card in cards)
    return next((card for card in cards if total - card.counts >= demand), None)


def only_answer(cards: Sequence[Payable], demand: int) -> tuple[Payable, ...] | None:
    """The one set that may be surrendered, or None if there is a choice (RD-09, RD-43).

    A card is indispensable if the others together do not meet the demand. Every legal set holds all of
    these; so if they meet it by themselves they are the only legal set, and if they do not, whatever
    completes them could have been something else.
    """
    total = sum(card.counts for card in cards)
    if total <= demand:
        return tuple(cards)
    indispensable = tuple(card for card in cards if total - card.counts < demand)
    return indispensable if meets(indispensable, demand) else None


def least_answer(cards: Sequence[Payable], demand: int) -> tuple[Payable, ...]:
    """The default set: least total value, fewest cards, from the hand first, suits D H C S (RD-43).

    Where that leaves several, the lower cards of the suit first. "Lowest suit order" prefers the set
    with more diamonds, then the one with more hearts, and so on.

    The answer is the first of all sets that meet the demand in that order: dropping a spare card would
    lower the total, so the least total has none. Each part of the order is a sum over the set's cards,
    so a set extends to the best one only if it is the best of its own total: one pass over the cards
    with the best set for every total below the demand finds it, in (cards × demand) steps.
    """
    if demand <= 0:
        return ()
    if sum(card.counts for card in cards) <= demand:
        return tuple(cards)
    best: dict[int, tuple[int, tuple[Payable, ...]]] = {0: (0, ())}
    met: dict[int, tuple[int, tuple[Payable, ...]]] = {}
    for card in cards:
        weight = _weight(card)
        for total, (rank, chosen) in sorted(best.items(), reverse=True):
            reached = total + card.counts
            longer = (rank + weight, (*chosen, card))
            into = met if reached >= demand else best
            if reached not in into or longer[0] < into[reached][0]:
                into[reached] = longer
    return met[min(met)][1]


def _weight(card: Payable) -> int:
    """The card's share of its set's rank; of two sets with one total the lower rank goes first.

    A rank is a row of counts read as one number, the first the most important: the cards, those in
    play, then for each suit and each card what there is of it in the hand, and each wanted count
    negative.
    """
    return _WEIGHTS[card.in_play][card.card]


def _weights(*, in_play: bool) -> Mapping[str, int]:
    suits = SUITS[::-1]
    columns = [
        "cards",
        "in play",
        *suits,
        *(f"{value}{suit}" for suit in suits for value in VALUES),
        *(f"hand {value}{suit}" for suit in suits for value in VALUES),
    ]
    worth = {name: _MOST_COPIES ** (len(columns) - at) for at, name in enumerate(columns)}
    return {
        card: worth["cards"]
        + (worth["in play"] if in_play else -worth[f"hand {card}"])
        - worth[SUIT[card]]
        - worth[card]
        for card in VALUE
    }


_WEIGHTS = {False: _weights(in_play=False), True: _weights(in_play=True)}
