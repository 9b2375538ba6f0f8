"""Every numbered ruling by itself; the shared cases hold the common ones, these the corners."""

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from referee.core.dice import Dice
from referee.core.interchange import parse_situation
from referee.core.seats import Seat
from referee.games import GAMES_BY_SLUG
from tests.games.crossing_swords.situations import resolved, situation


def outcome(table: dict[str, tuple[Any, ...]], **options: Any) -> dict[str, tuple[int, int]]:
    """Life and VP after the round, by name."""
    answer = resolved(situation(table, **options))
    return {player["name"]: (player["life"], player["vp"]) for player in answer["state"]["players"]}


def events(table: dict[str, tuple[Any, ...]], kind: str, **options: Any) -> list[dict[str, Any]]:
    """The round's facts of one kind."""
    answer = resolved(situation(table, **options))
    return [event for event in answer["events"] if event["kind"] == kind]


def memories(table: dict[str, tuple[Any, ...]], **options: Any) -> dict[str, tuple[Any, Any]]:
    """What each remembers after the round: Focused on, Dodged."""
    answer = resolved(situation(table, **options))
    return {p["name"]: (p["focused_on"], p["dodged"]) for p in answer["state"]["players"]}


# --- Moves ------------------------------------------------------------------------------------------


def test_cs_01_every_play_is_revealed_as_one_card_and_one_target() -> None:
    played = events({"Ann": (20, 0, "block Bob"), "Bob": (20, 0, "dodge Ann")}, "played")
    assert [(p["seat"], p["card"], p["target"], p["received"]) for p in played] == [
        ("Ann", "block", "Bob", True),
        ("Bob", "dodge", "Ann", True),
    ]


def test_cs_02_the_eliminated_play_nothing_and_keep_what_they_have() -> None:
    table = {"Ann": (9, 0, "strike Bob"), "Bob": (9, 0, "strike Ann"), "Cal": (0, 7, None)}
    assert outcome(table)["Cal"] == (0, 7)
    assert "Cal" not in {p["seat"] for p in events(table, "played")}


@pytest.mark.parametrize(
    ("play", "after"),
    [
        ("strike Ann", (17, 3)),
        ("lunge Ann", (12, 8)),  # 5, and as her own target she hurt herself: 3 more (CS-40)
        ("dodge Ann", (20, 0)),
        ("block Ann", (20, 0)),
        ("riposte Ann", (20, 0)),
        ("focus Ann", (20, 0)),
        ("halt Ann", (20, 0)),
        ("mend Ann", (23, 1)),
    ],
)
def test_cs_03_a_card_aimed_at_its_own_player(play: str, after: tuple[int, int]) -> None:
    table = {"Ann": (20, 0, play), "Bob": (20, 0, "mend Bob")}
    assert outcome(table, self_target="any")["Ann"] == after


def test_cs_03_a_taunt_at_oneself_moves_nothing_but_raises_attacks() -> None:
    table = {"Ann": (20, 9, "taunt Ann"), "Bob": (20, 0, "strike Ann")}
    assert outcome(table, self_target="any") == {"Ann": (16, 9), "Bob": (20, 4)}


def test_cs_03_two_taunts_at_one_of_the_taunters_share_evenly() -> None:
    table = {"Ann": (20, 5, "taunt Ann"), "Bob": (20, 0, "taunt Ann")}
    assert outcome(table, self_target="any") == {"Ann": (20, 3), "Bob": (20, 2)}


def test_cs_03_a_focus_on_oneself_doubles_an_attack_on_oneself() -> None:
    table = {"Ann": (30, 0, "lunge Ann", "focused Ann"), "Bob": (20, 0, "mend Bob")}
    assert outcome(table, self_target="any")["Ann"] == (10, 20)  # 11, then 3 and 6 more


def test_cs_03_an_assail_aimed_at_oneself_is_spared_where_assail_spares_its_player() -> None:
    table = {"Ann": (20, 0, "assail Ann", "focused Ann"), "Bob": (20, 0, "mend Ann")}
    after = outcome(table, self_target="any", assail_hits_self=False)
    assert after["Ann"] == (23, 1)


@pytest.mark.parametrize(
    ("no_move", "after", "card"),
    [("hold", (17, 0), None), ("block", (19, 0), "block"), ("mend_self", (20, 1), "mend")],
)
def test_cs_04_who_sends_nothing_does_what_the_house_rule_says(
    no_move: str, after: tuple[int, int], card: str | None
) -> None:
    table = {"Ann": (20, 0, "strike Bob"), "Bob": (20, 0, None)}
    assert outcome(table, no_move=no_move)["Bob"] == after
    (played,) = [p for p in events(table, "played", no_move=no_move) if p["seat"] == "Bob"]
    assert (played["card"], played["received"]) == (card, False)
    assert "CS-04" in played["rulings"]


