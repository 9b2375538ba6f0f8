"""The announcement says who did what to whom, why, and where all stand."""

import json
from typing import Any

import pytest

from referee.core.documents import Arrow, Document, Flow, Meters, Table
from referee.core.game import Resolution
from referee.core.interchange import parse_situation
from referee.core.seats import Seat
from referee.games import GAMES_BY_SLUG
from referee.games.crossing_swords.game import CrossingSwords
from referee.games.crossing_swords.options import SwordsOptions
from referee.games.crossing_swords.state import Player, SwordsState, SwordsView
from referee.publishing import plain
from referee.publishing.scene import Scene
from tests.games.crossing_swords.situations import situation

GAME = CrossingSwords()


def report(table: dict[str, tuple[Any, ...]], **options: Any) -> Document:
    read = parse_situation(json.dumps(situation(table, **options)), GAMES_BY_SLUG)
    resolution: Resolution[Any] = read.resolve()
    return read.game.report(read.state, read.moves, resolution, None)


def lines(table: dict[str, tuple[Any, ...]], **options: Any) -> list[str]:
    """The announcement's lines as plain text."""
    scene = Scene(
        seats=tuple(Seat(name) for name in table), game="crossing-swords", base_url="", zone="UTC"
    )
    return plain.render(report(table, **options), scene).splitlines()


def words(table: dict[str, tuple[Any, ...]], **options: Any) -> str:
    """The announcement in one line: where it is wrapped does not matter."""
    return " ".join(" ".join(lines(table, **options)).split())


def arrows(table: dict[str, tuple[Any, ...]], **options: Any) -> list[Arrow]:
    (flow,) = [block for block in report(table, **options).blocks if isinstance(block, Flow)]
    return list(flow.arrows)


FIVE: dict[str, tuple[Any, ...]] = {
    "Ann": (20, 0, "assail Bob"),
    "Bob": (20, 0, None),
    "Cal": (9, 0, None),
    "Dee": (9, 0, "strike Ann"),
    "Eve": (9, 0, None),
    "Fay": (0, 3, None),
}


def test_everybody_is_said_in_one_word_and_not_by_name() -> None:
    told = lines(FIVE)
    assert "- Ann → everybody: Assail 1 each" in told
    assert "  - 1 to everybody (CS-21)" in told
    told = lines(FIVE, assail_hits_self=False)
    assert "- Ann → everybody else: Assail 1 each" in told
    assert "  - 1 to everybody else (CS-21)" in told


def test_only_whom_a_number_does_not_concern_is_named() -> None:
    told = lines(FIVE | {"Cal": (9, 0, "dodge Ann")})
    assert "- Ann → everybody but Cal: Assail 1 each; Cal: 0 (stopped)" in told
    assert "  - 1 to everybody but Cal (CS-21)" in told
    assert "  - 0 to Cal: 0 = 1, all of it stopped (Dodge) (CS-21, CS-24)" in told
    told = lines(FIVE | {"Cal": (9, 0, "dodge Ann"), "Eve": (9, 0, "block Ann")})
    assert "  - 1 to Ann, Bob and Dee (CS-21)" in told


