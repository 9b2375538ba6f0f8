"""Due times against a slow walk, and what holds for every schedule."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.schedule import (
    Clock,
    Interval,
    NeverDue,
    Schedule,
    due_at,
    interval_schedule,
    next_due_times,
    problems,
)
from tests.schedule.oracle import NAMES, is_off, local, walked_due
from tests.schedule.worlds import worlds

World = tuple[Schedule, datetime]
Kind = Literal["main", "choice"]

MOMENT = timedelta(seconds=1)


@settings(max_examples=150, deadline=None)
@given(world=worlds(), kind=st.sampled_from(("main", "choice")))
def test_due_times_equal_those_of_a_walk_from_minute_to_minute(world: World, kind: Kind) -> None:
    schedule, opened_at = world
    assert due_at(schedule, opened_at, kind) == walked_due(schedule, opened_at, kind)


@settings(max_examples=60, deadline=None)
@given(
    world=worlds(clock=True),
    late=st.integers(0, 7200),
    grace=st.sampled_from((timedelta(0), timedelta(minutes=30), timedelta(hours=1))),
)
def test_a_close_at_its_deadline_or_after_its_grace_takes_nothing_from_the_next_phase(
    world: World, late: int, grace: timedelta
) -> None:
    schedule, previous_due = world
    assert isinstance(schedule.rounds, Clock)
    opened_at = previous_due + timedelta(seconds=late)
    is_bridged = late <= min(3600 + grace.total_seconds(), schedule.rounds.least_minutes * 30)
    due = due_at(schedule, opened_at, previous_due=previous_due, grace=grace)
    assert due == walked_due(
        schedule, opened_at, "main", counted_from=previous_due if is_bridged else opened_at
    )
    assert due > opened_at


@settings(max_examples=300, deadline=None)
@given(world=worlds())
def test_due_times_of_rounds_strictly_increase_and_are_free_days(world: World) -> None:
    schedule, start = world
    times = next_due_times(schedule, start, 12)
    assert all(earlier < later for earlier, later in pairwise((start, *times)))
    assert all(at.tzinfo is UTC for at in times)
    assert not any(is_off(schedule, local(at, schedule.zone).date()) for at in times)


@settings(max_examples=300, deadline=None)
@given(world=worlds(clock=True), closes=st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_early_closes_drag_no_clock_off_its_slots(world: World, closes: list[float]) -> None:
    """Each phase closes somewhere between its opening and its deadline, and the next opens then."""
    schedule, opened_at = world
    assert isinstance(schedule.rounds, Clock)
    least = timedelta(minutes=schedule.rounds.least_minutes)
    previous_due = opened_at
    for share in closes:
        due = due_at(schedule, opened_at)
        assert due >= opened_at + least
        assert due >= previous_due
        assert is_on_grid(schedule, schedule.rounds, due)
        previous_due = due
        opened_at = max(opened_at + MOMENT, opened_at + (due - opened_at) * share)


@settings(max_examples=200, deadline=None)
@given(
    world=worlds(),
    closes=st.lists(
        st.tuples(st.floats(0, 1), st.sampled_from(("main", "choice"))), min_size=1, max_size=12
    ),
)
def test_every_phase_is_due_after_it_opens_however_the_ones_before_it_closed(
    world: World, closes: list[tuple[float, Kind]]
) -> None:
    schedule, opened_at = world
    for share, kind in closes:
        due = due_at(schedule, opened_at, kind)
        assert due > opened_at
        assert not is_off(schedule, local(due, schedule.zone).date())
        opened_at = max(opened_at + MOMENT, opened_at + (due - opened_at) * share)


@settings(max_examples=200, deadline=None)
@given(world=worlds(clock=True), later=st.integers(0, 10 * 1440))
def test_by_the_clock_a_phase_that_opens_later_is_never_due_earlier(
    world: World, later: int
) -> None:
    schedule, opened_at = world
    delayed = opened_at + timedelta(minutes=later)
    assert due_at(schedule, delayed) >= due_at(schedule, opened_at)


@settings(max_examples=200, deadline=None)
@given(world=worlds(clock=False))
def test_an_interval_lasts_its_length_or_to_that_time_on_a_later_day(world: World) -> None:
    schedule, opened_at = world
    assert isinstance(schedule.rounds, Interval)
    due = due_at(schedule, opened_at)
    end = opened_at + timedelta(minutes=schedule.rounds.minutes)
    if is_off(schedule, local(end, schedule.zone).date()):
        assert local(due, schedule.zone).date() > local(end, schedule.zone).date()
    else:
        assert due == end


@settings(max_examples=200, deadline=None)
@given(world=worlds())
def test_a_schedule_survives_json_and_so_do_its_due_times(world: World) -> None:
    schedule, opened_at = world
    read = Schedule.model_validate_json(schedule.model_dump_json())
    assert read == schedule
    assert next_due_times(read, opened_at, 3) == next_due_times(schedule, opened_at, 3)


def is_on_grid(schedule: Schedule, clock: Clock, at: datetime) -> bool:
    """Whether a slot's time, or the end of a skip that swallowed it, is shown by the clocks."""
    wall, before = (local(moment, schedule.zone) for moment in (at, at - timedelta(minutes=1)))
    shown = [before + timedelta(minutes=1)]
    while shown[-1] < wall:
        shown.append(shown[-1] + timedelta(minutes=1))
    return any(
        slot.at == each.time() and NAMES[each.weekday()] in slot.weekdays
        for slot in clock.slots
        for each in shown
    )


