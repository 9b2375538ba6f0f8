"""The value cards: how they are written, counted, put in order and said aloud (RD-02).

A card is its name, "7D" or "10S": value, then suit. With several decks there are several cards of one
name; they are told apart by nothing but where they lie.
"""

from collections.abc import Iterable
from typing import Literal

Suit = Literal["S", "C", "H", "D"]
Face = Literal["A", "J", "Q", "K"]

SUITS: tuple[Suit, ...] = ("S", "C", "H", "D")
"""In canonical order, which is also the seats' order (RD-01)."""

FACES: tuple[Face, ...] = ("A", "J", "Q", "K")
VALUES = range(2, 11)

CARDS: tuple[str, ...] = tuple(f"{value}{suit}" for suit in SUITS for value in VALUES)
"""One deck in canonical order: suit S C H D, then value."""

CARD_NAMES = frozenset(CARDS)

VALUE: dict[str, int] = {card: int(card[:-1]) for card in CARDS}
SUIT: dict[str, Suit] = {f"{value}{suit}": suit for suit in SUITS for value in VALUES}

SUIT_SYMBOL: dict[Suit, str] = {"S": "♠", "C": "♣", "H": "♥", "D": "♦"}
SUIT_WORD: dict[Suit, str] = {"S": "spades", "C": "clubs", "H": "hearts", "D": "diamonds"}
FACE_WORD: dict[Face, str] = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}
_VALUE_WORD = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_PLACE: dict[str, int] = {card: at for at, card in enumerate(CARDS)}
_HIGHEST: dict[str, int] = {
    card: at for at, card in enumerate(sorted(CARDS, key=lambda c: (-VALUE[c], _PLACE[c])))
}
_LOWEST: dict[str, int] = {
    card: at
    for at, card in enumerate(sorted(CARDS, key=lambda c: (VALUE[c], -SUITS.index(SUIT[c]))))
}


def is_card(name: str) -> bool:
    """Whether a value card bears this name."""
    return name in VALUE


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards in canonical order: suit S C H D, then value."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def highest_first(cards: Iterable[str]) -> list[str]:
    """The cards by printed value, highest first, then suit S C H D (the default of RD-31)."""
    return sorted(cards, key=_HIGHEST.__getitem__)


def lowest_first(cards: Iterable[str]) -> list[str]:
    """The cards by printed value, lowest first, then suit D H C S (the default of RD-32)."""
    return sorted(cards, key=_LOWEST.__getitem__)


def without(cards: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """The cards less one for each of ``gone``, which must all be among them; the order is kept."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def symbol(card: str) -> str:
    """The card as people write it: "7♦". An unknown name is given back as it is."""
    return f"{VALUE[card]}{SUIT_SYMBOL[SUIT[card]]}" if card in VALUE else card


def symbols(cards: Iterable[str]) -> str:
    """Several cards as people write them, with commas: "7♦, 9♣"."""
    return ", ".join(symbol(card) for card in cards)


def spoken(card: str) -> str:
    """The card as people say it: "seven of diamonds"."""
    return f"{_VALUE_WORD[VALUE[card] - 2]} of {SUIT_WORD[SUIT[card]]}"