@pytest.mark.parametrize(
    ("table", "line"),
    [
        (
            {"Ann": (20, 0, "strike Bob", "focused Bob"), "Bob": (20, 0, "block Cal"), "Cal": (9, 0, None)},
            "- 5 to Bob: 5 = 3 doubled + 1 (Focus) − 2 (Block) (CS-20, CS-22, CS-26)",
        ),
        (
            {"Ann": (20, 0, "lunge Bob", "focused Bob"), "Bob": (20, 0, "taunt Ann")},
            "- 12 to Bob: 12 = 5 doubled + 1 (Focus) + 1 (Taunt) (CS-20, CS-22, CS-23)",
        ),
        (
            {"Ann": (20, 0, "lunge Bob"), "Bob": (20, 0, "dodge Ann")},
            "- 0 to Bob: 0 = 5, all of it stopped (Dodge) (CS-20, CS-24)",
        ),
        (
            {"Ann": (20, 0, "lunge Bob"), "Bob": (20, 0, "riposte Ann")},
            "- 0 to Bob: 0 = 5, all of it stopped (Riposte) (CS-20, CS-27)",
        ),
        (
            {"Ann": (20, 0, "lunge Bob"), "Bob": (20, 0, "dodge Cal"), "Cal": (9, 0, None)},
            "- 2 to Bob: 2 = 5 − 3 (Dodge) (CS-20, CS-24)",
        ),
        (
            {"Ann": (20, 0, "strike Bob"), "Bob": (20, 0, "block Ann", "dodged Ann")},
            "- 0 to Bob: 0 = 3 − 2 (Block) − 3 (last round's Dodge), never below 0 (CS-20, CS-26, CS-25)",
        ),
        (
            {"Ann": (20, 0, "assail Bob"), "Bob": (20, 0, "block Ann")},
            "- 1 to Bob: 1 = 1, past every Defense card (CS-21, CS-28)",
        ),
        (
            {"Ann": (20, 0, "assail Bob"), "Bob": (20, 0, None), "Cal": (9, 0, None)},
            "- 1 to Ann, Bob and Cal (CS-21)",
        ),
        (
            {"Ann": (20, 0, "lunge Bob", "focused Bob"), "Bob": (20, 0, "block Ann")},
            "- Bob hurt Ann and so deals 9 more, the Lunge's risk: 9 = 3 + 6 (was Focused) (CS-40, CS-41)",
        ),
        (
            {"Ann": (20, 0, "lunge Bob"), "Bob": (20, 0, "block Ann")},
            "- answers with 2 to Ann (CS-30, CS-31)",
        ),
        (
            {"Ann": (20, 0, "lunge Bob"), "Bob": (20, 0, "block Ann")},
            "- keeps 2 damage away",
        ),
        ({"Ann": (20, 0, "block Bob"), "Bob": (20, 0, None)}, "- nobody attacks"),
        (
            {"Ann": (20, 0, "riposte Cal"), "Bob": (20, 0, "strike Ann"), "Cal": (9, 0, None)},
            "- keeps no damage away",
        ),
        (
            {"Ann": (20, 0, "riposte Cal", "dodged Bob"), "Bob": (20, 0, "strike Ann"), "Cal": (9, 0, None)},
            "- keeps no damage away",
        ),
        (
            {"Ann": (20, 0, "block Bob", "dodged Bob"), "Bob": (20, 0, "lunge Ann")},
            "- keeps 2 damage away",
        ),
        (
            {"Ann": (20, 0, "block Bob", "dodged Bob"), "Bob": (20, 0, "strike Ann")},
            "- keeps no damage away",
        ),
        ({"Ann": (20, 0, "strike Bob"), "Bob": (20, 0, None)}, "- Bob: no move received, so no card (CS-04)"),
        (
            {"Ann": (20, 0, "halt Bob"), "Bob": (20, 0, "mend Ann")},
            "- Bob: (was Mend for Ann), negated by Ann (CS-13)",
        ),
        (
            {"Ann": (20, 0, "halt Bob"), "Bob": (20, 0, "mend Ann")},
            "- 3 to Bob, whose Action card is negated (CS-13, CS-15)",
        ),
        (
            {"Ann": (20, 0, "halt Bob"), "Bob": (20, 0, "strike Ann")},
            "- finds no Action card (CS-13)",
        ),
        (
            {"Ann": (20, 0, "halt Bob"), "Bob": (20, 0, "halt Ann")},
            "- Ann and Bob Halt each other: nothing happens (CS-10)",
        ),
        ({"Ann": (20, 0, "taunt Bob"), "Bob": (20, 4, None)}, "- steals 3 VP from Bob (CS-52)"),
        (
            {"Ann": (20, 0, "taunt Bob"), "Bob": (20, 2, None)},
            "- steals 2 VP from Bob: there is no more (CS-52)",
        ),
        (
            {"Ann": (20, 0, "taunt Bob"), "Bob": (20, 0, None)},
            "- steals 0 VP from Bob: there is nothing to steal (CS-52)",
        ),
        (
            {"Ann": (20, 0, "taunt Cal"), "Bob": (20, 0, "taunt Cal"), "Cal": (9, 5, None)},
            "- steals 2 VP from Cal: 2 Taunts share 5 VP evenly (CS-52)",
        ),
        (
            {"Ann": (20, 0, "mend Bob", "focused Bob"), "Bob": (20, 0, None)},
            "- gives Bob 7 life, after a Focus, and earns 1 VP (CS-45, CS-53)",
        ),
        (
            {"Ann": (20, 0, "mend Ann"), "Bob": (20, 0, None)},
            "- gains 3 life and earns 1 VP (CS-45, CS-53)",
        ),
        ({"Ann": (20, 0, "focus Bob"), "Bob": (20, 0, None)}, "- ready against Bob next round (CS-64)"),
        (
            {"Ann": (20, 0, "strike Cal"), "Bob": (20, 0, "lunge Cal"), "Cal": (4, 6, None)},
            "- Cal has 4 life counters for 8 damage: shared in proportion; 1 lost (CS-50)",
        ),
        (
            {"Ann": (20, 0, "strike Cal"), "Bob": (20, 0, "lunge Cal"), "Cal": (4, 6, None)},
            "- Bob scores 2: 5 × 4 ÷ 8 = 2 1/2",
        ),
        (
            {"Ann": (20, 0, "lunge Cal"), "Bob": (20, 0, None), "Cal": (3, 6, None)},
            "- Cal has 3 life counters for 5 damage: Ann scores 3 of it (CS-50)",
        ),
        (
            {"Ann": (20, 0, "strike Cal"), "Bob": (20, 0, None), "Cal": (3, 6, None)},
            "- Cal has no life left, keeps 6 VP and can still win (CS-60)",
        ),
    ],
)  # fmt: skip
def test_each_number_carries_its_working_and_its_rulings(
    table: dict[str, tuple[Any, ...]], line: str
) -> None:
    assert f"{line} " in words(table)


