# ruff: noqa: B023 (every function made in a loop is called before the loop goes on)
"""An absence against a close: the round closes with it or without it, and nothing in between.

``REFEREE_RACES`` sets how many of each; a few dozen by default.
"""

import os

from referee.services import reading
from referee.services.absences import take_absence_back
from referee.services.closing import close_if
from referee.services.context import Context
from referee.services.errors import Refusal
from referee.services.matches import reissue_link
from referee.services.tenures import swap_seat
from tests.clock import Clock
from tests.services.away import DAY, announced, played, report
from tests.services.playing import own_link, request_id, running_table, seat_of
from tests.services.racing import at_once
from tests.storage.rows import rows_of

RACES = int(os.environ.get("REFEREE_RACES", "12"))


def test_announcing_against_the_close(processes: tuple[Context, Context], clock: Clock) -> None:
    one, two = processes
    for _ in range(RACES):
        table = running_table(one)
        clock.forward(hours=1)
        made, closed = at_once(
            lambda: announced(
                table.at(two), begins=clock.now, ends=clock.now + DAY, standing="mend"
            ),
            lambda: close_if(one, table.match_id, 1, why="deadline"),
        )
        assert not isinstance(made, Refusal)
        if closed is False:  # the worker leaves a match that somebody is at, and comes again
            assert close_if(one, table.match_id, 1, why="deadline")
            assert played(table) == {"Ann": "Mend for yourself*"}
        assert played(table) in ({}, {"Ann": "Mend for yourself*"})
        assert len(report(table).moves) == len(report(table).commitments)
        assert reading.seat_page(two, table.seat(1)).standing_now == "Mend for yourself"


def test_taking_back_against_the_close(processes: tuple[Context, Context], clock: Clock) -> None:
    one, two = processes
    for _ in range(RACES):
        table = running_table(one)
        announced(table, standing="mend", begins=clock.now, ends=clock.now + DAY)
        clock.forward(hours=1)
        back, closed = at_once(
            lambda: take_absence_back(two, table.seat(1), table.match_id, 1, 1),
            lambda: close_if(one, table.match_id, 1, why="deadline"),
        )
        assert back is None
        if closed is False:
            assert close_if(one, table.match_id, 1, why="deadline")
            assert played(table) == {}
        assert played(table) in ({}, {"Ann": "Mend for yourself*"})
        assert reading.seat_page(two, table.seat(1)).standing_now is None


def test_one_form_sent_twice_at_once_is_one_absence(
    processes: tuple[Context, Context], clock: Clock
) -> None:
    one, two = processes
    for _ in range(RACES):
        table = running_table(one)
        request = request_id()
        made = at_once(
            *(
                lambda ctx=ctx: announced(
                    table.at(ctx), begins=clock.now, ends=clock.now + DAY, request=request
                )
                for ctx in (one, two)
            )
        )
        assert made[0] == made[1]
        rows = [row for row in rows_of(one, "absences") if row["match_id"] == table.match_id]
        assert len(rows) == 1


def test_announcing_against_a_swap(processes: tuple[Context, Context], clock: Clock) -> None:
    """It is announced in time or refused; never is it the newcomer's."""
    one, two = processes
    for _ in range(RACES):
        table = running_table(one)
        key = own_link(one, reissue_link(one, table.desk, table.match_id, 1)).key
        clock.forward(seconds=1)
        made, swapped = at_once(
            lambda: announced(table.at(two), ends=clock.now + DAY, standing="mend", key=key),
            lambda: swap_seat(
                one,
                table.desk,
                table.match_id,
                1,
                "Eve",
                move_stands=True,
                request_id=request_id(),
            ),
        )
        assert not isinstance(swapped, Refusal)
        assert seat_of(table).player == "Eve"
        assert not isinstance(made, Refusal) or made.code == "key-revoked"
        assert reading.seat_page(one, table.seat(1)).absences == ()
