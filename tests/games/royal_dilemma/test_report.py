"""What the announcement says of players who sent nothing, of the draw that follows, and in its picture's words."""

from collections.abc import Mapping

from referee.core.documents import Flow
from referee.games.royal_dilemma.moves import DilemmaMove
from referee.games.royal_dilemma.state import DilemmaState
from referee.publishing import Scene, plain
from tests.games.royal_dilemma.situations import GAME, NAMES, answer, play, resolved, table

SCENE = Scene(seats=NAMES, game="", base_url="", zone="UTC")


def told(state: DilemmaState, moves: Mapping[str, DilemmaMove]) -> str:
    """The public announcement on one line."""
    by_seat = {seat: moves[seat] for seat in NAMES if seat in moves}
    document = GAME.report(state, by_seat, resolved(state, moves), None)
    return " ".join(plain.render(document, SCENE).split())


def test_a_pass_that_was_sent_and_one_that_was_not_are_told_apart() -> None:
    state = table("7D|2S", "8S|3S", "|4S")
    text = told(state, {"Ann": DilemmaMove.model_validate({"pass": True})})
    assert "- Ann passes (RD-06)" in text
    assert "- No play received, so Bob passes (RD-06)" in text
    assert "- Cal passes, with no card in hand (RD-06)" in text


def test_a_choice_left_to_its_default_is_told_and_an_answer_is_not() -> None:
    plays = {"Ann": play("10D", "Bob"), "Cal": play("9D", "Bob")}
    state = resolved(table("10D|2S", "|3S 5D", "9D|4S"), plays).state
    text = told(state, {"Cal": answer(capture="3S")})
    assert "- No answer received, so Ann captures 5♦ from Bob: 5 points (RD-31)" in text
    assert "- Cal captures 3♠ from Bob: 3 points (RD-31)" in text
    text = told(state, {"Cal": answer(capture="5D")})
    assert (
        "- No answer received, so Ann wanted 5♦ with power 10 - Cal wanted 5♦ with power 9, in vain"
        in text
    )


def test_a_standing_choice_is_no_silence() -> None:
    plays = {"Ann": play("10D", "Bob", capture="highest"), "Cal": play("9D", "Bob")}
    state = resolved(table("10D|2S", "|3S 5D", "9D|4S"), plays).state
    text = told(state, {})
    assert "- No answer received, so Ann wanted" not in text
    assert "- No answer received, so Cal wanted 5♦ with power 9, in vain" in text


def test_a_surrender_by_number_left_to_its_default_is_told() -> None:
    state = resolved(table("3D|", "4S 6H 7H 8H 9D|", "|2H"), {"Ann": play("3D", "Bob")}).state
    assert "- No answer received, so Bob surrenders 3 cards from the hand to Ann" in told(state, {})


def test_where_one_pays_by_value_nobody_is_told_that_anything_was_asked() -> None:
    hands = ("6D|2S", "4S 5S 6H|7D")
    state = table(*hands, edition="surrender")
    choosing = resolved(state, {"Ann": play("6D", "Bob")}).state
    assert choosing.owed
    text = told(choosing, {})
    assert "- Bob surrenders" in text
    assert "No answer" not in text


def test_the_draw_and_the_last_round_are_told_by_the_number_of_the_round_they_are_for() -> None:
    text = told(table("7D|2S", "8S|3C", deck="4C 5C", round_number=1), {})
    assert text.startswith("Round 1 ")
    assert "What was drawn for round 2 " in text
    assert "The last card left the deck, so round 2 is the last. (RD-08)" in text


def test_the_picture_says_power_and_strength_and_no_number_twice() -> None:
    moves = {"Ann": play("4D", "Bob"), "Bob": play("8H", "Ann"), "Cal": play("9D", "Cal")}
    state = table("4D|2S", "8H|3S", "9D|4S", "6D|5S")
    text = told(state, {**moves, "Dee": play("6D", "Cal")})
    for words in (
        "- Ann → Bob: Battle 4♦ (strength 4, loses)",
        "- Bob → Ann: Battle 8♥ (strength 8, wins)",
        "- Cal → self: Build 9♦ -",
        "- Dee → Cal: Invade 6♦ (power 12)",
    ):
        assert words in text
    choosing = resolved(
        table("10D|2S", "|3S 5D", "9D|4S"), {"Ann": play("10D", "Bob"), "Cal": play("9D", "Bob")}
    )
    text = told(choosing.state, {})
    assert "- Ann → Bob: Capture 5♦ - Cal → Bob: Capture 5♦ in vain" in text


def test_the_pictures_key_calls_nothing_harm() -> None:
    state = table("4D|2S", "8H|3S")
    moves = {NAMES[0]: play("4D", "Bob")}
    document = GAME.report(state, moves, resolved(state, {"Ann": moves[NAMES[0]]}), None)
    (flow,) = [block for block in document.blocks if isinstance(block, Flow)]
    assert {arrow.style for arrow in flow.arrows} <= set(flow.key)
    assert not any("harm" in words for words in flow.key.values())
