"""What a round asks of a player, and what is said about an answer."""

from typing import Any

import pytest
from pydantic import ValidationError

from referee.core.decisions import Decision
from referee.core.seats import Seat
from referee.games.crossing_swords.cards import CARDS, CardName
from referee.games.crossing_swords.game import CrossingSwords
from referee.games.crossing_swords.options import SwordsOptions
from referee.games.crossing_swords.state import Player, SwordsMove, SwordsState

GAME = CrossingSwords()
ANN = Seat("Ann")


def state(table: dict[str, tuple[Any, ...]], *, round: int = 3, **options: Any) -> SwordsState:
    """A state from ``{"Ann": (life, vp, "focused Bob")}``."""
    players = []
    for name, (life, vp, *memories) in table.items():
        memory = dict(words.split() for words in memories)
        players.append(
            Player(
                name=Seat(name),
                life=life,
                vp=vp,
                focused_on=memory.get("focused"),
                dodged=memory.get("dodged"),
            )
        )
    return SwordsState(options=SwordsOptions(**options), round=round, players=tuple(players))


TABLE: dict[str, tuple[Any, ...]] = {"Ann": (12, 9), "Bob": (4, 2), "Cal": (0, 5), "Dee": (7, 0)}


def decision(table: SwordsState, seat: str = "Ann") -> Decision:
    phase = GAME.phase(table)
    assert phase is not None
    return phase.decisions[Seat(seat)]


def note(table: SwordsState, card: str) -> str:
    cards = decision(table).fields[0].choices
    return next(choice.note for choice in cards if choice.value == card)


def target_note(table: SwordsState, target: str) -> str:
    targets = decision(table).fields[1].choices
    return next(choice.note for choice in targets if choice.value == target)


def problems(table: SwordsState, seat: str, card: CardName, target: str) -> list[tuple[str, str]]:
    found = GAME.check(table, Seat(seat), SwordsMove(card=card, target=Seat(target)))
    return [(problem.code, problem.severity) for problem in found]


# --- What is asked ----------------------------------------------------------------------------------


def test_everybody_who_lives_owes_a_card_and_a_target() -> None:
    phase = GAME.phase(state(TABLE))
    assert phase is not None
    assert phase.title == "Round 3"
    assert list(phase.decisions) == ["Ann", "Bob", "Dee"]
    card, target = phase.decisions[ANN].fields
    assert (card.look, card.least, card.most) == ("cards", 1, 1)
    assert (target.look, target.least, target.most) == ("seats", 1, 1)


def test_the_title_says_how_many_rounds_there_are_where_that_is_known() -> None:
    phase = GAME.phase(state(TABLE, max_rounds=9))
    assert phase is not None
    assert phase.title == "Round 3 of 9"


def test_nothing_is_asked_once_nobody_lives() -> None:
    over = state({"Ann": (0, 9), "Bob": (0, 2)})
    assert GAME.phase(over) is None
    assert GAME.outcome(over) is not None


def test_the_cards_show_kind_icon_and_printed_words() -> None:
    choices = decision(state(TABLE)).fields[0].choices
    assert [choice.value for choice in choices] == list(CARDS)
    assert [choice.icon for choice in choices] == list(CARDS)
    assert [choice.group for choice in choices] == ["Attack"] * 3 + ["Defense"] * 3 + ["Action"] * 4
    assert choices[1].label == "Lunge"
    assert choices[1].explanation == CARDS["lunge"].effect


def test_targets_are_the_living_with_life_and_vp_oneself_last() -> None:
    targets = decision(state(TABLE)).fields[1].choices
    assert [(choice.value, choice.seat, choice.note) for choice in targets] == [
        ("Bob", "Bob", "4 life · 2 VP"),
        ("Dee", "Dee", "7 life · 0 VP"),
        ("Ann", "Ann", "12 life · 9 VP · yourself: Mend only"),
    ]
    anywhere = state(TABLE, self_target="any")
    assert target_note(anywhere, "Ann") == "12 life · 9 VP · yourself"


def test_targets_say_who_remembers_whom() -> None:
    table = state({"Ann": (12, 9, "focused Bob"), "Bob": (4, 2, "focused Ann"), "Dee": (7, 0)})
    assert target_note(table, "Bob") == "4 life · 2 VP · you Focused on them · Focused on you"
    dodged = state({"Ann": (12, 9, "dodged Bob"), "Bob": (4, 2)})
    assert target_note(dodged, "Bob").endswith("your last Dodge still takes 3 off their attack")


@pytest.mark.parametrize(("card", "damage"), [("strike", 7), ("lunge", 11), ("assail", 3)])
def test_attack_cards_say_what_a_focus_makes_of_them(card: str, damage: int) -> None:
    table = state({"Ann": (12, 9, "focused Bob"), "Bob": (4, 2)})
    assert f"You are Focused on Bob: this does {damage} to them." in note(table, card)
    assert "Focused" not in note(state(TABLE), card)


def test_a_focused_lunge_says_what_it_risks() -> None:
    table = state({"Ann": (12, 9, "focused Bob"), "Bob": (4, 2)})
    assert note(table, "lunge").endswith("If they damage you, they deal you 9 more.")


def test_a_focus_on_the_fallen_promises_only_the_mend() -> None:
    table = state({**TABLE, "Ann": (12, 9, "focused Cal")})
    assert note(table, "strike") == ""
    assert note(table, "mend") == "You Focused last round: this Mend gives 7."


