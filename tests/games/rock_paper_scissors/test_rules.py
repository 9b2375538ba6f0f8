"""The rulings of Rock, Paper, Scissors, each by its number."""

import pytest

from referee.core.dice import Dice
from referee.core.seats import Seat
from tests.games.rock_paper_scissors.game import RockPaperScissors
from tests.games.rock_paper_scissors.options import SignsOptions
from tests.games.rock_paper_scissors.signs import Sign
from tests.games.rock_paper_scissors.state import SignsMove, SignsState

GAME = RockPaperScissors()
NAMES = tuple(Seat(name) for name in ("Ann", "Bob", "Cal", "Dee"))
DICE = Dice(b"", 0)


def after(*signs: Sign | None, options: SignsOptions | None = None) -> SignsState:
    """The state after a first round in which these signs were shown, in seat order; None for no move."""
    state = GAME.setup(options or SignsOptions(), NAMES[: len(signs)], DICE).state
    moves = {
        seat: SignsMove(sign=sign)
        for seat, sign in zip(NAMES, signs, strict=False)
        if sign is not None
    }
    return GAME.resolve(state, moves, DICE).state


def remaining(state: SignsState) -> list[str]:
    return [player.name for player in state.remaining]


@pytest.mark.parametrize(
    ("winning", "beaten"), [("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")]
)
def test_rs_02_of_two_signs_the_beaten_one_is_out(winning: Sign, beaten: Sign) -> None:
    assert remaining(after(winning, beaten, winning, beaten)) == ["Ann", "Cal"]


def test_rs_03_who_is_silent_is_out() -> None:
    assert remaining(after("rock", "rock", None)) == ["Ann", "Bob"]
    assert remaining(after("rock", "scissors", None)) == ["Ann"]


def test_rs_03_where_all_are_silent_nobody_is_out() -> None:
    assert remaining(after(None, None, None)) == ["Ann", "Bob", "Cal"]


def test_rs_03_by_the_house_rule_who_is_silent_shows_rock() -> None:
    gentle = SignsOptions(silence="rock")
    assert remaining(after("paper", None, None, options=gentle)) == ["Ann"]


def test_rs_04_one_sign_or_all_three_decide_nothing() -> None:
    assert remaining(after("rock", "rock", "rock")) == ["Ann", "Bob", "Cal"]
    assert remaining(after("rock", "paper", "scissors")) == ["Ann", "Bob", "Cal"]


def test_rs_05_the_last_one_in_wins() -> None:
    outcome = GAME.outcome(after("rock", "scissors", "scissors"))
    assert outcome is not None
    assert [(one.rank, one.seat, one.score) for one in outcome.standings] == [
        (1, "Ann", 1),
        (2, "Bob", 0),
        (2, "Cal", 0),
    ]


def test_rs_05_after_the_last_round_all_who_are_in_share_the_win() -> None:
    outcome = GAME.outcome(after("rock", "rock", "scissors", options=SignsOptions(last_round=1)))
    assert outcome is not None
    assert [(one.rank, one.seat) for one in outcome.standings] == [
        (1, "Ann"),
        (1, "Bob"),
        (3, "Cal"),
    ]
    assert GAME.outcome(after("rock", "rock", "rock")) is None