@pytest.mark.parametrize(
    ("table", "words_of_it"),
    [
        (
            {"Ann": (9, 0, "focus Bob"), "Bob": (3, 0, None), "Cal": (9, 0, "strike Bob")},
            "Bob falls, so it helps only a Mend next round (CS-64)",
        ),
        (
            {"Ann": (3, 0, "focus Bob"), "Bob": (9, 0, None), "Cal": (9, 0, "strike Ann")},
            "falls before it is of use (CS-64)",
        ),
        (
            {"Ann": (9, 0, "focus Bob"), "Bob": (1, 0, "assail Ann")},
            "too late to be of use (CS-64)",
        ),
    ],
)
def test_a_focus_promises_only_what_it_can_keep(
    table: dict[str, tuple[Any, ...]], words_of_it: str
) -> None:
    assert f"- {words_of_it} " in words(table)


def test_a_ring_of_halts_is_told() -> None:
    table = {"Ann": (9, 0, "halt Bob"), "Bob": (9, 0, "halt Cal"), "Cal": (9, 0, "halt Ann")}
    assert "- Ann, Bob and Cal Halt each other in a ring: nothing happens (CS-12)" in words(table)


def test_a_house_rules_stand_in_card_is_told() -> None:
    table = {"Ann": (20, 0, "strike Bob"), "Bob": (20, 0, None)}
    assert "- Bob: no move received; Block without a target (CS-04)" in words(
        table, no_move="block"
    )
    assert "- Bob: no move received; Mend for themselves (CS-04)" in words(
        table, no_move="mend_self"
    )


def test_a_capped_assail_is_told() -> None:
    table = {"Ann": (20, 0, "assail Bob"), "Bob": (20, 0, None), "Cal": (20, 0, None)}
    assert "- Ann's Assail wins 3 life counters but may score only 1 VP: 2 lost (CS-51)" in words(
        table, assail_vp_cap=1
    )


