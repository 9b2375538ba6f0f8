"""Misses: which rounds count against a seat, and when it is open."""

import pytest

from referee.services import reading
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.errors import Conflict
from referee.services.seat_rules import SeatRules
from referee.services.tenures import reclaim_seat, swap_seat
from tests.services.playing import Table, open_phase, request_id, running_table, seat_of


def round_without(table: Table, *silent: int) -> None:
    """A round in which these seats send nothing, to its end."""
    phase = open_phase(table.ctx, table)
    for number in range(1, len(table.names) + 1):
        if number not in silent and seat_of(table, number).holder != "nobody":
            table.sent(number, "mend", table.names[number - 1], phase=phase.number)
    close_phase(table.ctx, table.desk, table.match_id, phase.number)


def risk_of(table: Table, number: int = 1) -> str | None:
    return reading.seat_page(table.ctx, table.seat(number)).risk


def test_a_row_of_misses_ends_with_a_move(ctx: Context) -> None:
    table = running_table(ctx, seat_rules=SeatRules(misses=3))
    missed = []
    for silent in ((1,), (1,), (), (1,), (1,)):
        round_without(table, *silent)
        missed.append(seat_of(table, 1).misses)
    assert missed == [1, 2, 0, 1, 2]
    assert seat_of(table, 1).holder == "player"


def test_a_move_taken_back_is_a_miss_and_a_late_one_too(ctx: Context) -> None:
    table = running_table(ctx)
    table.sent(1, "mend", "Ann")
    table.sent(1, None)
    round_without(table, 1)
    assert isinstance(table.send(1, "mend", "Ann", phase=1), Conflict)
    assert seat_of(table, 1).misses == 1


def test_the_limit_opens_the_seat_and_the_rounds_post_says_so(ctx: Context) -> None:
    table = running_table(ctx, seat_rules=SeatRules(misses=2))
    round_without(table, 1)
    assert seat_of(table, 1).holder == "player"
    round_without(table, 1)
    seat = seat_of(table, 1)
    assert (seat.holder, seat.player, seat.misses, seat.tenures[1].ended_by) == (
        "nobody",
        None,
        0,
        "misses",
    )
    post = " ".join(reading.post(ctx, table.match_id, "phase-2").texts["plain"].split())
    assert "Ann’s seat is open: 2 rounds in a row without a move." in post
    assert "is open:" not in reading.post(ctx, table.match_id, "phase-1").texts["plain"]


def test_seats_that_are_lost_together_are_told_together(ctx: Context) -> None:
    table = running_table(ctx, seat_rules=SeatRules(misses=1, open_seat="practice"))
    round_without(table, 1, 3)
    post = " ".join(reading.post(ctx, table.match_id, "phase-1").texts["plain"].split())
    assert (
        "The seats of Ann and Cal are open: a round without a move. Practice players take over."
        in post
    )


def test_the_first_round_can_be_stricter_and_the_second_is_not(ctx: Context) -> None:
    table = running_table(ctx, seat_rules=SeatRules(misses=2, strict_first_round=True))
    round_without(table, 1)
    assert [seat_of(table, number).holder for number in (1, 2)] == ["nobody", "player"]
    round_without(table, 2)
    assert seat_of(table, 2).holder == "player"


def test_whoever_comes_back_or_takes_over_starts_with_none(ctx: Context) -> None:
    table = running_table(ctx, seat_rules=SeatRules(misses=2))
    round_without(table, 1, 2)
    round_without(table, 1, 3)
    assert [seat_of(table, number).misses for number in (1, 2, 3)] == [0, 0, 1]
    reclaim_seat(ctx, table.seat(1), table.match_id, 1)
    swap_seat(ctx, table.desk, table.match_id, 3, "Eve", move_stands=False, request_id=request_id())
    # The round that was open when they came does not count against them, nor does what was before it.
    for expected in ([0, 0, 0], [1, 1, 1]):
        round_without(table, 1, 2, 3) if expected[1] else round_without(table, 1, 3)
        assert [seat_of(table, number).misses for number in (1, 2, 3)] == expected


def test_a_practice_player_and_an_open_seat_have_no_misses(ctx: Context) -> None:
    table = running_table(ctx, ("Ann", "Bob"), practice=("Pat",), seat_rules=SeatRules(misses=1))
    round_without(table, 1, 3)
    round_without(table, 1, 3)
    assert [seat_of(table, number).misses for number in (1, 3)] == [0, 0]
    assert seat_of(table, 3).holder == "practice"


def test_the_seat_is_warned_before_it_is_lost_until_it_has_sent(ctx: Context) -> None:
    table = running_table(ctx, seat_rules=SeatRules(misses=2, open_seat="practice"))
    assert risk_of(table) is None
    round_without(table, 1)
    assert risk_of(table) == (
        "You sent nothing in Round 1. If you send nothing in this one either, your seat is open and a "
        "practice player takes over."
    )
    assert risk_of(table, 2) is None
    table.sent(1, "mend", "Ann", phase=2)
    assert risk_of(table) is None


@pytest.mark.parametrize(
    ("rules", "warning"),
    [
        (
            SeatRules(misses=1),
            "If you send nothing in this round, your seat is open, and sends nothing ",
        ),
        (
            SeatRules(strict_first_round=True, open_seat="wait"),
            "If you send nothing in this round, your seat is open and somebody else may take it over.",
        ),
    ],
)
def test_the_first_round_may_be_at_risk_already(
    ctx: Context, rules: SeatRules, warning: str
) -> None:
    assert str(risk_of(running_table(ctx, seat_rules=rules))).startswith(warning)


def test_a_long_row_is_counted_in_the_warning(ctx: Context) -> None:
    table = running_table(ctx, seat_rules=SeatRules(misses=3))
    round_without(table, 1)
    assert risk_of(table) is None
    round_without(table, 1)
    assert str(risk_of(table)).startswith("You have sent nothing in 2 rounds in a row.")


def test_a_substitute_is_not_warned_of_a_round_that_does_not_count(ctx: Context) -> None:
    table = running_table(ctx, seat_rules=SeatRules(misses=1))
    swap_seat(ctx, table.desk, table.match_id, 1, "Eve", move_stands=True, request_id=request_id())
    assert risk_of(table) is None
    round_without(table, 1)
    assert seat_of(table, 1).player == "Eve"


def test_misses_are_found_however_far_back_the_row_goes(ctx: Context) -> None:
    table = running_table(ctx, seat_rules=SeatRules(misses=20))
    for missed in range(1, 11):
        round_without(table, 1)
        assert seat_of(table, 1).misses == missed
