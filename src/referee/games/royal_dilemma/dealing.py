"""The deck: how it is shuffled, and how it is drawn from (RD-02, RD-03, RD-05)."""

from collections.abc import Mapping, Sequence

from referee.core.dice import Dice
from referee.core.seats import Seat
from referee.games.royal_dilemma.cards import CARDS, SUIT
from referee.games.royal_dilemma.editions import Edition
from referee.games.royal_dilemma.table import Player, seats_from_start


def shuffled_deck(decks: int, dice: Dice) -> tuple[str, ...]:
    """The value cards of so many decks, shuffled once; the top card first (RD-03)."""
    return dice.shuffled(CARDS * decks)


def draw_numbers(edition: Edition, players: Sequence[Player]) -> dict[Seat, int]:
    """How many cards each player draws for the round (RD-30, RD-41)."""
    in_play = [card for player in players for card in player.in_play]
    own = edition.draws_own_suit
    return {
        player.name: len(in_play) + sum(own and SUIT[card] == player.suit for card in in_play)
        for player in players
    }


def draws(
    deck: Sequence[str], players: Sequence[Player], round_number: int, numbers: Mapping[Seat, int]
) -> dict[Seat, tuple[str, ...]]:
    """What each player draws: one card at a time from the round's starting seat (RD-05)."""
    drawn: dict[Seat, list[str]] = {player.name: [] for player in players}
    top = iter(deck)
    waiting = [seat for seat in seats_from_start(players, round_number) if numbers[seat]]
    while waiting:
        for seat in waiting:
            card = next(top, None)
            if card is None:
                return {name: tuple(cards) for name, cards in drawn.items()}
            drawn[seat].append(card)
        waiting = [seat for seat in waiting if len(drawn[seat]) < numbers[seat]]
    return {name: tuple(cards) for name, cards in drawn.items()}