def test_assail_says_whom_it_hits_and_how_much_it_may_score() -> None:
    assert note(state(TABLE), "assail") == "It hits you too."
    assert note(state(TABLE, assail_hits_self=False, assail_vp_cap=8), "assail") == (
        "It scores at most 8 VP."
    )
    everyone = state({"Ann": (1, 0, "focused Bob"), "Bob": (9, 0)}, focused_assail="everyone")
    assert note(everyone, "assail") == (
        "You are Focused on Bob: aimed at them this does 3 to everyone. "
        "It hits you too, and you have 1 life left."
    )


def test_defense_cards_say_that_the_last_dodge_still_helps() -> None:
    table = state({"Ann": (12, 9, "dodged Bob"), "Bob": (4, 2)})
    for card in ("dodge", "block", "riposte"):
        assert note(table, card) == "Your last Dodge already takes 3 off Bob's Attack card."


@pytest.mark.parametrize(
    ("no_move", "words"),
    [("hold", "no card"), ("block", "Block without a target"), ("mend_self", "Mend yourself")],
)
def test_the_decision_says_what_happens_if_no_move_comes(no_move: str, words: str) -> None:
    assert words in decision(state(TABLE, no_move=no_move)).default


# --- Words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("strike", "Strike at Bob"),
        ("lunge", "Lunge at Bob"),
        ("assail", "Assail at Bob"),
        ("dodge", "Dodge away from Bob"),
        ("block", "Block against Bob"),
        ("riposte", "Riposte against Bob"),
        ("taunt", "Taunt at Bob"),
        ("focus", "Focus on Bob"),
        ("mend", "Mend for Bob"),
        ("halt", "Halt against Bob"),
    ],
)
def test_a_move_in_words(card: CardName, words: str) -> None:
    assert GAME.words(state(TABLE), ANN, SwordsMove(card=card, target=Seat("Bob"))) == words


def test_a_move_at_oneself_in_words() -> None:
    assert GAME.words(state(TABLE), ANN, SwordsMove(card="mend", target=ANN)) == "Mend for yourself"


# --- What is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "card", "target", "code"),
    [
        ("Ann", "strike", "Zed", "target-unknown"),
        ("Ann", "strike", "", "target-unknown"),
        ("Ann", "strike", "Cal", "target-eliminated"),
        ("Ann", "mend", "Cal", "target-eliminated"),
        ("Ann", "strike", "Ann", "target-self"),
        ("Ann", "focus", "Ann", "target-self"),
        ("Cal", "strike", "Ann", "seat-out"),
        ("Cal", "mend", "Cal", "seat-out"),
        ("Zed", "strike", "Ann", "seat-unknown"),
    ],
)
def test_an_illegal_move_has_one_problem(seat: str, card: CardName, target: str, code: str) -> None:
    assert problems(state(TABLE), seat, card, target) == [(code, "illegal")]


def test_no_move_is_legal_once_the_match_is_over() -> None:
    over = state({"Ann": (0, 9), "Bob": (0, 2)})
    assert problems(over, "Ann", "strike", "Bob") == [("match-over", "illegal")]


def test_every_card_may_be_aimed_at_oneself_where_the_house_says_so() -> None:
    for card in CARDS:
        found = problems(state(TABLE, self_target="any"), "Ann", card, "Ann")
        assert all(severity == "warning" for _, severity in found)
        assert bool(found) == (card != "mend")


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"card": "strike"},
        {"target": "Bob"},
        {"card": "fireball", "target": "Bob"},
        {"card": None, "target": "Bob"},
        {"card": "strike", "target": None},
        {"card": "strike", "target": "Bob", "extra": 1},
        "strike Bob",
        None,
    ],
)
def test_a_move_that_is_not_one_card_and_one_target_cannot_be_understood(raw: Any) -> None:
    with pytest.raises(ValidationError):
        SwordsMove.model_validate(raw)


# --- What is advised against ---------------------------------------------------------------------------------


def test_an_attack_elsewhere_wastes_a_focus() -> None:
    table = state({**TABLE, "Ann": (12, 9, "focused Bob")})
    (problem,) = GAME.check(table, ANN, SwordsMove(card="strike", target=Seat("Dee")))
    assert problem.text == "You Focused on Bob last round; this Strike at Dee wastes it."
    assert (problem.code, problem.severity) == ("focus-wasted", "warning")
    assert problems(table, "Ann", "strike", "Bob") == []
    assert problems(table, "Ann", "mend", "Dee") == []
    assert problems(table, "Ann", "block", "Bob") == [("focus-unused", "warning")]


def test_a_focus_on_the_fallen_is_wasted_by_no_attack() -> None:
    table = state({**TABLE, "Ann": (12, 9, "focused Cal")})
    assert problems(table, "Ann", "strike", "Bob") == []
    (problem,) = GAME.check(table, ANN, SwordsMove(card="block", target=Seat("Bob")))
    assert problem.text == "Your Focus of last round lapses unless you play a Mend."


def test_a_taunt_at_somebody_without_vp_is_advised_against() -> None:
    assert problems(state(TABLE), "Ann", "taunt", "Dee") == [("taunt-nothing", "warning")]
    assert problems(state(TABLE), "Ann", "taunt", "Bob") == []


def test_an_assail_with_the_last_life_is_advised_against() -> None:
    table = state({"Ann": (1, 0), "Bob": (9, 0)})
    assert problems(table, "Ann", "assail", "Bob") == [("assail-last-life", "warning")]
    spared = state({"Ann": (1, 0), "Bob": (9, 0)}, assail_hits_self=False)
    assert problems(spared, "Ann", "assail", "Bob") == []
