"""The rulings one by one, beyond what the shared cases show; each test names the ones it holds to."""

import json

import pytest

from referee.core.dice import Dice
from referee.core.interchange import parse_situation
from referee.games.royal_dilemma.cards import CARDS, in_order
from referee.games.royal_dilemma.editions import EDITIONS
from referee.games.royal_dilemma.events import Captured, Drew, Ended, Fought, Surrendered
from referee.games.royal_dilemma.moves import DilemmaMove
from referee.games.royal_dilemma.options import DilemmaOptions
from tests.games.royal_dilemma.situations import (
    GAME,
    NAMES,
    after,
    all_cards,
    answer,
    hand,
    in_play,
    owed,
    play,
    resolved,
    table,
)

PASS = DilemmaMove.model_validate({"pass": True})


def options(**chosen: object) -> DilemmaOptions:
    return DilemmaOptions.model_validate(chosen)


def test_seats_get_face_and_suit_in_order() -> None:
    """RD-01."""
    state = GAME.setup(options(), NAMES, Dice(bytes(32), 0)).state
    assert [(p.face, p.suit) for p in state.players] == [
        ("A", "S"),
        ("J", "C"),
        ("Q", "H"),
        ("K", "D"),
    ]


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_every_deck_holds_the_36_value_cards(decks: int) -> None:
    """RD-02."""
    state = GAME.setup(options(decks=decks), NAMES[:3], Dice(bytes(32), 0)).state
    assert all_cards(state) == in_order(CARDS * decks)
    assert len(CARDS) == 36


def test_the_deal_is_the_shuffle_from_the_top() -> None:
    """RD-03, RD-05, RD-20, RD-21, RD-30: openings in seat order, then one card at a time from seat 1."""
    state = GAME.setup(options(), NAMES[:2], Dice(bytes(32), 0)).state
    shuffled = Dice(bytes(32), 0).shuffled(CARDS)
    opening = shuffled[:2]
    assert [player.in_play for player in state.players] == [(opening[0],), (opening[1],)]
    numbers = [2 + sum(card[-1] == suit for card in opening) for suit in "SC"]
    rest, drawn = list(shuffled[2:]), ([], [])  # type: ignore[var-annotated]
    while any(len(cards) < number for cards, number in zip(drawn, numbers, strict=True)):
        for cards, number in zip(drawn, numbers, strict=True):
            if len(cards) < number:
                cards.append(rest.pop(0))
    assert [player.hand for player in state.players] == [in_order(cards) for cards in drawn]
    assert state.deck == tuple(rest)


def test_a_round_draws_from_its_own_seat_passing_over_whoever_has_enough() -> None:
    """RD-05: round 3 starts with Cal; Ann draws two more for her own suit."""
    state = after(table("|2S 3S", "|5D", "4H|", deck="2C 3C 4C 5C 6C 7C 8C 9C 10C 6D 7D 8D"), {})
    assert hand(state, "Cal") == "2C 5C 8C 4H"
    assert hand(state, "Ann") == "3C 6C 9C 6D 7D"
    assert hand(state, "Bob") == "4C 7C 10C"
    assert state.deck == ("8D",)


@pytest.mark.parametrize("move", [None, PASS, DilemmaMove()])
def test_a_pass_may_be_said_or_not(move: DilemmaMove | None) -> None:
    """RD-06."""
    moves = {} if move is None else {"Ann": move}
    assert hand(after(table("7D|", "8S|"), moves), "Ann") == hand(
        after(table("7D|", "8S|"), {}), "Ann"
    )


def test_a_null_move_is_a_pass_in_the_interchange_form() -> None:
    """RD-06."""
    state = table("7D|9D", "8S|5H")
    situation = {
        "game": "royal-dilemma",
        "state": state.model_dump(mode="json", exclude={"options", "finished"}),
        "moves": {"Ann": None, "Bob": {"pass": True}},
    }
    parsed = parse_situation(json.dumps(situation), {"royal-dilemma": GAME})
    assert parsed.resolve().state == after(state, {})


def test_an_invaders_card_is_safe_on_the_table() -> None:
    """RD-07: Bob invades with one card of two; the other is all that can be taken from his hand."""
    state = after(
        table("8D|", "4S 6H|", "|10H"),
        {"Ann": play("8D", "Bob"), "Bob": play("6H", "Cal")},
    )
    assert "4S" in hand(state, "Ann")
    assert "6H" in hand(state, "Bob")


