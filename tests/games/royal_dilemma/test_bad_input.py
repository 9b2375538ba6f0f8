"""What is refused, in a sentence that names the card and the reason; and what is merely warned about."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from referee.core.interchange import Unreadable, parse_situation
from referee.core.seats import Seat
from referee.games.royal_dilemma.cards import CARDS
from referee.games.royal_dilemma.moves import DilemmaMove
from tests.games.royal_dilemma.shared_cases import CASES
from tests.games.royal_dilemma.situations import (
    GAME,
    NAMES,
    after,
    answer,
    codes,
    play,
    table,
    texts,
)

TABLE = table("7D 3H|9D", "8S|5H 10H", "4C|2S")


def test_a_card_not_in_hand_is_refused() -> None:
    assert codes(TABLE, "Ann", play("8S", "Bob")) == ["card-not-in-hand"]
    assert texts(TABLE, "Ann", play("8S", "Bob")) == "8♠ is not in your hand."


def test_a_card_in_play_is_refused_and_said_to_be_there() -> None:
    assert texts(TABLE, "Ann", play("9D", "Bob")) == (
        "9♦ is not in your hand: it is in play under your control."
    )
    assert texts(TABLE, "Ann", play("5H", "Bob")) == (
        "5♥ is not in your hand: it is in play under Bob's control."
    )


def test_an_unknown_card_is_refused() -> None:
    for card in ("11S", "1D", "7X", "AS", "", "7d", "seven"):
        assert codes(TABLE, "Ann", play(card, "Bob")) == ["card-unknown"], card


def test_a_target_that_is_no_player_is_refused() -> None:
    assert codes(TABLE, "Ann", play("7D", "Zed")) == ["target-unknown"]
    assert "Zed" in texts(TABLE, "Ann", play("7D", "Zed"))


def test_half_a_play_is_refused() -> None:
    assert codes(TABLE, "Ann", DilemmaMove(card="7D")) == ["target-missing"]
    assert codes(TABLE, "Ann", DilemmaMove(target=Seat("Bob"))) == ["card-missing"]


def test_a_stranger_and_a_finished_match_are_refused() -> None:
    assert codes(TABLE, "Zed", play("7D", "Bob")) == ["seat-unknown"]
    over = TABLE.model_copy(update={"finished": True})
    assert codes(over, "Ann", play("7D", "Bob")) == ["match-over"]


def test_an_answer_in_a_play_phase_is_refused() -> None:
    assert codes(TABLE, "Ann", answer(capture="5H")) == ["choice-not-asked"]
    assert codes(TABLE, "Ann", answer(surrender={"Bob": {"hand": ["7D"]}})) == ["choice-not-asked"]


def test_an_invasion_that_reaches_nothing_is_warned_about() -> None:
    problems = GAME.check(TABLE, NAMES[0], play("3H", "Bob"))
    assert [(p.code, p.severity) for p in problems] == [("nothing-in-reach", "warning")]
    assert GAME.check(TABLE, NAMES[0], play("7D", "Bob")) == ()


def choosing(**table_options: Any) -> Any:
    """Ann with power 7 has invaded Bob, who has 5H and 10H in play; Cal has built."""
    return after(
        table("7D 3H|9D", "8S 6S|5H 10H", "4C|2S", **table_options),
        {"Ann": play("7D", "Bob"), "Cal": play("4C", "Cal")},
    )


def test_a_play_in_a_choice_phase_is_refused() -> None:
    state = choosing()
    for move in (
        play("3H", "Bob"),
        DilemmaMove.model_validate({"pass": True}),
        DilemmaMove.model_validate({"standing": {"capture": "highest"}}),
    ):
        assert codes(state, "Ann", move) == ["play-in-choice-phase"]
    assert "3♥" in texts(state, "Ann", play("3H", "Bob"))


def test_a_capture_the_power_does_not_reach_is_refused() -> None:
    assert codes(choosing(), "Ann", answer(capture="10H")) == ["capture-out-of-reach"]
    assert texts(choosing(), "Ann", answer(capture="10H")) == (
        "10♥ counts 10, and your power of 7 does not reach it."
    )


def test_a_capture_of_what_is_not_there_is_refused() -> None:
    state = choosing()
    assert codes(state, "Ann", answer(capture="2S")) == ["capture-not-there"]
    assert "Bob" in texts(state, "Ann", answer(capture="2S"))
    assert codes(state, "Ann", answer(capture="12S")) == ["card-unknown"]
    assert codes(state, "Ann", answer(capture="hand")) == ["capture-from-hand"]
    assert codes(state, "Ann", answer(capture=None)) == []


def test_an_answer_to_a_question_not_asked_is_refused() -> None:
    state = choosing()
    assert codes(state, "Cal", answer(capture="5H")) == ["choice-not-asked"]
    assert codes(state, "Bob", answer(surrender={"Ann": {"hand": ["8S"]}})) == ["choice-not-asked"]
    assert codes(state, "Ann", answer(surrender={"Bob": {"hand": ["3H"]}})) == ["choice-not-asked"]


BARE = after(table("3D|", "4S 6H 7H 8H|", "|2H"), {"Ann": play("3D", "Bob")})


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        ({"Ann": {"hand": ["4S", "6H"]}}, "surrender-too-little", "4♠, 6♥: 1 more"),
        ({"Ann": {"hand": []}}, "surrender-too-little", "3 cards"),
        ({}, "surrender-too-little", "named none"),
        ({"Ann": {"hand": ["4S", "6H", "7H", "8H"]}}, "surrender-too-much", "8♥"),
        ({"Ann": {"hand": ["4S", "6H", "9C"]}}, "card-not-in-hand", "9♣"),
        ({"Ann": {"hand": ["4S", "6H", "3D"]}}, "card-not-in-hand", "lies on the table"),
        ({"Ann": {"hand": ["4S", "6H", "6H"]}}, "card-given-twice", "6♥"),
        ({"Ann": {"hand": ["4S", "6H", "1X"]}}, "card-unknown", "1X"),
        ({"Cal": {"hand": ["4S", "6H", "7H"]}}, "creditor-unknown", "Cal"),
        ({"Ann": {"hand": ["4S", "6H"], "in_play": ["2H"]}}, "surrender-from-hand-only", "2♥"),
    ],
)
def test_a_surrender_by_number_must_be_right(given: Any, code: str, said: str) -> None:
    move = answer(surrender=given)
    assert code in codes(BARE, "Bob", move)
    assert said in texts(BARE, "Bob", move)


PAYING = after(
    table("7D|", "2S 3S 9S|5H", "4C|", edition="surrender"),
    {"Ann": play("7D", "Bob"), "Cal": play("4C", "Bob")},
)


@pytest.mark.parametrize(
    ("anns", "cals", "code", "said"),
    [
        (
            {"hand": ["2S", "3S"]},
            {"in_play": ["5H"]},
            "surrender-too-little",
            "2♠, 3♠ counts 5: 2 short",
        ),
        ({"hand": ["9S", "2S"]}, {"in_play": ["5H"]}, "surrender-too-much", "Without 2♠"),
        ({"hand": ["9S"]}, {"hand": ["9S"]}, "card-given-twice", "9♠"),
        ({"hand": ["9S"]}, {}, "surrender-too-little", "nothing counts 0: 4 short"),
        ({"hand": ["9S"]}, {"in_play": ["6H"]}, "card-not-in-play", "6♥"),
        ({"hand": ["5H"], "in_play": []}, {}, "card-not-in-hand", "5♥"),
        ({"hand": ["9S"]}, {"hand": ["2S"], "in_play": ["5H"]}, "surrender-too-much", "Without 2♠"),
    ],
)
def test_a_surrender_by_value_must_be_right(anns: Any, cals: Any, code: str, said: str) -> None:
    move = answer(surrender={"Ann": anns, "Cal": cals})
    assert code in codes(PAYING, "Bob", move)
    assert said in texts(PAYING, "Bob", move)


@pytest.mark.parametrize(
    ("anns", "cals"),
    [
        ({"hand": ["9S"]}, {"in_play": ["5H"]}),
        ({"hand": ["2S"], "in_play": ["5H"]}, {"hand": ["9S"]}),
        ({"hand": ["3S"], "in_play": ["5H"]}, {"hand": ["9S"]}),
    ],
)
def test_every_set_without_a_spare_card_is_taken(anns: Any, cals: Any) -> None:
    assert codes(PAYING, "Bob", answer(surrender={"Ann": anns, "Cal": cals})) == []


def test_what_cannot_be_met_takes_everything_that_is_left() -> None:
    state = after(
        table("7D|", "2S 3S 6S|5H", "10C|", edition="surrender"),
        {"Ann": play("7D", "Bob"), "Cal": play("10C", "Bob")},
    )
    rest = {"Cal": {"hand": ["6S"], "in_play": ["5H"]}, "Ann": {"hand": ["2S"]}}
    assert codes(state, "Bob", answer(surrender=rest)) == ["surrender-too-little"]
    assert "3♠ too" in texts(state, "Bob", answer(surrender=rest))


def test_what_is_left_to_its_default_is_warned_about() -> None:
    problems = GAME.check(choosing(), NAMES[0], DilemmaMove())
    assert [(p.code, p.severity) for p in problems] == [("choice-left-to-default", "warning")]


@pytest.mark.parametrize(
    "move",
    [
        {"pass": True, "card": "7D"},
        {"target": "Bob", "card": "7D", "capture": "5H"},
        {"capture": "5H", "standing": {"capture": "highest"}},
        {"target": "Bob", "card": "7D", "standing": {"capture": "lowest"}},
        {"target": "Bob", "card": "7D", "wish": "luck"},
        {"pass": "perhaps"},
        {"surrender": ["2D"]},
        {"capture": 7},
        [],
        "pass",
    ],
)
def test_a_move_that_says_two_things_or_none_cannot_be_read(move: Any) -> None:
    with pytest.raises(ValidationError):
        DilemmaMove.model_validate(move)


# --- States written by hand ---------------------------------------------------------------------------


def whole_table() -> dict[str, Any]:
    """A situation that holds exactly one deck."""
    return {
        "game": "royal-dilemma",
        "state": {
            "round": 2,
            "phase": "play",
            "deck": list(CARDS[6:]),
            "discard": [CARDS[5]],
            "deck_ran_out": False,
            "players": [
                {"name": "Ann", "face": "A", "suit": "S", "hand": ["2S", "3S"], "in_play": ["4S"]},
                {"name": "Bob", "face": "J", "suit": "C", "hand": [], "in_play": ["5S", "6S"]},
            ],
        },
        "moves": {},
    }


def refusal(situation: dict[str, Any]) -> str:
    with pytest.raises(Unreadable) as refused:
        parse_situation(json.dumps(situation), {"royal-dilemma": GAME})
    assert refused.value.field is not None
    assert refused.value.reason.endswith(".")
    return f"{refused.value.field}: {refused.value.reason}"


def test_a_whole_table_is_accepted() -> None:
    parse_situation(json.dumps(whole_table()), {"royal-dilemma": GAME})


def test_an_unknown_card_in_a_state_is_named() -> None:
    situation = whole_table()
    situation["state"]["players"][1]["hand"] = ["11S"]
    assert "“11S” in Bob's hand is not a card" in refusal(situation)


def test_a_missing_card_of_a_whole_table_is_named() -> None:
    situation = whole_table()
    situation["state"]["discard"] = []
    assert "7S is missing" in refusal(situation)


def test_a_card_too_many_on_a_whole_table_is_named_with_its_places() -> None:
    situation = whole_table()
    situation["state"]["players"][1]["hand"] = ["9D"]
    said = refusal(situation)
    assert "9D is there 2 times" in said
    assert "in the deck" in said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"hand": ["2S"]}, "2S is 2 times in the hands"),
        ({"in_play": ["4S"]}, "4S is 2 times in play"),
        ({"hand": ["9D", "9D"]}, "9D is 2 times in the hands"),
    ],
)
def test_a_card_twice_in_one_kind_of_place_is_refused_even_in_a_sketch(
    change: dict[str, Any], said: str
) -> None:
    situation = whole_table()
    situation["state"]["deck"] = []
    situation["state"]["players"][1].update(change)
    assert said in refusal(situation)


def test_two_decks_hold_two_of_each() -> None:
    situation = whole_table()
    situation["state"]["deck"] = []
    situation["state"]["players"][1]["hand"] = ["2S"]
    situation["options"] = {"decks": 2}
    parse_situation(json.dumps(situation), {"royal-dilemma": GAME})


def choice_case() -> dict[str, Any]:
    (case,) = (case for case in CASES if case["id"] == "RD-31.1c")
    situation: dict[str, Any] = json.loads(json.dumps(case["situation"]))
    situation["moves"] = {}
    return situation


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("plays.Bob.card", "2H", "2H is missing: Bob built it"),
        ("plays.Ann.target", "Zed", "Zed"),
        ("plays.Zed", {"target": "Ann", "card": "2D"}, "Zed"),
        ("owed.Ann.capture", ["6H"], "6H is missing"),
        ("owed.Ann.capture", ["5H", "9H"], "cannot capture 9H"),
        ("owed.Ann.capture", [], "leaves out 5H"),
        ("owed.Ann", {}, "does not say which"),
        ("owed.Bob", {"capture": ["5H"]}, "has attacked nobody"),
        ("owed.Bob", {"surrender": {"Ann": 2}}, "2 to Ann"),
        ("owed", {}, "needs the revealed plays"),
        ("phase", "play", "no plays are revealed"),
    ],
)
def test_a_choice_phase_that_does_not_fit_its_cards_is_refused(
    path: str, value: Any, said: str
) -> None:
    situation = choice_case()
    place = situation["state"]
    *steps, last = path.split(".")
    for step in steps:
        place = place[step]
    place[last] = value
    assert said in refusal(situation)


@pytest.mark.parametrize(
    ("place", "field", "value", "said"),
    [
        (1, "name", "Ann", "Two players are called “Ann”"),
        (1, "suit", "S", "goes with the suit C"),
        (0, "face", "X", "none of"),
        (0, "hand", "7D", "must be a list"),
    ],
)
def test_players_must_be_who_they_are(place: int, field: str, value: Any, said: str) -> None:
    situation = whole_table()
    situation["state"]["players"][place][field] = value
    assert said in refusal(situation)


def test_one_player_or_five_are_no_match() -> None:
    situation = whole_table()
    del situation["state"]["players"][1]
    assert "2 to 4 players" in refusal(situation)


def test_an_illegal_move_is_refused_with_its_reason() -> None:
    situation = whole_table()
    situation["moves"] = {"Ann": {"target": "Bob", "card": "9D"}}
    assert refusal(situation) == "moves.Ann.card: 9♦ is not in your hand."