def test_cs_04_a_block_for_want_of_a_move_answers_nobody() -> None:
    table = {"Ann": (20, 0, "lunge Bob"), "Bob": (20, 0, None)}
    assert outcome(table, no_move="block") == {"Ann": (20, 3), "Bob": (17, 0)}


def test_cs_04_a_mend_for_want_of_a_move_can_be_halted_and_is_7_after_a_focus() -> None:
    halted = {"Ann": (20, 0, "halt Bob"), "Bob": (20, 0, None)}
    assert outcome(halted, no_move="mend_self") == {"Ann": (20, 3), "Bob": (17, 0)}
    focused = {"Ann": (20, 0, "mend Ann"), "Bob": (20, 0, None, "focused Ann")}
    assert outcome(focused, no_move="mend_self")["Bob"] == (27, 1)


# --- Step 1: Halt -----------------------------------------------------------------------------------


def test_cs_10_mutual_halts_are_dead_whoever_halts_one_of_them() -> None:
    table = {"Ann": (20, 0, "halt Bob"), "Bob": (20, 0, "halt Ann"), "Cal": (20, 0, "halt Ann")}
    # Ann's Halt is negated, and still Bob's has no effect on her.
    assert outcome(table) == {"Ann": (17, 0), "Bob": (20, 0), "Cal": (20, 3)}


def test_cs_10_a_halt_at_one_of_a_mutual_pair_is_not_stopped_by_the_pair() -> None:
    table = {
        "Ann": (20, 0, "halt Bob"),
        "Bob": (20, 0, "halt Ann"),
        "Cal": (20, 0, "halt Ann"),
        "Dee": (20, 0, "halt Cal"),
    }
    assert outcome(table) == {"Ann": (20, 0), "Bob": (20, 0), "Cal": (17, 0), "Dee": (20, 3)}


def test_cs_11_in_a_chain_every_other_halt_stands() -> None:
    table = {
        "Ann": (20, 0, "halt Bob"),
        "Bob": (20, 0, "halt Cal"),
        "Cal": (20, 0, "halt Dee"),
        "Dee": (20, 0, "halt Eve"),
        "Eve": (20, 0, "mend Eve"),
    }
    assert outcome(table) == {
        "Ann": (20, 3),
        "Bob": (17, 0),
        "Cal": (20, 3),
        "Dee": (17, 0),
        "Eve": (23, 1),
    }


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_cs_12_a_ring_of_any_length_does_nothing(size: int) -> None:
    names = ["Ann", "Bob", "Cal", "Dee", "Eve", "Fay"][:size]
    table = {name: (20, 0, f"halt {names[(place + 1) % size]}") for place, name in enumerate(names)}
    assert outcome(table) == dict.fromkeys(names, (20, 0))
    (cancelled,) = events(table, "halts-cancelled")
    assert cancelled["rulings"] == ["CS-12"]
    assert set(cancelled["seats"]) == set(names)


def test_cs_12_a_standing_halt_from_outside_breaks_a_ring() -> None:
    table = {
        "Ann": (20, 0, "halt Bob"),
        "Bob": (20, 0, "halt Cal"),
        "Cal": (20, 0, "halt Ann"),
        "Dee": (20, 0, "halt Ann"),
    }
    # Dee stops Ann, so Bob's Halt stands and stops Cal's.
    assert outcome(table) == {"Ann": (17, 0), "Bob": (20, 3), "Cal": (17, 0), "Dee": (20, 3)}


def test_cs_12_a_halt_from_outside_that_is_itself_halted_leaves_the_ring_dead() -> None:
    table = {
        "Ann": (20, 0, "halt Bob"),
        "Bob": (20, 0, "halt Cal"),
        "Cal": (20, 0, "halt Ann"),
        "Dee": (20, 0, "halt Ann"),
        "Eve": (20, 0, "halt Dee"),
    }
    assert outcome(table) == {
        "Ann": (20, 0),
        "Bob": (20, 0),
        "Cal": (20, 0),
        "Dee": (17, 0),
        "Eve": (20, 3),
    }


def test_cs_12_two_rings_are_told_apart() -> None:
    table = {
        "Ann": (20, 0, "halt Cal"),
        "Bob": (20, 0, "halt Dee"),
        "Cal": (20, 0, "halt Eve"),
        "Dee": (20, 0, "halt Fay"),
        "Eve": (20, 0, "halt Ann"),
        "Fay": (20, 0, "halt Bob"),
    }
    rings = [event["seats"] for event in events(table, "halts-cancelled")]
    assert rings == [["Ann", "Cal", "Eve"], ["Bob", "Dee", "Fay"]]


