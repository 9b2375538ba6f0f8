"""What is asked, how it is offered, and in which words an answer is read back."""

from collections.abc import Mapping

import pytest

from referee.core.decisions import Decision, Field
from referee.core.seats import Seat
from referee.games.royal_dilemma.moves import DilemmaMove
from referee.games.royal_dilemma.state import DilemmaState
from tests.games.royal_dilemma.situations import GAME, after, answer, codes, play, table

TABLE = table("7D 4S|9D", "8S|5H 10H", "4C|2S")


def decision(state: DilemmaState, seat: str) -> Decision:
    phase = GAME.phase(state)
    assert phase is not None
    return phase.decisions[Seat(seat)]


def field(state: DilemmaState, seat: str, name: str) -> Field:
    (found,) = (field for field in decision(state, seat).fields if field.name == name)
    return found


def sent(
    state: DilemmaState, seat: str, answers: Mapping[str, str | list[str] | None]
) -> DilemmaMove:
    """What a form makes of these answers."""
    return DilemmaMove.model_validate(decision(state, seat).move_json(answers))


def test_a_card_is_seen_as_a_symbol_and_heard_in_words() -> None:
    card = next(c for c in field(TABLE, "Ann", "card").choices if c.value == "7D")
    assert (card.label, card.spoken, card.icon, card.rank) == (
        "7♦",
        "seven of diamonds",
        "diamonds",
        "7",
    )


def test_only_those_who_hold_a_card_are_asked_for_one() -> None:
    phase = GAME.phase(table("7D|", "|5H"))
    assert phase is not None
    assert list(phase.decisions) == ["Ann"]


def test_a_card_says_against_whom_it_counts_double() -> None:
    state = table("7D 4S 3H|9D", "8S|5H", "4C|2S")
    notes = {choice.value: choice.note for choice in field(state, "Ann", "card").choices}
    assert notes["7D"] == ""
    assert notes["4S"] == "8 against everybody"
    assert notes["3H"] == "6 against Cal"
    plain = table("4S|9D", "8S|5H", edition="surrender")
    assert all(not choice.note for choice in field(plain, "Ann", "card").choices)
    battles = table("4S|9D", "8S|5H", edition="hand-capture")
    assert field(battles, "Ann", "card").choices[0].note == "8 against Bob in a battle"


def test_targets_say_what_is_public_about_them_and_oneself_comes_last() -> None:
    targets = field(TABLE, "Ann", "target")
    assert targets.look == "seats"
    assert [choice.seat for choice in targets.choices] == ["Bob", "Cal", "Ann"]
    assert targets.choices[0].note == "1 in hand · ♠ and ♣ count double · in play: 5♥, 10♥"
    assert targets.choices[2].note == "yourself: build · in play: 9♦"


@pytest.mark.parametrize(
    "answers",
    [
        {"card": "pass", "target": None},
        {"card": "pass", "target": "Bob"},
        {"card": None, "target": None},
        {"card": "pass", "target": None, "standing.capture": "ask", "standing.surrender": None},
        {},
    ],
)
def test_a_form_passes_by_choosing_to(answers: Mapping[str, str | None]) -> None:
    move = sent(TABLE, "Ann", answers)
    assert not move.is_play
    assert codes(TABLE, "Ann", move) == []
    assert GAME.words(TABLE, Seat("Ann"), move) == "Pass"


def test_a_form_makes_the_interchange_form() -> None:
    move = sent(
        TABLE,
        "Ann",
        {
            "card": "7D",
            "target": "Bob",
            "standing.capture": "highest",
            "standing.surrender": "ask",
        },
    )
    assert move.model_dump(mode="json") == {
        "card": "7D",
        "target": "Bob",
        "standing": {"capture": "highest"},
    }


