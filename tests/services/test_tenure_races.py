# ruff: noqa: B023 (every function made in a loop is called before the loop goes on)
"""A seat that changes hands against everything else that is done with it: one outcome each, told once.

A close against all of these is in `test_close_races`. ``REFEREE_RACES`` sets how many of each.
"""

import os

from referee.services import reading
from referee.services.access import Token
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.errors import KeyRevoked, Refusal
from referee.services.exporting import export_match
from referee.services.matches import SeatLink, reissue_link
from referee.services.moves import MoveIn, submit
from referee.services.reading_models import Receipt
from referee.services.seat_rules import SeatRules
from referee.services.tenures import reclaim_seat, resign, swap_seat
from tests.services.playing import Table, own_link, request_id, running_table
from tests.services.racing import at_once

RACES = int(os.environ.get("REFEREE_RACES", "24")) // 2


def told(ctx: Context, table: Table) -> list[str]:
    """Which seats have changed hands, and how."""
    kinds = ("resigned", "seat-opened", "seat-swapped", "seat-reclaimed")
    record = export_match(ctx, table.match_id).record
    return [entry.act.kind for entry in record if entry.act.kind in kinds]


def seated(ctx: Context, table: Table, player: str, *, request: str = "") -> SeatLink:
    return swap_seat(
        ctx,
        table.desk,
        table.match_id,
        1,
        player,
        move_stands=False,
        request_id=request or request_id(),
    )


def holder(ctx: Context, table: Table) -> str | None:
    return reading.match_page(ctx, table.match_id, None).seats[0].player


def test_a_move_through_the_old_link_comes_before_the_swap_or_not_at_all(
    processes: tuple[Context, Context],
) -> None:
    one, two = processes
    for _ in range(RACES):
        table = running_table(one)
        link = own_link(one, reissue_link(one, table.desk, table.match_id, 1))
        sent = MoveIn(
            key=Token(link.token),
            match_id=table.match_id,
            seat=1,
            phase=1,
            move={"card": "lunge", "target": "Bob"},
        )
        swap, answers = at_once(
            lambda: seated(two, table, "Eve"), lambda: submit(one, [sent]), waits=(0.004, 0)
        )
        assert isinstance(swap, SeatLink)
        assert isinstance(answers, list)
        assert isinstance(answers[0], Receipt | KeyRevoked), answers
        # It does not stand, whichever was first.
        close_phase(one, table.desk, table.match_id, 1)
        assert reading.phase_report(one, table.match_id, 1).moves == ()


def test_two_swaps_end_as_one_after_the_other(processes: tuple[Context, Context]) -> None:
    one, two = processes
    for _ in range(RACES):
        table = running_table(one)
        answers = at_once(lambda: seated(one, table, "Eve"), lambda: seated(two, table, "Fay"))
        assert all(isinstance(answer, SeatLink) for answer in answers)
        assert told(one, table) == ["seat-swapped"] * 2
        seat = reading.match_page(one, table.match_id, None).seats[0]
        assert {one.player for one in seat.tenures} == {"Ann", "Eve", "Fay"}


def test_one_form_sent_twice_at_once_seats_somebody_once(
    processes: tuple[Context, Context],
) -> None:
    one, two = processes
    for _ in range(RACES):
        table, form = running_table(one), request_id()
        answers = at_once(
            lambda: seated(one, table, "Eve", request=form),
            lambda: seated(two, table, "Eve", request=form),
        )
        assert answers[0] == answers[1]
        assert told(one, table) == ["seat-swapped"]


def test_who_comes_back_and_who_is_seated_are_not_both_there(
    processes: tuple[Context, Context],
) -> None:
    one, two = processes
    for _ in range(RACES):
        table = running_table(one, seat_rules=SeatRules(misses=1))
        close_phase(one, table.desk, table.match_id, 1)
        back, swap = at_once(
            lambda: reclaim_seat(one, table.seat(1), table.match_id, 1),
            lambda: seated(two, table, "Eve"),
        )
        assert isinstance(swap, SeatLink)
        assert holder(one, table) == "Eve"
        first = [] if isinstance(back, Refusal) else ["seat-reclaimed"]
        # Whoever is seated first is not thrown out: the key of the test stands for no link.
        assert told(one, table)[3:] in ([*first, "seat-swapped"], ["seat-swapped"])


def test_resigning_and_being_replaced_end_with_somebody_in_the_seat_or_nobody_as_told(
    processes: tuple[Context, Context],
) -> None:
    one, two = processes
    for _ in range(RACES):
        table = running_table(one)
        at_once(
            lambda: resign(one, table.seat(1), table.match_id, 1),
            lambda: seated(two, table, "Eve"),
        )
        last = told(one, table)[-1]
        assert holder(one, table) == ("Eve" if last == "seat-swapped" else None)