def test_cs_12_a_halt_at_oneself_is_the_smallest_ring() -> None:
    alone = {"Ann": (20, 0, "halt Ann"), "Bob": (20, 0, "mend Bob")}
    assert outcome(alone, self_target="any")["Ann"] == (20, 0)
    broken = {"Ann": (20, 0, "halt Ann"), "Bob": (20, 0, "halt Ann")}
    assert outcome(broken, self_target="any") == {"Ann": (17, 0), "Bob": (20, 3)}


@pytest.mark.parametrize("play", ["strike Ann", "lunge Ann", "assail Ann"])
def test_cs_13_a_halt_does_nothing_to_an_attack_card(play: str) -> None:
    table = {"Ann": (20, 0, "halt Bob"), "Bob": (20, 0, play)}
    assert not [d for d in events(table, "damage") if d["cause"] == "halt"]
    assert [m["target"] for m in events(table, "halt-missed")] == ["Bob"]


@pytest.mark.parametrize("play", ["dodge Ann", "block Ann", "riposte Ann", None])
def test_cs_13_a_halt_does_nothing_to_a_defense_card_or_to_no_card(play: str | None) -> None:
    table = {"Ann": (20, 0, "halt Bob"), "Bob": (20, 0, play)}
    assert outcome(table) == {"Ann": (20, 0), "Bob": (20, 0)}


def test_cs_13_a_negated_card_has_no_part_of_its_effect() -> None:
    taunt = {"Ann": (20, 9, "halt Bob"), "Bob": (20, 0, "taunt Ann"), "Cal": (20, 0, "strike Bob")}
    assert outcome(taunt) == {"Ann": (20, 12), "Bob": (14, 0), "Cal": (20, 3)}
    focus = {"Ann": (20, 0, "halt Bob"), "Bob": (20, 0, "focus Ann")}
    assert memories(focus)["Bob"] == (None, None)
    mend = {"Ann": (20, 0, "halt Bob"), "Bob": (20, 0, "mend Ann")}
    assert outcome(mend) == {"Ann": (20, 3), "Bob": (17, 0)}


def test_cs_14_every_standing_halt_deals_its_3() -> None:
    table = {
        "Ann": (20, 0, "halt Dee"),
        "Bob": (20, 0, "halt Dee"),
        "Cal": (20, 0, "halt Dee"),
        "Dee": (20, 0, "focus Ann"),
    }
    assert outcome(table) == {"Ann": (20, 3), "Bob": (20, 3), "Cal": (20, 3), "Dee": (11, 0)}


def test_cs_14_a_dead_halt_is_still_an_action_card() -> None:
    pair = {"Ann": (20, 0, "halt Bob"), "Bob": (20, 0, "halt Ann"), "Cal": (20, 0, "halt Bob")}
    (negated,) = events(pair, "negated")
    assert (negated["seat"], negated["by"]) == ("Bob", ["Cal"])
    assert "CS-14" in negated["rulings"]


def test_cs_15_nothing_raises_or_lowers_a_halts_damage() -> None:
    table = {
        # Bob Focused on Ann, who Taunts, and who Dodged Bob last round.
        "Ann": (20, 0, "taunt Bob", "dodged Bob"),
        "Bob": (20, 9, "halt Ann", "focused Ann"),
    }
    assert outcome(table) == {"Ann": (17, 0), "Bob": (20, 12)}


# --- Step 2: Attack cards ---------------------------------------------------------------------------


def test_cs_20_strike_is_3_and_lunge_is_5() -> None:
    table = {"Ann": (20, 0, "strike Cal"), "Bob": (20, 0, "lunge Cal"), "Cal": (20, 0, None)}
    assert outcome(table) == {"Ann": (20, 3), "Bob": (20, 5), "Cal": (12, 0)}


def test_cs_21_an_assail_moves_a_counter_of_its_own_player_too() -> None:
    table = {"Ann": (20, 0, "assail Bob"), "Bob": (20, 0, None), "Cal": (0, 4, None)}
    assert outcome(table) == {"Ann": (19, 2), "Bob": (19, 0), "Cal": (0, 4)}
    assert outcome(table, assail_hits_self=False)["Ann"] == (20, 1)


def test_cs_21_ones_own_assail_can_be_the_end_of_one() -> None:
    table = {"Ann": (1, 0, "assail Bob"), "Bob": (20, 0, None), "Cal": (20, 0, None)}
    assert outcome(table)["Ann"] == (0, 3)


def test_cs_22_a_focused_assail_against_everyone_where_the_house_says_so() -> None:
    table = {
        "Ann": (20, 0, "assail Bob", "focused Bob"),
        "Bob": (20, 0, None),
        "Cal": (20, 0, None),
    }
    assert outcome(table) == {"Ann": (19, 5), "Bob": (17, 0), "Cal": (19, 0)}
    assert outcome(table, focused_assail="everyone") == {
        "Ann": (17, 9),
        "Bob": (17, 0),
        "Cal": (17, 0),
    }
    spared = outcome(table, focused_assail="everyone", assail_hits_self=False)
    assert spared["Ann"] == (20, 6)