def test_the_round_in_which_the_deck_ran_out_is_played() -> None:
    """RD-08."""
    state = after(table("7S|10S", "8S|5H", deck="2C 3C"), {})
    assert (state.round, state.deck_ran_out, state.finished) == (3, True, False)
    state = after(state, {"Ann": play("7S", "Ann")})
    assert (state.round, state.finished) == (3, True)
    assert [(s.seat, s.score) for s in GAME.outcome(state).standings] == [("Ann", 17), ("Bob", 5)]  # type: ignore[union-attr]


def test_a_choice_of_the_last_round_is_still_asked() -> None:
    """RD-08, RD-09."""
    state = after(
        table("7D|", "8S|5H", deck="", deck_ran_out=True),
        {"Ann": play("7D", "Bob")},
    )
    assert owed(state) == {"Ann": {"capture": ["5H"]}}
    assert after(state, {}).finished


def test_nobody_holding_a_card_after_the_draw_ends_the_match() -> None:
    """RD-08."""
    resolution = resolved(table("|", "|"), {})
    assert resolution.state.finished
    assert resolution.events[-1] == Ended(because="no-cards", rulings=("RD-08",))


def test_points_are_printed_values_even_in_a_doubled_suit() -> None:
    """RD-08, RD-25."""
    state = after(table("|10S", "|9C", deck="", deck_ran_out=True), {})
    assert [(s.seat, s.score) for s in GAME.outcome(state).standings] == [("Ann", 10), ("Bob", 9)]  # type: ignore[union-attr]


def test_standing_choices_leave_nobody_to_wait_for() -> None:
    """RD-10: both questions of the round are answered beforehand, so there is no choice phase."""
    state = after(
        table("9D|", "4S|6D 8D", "3H 4H 5H|", edition="capture"),
        {
            "Ann": play("9D", "Bob", capture="highest"),
            "Bob": play("4S", "Cal"),
            "Cal": DilemmaMove.model_validate({"pass": True, "standing": {"surrender": "lowest"}}),
        },
    )
    assert state.phase == "play"
    assert in_play(state, "Ann") == "8D"
    assert "3H" in hand(state, "Bob")


def test_only_those_without_a_standing_choice_are_asked() -> None:
    """RD-10: Ann's capture is decided, Bob's surrender is not, and hers waits for his."""
    state = after(
        table("7D|", "4S 9C|5H 9H", edition="capture-tribute"),
        {"Ann": play("7D", "Bob", capture="highest")},
    )
    assert owed(state) == {"Bob": {"surrender": {"Ann": 1}}}
    assert "standing" not in state.model_dump_json()
    state = after(state, {"Bob": answer(surrender={"Ann": {"hand": ["9C"]}})})
    assert in_play(state, "Ann") == "5H"
    assert "9C" in hand(state, "Ann")


def test_a_standing_choice_for_one_kind_of_question_leaves_the_other() -> None:
    """RD-10: Bob both captures and surrenders; only the capture is settled."""
    state = after(
        table("3D|10S", "9D 2S 4S|10D", "|5H", edition="capture-tribute"),
        {"Ann": play("3D", "Bob"), "Bob": play("9D", "Cal", capture="highest")},
    )
    assert owed(state) == {"Bob": {"surrender": {"Ann": 1}}}


def test_the_three_ways_of_two_players() -> None:
    """RD-22, RD-23, RD-24: who builds is invaded, who invades back battles."""
    build = resolved(table("7D|", "8D|10H"), {"Ann": play("7D", "Ann"), "Bob": play("8D", "Ann")})
    assert owed(build.state) == {"Bob": {"capture": ["7D"]}}
    battle = resolved(table("7D|", "8D|10H"), {"Ann": play("7D", "Bob"), "Bob": play("8D", "Ann")})
    fought = next(event for event in battle.events if isinstance(event, Fought))
    assert (fought.first_strength, fought.second_strength, fought.winner) == (7, 8, "Bob")
    assert battle.state.discard == ("7D",)


