"""A round waits once for each seat that is lost, whatever else stops its clock."""

import os
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from referee.services import reading
from referee.services.closing import close_if, close_phase
from referee.services.context import Context
from referee.services.deadlines import pause_phase, resume_phase
from referee.services.exporting import export_match
from referee.services.open_seats import end_wait_if_over, end_waits
from referee.services.seat_rules import SeatRules
from referee.services.tenures import reclaim_seat, resign, swap_seat
from referee.worker import run_once
from tests.clock import Clock
from tests.services.playing import Table, open_phase, request_id, running_table
from tests.services.racing import at_once

RACES = int(os.environ.get("REFEREE_RACES", "24")) // 4
WAIT = SeatRules(open_seat="wait", wait_minutes=20)


def is_paused(ctx: Context, table: Table) -> bool:
    return open_phase(ctx, table).paused_at is not None


def table_that_has_waited(ctx: Context, clock: Clock) -> Table:
    """A match whose first round has waited in vain for somebody to take Ann's seat."""
    table = running_table(ctx, seat_rules=WAIT)
    resign(ctx, table.seat(1), table.match_id, 1)
    assert is_paused(ctx, table)
    clock.forward(minutes=20)
    assert end_waits(ctx) == 1
    return table


def test_a_pause_of_the_referees_does_not_make_the_next_round_wait_again(
    ctx: Context, clock: Clock
) -> None:
    table = table_that_has_waited(ctx, clock)
    pause_phase(ctx, table.desk, table.match_id, 1)
    resume_phase(ctx, table.desk, table.match_id, 1)
    close_phase(ctx, table.desk, table.match_id, 1)
    assert not is_paused(ctx, table)


def test_who_resigns_after_the_deadline_of_a_round_that_has_waited_is_waited_for_in_the_next(
    ctx: Context, clock: Clock
) -> None:
    table = table_that_has_waited(ctx, clock)
    clock.forward(hours=2)
    resign(ctx, table.seat(2), table.match_id, 2)
    assert not is_paused(ctx, table)
    close_phase(ctx, table.desk, table.match_id, 1)
    assert is_paused(ctx, table)


def table_that_waits(ctx: Context, **settings: Any) -> Table:
    """A match in its second round, which waits for somebody to take Ann's seat."""
    rules = SeatRules(misses=1, open_seat="wait", wait_minutes=20)
    table = running_table(ctx, seat_rules=rules, **settings)
    table.sent(2, "mend", "Bob")
    table.sent(3, "mend", "Cal")
    close_phase(ctx, table.desk, table.match_id, 1)
    return table


def test_the_round_after_a_seat_is_lost_waits_and_its_post_says_so(
    ctx: Context, clock: Clock
) -> None:
    table = table_that_waits(ctx)
    phase = open_phase(ctx, table)
    assert (phase.paused_at, phase.waits_until) == (clock.now, clock.now + timedelta(minutes=20))
    post = " ".join(reading.post(ctx, table.match_id, "phase-1").texts["plain"].split())
    assert (
        "Ann’s seat is open: a round without a move. Whoever would like to take over, tell" in post
    )
    assert "Round 2 waits for a substitute, until " in post
    assert "Round 2 is open until" not in post


def test_moves_are_taken_while_a_round_waits_and_nothing_closes_it(
    ctx: Context, clock: Clock
) -> None:
    table = table_that_waits(ctx)
    clock.forward(hours=5)
    table.sent(2, "mend", "Bob", phase=2)
    assert not close_if(ctx, table.match_id, 2, why="deadline")


def test_the_round_goes_on_with_its_whole_time_when_the_seat_is_taken(
    ctx: Context, clock: Clock
) -> None:
    table = table_that_waits(ctx)
    clock.forward(minutes=5)
    swap_seat(ctx, table.desk, table.match_id, 1, "Eve", move_stands=True, request_id=request_id())
    phase = open_phase(ctx, table)
    assert (phase.paused_at, phase.waits_until) == (None, None)
    assert phase.due_at == clock.now + timedelta(hours=1)
    assert phase.due_by is None


def test_the_round_goes_on_when_its_player_is_back(ctx: Context) -> None:
    table = table_that_waits(ctx)
    reclaim_seat(ctx, table.seat(1), table.match_id, 1)
    assert not is_paused(ctx, table)


def test_the_round_waits_until_every_seat_is_taken(ctx: Context) -> None:
    table = table_that_waits(ctx)
    resign(ctx, table.seat(2), table.match_id, 2)
    reclaim_seat(ctx, table.seat(1), table.match_id, 1)
    assert is_paused(ctx, table)
    swap_seat(ctx, table.desk, table.match_id, 2, None, move_stands=False, request_id=request_id())
    assert not is_paused(ctx, table)


def test_the_round_goes_on_though_a_seat_stays_open_that_was_waited_for_in_vain(
    ctx: Context, clock: Clock
) -> None:
    table = table_that_has_waited(ctx, clock)
    resign(ctx, table.seat(2), table.match_id, 2)
    assert is_paused(ctx, table)
    swap_seat(ctx, table.desk, table.match_id, 2, "Eve", move_stands=True, request_id=request_id())
    assert not is_paused(ctx, table)


def test_somebody_for_a_seat_that_was_waited_for_in_vain_does_not_end_the_wait_for_another(
    ctx: Context, clock: Clock
) -> None:
    table = table_that_has_waited(ctx, clock)
    resign(ctx, table.seat(2), table.match_id, 2)
    swap_seat(ctx, table.desk, table.match_id, 1, "Eve", move_stands=True, request_id=request_id())
    assert is_paused(ctx, table)