def test_cs_22_an_assail_aimed_elsewhere_is_not_raised_for_anybody() -> None:
    table = {
        "Ann": (20, 0, "assail Cal", "focused Bob"),
        "Bob": (20, 0, None),
        "Cal": (20, 0, None),
    }
    assert outcome(table, focused_assail="everyone") == outcome(table)
    assert outcome(table)["Ann"] == (19, 3)


def test_cs_23_a_taunt_raises_each_others_attack_after_focus() -> None:
    table = {
        "Ann": (30, 0, "taunt Bob"),
        "Bob": (20, 0, "lunge Ann", "focused Ann"),
        "Cal": (20, 0, "assail Bob"),
    }
    # 11 + 1 and 1 + 1; Bob takes Cal's 1 and Cal their own.
    assert outcome(table) == {"Ann": (16, 0), "Bob": (19, 12), "Cal": (19, 4)}


def test_cs_24_dodge_stops_its_target_altogether_and_others_by_3() -> None:
    table = {
        "Ann": (20, 0, "dodge Bob"),
        "Bob": (20, 0, "lunge Ann", "focused Ann"),
        "Cal": (20, 0, "lunge Ann"),
        "Dee": (20, 0, "strike Ann"),
    }
    assert outcome(table) == {"Ann": (18, 0), "Bob": (20, 0), "Cal": (20, 2), "Dee": (20, 0)}


def test_cs_25_last_rounds_dodge_adds_to_this_rounds_reductions() -> None:
    for play, left in (("dodge Cal", 20 - (11 - 6)), ("block Cal", 20 - (11 - 5))):
        table = {
            "Ann": (20, 0, play, "dodged Bob"),
            "Bob": (20, 0, "lunge Ann", "focused Ann"),
            "Cal": (20, 0, None),
        }
        assert outcome(table)["Ann"][0] == left


def test_cs_25_last_rounds_dodge_does_not_help_against_others() -> None:
    table = {
        "Ann": (20, 0, "focus Bob", "dodged Bob"),
        "Bob": (20, 0, None),
        "Cal": (20, 0, "strike Ann"),
    }
    assert outcome(table)["Ann"][0] == 17


def test_cs_26_block_takes_2_off_each_attack() -> None:
    table = {
        "Ann": (20, 0, "block Dee"),
        "Bob": (20, 0, "strike Ann"),
        "Cal": (20, 0, "lunge Ann"),
        "Dee": (20, 0, "assail Bob"),
    }
    assert outcome(table)["Ann"] == (20 - 1 - 3, 0)


def test_cs_27_riposte_stops_only_what_its_target_aims_at_the_riposter() -> None:
    table = {
        "Ann": (20, 0, "riposte Bob"),
        "Bob": (20, 0, "lunge Ann", "focused Ann"),
        "Cal": (20, 0, "strike Ann"),
    }
    assert outcome(table)["Ann"] == (17, 3 + 3 + 6)
    elsewhere = {
        "Ann": (20, 0, "riposte Bob"),
        "Bob": (20, 0, "assail Cal"),
        "Cal": (20, 0, None),
    }
    assert outcome(elsewhere)["Ann"] == (19, 0)


@pytest.mark.parametrize(
    ("play", "memory", "counter"),
    [
        ("dodge Bob", None, 0),
        ("block Bob", None, 2),
        ("riposte Bob", None, 3),
        (None, "dodged Bob", 0),
    ],
)
def test_cs_28_an_assail_ignores_every_defense_of_its_target(
    play: str | None, memory: str | None, counter: int
) -> None:
    table: dict[str, tuple[Any, ...]] = {
        "Ann": (20, 0, play, *([memory] if memory else [])),
        "Bob": (20, 0, "assail Ann", "focused Ann"),
    }
    assert outcome(table) == {"Ann": (17, counter), "Bob": (19 - counter, 4)}


def test_cs_28_an_assails_other_victims_defend_as_usual() -> None:
    table = {
        "Ann": (20, 0, "assail Bob"),
        "Bob": (20, 0, None),
        "Cal": (20, 0, "block Bob"),
        "Dee": (20, 0, "dodge Bob"),
        "Eve": (20, 0, "focus Ann", "dodged Ann"),
    }
    assert outcome(table) == {
        "Ann": (19, 2),
        "Bob": (19, 0),
        "Cal": (20, 0),
        "Dee": (20, 0),
        "Eve": (20, 0),
    }


# --- Steps 3 and 4: counter-damage and Lunge's risk ------------------------------------------------------


def test_cs_30_a_defense_answers_an_attack_that_did_nothing() -> None:
    table = {"Ann": (20, 0, "block Bob", "dodged Bob"), "Bob": (20, 0, "strike Ann")}
    assert outcome(table) == {"Ann": (20, 2), "Bob": (18, 0)}


