"""Steps 2 to 4: attacks, what stops them, what answers them, and the risk of a Lunge (CS-20 to CS-41)."""

from typing import Any

import pytest

from tests.games.crossing_swords.situations import events, outcome

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


# --- Steps 3 and 4: counter-damage and Lunge's risk -------------------------------------------------


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
