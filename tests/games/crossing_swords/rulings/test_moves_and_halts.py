"""What counts as a move, and step 1: whose Halt stands (CS-01 to CS-15)."""

import pytest

from tests.games.crossing_swords.situations import events, memories, outcome

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