def test_cs_30_a_defense_answers_only_its_own_target_and_only_if_aimed_at() -> None:
    table = {
        "Ann": (20, 0, "riposte Bob"),
        "Bob": (20, 0, "assail Cal"),
        "Cal": (20, 0, "strike Ann"),
    }
    assert not [d for d in events(table, "damage") if d["cause"] == "counter"]


def test_cs_31_nothing_raises_or_lowers_counter_damage() -> None:
    table = {
        "Ann": (20, 0, "riposte Bob", "focused Bob"),
        "Bob": (20, 0, "strike Ann", "dodged Ann"),
    }
    assert outcome(table) == {"Ann": (20, 3), "Bob": (17, 0)}


@pytest.mark.parametrize(
    ("play", "dealt"),
    [
        ("strike Ann", 3 + 3),
        ("lunge Ann", 5 + 3),
        ("assail Ann", 1 + 3),
        ("assail Cal", 1 + 3),
        ("block Ann", 2 + 3),
        ("riposte Ann", 3 + 3),
        ("dodge Ann", 0),
        ("block Cal", 0),
        ("riposte Cal", 0),
        ("strike Cal", 0),
    ],
)
def test_cs_40_the_risk_of_a_lunge_follows_from_what_its_target_deals(
    play: str, dealt: int
) -> None:
    table = {"Ann": (30, 0, "lunge Bob"), "Bob": (30, 0, play), "Cal": (30, 0, None)}
    assert outcome(table)["Ann"][0] == 30 - dealt


def test_cs_40_the_risk_is_6_more_for_the_focused_and_needs_damage_after_reductions() -> None:
    focused = {"Ann": (30, 0, "lunge Bob", "focused Bob"), "Bob": (30, 0, "block Ann")}
    assert outcome(focused) == {"Ann": (30 - 2 - 9, 9), "Bob": (21, 11)}
    reduced = {"Ann": (30, 0, "lunge Bob", "dodged Bob"), "Bob": (30, 0, "strike Ann")}
    assert outcome(reduced)["Ann"] == (30, 5)


def test_cs_40_a_halt_is_not_among_the_damage_that_sets_off_the_risk() -> None:
    # A Halt never damages a lunger, who has played no Action card.
    table = {"Ann": (30, 0, "lunge Bob"), "Bob": (30, 0, "halt Ann")}
    assert outcome(table) == {"Ann": (30, 5), "Bob": (25, 0)}


def test_cs_41_two_who_lunge_each_other_each_suffer_it_once() -> None:
    table = {
        "Ann": (40, 0, "lunge Bob", "focused Bob"),
        "Bob": (40, 0, "lunge Ann", "focused Ann"),
    }
    assert outcome(table) == {"Ann": (20, 20), "Bob": (20, 20)}


def test_cs_41_the_risk_alone_sets_off_no_other_risk() -> None:
    # Bob hurts Ann with an Assail; Ann's Lunge at Bob is dodged of last round, so she deals Bob nothing.
    table = {
        "Ann": (30, 0, "lunge Bob"),
        "Bob": (30, 0, "lunge Ann", "dodged Ann", "focused Cal"),
        "Cal": (30, 0, None),
    }
    # Ann deals 5 − 3 = 2, Bob 5: both Lunges carry their 3, and neither 3 counts again.
    assert outcome(table) == {"Ann": (30 - 5 - 3, 5), "Bob": (30 - 2 - 3, 8), "Cal": (30, 0)}


# --- Step 5: moving the counters ---------------------------------------------------------------------


def test_cs_45_mends_count_before_damage_and_life_has_no_limit() -> None:
    table = {
        "Ann": (2, 0, "mend Ann"),
        "Bob": (20, 0, "lunge Ann"),
        "Cal": (20, 0, "mend Ann", "focused Bob"),
    }
    assert outcome(table) == {"Ann": (7, 1), "Bob": (20, 5), "Cal": (20, 1)}
    assert outcome({"Ann": (998, 0, "mend Ann"), "Bob": (1, 0, "mend Ann")})["Ann"][0] == 1004


def test_cs_50_damage_equal_to_the_counters_is_no_overkill() -> None:
    table = {"Ann": (20, 0, "strike Cal"), "Bob": (20, 0, "lunge Cal"), "Cal": (8, 0, None)}
    assert outcome(table) == {"Ann": (20, 3), "Bob": (20, 5), "Cal": (0, 0)}
    assert events(table, "overkill") == []


