"""Moving a deadline: extended at most so far and so often, paused and resumed, each told once."""

import json
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.schedule import Clock as Slots
from referee.schedule import Interval, Schedule
from referee.services import reading
from referee.services.closing import close_due, close_phase, close_ready
from referee.services.closing_rules import ClosingRules
from referee.services.context import Context
from referee.services.deadlines import after, extend_phase, pause_phase, resume_phase
from referee.services.matches import cancel_match
from referee.services.schedules import WantedSchedule
from tests.clock import Clock
from tests.services.playing import Table, open_phase, refused, running_table
from tests.storage.rows import rows_of

BERLIN = ZoneInfo("Europe/Berlin")
NEW_YEAR = datetime(2026, 1, 1, tzinfo=ZoneInfo("UTC"))


def acts(ctx: Context, table: Table) -> list[str]:
    rows = sorted(rows_of(ctx, "records"), key=lambda row: int(row["number"]))
    return [json.loads(row["body"])["act"]["kind"] for row in rows]


# Extend


def test_extending_is_told_by_page_revision_and_record_once(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    before = reading.revision(ctx, table.match_id, None)
    later = clock.now + timedelta(hours=5)
    for _ in range(6):
        assert extend_phase(ctx, table.desk, table.match_id, 1, later) == later
    shown = open_phase(ctx, table)
    assert (shown.due_at, shown.due_by) == (later, "referee")
    assert reading.revision(ctx, table.match_id, None) != before
    assert acts(ctx, table).count("extended") == 1
    assert reading.desk_page(ctx, table.desk, table.match_id).extensions.left == 9


def test_a_deadline_is_extended_as_often_as_the_settings_allow(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, closing=ClosingRules(most_extensions=2))
    for hours in (2, 3):
        extend_phase(ctx, table.desk, table.match_id, 1, clock.now + timedelta(hours=hours))
    more = clock.now + timedelta(hours=4)
    assert refused(lambda: extend_phase(ctx, table.desk, table.match_id, 1, more)) == (
        "Conflict",
        "extensions-used-up",
    )
    # The very time it has is no further extension.
    extend_phase(ctx, table.desk, table.match_id, 1, clock.now + timedelta(hours=3))
    close_phase(ctx, table.desk, table.match_id, 1)
    extend_phase(ctx, table.desk, table.match_id, 2, more)


def test_a_deadline_is_extended_as_far_as_the_settings_allow(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, closing=ClosingRules(furthest_extension_minutes=180))
    limit = clock.now + timedelta(hours=3)
    too_far = limit + timedelta(seconds=1)
    assert refused(lambda: extend_phase(ctx, table.desk, table.match_id, 1, too_far)) == (
        "Invalid",
        "extension-too-far",
    )
    assert extend_phase(ctx, table.desk, table.match_id, 1, limit) == limit


def test_where_deadlines_are_not_extended_none_is(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, closing=ClosingRules(most_extensions=0))
    later = clock.now + timedelta(hours=2)
    assert refused(lambda: extend_phase(ctx, table.desk, table.match_id, 1, later)) == (
        "Conflict",
        "extensions-used-up",
    )


def test_an_extension_moves_the_end_of_grace_too(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, closing=ClosingRules(grace_minutes=10))
    extend_phase(ctx, table.desk, table.match_id, 1, clock.now + timedelta(hours=2))
    clock.forward(hours=2, minutes=9)
    assert close_due(ctx) == 0
    clock.forward(minutes=1)
    assert close_due(ctx) == 1


# Pause and resume


def test_a_paused_round_closes_neither_at_its_deadline_nor_early_nor_by_hand(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, closing=ClosingRules(early_close="ready"))
    pause_phase(ctx, table.desk, table.match_id, 1)
    for seat, name in enumerate(table.names, start=1):
        table.sent(seat, "mend", name, ready=True)
    clock.forward(days=3)
    assert close_ready(ctx) == close_due(ctx) == 0
    assert refused(lambda: close_phase(ctx, table.desk, table.match_id, 1)) == (
        "Conflict",
        "match-paused",
    )
    later = clock.now + timedelta(days=1)
    assert refused(lambda: extend_phase(ctx, table.desk, table.match_id, 1, later)) == (
        "Conflict",
        "match-paused",
    )
    resume_phase(ctx, table.desk, table.match_id, 1)
    assert close_ready(ctx) == 1


def test_moves_can_be_sent_and_changed_while_the_clock_stands(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    pause_phase(ctx, table.desk, table.match_id, 1)
    clock.forward(days=3)
    table.sent(1, "mend", "Ann")
    table.sent(1, "halt", "Bob")
    shown = open_phase(ctx, table)
    assert (shown.paused_at, shown.closes_at) == (clock.now - timedelta(days=3), None)
    assert reading.home(ctx).running[0].due_at is None


def test_an_interval_goes_on_with_the_time_that_was_left_to_the_second(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    clock.forward(minutes=20, seconds=17)
    pause_phase(ctx, table.desk, table.match_id, 1)
    clock.forward(hours=30)
    due = resume_phase(ctx, table.desk, table.match_id, 1)
    assert due == clock.now + timedelta(minutes=39, seconds=43)
    assert open_phase(ctx, table).due_at == due


def test_pausing_and_resuming_twice_is_doing_it_once(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    pause_phase(ctx, table.desk, table.match_id, 1)
    clock.forward(minutes=5)
    pause_phase(ctx, table.desk, table.match_id, 1)
    due = resume_phase(ctx, table.desk, table.match_id, 1)
    clock.forward(minutes=5)
    assert resume_phase(ctx, table.desk, table.match_id, 1) == due
    assert [kind for kind in acts(ctx, table) if kind in ("paused", "resumed")] == [
        "paused",
        "resumed",
    ]


DAILY = WantedSchedule(
    zone="Europe/Berlin", rounds=Slots.at("20:00", least_minutes=60), days_off=("sat", "sun")
)


def local(at: datetime) -> str:
    return f"{at.astimezone(BERLIN):%a %H:%M}"


def test_a_clock_goes_on_at_its_next_slot(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, schedule=DAILY)
    pause_phase(ctx, table.desk, table.match_id, 1)
    clock.forward(days=4, hours=12)  # Friday, 22:00 in Berlin
    assert local(resume_phase(ctx, table.desk, table.match_id, 1)) == "Mon 20:00"


@pytest.mark.parametrize(
    ("before", "paused", "due"),
    [
        ("23:55", timedelta(minutes=1), "Tue 20:00"),
        ("03:00", timedelta(hours=1), "Tue 20:00"),
        ("03:00", timedelta(hours=2), "Wed 20:00"),
        ("23:55", timedelta(hours=11), "Tue 20:00"),
        ("23:55", timedelta(hours=13), "Wed 20:00"),
    ],
)
def test_a_short_pause_leaves_a_daily_round_its_slot_and_a_long_one_does_not_end_in_a_hurry(
    ctx: Context, clock: Clock, before: str, paused: timedelta, due: str
) -> None:
    daily = WantedSchedule(zone="Europe/Berlin", rounds=Slots.at("20:00", least_minutes=1440))
    table = running_table(ctx, schedule=daily)  # opened on Monday at 10:00: due on Tuesday
    due_at = reading.match_page(ctx, table.match_id, None).due_at
    assert due_at is not None
    assert local(due_at) == "Tue 20:00"
    hours, minutes = map(int, before.split(":"))
    clock.now = due_at - timedelta(hours=hours, minutes=minutes)
    pause_phase(ctx, table.desk, table.match_id, 1)
    clock.now += paused
    assert local(resume_phase(ctx, table.desk, table.match_id, 1)) == due


def test_a_clock_that_resumes_at_once_loses_nothing(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, schedule=DAILY)
    extended = clock.now + timedelta(days=3)
    extend_phase(ctx, table.desk, table.match_id, 1, extended)
    pause_phase(ctx, table.desk, table.match_id, 1)
    assert resume_phase(ctx, table.desk, table.match_id, 1) == extended


def test_the_time_that_was_left_does_not_end_on_a_day_off(ctx: Context, clock: Clock) -> None:
    weekdays = WantedSchedule(
        zone="Europe/Berlin", rounds=Interval(minutes=1440), days_off=("sat", "sun")
    )
    table = running_table(ctx, schedule=weekdays)
    pause_phase(ctx, table.desk, table.match_id, 1)
    clock.forward(days=4)  # Friday, 10:00 in Berlin
    assert local(resume_phase(ctx, table.desk, table.match_id, 1)) == "Mon 10:00"


def test_what_cannot_be_paused_or_resumed(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    for act in (pause_phase, resume_phase):
        assert refused(lambda act=act: act(ctx, table.desk, table.match_id, 7)) == (  # type: ignore[misc]
            "NotFound",
            "phase-not-found",
        )
        assert refused(lambda act=act: act(ctx, table.seat(1), table.match_id, 1)) == (  # type: ignore[misc]
            "NotYours",
            "not-yours",
        )
    assert resume_phase(ctx, table.desk, table.match_id, 1) == clock.now + timedelta(hours=1)
    clock.forward(hours=1)
    assert refused(lambda: pause_phase(ctx, table.desk, table.match_id, 1)) == (
        "Conflict",
        "phase-due",
    )
    close_due(ctx)
    assert refused(lambda: pause_phase(ctx, table.desk, table.match_id, 1)) == (
        "Conflict",
        "phase-closed",
    )
    pause_phase(ctx, table.desk, table.match_id, 2)
    cancel_match(ctx, table.desk, table.match_id, "Enough.")
    assert refused(lambda: resume_phase(ctx, table.desk, table.match_id, 2)) == (
        "Conflict",
        "match-cancelled",
    )


@given(
    start=st.integers(0, 5 * 365 * 86400).map(
        lambda seconds: NEW_YEAR + timedelta(seconds=seconds)
    ),
    length=st.timedeltas(timedelta(seconds=1), timedelta(days=20)),
    off=st.sets(st.sampled_from(["mon", "wed", "sat", "sun"])),
)
def test_a_length_from_now_is_exact_or_moved_past_days_off(
    start: datetime, length: timedelta, off: set[str]
) -> None:
    schedule = Schedule(zone="Europe/Berlin", rounds=Slots.at("20:00"), days_off=tuple(off))  # type: ignore[arg-type]
    exact = start + max(length, timedelta(minutes=1))
    end = after(schedule, start, length)
    assert f"{end.astimezone(BERLIN):%a}".lower() not in off
    if f"{exact.astimezone(BERLIN):%a}".lower() in off:
        assert exact < end < exact + timedelta(days=4)
    else:
        assert end == exact
