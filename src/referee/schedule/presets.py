"""Schedules to start from: one choice fills in everything."""

from dataclasses import dataclass

from referee.schedule.schedules import Clock, Interval, Schedule


@dataclass(frozen=True, slots=True)
class Preset:
    """A ready-made pace. ``all_ready``: a phase also closes once all who owe a move are ready.

    ``choice_text`` says how long choices take, for games that have any.
    """

    slug: str
    title: str
    text: str
    choice_text: str
    pattern: Schedule
    all_ready: bool = False

    def schedule(self, zone: str) -> Schedule:
        """The preset for a match in that zone."""
        return self.pattern.model_copy(update={"zone": zone})


PRESETS: tuple[Preset, ...] = (
    Preset(
        slug="daily",
        title="Daily at 20:00, weekends off",
        text="One round each evening from Monday to Friday. A round opened after noon is due the next "
        "evening.",
        choice_text="A choice takes 12 hours.",
        pattern=Schedule(
            zone="UTC",
            rounds=Clock.at("20:00", least_minutes=8 * 60),
            choice_minutes=12 * 60,
            days_off=("sat", "sun"),
        ),
    ),
    Preset(
        slug="two-days",
        title="48 hours",
        text="Two days for each round from when it opens, weekends included.",
        choice_text="A choice takes one day.",
        pattern=Schedule(zone="UTC", rounds=Interval(minutes=48 * 60), choice_minutes=24 * 60),
    ),
    Preset(
        slug="fast",
        title="Fast: 10 minutes, all ready",
        text="For players who are all there: ten minutes for each round, less as soon as all are ready.",
        choice_text="A choice takes five minutes.",
        pattern=Schedule(zone="UTC", rounds=Interval(minutes=10), choice_minutes=5),
        all_ready=True,
    ),
)
"""The paces offered, the usual one first."""