def test_cs_50_larger_fractions_are_served_before_equal_ones_that_do_not_fit() -> None:
    # 3 + 3 + 11 on 9: 1 10/17, 1 10/17, 5 14/17. Whole parts 7, 2 remain: one to Eve, and the two equal
    # fractions cannot both be served from the one that is left, so it is lost.
    table = {
        "Ann": (20, 0, "strike Dee"),
        "Bob": (20, 0, "strike Dee"),
        "Dee": (9, 0, None),
        "Eve": (20, 0, "lunge Dee", "focused Dee"),
    }
    assert outcome(table) == {"Ann": (20, 1), "Bob": (20, 1), "Dee": (0, 0), "Eve": (20, 6)}
    (overkill,) = events(table, "overkill")
    assert (overkill["counters"], overkill["damage"], overkill["lost"]) == (9, 17, 1)


def test_cs_50_equal_fractions_that_fit_are_all_served() -> None:
    # 3 + 3 + 5 on 8: 2 2/11, 2 2/11, 3 7/11: 1 remains for the largest.
    one = {
        "Ann": (20, 0, "strike Dee"),
        "Bob": (20, 0, "strike Dee"),
        "Cal": (20, 0, "lunge Dee"),
        "Dee": (8, 0, None),
    }
    assert outcome(one) == {"Ann": (20, 2), "Bob": (20, 2), "Cal": (20, 4), "Dee": (0, 0)}
    # 3 + 3 + 5 on 10: 2 8/11, 2 8/11, 4 6/11: 2 remain for the two largest.
    both = {**one, "Dee": (10, 0, None)}
    assert outcome(both) == {"Ann": (20, 3), "Bob": (20, 3), "Cal": (20, 4), "Dee": (0, 0)}


def test_cs_50_a_victims_own_assail_is_one_of_the_sources() -> None:
    table = {"Ann": (2, 0, "assail Bob"), "Bob": (20, 0, "strike Ann")}
    # On Ann: 1 and 3 on 2 counters: 1/2 and 1 1/2; the one left over cannot serve both.
    assert outcome(table) == {"Ann": (0, 1), "Bob": (0, 20 - 1 + 1)}


def test_cs_50_full_scores_all_damage_and_says_so() -> None:
    table = {"Ann": (20, 0, "strike Cal"), "Bob": (20, 0, "lunge Cal"), "Cal": (1, 0, None)}
    assert outcome(table, overkill="full") == {"Ann": (20, 3), "Bob": (20, 5), "Cal": (0, 0)}
    (overkill,) = events(table, "overkill", overkill="full")
    assert (overkill["rule"], overkill["lost"]) == ("full", 0)


def test_cs_51_several_cards_of_one_source_are_one_share() -> None:
    # Bob deals Ann 2 (Block) + 3 (Lunge's risk) = 5, Cal 3, on 4 counters: 2 1/2 and 1 1/2.
    table = {"Ann": (4, 0, "lunge Bob"), "Bob": (20, 0, "block Ann"), "Cal": (20, 0, "strike Ann")}
    (overkill,) = events(table, "overkill")
    assert [(s["source"], s["damage"], s["score"]) for s in overkill["shares"]] == [
        ("Bob", 5, 2),
        ("Cal", 3, 1),
    ]


def test_cs_51_the_cap_is_on_all_victims_together() -> None:
    table = {
        "Ann": (20, 0, "assail Bob"),
        **dict.fromkeys(("Bob", "Cal", "Dee"), (20, 0, None)),
    }
    assert outcome(table, assail_vp_cap=3)["Ann"] == (19, 3)
    assert outcome(table, assail_vp_cap=4)["Ann"] == (19, 4)
    (capped,) = events(table, "capped", assail_vp_cap=3)
    assert (capped["scored"], capped["cap"]) == (4, 3)


def test_cs_51_a_lungers_extra_is_outside_the_cap_and_counted_first_when_shared() -> None:
    # Ann's Assail and the risk of Bob's Lunge: 1 + 3 on Bob's 2 counters: all 2 are the extra's.
    table = {
        "Ann": (20, 0, "assail Cal"),
        "Bob": (2, 0, "lunge Ann"),
        "Cal": (20, 0, None),
    }
    # Her own point and Cal's make 2 from the Assail, of which 1 may score; Bob's 2 are beside it.
    assert outcome(table, assail_vp_cap=1)["Ann"] == (20 - 5 - 1, 2 + 1)


def test_cs_51_the_cap_is_each_assailers_own() -> None:
    table = {
        "Ann": (20, 0, "assail Bob"),
        "Bob": (20, 0, "assail Cal"),
        "Cal": (20, 0, None),
    }
    assert outcome(table, assail_vp_cap=2) == {"Ann": (18, 2), "Bob": (18, 2), "Cal": (18, 0)}