def test_a_ring_of_three_is_three_invasions() -> None:
    """RD-24: nobody's target targets them back."""
    state = after(
        table("9D|5S", "8D|5C", "10D|5H"),
        {"Ann": play("9D", "Bob"), "Bob": play("8D", "Cal"), "Cal": play("10D", "Ann")},
    )
    # 5C and 5H count 10 against their attackers, out of reach for 9 and 8; 5S counts 10 too
    assert owed(state) == {"Cal": {"capture": ["5S"]}}
    assert state.discard == ()


def test_suits_double_for_the_pair_only() -> None:
    """RD-25: 4S is 8 between Ann and Bob, and 4 between Bob and Cal."""
    two = after(table("4S|", "|8D", "|8D 4D"), {"Ann": play("4S", "Bob")})
    assert owed(two) == {"Ann": {"capture": ["8D"]}}
    other = after(table("|", "4S|", "|8D 4D"), {"Bob": play("4S", "Cal")})
    assert owed(other) == {"Bob": {"capture": ["4D"]}}


def test_a_captured_card_cannot_be_taken_again_this_round() -> None:
    """RD-26: Cal may take what Ann had, not what Ann is just taking from Bob."""
    state = after(
        table("9D|3D", "|8D", "10D|"),
        {"Ann": play("9D", "Bob"), "Cal": play("10D", "Ann")},
    )
    assert owed(state) == {"Ann": {"capture": ["8D"]}, "Cal": {"capture": ["3D"]}}
    state = after(state, {})
    assert (in_play(state, "Ann"), in_play(state, "Cal")) == ("8D", "3D")


def test_the_default_capture_is_the_highest_then_suit_s_c_h_d() -> None:
    """RD-31: of 6H, 6D and 3D the 6H."""
    state = after(table("9D|", "|6H 6D 3D"), {"Ann": play("9D", "Bob")}, {})
    assert in_play(state, "Ann") == "6H"


def test_a_bare_target_surrenders_to_a_doubled_power() -> None:
    """RD-32, RD-25: 2S is 4 against Bob, so four cards are due."""
    state = after(table("2S|", "3D 4D 5D 6D 7D|", "|2H"), {"Ann": play("2S", "Bob")})
    assert owed(state) == {"Bob": {"surrender": {"Ann": 4}}}


def test_the_default_surrender_is_the_lowest_then_suit_d_h_c_s() -> None:
    """RD-32."""
    state = after(table("2D|", "3S 3D 3H 9D|", "|2H"), {"Ann": play("2D", "Bob")}, {})
    assert hand(state, "Bob").split()[0] == "3S"
    assert {"3D", "3H"} <= set(hand(state, "Ann").split())


def test_a_beaten_bare_player_surrenders_to_the_winner() -> None:
    """RD-33 with RD-32: the loser's own card is discarded first."""
    resolution = resolved(
        table("3D|", "2D 5H 6H 7H|", "|2H"), {"Ann": play("3D", "Bob"), "Bob": play("2D", "Ann")}
    )
    assert [e for e in resolution.events if isinstance(e, Surrendered)] == [
        Surrendered(
            seat=NAMES[1],
            to=NAMES[0],
            due=3,
            measure="cards",
            in_play=(),
            from_hand=3,
            hand=("5H", "6H", "7H"),
            rulings=("RD-32",),
        )
    ]
    assert resolution.state.discard == ("2D",)


def test_the_weaker_ones_of_a_contest_get_nothing_instead() -> None:
    """RD-34: Ann could have had 5D, but wanted 6D too."""
    state = after(
        table("7D|", "|5D 6D", "9D|"),
        {"Ann": play("7D", "Bob"), "Cal": play("9D", "Bob")},
        {"Ann": answer(capture="6D"), "Cal": answer(capture="6D")},
    )
    assert (in_play(state, "Ann"), in_play(state, "Bob"), in_play(state, "Cal")) == ("", "5D", "6D")


def test_different_wishes_are_no_contest() -> None:
    """RD-34."""
    state = after(
        table("7D|", "|5D 6D", "9D|"),
        {"Ann": play("7D", "Bob"), "Cal": play("9D", "Bob")},
        {"Ann": answer(capture="5D"), "Cal": answer(capture="6D")},
    )
    assert (in_play(state, "Ann"), in_play(state, "Cal")) == ("5D", "6D")