def test_full_overkill_is_told() -> None:
    table = {"Ann": (20, 0, "lunge Bob"), "Bob": (1, 0, None), "Cal": (20, 0, None)}
    assert (
        "- Bob has 1 life counter for 5 damage: everybody scores their full damage, by the house rule "
        "(CS-50)" in words(table, overkill="full")
    )


def test_the_table_shows_before_change_and_after_for_everybody() -> None:
    table = {
        "Ann": (20, 5, "strike Bob"),
        "Bob": (3, 9, None),
        "Cal": (20, 0, None),
        "Dee": (0, 7, None),
    }
    told = lines(table)
    at = told.index("Before the round, the change, and now")
    assert [row.split() for row in told[at + 3 : at + 7]] == [
        ["Ann", "20", "0", "20", "5", "+3", "8"],
        ["Bob,", "fallen", "3", "−3", "0", "9", "0", "9"],
        ["Cal", "20", "0", "20", "0", "0", "0"],
        ["Dee,", "out", "0", "0", "0", "7", "0", "7"],
    ]
    assert "Bob leads with 9 VP." in told


def test_a_shared_lead_is_told_as_one() -> None:
    table = {"Ann": (20, 5, None), "Bob": (20, 5, None)}
    assert "Ann and Bob lead together with 5 VP." in words(table)


def test_the_headline_tells_who_falls() -> None:
    table = {"Ann": (20, 0, "strike Bob"), "Bob": (3, 0, None), "Cal": (20, 0, None)}
    assert "Bob falls. 2 still stand." in words(table)
    assert "Nobody falls. 2 still stand." in words({"Ann": (9, 0, None), "Bob": (9, 0, None)})


def test_the_end_of_a_match_has_its_standings_and_a_fallen_winner_is_told() -> None:
    told = words({"Ann": (4, 1, "strike Bob"), "Bob": (3, 30, "halt Ann")})
    assert "Bob falls. Ann is the last one standing: the match is over." in told
    assert "- Ann moves 4 life to VP (CS-61)" in told
    assert "Bob wins with 30 VP." in told
    assert "Bob fell, and won all the same (CS-60)." in told
    assert "1 Bob 30 fallen" in told
    assert "2 Ann 8 standing" in told


def test_a_shared_win_and_an_empty_field_are_told() -> None:
    told = words({"Ann": (3, 6, "strike Bob"), "Bob": (3, 6, "strike Ann")})
    assert "Ann and Bob fall. Nobody is left standing: the match is over." in told
    assert "Ann and Bob share the win with 9 VP." in told
    assert "Nobody is left (CS-61)" in told
    assert "1 Ann 9 fallen 1 Bob 9 fallen" in told


def test_the_last_round_is_told() -> None:
    told = words({"Ann": (4, 1, None), "Bob": (3, 0, None)}, max_rounds=1)
    assert "That was the last round: the match is over." in told
    assert "- Bob moves 3 life to VP (CS-63)" in told


def test_one_counter_left_is_told_as_one() -> None:
    told = words({"Ann": (4, 1, None), "Bob": (1, 0, None)}, max_rounds=1)
    assert "- Ann: life 4; the 4 left become VP. " in told
    assert "- Bob: life 1; the 1 left becomes VP. " in told


def test_the_sums_of_each_player_are_told() -> None:
    told = words(
        {"Ann": (20, 2, "taunt Bob"), "Bob": (4, 9, "mend Bob"), "Cal": (9, 0, "lunge Bob")}
    )
    assert "- Ann: life 20. VP 2 + 3 (stolen) = 5" in told
    assert (
        "- Bob: life 4 + 3 (Mend) − 5 (damage) = 2. VP 9 + 1 (Mend) − 3 (stolen from them) = 7"
        in told
    )