@pytest.mark.parametrize(
    ("thieves", "pool", "each", "left"),
    [
        (1, 3, 3, 0),
        (1, 2, 2, 0),
        (1, 0, 0, 0),
        (2, 6, 3, 0),
        (2, 5, 2, 1),
        (3, 8, 2, 2),
        (4, 3, 0, 3),
    ],
)
def test_cs_52_taunts_share_evenly_and_leave_the_remainder(
    thieves: int, pool: int, each: int, left: int
) -> None:
    names = ["Ann", "Bob", "Cal", "Dee"][:thieves]
    table: dict[str, tuple[Any, ...]] = dict.fromkeys(names, (20, 0, "taunt Eve"))
    table["Eve"] = (20, pool, None)
    after = outcome(table)
    assert {after[name][1] for name in names} == {each}
    assert after["Eve"] == (20, left)


def test_cs_52_taunts_see_only_the_starting_pools() -> None:
    table = {"Ann": (20, 3, "taunt Bob"), "Bob": (20, 1, "taunt Ann"), "Cal": (20, 0, "taunt Bob")}
    # Bob has 1 for two Taunts: nobody gets it. Ann loses her 3.
    assert outcome(table) == {"Ann": (20, 0), "Bob": (20, 4), "Cal": (20, 0)}


def test_cs_53_a_mend_is_paid_by_the_bank() -> None:
    table = {"Ann": (20, 0, "mend Bob"), "Bob": (20, 0, "mend Ann")}
    assert outcome(table) == {"Ann": (23, 1), "Bob": (23, 1)}


# --- Step 6: the end of the round ---------------------------------------------------------------------


def test_cs_60_the_cards_of_the_fallen_have_their_full_effect() -> None:
    table = {
        "Ann": (3, 0, "halt Cal"),
        "Bob": (20, 0, "strike Ann"),
        "Cal": (20, 6, "mend Cal"),
    }
    assert outcome(table) == {"Ann": (0, 3), "Bob": (20, 3), "Cal": (17, 6)}
    assert [e["seat"] for e in events(table, "eliminated")] == ["Ann"]


def test_cs_61_the_last_one_left_moves_all_their_life() -> None:
    answer = resolved(situation({"Ann": (12, 3, "strike Bob"), "Bob": (3, 20, "focus Ann")}))
    assert answer["finished"] is True
    assert answer["standings"] == [
        {"rank": 1, "name": "Bob", "vp": 20},
        {"rank": 2, "name": "Ann", "vp": 18},
    ]
    assert answer["events"][-1]["because"] == "one-left"


def test_cs_61_nobody_left_ends_the_match() -> None:
    answer = resolved(situation({"Ann": (1, 0, "assail Bob"), "Bob": (1, 0, "focus Ann")}))
    assert answer["finished"] is True
    assert answer["standings"][0] == {"rank": 1, "name": "Ann", "vp": 2}
    assert answer["events"][-1]["because"] == "nobody-left"


def test_cs_62_equal_vp_share_the_rank_and_the_next_rank_counts_them() -> None:
    answer = resolved(
        situation(
            {
                "Cal": (0, 9, None),
                "Ann": (3, 7, "strike Bob"),
                "Bob": (3, 7, "strike Ann"),
                "Dee": (0, 9, None),
                "Eve": (0, 10, None),
            }
        )
    )
    assert [(line["rank"], line["name"], line["vp"]) for line in answer["standings"]] == [
        (1, "Ann", 10),
        (1, "Bob", 10),
        (1, "Eve", 10),
        (4, "Cal", 9),
        (4, "Dee", 9),
    ]


def test_cs_63_the_last_round_turns_all_life_into_vp() -> None:
    table = {"Ann": (7, 3, "strike Bob"), "Bob": (8, 1, None), "Cal": (0, 9, None)}
    answer = resolved(situation(table, round=2, max_rounds=2))
    assert answer["finished"] is True
    assert [(p["life"], p["vp"]) for p in answer["state"]["players"]] == [(0, 13), (0, 6), (0, 9)]
    assert answer["events"][-1]["because"] == "last-round"
    assert resolved(situation(table, round=1, max_rounds=2))["finished"] is False


def test_cs_64_only_last_rounds_focus_and_dodge_are_remembered_and_not_by_the_fallen() -> None:
    table = {
        "Ann": (20, 0, "focus Bob", "dodged Cal"),
        "Bob": (20, 0, "dodge Cal", "focused Ann"),
        "Cal": (3, 0, "focus Ann"),
        "Dee": (20, 0, "strike Cal"),
        "Eve": (20, 0, "mend Eve", "focused Dee"),
    }
    assert memories(table) == {
        "Ann": ("Bob", None),
        "Bob": (None, "Cal"),
        "Cal": (None, None),
        "Dee": (None, None),
        "Eve": (None, None),
    }


def test_cs_64_a_focus_on_the_eliminated_still_makes_mend_worth_7() -> None:
    table = {"Ann": (5, 0, "mend Ann", "focused Cal"), "Bob": (5, 0, None), "Cal": (0, 2, None)}
    assert outcome(table)["Ann"] == (12, 1)


# --- Standing moves -----------------------------------------------------------------------------------