def test_two_copies_of_a_card_go_to_the_two_strongest() -> None:
    """RD-34 with several decks: a card each, until equals want more than are left."""
    bobs = "|6D 6D"
    moves = {"Ann": play("7D", "Bob"), "Cal": play("9D", "Bob")}
    state = after(table("7D|", bobs, "9D|", decks=2), moves, {})
    assert (in_play(state, "Ann"), in_play(state, "Cal")) == ("6D", "6D")
    three = {"Ann": play("7D", "Bob"), "Cal": play("9D", "Bob"), "Dee": play("7D", "Bob")}
    resolution = resolved(
        after(table("7D|", bobs, "9D|", "7D|", decks=4), three),
        {"Dee": answer(capture="6D")},
    )
    captured = next(event for event in resolution.events if isinstance(event, Captured))
    # against Dee, whose suit is diamonds, 7D counts 14: she is the strongest
    assert captured.winners == ("Dee", "Cal")
    assert in_play(resolution.state, "Ann") == ""


def test_shares_of_a_small_hand_are_whole_parts() -> None:
    """RD-35: demands 9, 6 and 3 on a hand of five: 2, 1 and 0 cards, and two stay."""
    state = after(
        table("9D|", "2S 3S 4S 5S 6S|", "6D|2H", "3H|"),
        {"Ann": play("9D", "Bob"), "Cal": play("6D", "Bob"), "Dee": play("3H", "Bob")},
    )
    assert owed(state) == {"Bob": {"surrender": {"Ann": 2, "Cal": 1}}}
    state = after(state, {})
    # the lowest go to the strongest first
    assert {"2S", "3S"} <= set(hand(state, "Ann").split())
    assert "4S" in hand(state, "Cal")
    assert {"5S", "6S"} <= set(hand(state, "Bob").split())


def test_a_share_of_less_than_one_card_is_none() -> None:
    """RD-35: two equal demands on one card."""
    state = after(
        table("5D|", "2S|", "5S|2C"), {"Ann": play("5D", "Bob"), "Cal": play("5S", "Bob")}
    )
    assert state.phase == "play"
    assert "2S" in hand(state, "Bob")


def test_equal_demands_on_a_bare_hand_are_served_in_seat_order() -> None:
    """RD-35 says seat order, where RD-36 and RD-44 say from the starting seat: round 3 is Cal's."""
    state = after(
        table("5D|", "2S 3S 4S|", "5S|2C", round_number=3),
        {"Ann": play("5D", "Bob"), "Cal": play("5S", "Bob")},
    )
    assert list(owed(state)["Bob"]["surrender"]) == ["Ann", "Cal"]


@pytest.mark.parametrize(("round_number", "first"), [(3, "Cal"), (4, "Ann")])
def test_tribute_among_equals_goes_round_the_table(round_number: int, first: str) -> None:
    """RD-36: round 3 starts with Cal, round 4 with Ann."""
    tied = after(
        table("8D|", "4S|10D", "8S|", edition="capture-tribute", round_number=round_number),
        {"Ann": play("8D", "Bob"), "Cal": play("8S", "Bob")},
    )
    assert "4S" in hand(tied, first)


def test_plain_capture_takes_cards_in_play_only() -> None:
    """RD-37."""
    state = after(
        table("9D|", "4S 9C|5H", edition="capture-plain"),
        {"Ann": play("9D", "Bob", capture="highest")},
    )
    assert in_play(state, "Ann") == "5H"
    assert {"4S", "9C"} <= set(hand(state, "Bob").split())


def test_hand_capture_reaches_everything() -> None:
    """RD-40: power does not matter for invaders, and the hand is among the choices."""
    state = after(table("2D|", "4S 9C|5H 10H", edition="hand-capture"), {"Ann": play("2D", "Bob")})
    assert owed(state) == {"Ann": {"capture": ["5H", "10H", "hand"]}}
    assert in_play(after(state, {}), "Ann") == "10H"


def test_hand_capture_falls_back_on_the_hand_at_random() -> None:
    """RD-40, RD-03: the generator picks, so another seed may pick another card."""
    state = after(
        table("2D|", "4S 5S 6S 7S 8S 9S|", "|2H", edition="hand-capture"),
        {"Ann": play("2D", "Bob")},
    )
    assert owed(state) == {"Ann": {"capture": ["hand"]}}
    taken = {
        (
            set(hand(resolved(state, {}, seed).state, "Ann").split())
            & {f"{v}S" for v in range(4, 10)}
        ).pop()
        for seed in (bytes([n]) * 32 for n in range(40))
    }
    assert taken == {f"{value}S" for value in range(4, 10)}
    declined = after(state, {"Ann": answer(capture=None)})
    assert len([c for c in hand(declined, "Bob").split() if c.endswith("S")]) == 6


