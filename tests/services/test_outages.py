"""Outages: no deadline that passed unattended closes a round; the lost time is given back, once."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from referee import worker
from referee.schedule import Interval
from referee.services import reading
from referee.services.access import SYSTEM
from referee.services.closing import close_due, close_if, close_phase
from referee.services.closing_rules import ClosingRules
from referee.services.context import Context
from referee.services.deadlines import pause_phase
from referee.services.errors import NotYours
from referee.services.outages import beat, give_everybody_more, give_lost_time_back
from referee.services.schedules import WantedSchedule
from referee.services.seat_rules import SeatRules
from referee.services.tenures import resign
from referee.worker import run_once
from tests.clock import Clock
from tests.services.playing import Table, open_phase, running_table
from tests.services.racing import at_once
from tests.storage.rows import rows_of

HOUR = timedelta(hours=1)


@pytest.fixture
def ctx(ctx: Context) -> Context:
    """A server with the limit that real ones have, whose worker has begun to work."""
    real = replace(ctx, downtime_limit=timedelta(minutes=15))
    run_once(real)
    return real


def told(ctx: Context, table: Table) -> list[tuple[str, str]]:
    """Who did what, beside making and starting the match and announcing it."""
    rows = [row for row in rows_of(ctx, "records") if row["match_id"] == table.match_id]
    rows.sort(key=lambda row: int(row["number"]))
    bodies = [json.loads(row["body"]) for row in rows]
    kinds = [(body["by"], body["act"]["kind"]) for body in bodies]
    return [one for one in kinds if one[1] in ("extended", "closed")]


def work_for(ctx: Context, clock: Clock, minutes: int) -> None:
    """A worker that looks every minute."""
    for _ in range(minutes):
        clock.forward(minutes=1)
        run_once(ctx)


def test_a_worker_that_is_there_closes_at_the_deadline(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    work_for(ctx, clock, 60)
    assert open_phase(ctx, table).number == 2
    assert told(ctx, table) == [("server", "closed")]


def test_an_absence_within_the_limit_is_none(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    work_for(ctx, clock, 50)
    clock.forward(minutes=15)
    run_once(ctx)
    assert told(ctx, table) == [("server", "closed")]


def test_after_an_outage_over_a_deadline_the_lost_time_is_given_back_however_long_the_grace_is(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, closing=ClosingRules(grace_minutes=120))
    due = open_phase(ctx, table).due_at
    table.sent(1, "mend", "Ann")
    work_for(ctx, clock, 45)
    clock.forward(minutes=30)
    run_once(ctx)
    assert open_phase(ctx, table).due_at == max(due + timedelta(minutes=30), clock.now + HOUR)
    table.sent(1, "mend", "Bob")


def test_a_wait_for_a_substitute_that_runs_out_during_an_outage_gets_the_lost_time_back(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, seat_rules=SeatRules(open_seat="wait", wait_minutes=600))
    resign(ctx, table.seat(1), table.match_id, 1)
    work_for(ctx, clock, 60)
    until = open_phase(ctx, table).waits_until
    assert until is not None
    clock.forward(hours=10)
    run_once(ctx)
    assert open_phase(ctx, table).waits_until == until + timedelta(hours=10)
    work_for(ctx, clock, 1)
    assert open_phase(ctx, table).waits_until == until + timedelta(hours=10)


def test_grace_that_had_begun_before_an_outage_and_outlasts_it_by_an_hour_is_left_alone(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, closing=ClosingRules(grace_minutes=180))
    work_for(ctx, clock, 70)
    clock.forward(minutes=20)
    run_once(ctx)
    assert told(ctx, table) == []


def test_after_an_outage_around_a_deadline_the_lost_time_is_given_back(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, schedule=WantedSchedule(rounds=Interval(minutes=300)))
    due = open_phase(ctx, table).due_at
    work_for(ctx, clock, 100)
    clock.forward(hours=8)
    run_once(ctx)
    shown = open_phase(ctx, table)
    assert (shown.number, shown.due_at, shown.due_by) == (1, due + timedelta(hours=8), "server")
    assert told(ctx, table) == [("server", "extended")]
    work_for(ctx, clock, 199)
    assert open_phase(ctx, table).number == 1
    work_for(ctx, clock, 1)
    assert open_phase(ctx, table).number == 2


def test_at_least_an_hour_is_left_after_an_outage(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    work_for(ctx, clock, 55)
    clock.forward(minutes=20)
    run_once(ctx)
    assert open_phase(ctx, table).due_at == clock.now + timedelta(hours=1)


def test_a_deadline_within_the_hour_after_is_moved_and_a_later_one_is_not(
    ctx: Context, clock: Clock
) -> None:
    near = running_table(ctx, schedule=WantedSchedule(rounds=Interval(minutes=90)))
    far = running_table(ctx, schedule=WantedSchedule(rounds=Interval(minutes=300)))
    before = open_phase(ctx, far)
    clock.forward(minutes=60)
    run_once(ctx)
    assert open_phase(ctx, near).due_at == clock.now + timedelta(minutes=90)
    assert open_phase(ctx, far) == before


def test_nothing_is_given_back_to_a_paused_round(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    pause_phase(ctx, table.desk, table.match_id, 1)
    before = open_phase(ctx, table)
    clock.forward(hours=8)
    run_once(ctx)
    assert open_phase(ctx, table) == before


def test_time_given_back_does_not_end_on_a_day_off(ctx: Context, clock: Clock) -> None:
    weekdays = WantedSchedule(rounds=Interval(minutes=300), days_off=("tue",))
    table = running_table(ctx, schedule=weekdays)  # Monday, 9:00 UTC
    clock.forward(hours=13)
    run_once(ctx)
    assert f"{open_phase(ctx, table).due_at:%a %H:%M}" == "Wed 03:00"


def test_until_the_time_is_given_back_no_deadline_closes_whoever_wakes_first(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    clock.forward(hours=2)
    assert close_due(ctx) == 0
    assert not close_if(ctx, table.match_id, 1, why="deadline")
    # The referee may, at any time.
    close_phase(ctx, table.desk, table.match_id, 1)


def test_a_worker_whose_closing_fails_has_no_heartbeat(
    ctx: Context, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def close_due(ctx: Context) -> int:
        raise OSError("the disk is full")

    before = rows_of(ctx, "beats")
    clock.forward(minutes=1)
    broken = tuple(close_due if step is worker.close_due else step for step in worker.STEPS)
    monkeypatch.setattr(worker, "STEPS", broken)
    worker._round(ctx)
    assert rows_of(ctx, "beats") == before
    monkeypatch.undo()
    worker._round(ctx)
    assert rows_of(ctx, "beats") != before


def test_a_first_start_on_an_old_database_gives_nothing_back(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    with ctx.store.write() as connection:
        connection.exec_driver_sql("DELETE FROM beats")
    clock.forward(hours=5)
    assert give_lost_time_back(ctx) == 0
    assert close_due(ctx) == 1
    assert open_phase(ctx, table).number == 2


def test_many_workers_that_wake_at_once_give_the_time_back_once(
    new_context: Callable[[str], Context], database_url: str, clock: Clock
) -> None:
    workers = [
        replace(new_context(database_url), downtime_limit=timedelta(minutes=15)) for _ in range(4)
    ]
    run_once(workers[0])
    tables = [running_table(workers[0]) for _ in range(3)]
    for hours in (3, 5):
        clock.forward(hours=hours)
        at_once(*(lambda ctx=ctx: run_once(ctx) for ctx in workers))  # type: ignore[misc]
        for table in tables:
            assert open_phase(workers[0], table).due_at - clock.now <= timedelta(hours=1)
    assert all(told(workers[0], table) == [("server", "extended")] * 2 for table in tables)


def test_practice_players_that_had_no_chance_to_move_move_after_an_outage(
    ctx: Context, clock: Clock
) -> None:
    running_table(ctx, ("Ann",), practice=("Robot",))
    clock.forward(hours=3)
    run_once(ctx)
    seats = [row["seat"] for row in rows_of(ctx, "submissions") if not row["late"]]
    assert seats == [2]


def test_the_home_page_tells_of_an_outage_for_two_days(ctx: Context, clock: Clock) -> None:
    beat(ctx)
    since: datetime = clock.now
    clock.forward(hours=3)
    give_lost_time_back(ctx)
    outage = reading.home(ctx).outage
    assert outage is not None
    assert (outage.since, outage.until) == (since, clock.now)
    clock.forward(days=2, minutes=1)
    assert reading.home(ctx).outage is None


def test_the_operator_gives_every_open_round_more_time(ctx: Context, clock: Clock) -> None:
    tables = [running_table(ctx) for _ in range(3)]
    pause_phase(ctx, tables[2].desk, tables[2].match_id, 1)
    due = open_phase(ctx, tables[0]).due_at
    assert give_everybody_more(ctx, SYSTEM, 6) == 2
    assert open_phase(ctx, tables[0]).due_at == due + timedelta(hours=6)
    assert open_phase(ctx, tables[1]).due_by == "operator"
    assert told(ctx, tables[0]) == [("operator", "extended")]
    # It costs the referee none of theirs.
    assert reading.desk_page(ctx, tables[0].desk, tables[0].match_id).extensions.left == 10


def test_more_time_for_an_overdue_round_counts_from_now(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    clock.forward(hours=9)
    give_everybody_more(ctx, SYSTEM, 6)
    assert open_phase(ctx, table).due_at == clock.now + timedelta(hours=6)


@pytest.mark.parametrize("hours", [0, -1, 1441])
def test_more_time_is_given_within_reason(ctx: Context, hours: int) -> None:
    with pytest.raises(ValueError, match="1 to 1440 hours"):
        give_everybody_more(ctx, SYSTEM, hours)


def test_only_the_operator_gives_everybody_more_time(ctx: Context) -> None:
    table = running_table(ctx)
    with pytest.raises(NotYours):
        give_everybody_more(ctx, table.desk, 6)
