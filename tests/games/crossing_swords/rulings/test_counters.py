"""Steps 5 and 6: who gets which counters, and how a round ends (CS-45 to CS-64)."""

from typing import Any

import pytest

from tests.games.crossing_swords.situations import events, memories, outcome, resolved, situation

# --- Step 5: moving the counters --------------------------------------------------------------------


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


# --- Step 6: the end of the round -------------------------------------------------------------------


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
