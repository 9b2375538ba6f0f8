"""Seats change hands: who resigns, who comes back, whom the referee seats."""

from referee.services import reading
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.tenures import reclaim_seat, resign, swap_seat
from tests.services.playing import request_id, running_table


def test_a_player_resigns_and_nobody_holds_the_seat(ctx: Context) -> None:
    table = running_table(ctx)
    resign(ctx, table.seat(1), table.match_id, 1)
    seat = reading.match_page(ctx, table.match_id, None).seats[0]
    assert (seat.name, seat.holder, seat.player, seat.tenures[1].ended_by) == (
        "Ann",
        "nobody",
        None,
        "resigned",
    )


def test_the_referee_seats_somebody_else(ctx: Context) -> None:
    table = running_table(ctx)
    link = swap_seat(
        ctx, table.desk, table.match_id, 1, "Eve", move_stands=True, request_id=request_id()
    )
    assert link.token is not None
    seat = reading.match_page(ctx, table.match_id, None).seats[0]
    assert (seat.name, seat.holder, seat.player) == ("Ann", "player", "Eve")


def test_a_seat_is_open_after_two_misses_and_its_player_comes_back(ctx: Context) -> None:
    table = running_table(ctx)
    for phase in (1, 2):
        table.sent(2, "mend", "Bob", phase=phase)
        table.sent(3, "mend", "Cal", phase=phase)
        close_phase(ctx, table.desk, table.match_id, phase)
    assert [seat.holder for seat in reading.match_page(ctx, table.match_id, None).seats] == [
        "nobody",
        "player",
        "player",
    ]
    reclaim_seat(ctx, table.seat(1), table.match_id, 1)
    assert reading.match_page(ctx, table.match_id, None).seats[0].player == "Ann"
