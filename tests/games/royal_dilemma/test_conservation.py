"""No card appears or vanishes, over random matches of every edition, table size and deck count.

``DILEMMA_MATCHES=5000 python -m pytest tests/games/royal_dilemma/test_conservation.py`` plays 5,000 matches
of each edition, spread over 2, 3 and 4 players and 1 to 4 decks; without it there are 60 of each.
"""

import os
from itertools import product

import pytest

from referee.core.dice import Dice
from referee.core.seats import Seat
from referee.games.royal_dilemma.cards import CARDS, in_order
from referee.games.royal_dilemma.editions import EDITIONS
from referee.games.royal_dilemma.options import DilemmaOptions
from tests.games.royal_dilemma.random_moves import random_moves
from tests.games.royal_dilemma.situations import GAME, NAMES, all_cards

MATCHES = int(os.environ.get("DILEMMA_MATCHES", "60"))
TABLES = tuple(product((2, 3, 4), (1, 2, 3, 4), ("play", "stop")))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_match_keeps_every_card_and_ends_within_its_bound(edition: str) -> None:
    for number in range(MATCHES):
        seats, decks, last_round = TABLES[number % len(TABLES)]
        options = DilemmaOptions.model_validate(
            {"edition": edition, "decks": decks, "last_round": last_round}
        )
        _play_through(options, NAMES[:seats], f"{edition} {number}".encode())


def _play_through(options: DilemmaOptions, seats: tuple[Seat, ...], seed: bytes) -> None:
    every_card = in_order(CARDS * options.decks)
    chance = Dice(seed, 1_000_000)
    state = GAME.setup(options, seats, Dice(seed, 0)).state
    phases = 0
    while not state.finished:
        phases += 1
        assert phases <= (GAME.phase_bound(options) or 0), seed
        assert all_cards(state) == every_card, (seed, phases)
        assert GAME.flaws(state) == (), (seed, phases)
        moves = random_moves(state, chance)
        for seat, move in moves.items():
            illegal = [p.text for p in GAME.check(state, seat, move) if p.is_illegal]
            assert not illegal, (seed, phases, illegal)
        state = GAME.resolve(state, moves, Dice(seed, phases)).state
    assert all_cards(state) == every_card, seed
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert {standing.seat for standing in outcome.standings} == set(seats)