# --- By name --------------------------------------------------------------------------------------


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


MON_AND_THU = Schedule(
    zone="Europe/Berlin",
    rounds=Clock.at("20:00", weekdays=("mon", "thu"), least_minutes=48 * 60),
    days_off=("sat", "sun"),
)


def test_mondays_and_thursdays_at_eight_in_berlin() -> None:
    assert next_due_times(MON_AND_THU, at("2026-03-23 20:00"), 4) == (
        at("2026-03-26 19:00"),
        at("2026-03-30 18:00"),
        at("2026-04-02 18:00"),
        at("2026-04-06 18:00"),
    )


def test_a_slot_nearer_than_the_least_length_is_skipped_and_one_just_as_far_is_not() -> None:
    assert due_at(MON_AND_THU, at("2026-06-02 18:00")) == at("2026-06-04 18:00")
    assert due_at(MON_AND_THU, at("2026-06-02 18:01")) == at("2026-06-08 18:00")


def test_several_slots_a_day_and_others_on_other_days() -> None:
    schedule = Schedule(
        zone="Asia/Kolkata",
        rounds=Clock(
            slots=(
                *Clock.at("09:00", "21:00", weekdays=("fri",)).slots,
                *Clock.at("12:30", weekdays=("sat",)).slots,
            )
        ),
    )
    assert next_due_times(schedule, at("2027-01-01 00:00"), 4) == (
        at("2027-01-01 03:30"),
        at("2027-01-01 15:30"),
        at("2027-01-02 07:00"),
        at("2027-01-08 03:30"),
    )


def test_an_interval_that_ends_on_a_weekend_is_due_on_monday_at_that_time() -> None:
    schedule = interval_schedule("Europe/Berlin", 2880).model_copy(
        update={"days_off": ("sat", "sun")}
    )
    assert due_at(schedule, at("2026-06-04 10:15")) == at("2026-06-08 10:15")
    # Over the weekend on which the clocks go forward it stays a quarter past eleven in Berlin.
    assert due_at(schedule, at("2026-03-26 10:15")) == at("2026-03-30 09:15")


def test_choices_last_their_own_length_and_keep_the_days_off_too() -> None:
    schedule = MON_AND_THU.model_copy(update={"choice_minutes": 12 * 60})
    assert due_at(schedule, at("2026-06-04 18:00"), "choice") == at("2026-06-05 06:00")
    assert due_at(schedule, at("2026-06-05 18:00"), "choice") == at("2026-06-08 06:00")
    assert due_at(schedule, at("2026-06-05 18:00"), "main") == at("2026-06-08 18:00")