def test_one_card_left_in_the_hand_goes_to_the_strongest_taker() -> None:
    """RD-40: suits double in battles only, so 5D beats 4S against Bob."""
    state = after(
        table("4S|", "9C|", "5D|2H", edition="hand-capture"),
        {"Ann": play("4S", "Bob", capture="highest"), "Cal": play("5D", "Bob", capture="highest")},
    )
    assert "9C" in hand(state, "Cal")


def test_suits_double_in_hand_captures_battles() -> None:
    """RD-40."""
    state = after(
        table("4S|", "7D|5H", edition="hand-capture"),
        {"Ann": play("4S", "Bob", capture="highest"), "Bob": play("7D", "Ann")},
    )
    assert state.discard == ("7D",)
    assert in_play(state, "Ann") == "5H"


def test_surrender_draws_without_the_own_suit() -> None:
    """RD-41."""
    for edition, rules in EDITIONS.items():
        resolution = resolved(table("7D|10S 2S", "|5H", edition=edition), {})
        drew = {e.seat: e.number for e in resolution.events if isinstance(e, Drew)}
        assert drew == {"Ann": 5 if rules.draws_own_suit else 3, "Bob": 3}


def test_surrendered_cards_in_play_change_control_and_cards_from_the_hand_change_hands() -> None:
    """RD-42."""
    state = after(
        table("7D|", "2S 9S|5H", edition="surrender"),
        {"Ann": play("7D", "Bob")},
        {"Bob": answer(surrender={"Ann": {"hand": ["2S"], "in_play": ["5H"]}})},
    )
    assert in_play(state, "Ann") == "5H"
    assert "2S" in hand(state, "Ann")


def test_an_indispensable_set_is_not_asked() -> None:
    """RD-09, RD-43: only 10S meets 9, whatever goes with it would be spare."""
    state = after(table("9D|", "10S|2S", edition="surrender"), {"Ann": play("9D", "Bob")})
    assert state.phase == "play"
    assert "10S" in hand(state, "Ann")
    assert in_play(state, "Bob") == "2S"


def test_the_largest_demand_is_served_first_and_equal_ones_round_the_table() -> None:
    """RD-44: round 3 starts with Cal."""
    state = after(
        table("5D|", "2S 3S|6S 7S", "5H|", edition="surrender", round_number=3),
        {"Ann": play("5D", "Bob"), "Cal": play("5H", "Bob")},
    )
    dues = owed(state)["Bob"]["surrender"]
    assert list(dues) == ["Cal", "Ann"]
    state = after(state, {})
    assert {"2S", "3S"} <= set(hand(state, "Cal").split())
    assert in_play(state, "Ann") == "6S"


def test_a_later_creditor_is_paid_from_what_is_left() -> None:
    """RD-44: after 5H for Cal nothing can meet Ann's 4, so she gets all there is."""
    state = after(
        table("4D|", "2S|5H", "5C|", edition="surrender"),
        {"Ann": play("4D", "Bob"), "Cal": play("5C", "Bob")},
    )
    assert state.phase == "play"
    assert in_play(state, "Cal") == "5H"
    assert "2S" in hand(state, "Ann")


def test_only_the_surrender_editions_end_before_the_draw_when_all_is_gone() -> None:
    """RD-45 and RD-08: the round's number tells them apart."""
    for edition, rules in EDITIONS.items():
        state = after(table("|", "|", edition=edition), {})
        assert state.finished
        assert state.round == (2 if rules.ends_empty else 3)


def test_being_asked_for_cards_by_number_says_nothing_about_them() -> None:
    """RD-09: two copies are two cards, so whether one is asked follows from numbers alone."""
    same = after(table("2D|", "5S 5S 5S|", "|2H", decks=4), {"Ann": play("2D", "Bob")})
    other = after(table("2D|", "5S 6S 7S|", "|2H", decks=4), {"Ann": play("2D", "Bob")})
    assert owed(same) == owed(other) == {"Bob": {"surrender": {"Ann": 2}}}
