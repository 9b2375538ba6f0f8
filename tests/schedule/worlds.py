"""Random schedules and openings, most of them close to a day on which the clocks change."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from referee.schedule import WEEKDAYS, Clock, Interval, Schedule, Slot, Weekday, problems

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/St_Johns",
    "Australia/Lord_Howe",  # half an hour of summer time
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Pacific/Chatham",
    "Pacific/Apia",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Africa/Casablanca",  # the clocks change for Ramadan
    "America/Nuuk",  # they skip the last hour of a Saturday
    "America/Santiago",  # they skip midnight
    "Antarctica/Troll",  # by two hours
)

FIRST = datetime(2026, 1, 1, tzinfo=UTC)
LAST = datetime(2030, 12, 31, tzinfo=UTC)


def changes(zone: str) -> list[datetime]:
    """The hours of 2026 to 2030 in which a zone's offset changes, in UTC."""
    there, found = ZoneInfo(zone), []
    at = FIRST
    while at < LAST:
        following = at + timedelta(days=1)
        if at.astimezone(there).utcoffset() != following.astimezone(there).utcoffset():
            found += [
                hour
                for hour in (at + timedelta(hours=index) for index in range(24))
                if hour.astimezone(there).utcoffset()
                != (hour + timedelta(hours=1)).astimezone(there).utcoffset()
            ]
        at = following
    return found


CHANGES = {zone: changes(zone) for zone in ZONES}

times = st.one_of(
    st.sampled_from(
        [time(0), time(0, 30), time(2), time(2, 15), time(2, 30), time(3), time(1, 30)]
    ),
    st.sampled_from([time(23), time(23, 30), time(23, 59), time(20)]),
    st.times().map(lambda at: at.replace(second=0, microsecond=0)),
)
weekdays = st.sets(st.sampled_from(WEEKDAYS), min_size=1).map(tuple[Weekday, ...])
slots = st.builds(Slot, at=times, weekdays=st.one_of(st.just(WEEKDAYS), weekdays))
lengths = st.one_of(
    st.integers(1, 5 * 1440), st.sampled_from([1, 10, 60, 1380, 1410, 1440, 1500, 2880])
)


@st.composite
def openings(draw: st.DrawFn, zone: str) -> datetime:
    near = CHANGES[zone]
    if near and draw(st.integers(0, 3)):
        minutes = draw(st.integers(-3 * 1440, 90))
        at = draw(st.sampled_from(near)) + timedelta(minutes=minutes)
    else:
        at = FIRST + timedelta(minutes=draw(st.integers(0, (LAST - FIRST) // timedelta(minutes=1))))
    return at + draw(st.sampled_from([timedelta(), timedelta(seconds=37, microseconds=250_000)]))


@st.composite
def worlds(draw: st.DrawFn, *, clock: bool | None = None) -> tuple[Schedule, datetime]:
    """A schedule that a match can be played by, and an opening."""
    zone = draw(st.sampled_from(ZONES))
    opened_at = draw(openings(zone))
    intervals = st.builds(Interval, minutes=lengths)
    clocks = st.builds(
        Clock, slots=st.lists(slots, min_size=1, max_size=4).map(tuple), least_minutes=lengths
    )
    first_day = opened_at.date()
    schedule = Schedule(
        zone=zone,
        rounds=draw({None: intervals | clocks, True: clocks, False: intervals}[clock]),
        choice_minutes=draw(st.none() | lengths),
        days_off=tuple(draw(st.sets(st.sampled_from(WEEKDAYS), max_size=5))),
        blackouts=tuple(
            first_day + timedelta(days=days)
            for days in draw(st.sets(st.integers(-1, 12), max_size=6))
        ),
    )
    if problems(schedule, at=opened_at):
        schedule = schedule.model_copy(update={"days_off": ()})
    return schedule, opened_at