def test_choices_without_a_length_are_due_as_rounds_are() -> None:
    assert due_at(MON_AND_THU, at("2026-06-04 18:00"), "choice") == at("2026-06-08 18:00")


def test_a_blackout_is_a_day_of_the_zone_not_of_utc() -> None:
    """At 06:00 of the first on Kiritimati it is still the thirty-first in UTC."""
    schedule = Schedule(
        zone="Pacific/Kiritimati", rounds=Clock.at("06:00"), blackouts=(date(2027, 1, 1),)
    )
    assert next_due_times(schedule, at("2026-12-29 18:00"), 2) == (
        at("2026-12-30 16:00"),
        at("2027-01-01 16:00"),
    )


def test_seconds_of_closing_do_not_skip_every_other_day() -> None:
    schedule = Schedule(zone="UTC", rounds=Clock.at("20:00", least_minutes=1440))
    due = at("2026-06-01 20:00")
    closed = due + timedelta(seconds=4)
    assert due_at(schedule, closed) == at("2026-06-03 20:00")
    assert due_at(schedule, closed, previous_due=due) == at("2026-06-02 20:00")
    closed_early = due - timedelta(seconds=4)
    assert due_at(schedule, closed_early, previous_due=due) == at("2026-06-02 20:00")
    much_later = due + timedelta(hours=2)
    assert due_at(schedule, much_later, previous_due=due) == at("2026-06-03 20:00")


def test_a_late_close_never_takes_more_than_half_of_a_short_least_length() -> None:
    every_ten_minutes = [f"{hour:02}:{ten}0" for hour in range(20, 24) for ten in range(6)]
    schedule = Schedule(zone="UTC", rounds=Clock.at(*every_ten_minutes, least_minutes=30))
    due = at("2026-06-01 20:00")
    assert due_at(schedule, at("2026-06-01 20:15"), previous_due=due) == at("2026-06-01 20:30")
    assert due_at(schedule, at("2026-06-01 20:16"), previous_due=due) == at("2026-06-01 20:50")


def test_an_interval_gives_its_whole_length_however_late_the_phase_before_closed() -> None:
    schedule = interval_schedule("UTC", 10)
    opened_at = at("2026-06-01 20:00") + timedelta(seconds=40)
    assert due_at(
        schedule, opened_at, previous_due=at("2026-06-01 20:00")
    ) == opened_at + timedelta(minutes=10)


def test_an_opening_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="aware"):
        due_at(MON_AND_THU, datetime(2026, 6, 1, 20, 0))  # noqa: DTZ001


def test_a_schedule_that_is_never_due_says_so_instead_of_searching_for_ever() -> None:
    never = interval_schedule("UTC", 60).model_copy(update={"days_off": tuple(NAMES)})
    with pytest.raises(NeverDue):
        due_at(never, at("2026-06-01 20:00"))


@settings(max_examples=100, deadline=None)
@given(
    start=st.integers(-3, 40),
    length=st.integers(385, 400),
    weekday=st.sampled_from(NAMES),
    opened=st.integers(0, 60 * 1440),
)
def test_a_schedule_found_good_always_answers(
    start: int, length: int, weekday: str, opened: int
) -> None:
    """Runs of dates off around the longest that is allowed, with one slot a week."""
    first = date(2026, 6, 1) + timedelta(days=start)
    schedule = Schedule.model_validate(
        {
            "zone": "America/Nuuk",
            "rounds": {"pace": "clock", "slots": [{"at": "23:30", "weekdays": [weekday]}]},
            "blackouts": [first + timedelta(days=index) for index in range(length)],
        }
    )
    begin = at("2026-06-01 00:00")
    if not problems(schedule, at=begin):
        opened_at = begin + timedelta(minutes=opened)
        assert due_at(schedule, opened_at) > opened_at