@pytest.mark.parametrize(
    ("edition", "standing"),
    [
        ("capture", ["standing.capture", "standing.surrender"]),
        ("capture-plain", ["standing.capture"]),
        ("hand-capture", ["standing.capture"]),
        ("surrender", ["standing.surrender"]),
    ],
)
def test_standing_choices_are_offered_where_such_a_choice_can_come_up(
    edition: str, standing: list[str]
) -> None:
    state = table("7D|9D", "8S|5H", edition=edition)
    names = [field.name for field in decision(state, "Ann").fields]
    assert [name for name in names if name.startswith("standing")] == standing


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (play("7D", "Bob"), "Invade Bob with 7♦, power 7"),
        (play("4S", "Bob"), "Invade Bob with 4♠, power 8 (doubled)"),
        (play("7D", "Ann"), "Build 7♦"),
        (
            play("7D", "Ann", surrender="lowest"),
            "Build 7♦; standing: surrender the lowest",
        ),
    ],
)
def test_a_play_is_read_back_in_words(move: DilemmaMove, words: str) -> None:
    assert GAME.words(TABLE, Seat("Ann"), move) == words


def test_power_may_differ_in_a_battle() -> None:
    state = table("4S|", "8S|5H", edition="hand-capture")
    said = GAME.words(state, Seat("Ann"), play("4S", "Bob"))
    assert said == "Invade Bob with 4♠, power 4 (8 in a battle)"


def test_a_capture_shows_what_it_would_mean_and_who_might_come_in_between() -> None:
    state = after(
        table("7D|", "|5H 6D", "9D|", "7D|", decks=2),
        {"Ann": play("7D", "Bob"), "Cal": play("9D", "Bob"), "Dee": play("7D", "Bob")},
    )
    capture = field(state, "Ann", "capture")
    assert [choice.label for choice in capture.choices] == ["5♥", "6♦", "Nothing"]
    note = capture.choices[1].note
    assert note.startswith("6 points from Bob to you.")
    assert "Cal (power 9) gets it if they choose it too." in note
    assert decision(state, "Ann").default == "If no answer comes: capture 6♦ from Bob."
    nothing = sent(state, "Ann", {"capture": "none"})
    assert nothing.model_dump(mode="json") == {"capture": None}
    assert GAME.words(state, Seat("Ann"), nothing) == "Capture nothing from Bob"


def test_an_equal_rival_means_that_nobody_may_get_it() -> None:
    state = after(table("7D|", "|5D", "7S|"), {"Ann": play("7D", "Bob"), "Cal": play("7S", "Bob")})
    assert field(state, "Ann", "capture").choices[0].note == (
        "5 points from Bob to you. Nobody gets it if Cal (power 7) wants it too."
    )


def test_a_surrender_by_number_offers_the_hand_and_wants_exactly_so_many() -> None:
    state = after(table("2D|", "4S 4S 7H|", "|2H", decks=2), {"Ann": play("2D", "Bob")})
    wanted = field(state, "Bob", "surrender.Ann.hand")
    assert (wanted.least, wanted.most, wanted.kind) == (2, 2, "several")
    assert [choice.label for choice in wanted.choices] == ["4♠", "4♠ (copy 2)", "7♥"]
    move = sent(state, "Bob", {wanted.name: [choice.value for choice in wanted.choices[:2]]})
    assert codes(state, "Bob", move) == []
    assert GAME.words(state, Seat("Bob"), move) == "Surrender 4♠, 4♠ to Ann"


def test_a_surrender_by_value_offers_hand_and_play_with_what_they_count() -> None:
    state = after(table("4S|", "3S 8H|5C", edition="surrender-suited"), {"Ann": play("4S", "Bob")})
    hand = field(state, "Bob", "surrender.Ann.hand")
    assert "8 in value is due" in hand.help
    assert "By default: 8♥." in hand.help
    assert [choice.note for choice in hand.choices] == ["Counts 6.", ""]
    (in_play,) = field(state, "Bob", "surrender.Ann.in_play").choices
    assert in_play.note == "Counts 10."


def test_what_is_left_open_is_read_back_as_its_default() -> None:
    state = after(
        table("3D|10S", "9D 2S 4S|10D", "|4D", edition="capture-tribute"),
        {"Ann": play("3D", "Bob"), "Bob": play("9D", "Cal")},
    )
    said = GAME.words(state, Seat("Bob"), answer(capture=None))
    assert said == "Capture nothing from Cal; surrender 2♠ to Ann (by default)"


def test_the_measures_are_public_numbers() -> None:
    measures = GAME.measures(GAME.view(TABLE, None))
    assert measures["Points"] == {"Ann": 9, "Bob": 15, "Cal": 2}
    assert measures["Cards in hand"] == {"Ann": 2, "Bob": 1, "Cal": 1}
