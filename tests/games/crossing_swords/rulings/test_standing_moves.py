"""What a standing move comes to (CS-70 to CS-76)."""

import json
from typing import Any

from referee.core.dice import Dice
from referee.core.interchange import parse_situation
from referee.core.seats import Seat
from referee.games import GAMES_BY_SLUG
from tests.games.crossing_swords.situations import situation


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
