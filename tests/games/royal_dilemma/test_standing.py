"""Standing moves by hand, ruling by ruling (RD-50 to RD-54)."""

import pytest

from referee.core.dice import Dice
from referee.core.seats import Seat
from referee.games.royal_dilemma.editions import EDITIONS
from referee.games.royal_dilemma.moves import DilemmaMove
from referee.games.royal_dilemma.options import DilemmaOptions
from referee.games.royal_dilemma.state import DilemmaState
from tests.games.royal_dilemma.situations import GAME, after, owed, play, table


def standing(state: DilemmaState, name: str, who: str = "Ann") -> DilemmaMove | None:
    """What a standing move comes to; its legality is seen to."""
    phase, seat = GAME.phase(state), Seat(who)
    assert phase is not None
    move = GAME.standing_move(
        GAME.view(state, seat), seat, phase.decisions[seat], name, (), Dice(b"", 0)
    )
    assert move is None or not any(one.is_illegal for one in GAME.check(state, seat, move))
    return move


def aimed(state: DilemmaState, name: str, who: str = "Ann") -> tuple[str | None, str | None]:
    move = standing(state, name, who)
    assert move is not None
    return move.card, move.target


def test_building_takes_the_highest_or_the_lowest_card() -> None:
    """RD-50, RD-52."""
    state = table("9D 9S 3C 3H|", "2S|")
    assert aimed(state, "build-highest") == ("9S", "Ann")
    assert aimed(state, "build-lowest") == ("3H", "Ann")


def test_the_leader_is_whoever_of_the_others_has_most_points() -> None:
    """RD-53."""
    state = table("4D 7S|10S 9S", "2S|5C", "2C|8H", "2H|8D")
    assert aimed(state, "invade-leader") == ("7S", "Cal")
    assert aimed(state, "invade-leader", "Cal") == ("2C", "Ann")


def test_among_equal_leaders_it_is_the_next_in_seat_order() -> None:
    """RD-53."""
    state = table("2D|8S", "2S|8C", "2C|8H", "2H|8D")
    targets = [aimed(state, "invade-leader", who)[1] for who in ("Ann", "Bob", "Cal", "Dee")]
    assert targets == ["Bob", "Cal", "Dee", "Ann"]


def test_passing_keeps_the_cards() -> None:
    """RD-54."""
    move = standing(table("2D|", "2S|"), "pass")
    assert move is not None
    assert move.is_pass


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_carries_every_standing_choice_that_the_edition_asks(edition: str) -> None:
    """RD-51, by the fields of the form."""
    state = table("2D 5D|", "2S|", edition=edition)
    phase = GAME.phase(state)
    assert phase is not None
    asked = {field.path[1] for field in phase.decisions[Seat("Ann")].fields if len(field.path) == 2}
    for offer in GAME.standing_moves(DilemmaOptions()):
        move = standing(state, offer.name)
        assert move is not None
        said = move.model_dump(mode="json").get("standing", {})
        assert set(said) == asked


def test_nobody_waits_for_whoever_is_away() -> None:
    """RD-51: with her own play Bob would be asked what to capture."""
    state = table("10D|", "9S|2H 3H", "2C|")
    by_hand = after(state, {"Ann": play("10D", "Bob")})
    assert by_hand.phase == "choice"
    assert set(owed(by_hand)) == {"Ann"}
    away = standing(state, "invade-leader")
    assert away is not None
    assert (away.card, away.target) == ("10D", "Bob")
    assert after(state, {"Ann": away}).phase == "play"


def test_a_choice_and_an_unknown_name_come_to_nothing() -> None:
    """RD-50."""
    asked = after(table("10D|", "9S|2H 3H", "2C|"), {"Ann": play("10D", "Bob")})
    assert standing(asked, "build-highest") is None
    assert standing(table("2D|", "2S|"), "build-middle") is None
