"""How long RD-43 takes: the default answer, and whether there is only one, for many cards.

Run it with ``python -m tests.benchmarks.bench_dilemma``; it prints a line for each number of cards and
fails if forty cards take more than five milliseconds.
"""

import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from referee.games.royal_dilemma.cards import CARDS, SUIT, VALUE
from referee.games.royal_dilemma.surrender import Payable, least_answer, only_answer

DEMANDS = range(2, 21)
LIMIT = 0.005
"""Seconds for forty cards."""


def holding(number: int) -> tuple[Payable, ...]:
    """So many cards of up to four decks, two suits doubled, a third of them in play."""
    cards = (CARDS * 4)[:number]
    return tuple(
        Payable(card, VALUE[card] * (2 if SUIT[card] in "SH" else 1), at % 3 == 0)
        for at, card in enumerate(cards)
    )


def slowest(
    answer: Callable[[tuple[Payable, ...], int], object], cards: tuple[Payable, ...]
) -> float:
    """Seconds for the slowest demand, each the median of fifteen runs."""
    return max(median(_runs(answer, cards, demand)) for demand in DEMANDS)


def _runs(
    answer: Callable[[tuple[Payable, ...], int], object], cards: tuple[Payable, ...], demand: int
) -> list[float]:
    taken = []
    for _ in range(15):
        start = perf_counter()
        answer(cards, demand)
        taken.append(perf_counter() - start)
    return taken


def main() -> int:
    """Print the slowest demand for each size; 1 if forty cards miss the limit."""
    slowest_at_forty = 0.0
    print("cards   default (ms)   only answer? (ms)")
    for number in (5, 10, 20, 40, 80, 144):
        cards = holding(number)
        default, only = slowest(least_answer, cards), slowest(only_answer, cards)
        print(f"{number:5}   {default * 1000:12.3f}   {only * 1000:17.3f}")
        if number == 40:
            slowest_at_forty = max(default, only)
    return int(slowest_at_forty > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
