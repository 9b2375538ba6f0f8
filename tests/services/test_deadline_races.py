# ruff: noqa: B023 (every function made in a loop is called before the loop goes on)
"""What moves or stops a clock, against its like: one consistent outcome each, told once.

A close against each of them is `test_close_races`'. ``REFEREE_RACES`` sets how many of each there are.
"""

import json
import os
from datetime import timedelta

from referee.services.closing import close_if
from referee.services.context import Context
from referee.services.deadlines import extend_phase, pause_phase
from referee.services.errors import Refusal
from referee.services.matches import cancel_match
from referee.services.readiness import set_ready
from tests.clock import Clock
from tests.services.playing import READY, Table, running_table
from tests.services.racing import at_once
from tests.storage.rows import rows_of

RACES = int(os.environ.get("REFEREE_RACES", "8"))


def told(ctx: Context, table: Table) -> list[str]:
    """What the match's record tells, beside its posts and seats."""
    rows = [row for row in rows_of(ctx, "records") if row["match_id"] == table.match_id]
    rows.sort(key=lambda row: int(row["number"]))
    kinds = [json.loads(row["body"])["act"]["kind"] for row in rows]
    return [kind for kind in kinds if kind in ("closed", "extended", "paused", "cancelled")]


def test_extend_against_pause(processes: tuple[Context, Context], clock: Clock) -> None:
    one, two = processes
    for _ in range(RACES):
        table = running_table(one)
        later = clock.now + timedelta(hours=2)
        extended, paused = at_once(
            lambda: extend_phase(two, table.desk, table.match_id, 1, later),
            lambda: pause_phase(one, table.desk, table.match_id, 1),
        )
        assert paused is None
        if isinstance(extended, Refusal):
            assert (extended.code, told(one, table)) == ("match-paused", ["paused"])
        else:
            assert told(one, table) == ["extended", "paused"]


def test_six_extensions_to_one_time_are_one(
    processes: tuple[Context, Context], clock: Clock
) -> None:
    for _ in range(RACES // 4 + 1):
        table = running_table(processes[0])
        later = clock.now + timedelta(hours=2)
        answers = at_once(
            *(
                lambda ctx=ctx: extend_phase(ctx, table.desk, table.match_id, 1, later)
                for ctx in processes * 3
            )
        )
        assert answers == [later] * 6
        assert told(processes[0], table) == ["extended"]


def test_close_against_the_last_to_be_ready(
    processes: tuple[Context, Context], clock: Clock
) -> None:
    one, two = processes
    for _ in range(RACES):
        table = running_table(one, ("Ann", "Bob"), closing=READY)
        table.sent(1, "mend", "Ann", ready=True)
        table.sent(2, "mend", "Bob")
        _, closed = at_once(
            lambda: set_ready(two, table.seat(2), table.match_id, 2, 1),
            lambda: close_if(one, table.match_id, 1, why="everybody"),
        )
        assert closed is True or close_if(one, table.match_id, 1, why="everybody")
        assert told(one, table) == ["closed"]


def test_pause_against_cancel(processes: tuple[Context, Context], clock: Clock) -> None:
    one, two = processes
    for _ in range(RACES):
        table = running_table(one)
        paused, cancelled = at_once(
            lambda: pause_phase(two, table.desk, table.match_id, 1),
            lambda: cancel_match(one, table.desk, table.match_id, "Enough."),
        )
        assert cancelled is None
        if isinstance(paused, Refusal):
            assert (paused.code, told(one, table)) == ("match-cancelled", ["cancelled"])
        else:
            assert told(one, table) == ["paused", "cancelled"]
