"""Practice players are lively company, and let a match end."""

from collections import Counter

import pytest

from referee.core.dice import Dice
from referee.core.seats import Seat
from referee.games.crossing_swords.cards import CARDS
from referee.games.crossing_swords.game import CrossingSwords
from referee.games.crossing_swords.options import SwordsOptions
from referee.games.crossing_swords.state import SwordsMove, SwordsState
from tests.games.crossing_swords.situations import NAMES
from tests.games.crossing_swords.test_moves import state

GAME = CrossingSwords()


def moved(table: SwordsState, seat: str, dice: Dice) -> SwordsMove | None:
    phase = GAME.phase(table)
    assert phase is not None
    name = Seat(seat)
    return GAME.practice_move(GAME.view(table, name), name, phase.decisions[name], dice)


@pytest.mark.parametrize("players", [2, 4, 8, 16])
def test_matches_among_them_use_every_card_and_end_in_good_time(players: int) -> None:
    played: Counter[str] = Counter()
    for number in range(12):
        dice = Dice(b"practice", number)
        seats = [Seat(name) for name in NAMES[:players]]
        table = GAME.setup(SwordsOptions(max_players=16), seats, dice).state
        rounds = 0
        while GAME.outcome(table) is None:
            rounds += 1
            assert rounds <= 30
            moves = {}
            for player in table.players:
                if player.life:
                    move = moved(table, player.name, dice)
                    assert move is not None
                    moves[player.name] = move
                    played[move.card] += 1
            table = GAME.resolve(table, moves, dice).state
        assert rounds >= 2
    assert set(played) == set(CARDS)


def test_who_is_focused_mostly_attacks_whom_they_focused_on() -> None:
    table = state({"Ann": (20, 0, "focused Cal"), "Bob": (20, 0), "Cal": (20, 0)})
    moves = [moved(table, "Ann", Dice(b"focus", number)) for number in range(50)]
    struck = [m for m in moves if m and m.card in ("strike", "lunge") and m.target == "Cal"]
    assert len(struck) > 30


def test_late_in_a_match_nobody_mends_or_hides() -> None:
    table = state({"Ann": (3, 0), "Bob": (20, 0), "Cal": (20, 0)}, round=12)
    cards = {m.card for number in range(80) if (m := moved(table, "Ann", Dice(b"late", number)))}
    assert cards.isdisjoint({"mend", "dodge", "block", "riposte"})
    assert "strike" in cards


def test_they_never_aim_at_themselves_or_the_fallen_but_to_mend() -> None:
    table = state({"Ann": (5, 0), "Bob": (0, 9), "Cal": (20, 3)}, self_target="any")
    for number in range(80):
        move = moved(table, "Ann", Dice(b"aim", number))
        assert move is not None
        assert move.target == ("Ann" if move.card == "mend" else "Cal")