def test_who_leaves_while_a_round_waits_is_waited_for_as_long(ctx: Context, clock: Clock) -> None:
    table = table_that_waits(ctx)
    clock.forward(minutes=15)
    resign(ctx, table.seat(2), table.match_id, 2)
    assert open_phase(ctx, table).waits_until == clock.now + timedelta(minutes=20)


def test_the_worker_ends_a_wait_and_the_next_round_does_not_wait_for_the_same_seat(
    ctx: Context, clock: Clock
) -> None:
    table = table_that_waits(ctx)
    run_once(ctx)
    assert is_paused(ctx, table)
    clock.forward(minutes=20)
    run_once(ctx)
    assert open_phase(ctx, table).due_at == clock.now + timedelta(hours=1)
    table.sent(2, "mend", "Bob", phase=2)
    table.sent(3, "mend", "Cal", phase=2)
    close_phase(ctx, table.desk, table.match_id, 2)
    assert not is_paused(ctx, table)


def test_the_referee_can_let_a_round_go_on_without_anybody(ctx: Context) -> None:
    table = table_that_waits(ctx)
    resume_phase(ctx, table.desk, table.match_id, 2)
    assert not is_paused(ctx, table)
    assert open_phase(ctx, table).waits_until is None


def test_a_round_that_the_referee_has_paused_is_not_resumed_because_a_seat_is_taken(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, seat_rules=WAIT)
    pause_phase(ctx, table.desk, table.match_id, 1)
    resign(ctx, table.seat(1), table.match_id, 1)
    assert open_phase(ctx, table).waits_until is None
    clock.forward(hours=1)
    assert end_waits(ctx) == 0
    swap_seat(ctx, table.desk, table.match_id, 1, "Eve", move_stands=True, request_id=request_id())
    assert is_paused(ctx, table)


def test_a_round_that_waits_and_is_paused_by_the_referee_stands_until_they_resume_it(
    ctx: Context, clock: Clock
) -> None:
    table = table_that_waits(ctx)
    clock.forward(minutes=5)
    pause_phase(ctx, table.desk, table.match_id, 2)
    pause_phase(ctx, table.desk, table.match_id, 2)
    assert open_phase(ctx, table).waits_until is None
    clock.forward(minutes=20)
    assert end_waits(ctx) == 0
    swap_seat(ctx, table.desk, table.match_id, 1, "Eve", move_stands=True, request_id=request_id())
    assert is_paused(ctx, table)
    resume_phase(ctx, table.desk, table.match_id, 2)
    assert open_phase(ctx, table).due_at == clock.now + timedelta(hours=1)
    acts = [(entry.by, entry.act.kind) for entry in export_match(ctx, table.match_id).record]
    clock_acts = [one for one in acts if one[1] in ("paused", "resumed")]
    assert clock_acts == [("server", "paused"), ("referee", "paused"), ("referee", "resumed")]


@pytest.mark.parametrize("rules", [SeatRules(misses=1), WAIT.model_copy(update={"misses": 1})])
def test_a_match_that_everybody_has_left_does_not_go_on_for_ever(
    ctx: Context, clock: Clock, rules: SeatRules
) -> None:
    table = running_table(ctx, seat_rules=rules)
    for _ in range(24 * 7):
        clock.forward(hours=1)
        run_once(ctx)
    phase = open_phase(ctx, table)
    assert phase.number <= 3
    assert phase.waits_until is not None
    reclaim_seat(ctx, table.seat(2), table.match_id, 2)
    assert open_phase(ctx, table).due_at == clock.now + timedelta(hours=1)


def test_a_referee_who_closes_the_rounds_of_a_match_that_everybody_has_left_is_not_made_to_wait(
    ctx: Context,
) -> None:
    table = running_table(ctx)
    for phase in (1, 2, 3):
        assert not is_paused(ctx, table)
        close_phase(ctx, table.desk, table.match_id, phase)
    assert not is_paused(ctx, table)


def test_when_the_last_player_resigns_the_round_waits_for_whoever_comes(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    for seat in (1, 2, 3):
        assert not is_paused(ctx, table)
        resign(ctx, table.seat(seat), table.match_id, seat)
    assert open_phase(ctx, table).waits_until == clock.now + timedelta(days=30)
    swap_seat(ctx, table.desk, table.match_id, 1, "Eve", move_stands=True, request_id=request_id())
    assert not is_paused(ctx, table)


def test_two_workers_and_a_referee_end_a_wait_once(
    new_context: Callable[[str], Context], database_url: str, clock: Clock
) -> None:
    one, two = new_context(database_url), new_context(database_url)
    for _ in range(RACES):
        table = table_that_waits(one)
        clock.forward(minutes=20)
        answers = at_once(
            lambda: end_wait_if_over(one, table.match_id, 2),  # noqa: B023
            lambda: end_wait_if_over(two, table.match_id, 2),  # noqa: B023
            lambda: resume_phase(two, table.desk, table.match_id, 2),  # noqa: B023
        )
        kinds = [
            entry.act.kind
            for entry in export_match(one, table.match_id).record
            if entry.by != "player"
        ]
        assert kinds.count("resumed") == 1
        assert answers[:2].count(True) <= 1
        assert answers[2] == open_phase(one, table).due_at
        assert not is_paused(one, table)