def test_the_picture_has_an_arrow_for_every_deed() -> None:
    table = {
        "Ann": (20, 0, "lunge Bob"),
        "Bob": (20, 0, "riposte Ann"),
        "Cal": (20, 0, "halt Dee"),
        "Dee": (20, 0, "mend Eve"),
        "Eve": (20, 3, "focus Ann"),
        "Fay": (20, 0, "taunt Eve"),
        "Gus": (20, 0, "mend Gus"),
        "Hal": (20, 0, "block Ann"),
    }
    assert [(a.source, a.target, a.label, a.value, a.style, a.negated) for a in arrows(table)] == [
        ("Ann", "Bob", "Lunge", 0, "stopped", False),
        ("Bob", "Ann", "Riposte", 3, "harm", False),
        ("Bob", "Ann", "Lunge's risk", 3, "harm", False),
        ("Cal", "Dee", "Halt", 3, "harm", False),
        ("Dee", "Eve", "Mend", None, "gift", True),
        ("Eve", "Ann", "Focus", None, "watch", False),
        ("Fay", "Eve", "Taunt", 3, "take", False),
        ("Gus", "Gus", "Mend", 3, "gift", False),
        ("Hal", "Ann", "Block", None, "watch", False),
    ]


def test_halts_without_effect_are_drawn_struck_through() -> None:
    pair = {"Ann": (20, 0, "halt Bob"), "Bob": (20, 0, "halt Ann")}
    assert [(a.label, a.negated) for a in arrows(pair)] == [("Halt", True), ("Halt", True)]
    broken = {**pair, "Cal": (20, 0, "halt Ann")}
    assert [(a.source, a.target, a.value, a.negated) for a in arrows(broken)] == [
        ("Ann", "Bob", None, True),
        ("Bob", "Ann", None, True),
        ("Cal", "Ann", 3, False),
    ]


# --- The board ----------------------------------------------------------------------------------------


def board(*players: Player, round: int = 2, **options: Any) -> Document:
    return GAME.board(
        GAME.view(SwordsState(options=SwordsOptions(**options), round=round, players=players), None)
    )


ANN = Player(name=Seat("Ann"), life=12, vp=9, focused_on=Seat("Bob"))
BOB = Player(name=Seat("Bob"), life=25, vp=0, dodged=Seat("Ann"))
CAL = Player(name=Seat("Cal"), life=0, vp=4)


def test_the_board_has_a_meter_and_a_row_for_everybody() -> None:
    document = board(ANN, BOB, CAL, max_rounds=7)
    (meters,) = [block for block in document.blocks if isinstance(block, Meters)]
    assert [(meter.value, meter.maximum) for meter in meters.meters] == [
        (12, 20),
        (25, 20),
        (0, 20),
    ]
    (table,) = [block for block in document.blocks if isinstance(block, Table)]
    assert len(table.rows) == 3
    scene = Scene(seats=(ANN.name, BOB.name, CAL.name), game="", base_url="", zone="UTC")
    told = plain.render(document, scene)
    assert "Round 2 of 7: 2 of 3 players stand." in told
    for words in ("Focused on Bob", "Dodged Ann", "out; keeps their VP"):
        assert words in told


def test_what_players_carry_over_has_a_column_only_where_somebody_does() -> None:
    eve = Player(name=Seat("Eve"), life=9, vp=1)
    for players, titles in (
        ((ANN, eve), ["Player", "Life", "VP", "Carried over"]),
        ((eve, eve.model_copy(update={"name": "Fay"})), ["Player", "Life", "VP"]),
    ):
        (table,) = [one for one in board(*players).blocks if isinstance(one, Table)]
        assert [column.title for column in table.columns] == titles
        assert {len(row) for row in table.rows} == {len(titles)}


def test_the_board_of_a_match_that_is_over_says_so() -> None:
    scene = Scene(seats=(CAL.name,), game="", base_url="", zone="UTC")
    told = plain.render(board(CAL, CAL.model_copy(update={"name": "Dee"})), scene)
    assert "The match is over." in told
    assert "out" not in told


def test_the_measures_are_life_and_vp() -> None:
    view = SwordsView(options=SwordsOptions(), round=1, players=(ANN, CAL))
    assert GAME.measures(view) == {"Life": {"Ann": 12, "Cal": 0}, "VP": {"Ann": 9, "Cal": 4}}
