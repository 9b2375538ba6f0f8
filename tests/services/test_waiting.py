"""A round waits once for each seat that is lost, whatever else stops its clock."""

from referee.services import reading
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.deadlines import pause_phase, resume_phase
from referee.services.open_seats import end_waits
from referee.services.seat_rules import SeatRules
from referee.services.tenures import resign
from tests.clock import Clock
from tests.services.playing import Table, running_table

WAIT = SeatRules(open_seat="wait", wait_minutes=20)


def is_paused(ctx: Context, table: Table) -> bool:
    phase = reading.match_page(ctx, table.match_id, None).phase
    assert phase is not None
    return phase.paused_at is not None


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