def standing(
    name: str, table: dict[str, tuple[Any, ...]], *, who: str = "Ann", of_round: bool = True
) -> str | None:
    """What a standing move comes to in the round after this one: "block Bob"."""
    read = parse_situation(json.dumps(situation(table)), GAMES_BY_SLUG)
    resolution = read.resolve()
    game, state, seat = read.game, resolution.state, Seat(who)
    phase = game.phase(state)
    assert phase is not None
    move = game.standing_move(
        game.view(state, seat),
        seat,
        phase.decisions[seat],
        name,
        resolution.events if of_round else (),
        Dice(b"", 0),
    )
    assert move is None or not any(one.is_illegal for one in game.check(state, seat, move))
    return None if move is None else f"{move.card} {move.target}"


def test_cs_70_a_standing_move_follows_from_the_table_before_the_round() -> None:
    table = {"Ann": (20, 0, None), "Bob": (20, 0, "strike Ann"), "Cal": (20, 0, "lunge Ann")}
    assert standing("block", table) == "block Cal"
    assert standing("no such name", table) is None


def test_cs_71_whoever_dealt_most_is_counted_over_all_their_damage() -> None:
    # Cal's Assail does 1; Ann's own hits her too, and her Lunge at Bob costs her his 3 and 3 more.
    table = {"Ann": (20, 0, "lunge Bob"), "Bob": (20, 0, "strike Ann"), "Cal": (20, 0, "lunge Ann")}
    assert standing("strike-back", table) == "strike Bob"
    hit_by_oneself = {"Ann": (20, 0, "assail Bob"), "Bob": (20, 0, None), "Cal": (20, 5, None)}
    assert standing("strike-back", hit_by_oneself) == "strike Cal"


def test_cs_71_without_damage_or_from_the_dead_it_is_whoever_has_most_vp() -> None:
    idle = {"Ann": (20, 9, None), "Bob": (20, 1, None), "Cal": (20, 2, None)}
    assert standing("block", idle) == "block Cal"
    fallen = {"Ann": (20, 0, "strike Bob"), "Bob": (3, 9, "lunge Ann"), "Cal": (20, 2, None)}
    fallen["Dee"] = (20, 0, None)
    assert standing("block", fallen) == "block Cal"
    hurt = {"Ann": (20, 0, None), "Bob": (20, 0, "lunge Ann"), "Cal": (20, 9, None)}
    assert standing("block", hurt, of_round=False) == "block Cal"


def test_cs_72_among_equals_it_is_more_vp_and_then_the_next_in_seat_order() -> None:
    equal = {"Ann": (20, 0, "strike Bob"), "Bob": (20, 0, None), "Cal": (20, 0, "strike Bob")}
    assert standing("block", equal, who="Bob") == "block Cal"
    richer = {**equal, "Ann": (20, 2, "strike Bob")}
    assert standing("block", richer, who="Bob") == "block Ann"
    idle = dict.fromkeys(("Ann", "Bob", "Cal"), (20, 0, None))
    assert [standing("strike-leader", idle, who=name) for name in idle] == [
        "strike Bob",
        "strike Cal",
        "strike Ann",
    ]


def test_cs_73_block_and_dodge_are_aimed_at_whoever_dealt_most() -> None:
    table = {"Ann": (20, 0, None), "Bob": (20, 9, None), "Cal": (20, 0, "strike Ann")}
    assert standing("block", table) == "block Cal"
    assert standing("dodge", table) == "dodge Cal"


def test_cs_74_striking_back_is_a_strike_at_whoever_dealt_most() -> None:
    table = {"Ann": (20, 0, None), "Bob": (20, 9, None), "Cal": (20, 0, "strike Ann")}
    assert standing("strike-back", table) == "strike Cal"


def test_cs_75_the_leader_is_whoever_of_the_others_has_most_vp() -> None:
    table = {"Ann": (20, 12, None), "Bob": (20, 3, None), "Cal": (20, 0, "strike Ann")}
    assert standing("strike-leader", table) == "strike Bob" != standing("strike-back", table)
    table["Dee"] = (0, 30, None)
    assert standing("strike-leader", table) == "strike Bob"


def test_cs_76_mending_is_for_oneself() -> None:
    table = {"Ann": (20, 0, None), "Bob": (20, 9, "strike Ann")}
    assert standing("mend", table) == "mend Ann"


# --- All of them --------------------------------------------------------------------------------------


def test_every_ruling_of_the_rules_page_has_a_test_here() -> None:
    page = (files("referee.games.crossing_swords") / "rules.md").read_text(encoding="utf-8")
    rulings = set(re.findall(r"^- \*\*CS-(\d+)\*\*", page, re.MULTILINE))
    tested = {name.split("_")[2] for name in globals() if name.startswith("test_cs_")}
    assert len(rulings) == 40
    assert tested == rulings
