"""When is a phase due? Pure arithmetic on schedules that are stored with their match.

A `Schedule` says when rounds and choices are due and when nothing is; `due_at` works it out for one
opening, by the rules written at the top of `due`. No clock is read here and nothing is looked up: a
schedule that keeps national holidays holds their dates, found beforehand by `national_holidays`, which
is the one module here that knows a calendar library and therefore is imported by name.
"""

from referee.schedule.checking import problems
from referee.schedule.due import SEARCHED, NeverDue, due_at, next_due_times
from referee.schedule.lengths import (
    FURTHEST_EXTENSION,
    LONGEST_PHASE,
    SHORTEST_PHASE,
    due_time,
    is_phase_length,
    latest_extension,
    length_words,
)
from referee.schedule.presets import PRESETS, Preset
from referee.schedule.schedules import (
    WEEKDAYS,
    Clock,
    Holiday,
    Interval,
    NationalHolidays,
    Schedule,
    Slot,
    Weekday,
    interval_schedule,
)
from referee.schedule.wording import describe
from referee.schedule.zones import is_zone, moment_of, zones

__all__ = [
    "FURTHEST_EXTENSION",
    "LONGEST_PHASE",
    "PRESETS",
    "SEARCHED",
    "SHORTEST_PHASE",
    "WEEKDAYS",
    "Clock",
    "Holiday",
    "Interval",
    "NationalHolidays",
    "NeverDue",
    "Preset",
    "Schedule",
    "Slot",
    "Weekday",
    "describe",
    "due_at",
    "due_time",
    "interval_schedule",
    "is_phase_length",
    "is_zone",
    "latest_extension",
    "length_words",
    "moment_of",
    "next_due_times",
    "problems",
    "zones",
]
