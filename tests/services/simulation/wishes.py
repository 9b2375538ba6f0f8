"""Matches as people wish for them: every mixture of game, schedule, closing rules and seat rules."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from referee.schedule import WEEKDAYS, Clock, Interval, Slot
from referee.services.closing_rules import ClosingRules
from referee.services.matches import NewMatch
from referee.services.schedules import HolidaysOf, WantedSchedule
from referee.services.seat_rules import SeatRules
from tests.services.simulation.chances import Luck

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "UTC",
    "Asia/Kathmandu",
    "Europe/Berlin",
    "America/St_Johns",
    "Pacific/Kiritimati",
    "Africa/Casablanca",
)
NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay")
EDITIONS = (
    "capture",
    "surrender",
    "capture-tribute",
    "capture-plain",
    "hand-capture",
    "surrender-suited",
)


@dataclass(frozen=True)
class Wish:
    """A match to be made: its settings, who plays, who only practises, and when it starts."""

    new: NewMatch
    players: tuple[str, ...]
    practice: tuple[str, ...]
    starts_at: datetime


def drawn_wish(luck: Luck, number: int, start: datetime, days: int) -> Wish:
    """The wish of this number for a month of so many days; what comes up goes round with the number."""
    swords = number % 3 != 0
    options = _swords_options(luck) if swords else {"edition": EDITIONS[number // 3 % 6]}
    seats = 2 + luck.below(4 if swords else 3)
    practising = 1 if luck.one_in(3) and seats > 2 else 0
    schedule = _schedule(luck, number, start)
    new = NewMatch(
        game="crossing-swords" if swords else "royal-dilemma",
        title=f"Match {number}",
        options=options,
        schedule=schedule,
        closing=_closing(luck, schedule),
        seat_rules=SeatRules(
            misses=luck.pick((1, 2, 2, 3)),
            strict_first_round=luck.one_in(3),
            open_seat=luck.pick(("no-moves", "practice", "wait")),
            wait_minutes=luck.pick((10, 300, 2880)),
        ),
        status_visibility=luck.pick(("hidden", "count", "names")),
    )
    return Wish(
        new=new,
        players=NAMES[: seats - practising],
        practice=("Robot",)[:practising],
        starts_at=luck.between(start, start + timedelta(days=days) / 4),
    )


def _swords_options(luck: Luck) -> dict[str, Any]:
    return {
        "starting_life": luck.pick((8, 20, 60)),
        "max_rounds": 3 + luck.below(6),
        "no_move": luck.pick(("hold", "block", "mend_self")),
        "self_target": luck.pick(("mend", "any")),
        "assail_hits_self": luck.one_in(2),
    }


def _schedule(luck: Luck, number: int, start: datetime) -> WantedSchedule:
    zone = ZONES[number % len(ZONES)]
    days_off = luck.pick(((), (), ("sat", "sun"), ("sun",), ("wed", "thu")))
    blackouts = tuple(
        start.date() + timedelta(days=luck.below(30)) for _ in range(luck.pick((0, 0, 2, 5)))
    )
    holidays = luck.pick(
        (None, None, HolidaysOf(country="US"), HolidaysOf(country="DE", subdivision="BB"))
    )
    rounds: Interval | Clock
    if luck.one_in(2):
        rounds = Interval(minutes=luck.pick((10, 45, 180, 480, 1440, 1440, 2880)))
    else:
        slots = tuple(
            Slot(
                at=luck.pick((time(20), time(9), time(2, 30), time(2), time(0), time(23, 45))),
                weekdays=luck.pick((WEEKDAYS, WEEKDAYS, ("mon", "thu"), ("tue", "fri", "sat"))),
            )
            for _ in range(1 + luck.below(3))
        )
        if all(set(slot.weekdays) <= set(days_off) for slot in slots):
            days_off = ()
        rounds = Clock(slots=slots, least_minutes=luck.pick((1, 60, 480, 1440)))
    return WantedSchedule(
        zone=zone,
        rounds=rounds,
        choice_minutes=luck.pick((None, 30, 360)),
        days_off=days_off,
        blackouts=blackouts,
        holidays=holidays,
    )


def _closing(luck: Luck, schedule: WantedSchedule) -> ClosingRules:
    short = isinstance(schedule.rounds, Interval) and schedule.rounds.minutes < 60
    return ClosingRules(
        late=luck.pick(("hard", "until-closing")),
        grace_minutes=luck.pick((0, 0, 3)) if short else luck.pick((0, 0, 15, 180)),
        early_close=luck.pick(("never", "ready")),
        least_minutes=luck.pick((0, 5)) if short else luck.pick((0, 0, 30, 600)),
        most_extensions=luck.pick((0, 1, 2, 10)),
        furthest_extension_minutes=luck.pick((600, 1440, 14 * 1440)),
    )
