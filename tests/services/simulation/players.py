"""What a player does in a round: sends early, late, often, once, on the dot, for the wrong round, or not at all."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from tests.services.simulation.chances import Luck
from tests.services.simulation.diary import Act

MICROSECOND = timedelta(microseconds=1)
Plan = tuple[datetime, Act]


@dataclass(frozen=True, slots=True)
class Open:
    """A phase as everybody sees it while it is open."""

    match_id: str
    number: int
    kind: str
    owed: tuple[int, ...]
    opened_at: datetime
    due_at: datetime
    closes_at: datetime | None
    early_at: datetime | None
    paused_at: datetime | None

    @property
    def ends_at(self) -> datetime:
        """When it closes, or would if it were not paused."""
        return self.closes_at or self.due_at


@dataclass
class Player:
    """Somebody at a seat, with the link they were given and habits of their own."""

    luck: Luck
    match_id: str
    number: int
    seat: int
    token: str
    habit: str = "steady"
    away: range = field(default_factory=lambda: range(0))
    absences_announced: list[int] = field(default_factory=list)
    asked: bool = False

    def __post_init__(self) -> None:
        self.habit = self.luck.pick(("steady", "steady", "keen", "last-minute", "careless"))
        if self.luck.one_in(3):
            first = 1 + self.luck.below(6)
            self.away = range(first, first + self.luck.pick((1, 2, 3, 4, 99)))
        if self.luck.one_in(12):
            self.away = range(1, 2 + self.luck.below(2))

    def plans(self, phase: Open) -> Iterator[Plan]:
        """What they mean to do in a phase that has opened, or whose deadline has moved."""
        if phase.number in self.away:
            if self.luck.one_in(4) or phase.number == self.away[-1]:
                yield self._at(phase), self.act("reclaim", phase)
            return
        if self.luck.one_in(40):
            yield self._at(phase), self.act("resign", phase)
        if self.habit == "careless" and self.luck.one_in(3):
            return
        for _ in range(self.luck.pick((1, 1, 1, 2, 3))):
            at = self._at(phase)
            ready = self.luck.one_in(2)
            yield at, self.act("send", phase, ready=ready, again=self.luck.one_in(8))
            if self.luck.one_in(8):
                yield self._after(at), self.act("withdraw", phase)
            if self.luck.one_in(3):
                yield self._after(at), self.act("ready", phase)
            if self.luck.one_in(8):
                yield self._after(at), self.act("not-ready", phase)
        if self.luck.one_in(12):
            wrong = phase.number + self.luck.pick((-1, 1))
            yield self._at(phase), replace(self.act("send", phase), phase=wrong)

    def wishes(self, phase: Open) -> Iterator[Plan]:
        """Some ask for notices, in the round that they first see."""
        if self.asked:
            return
        self.asked = True
        if self.luck.below(3):
            wanted = {
                "remind_minutes": self.luck.pick((None, 5, 60, 600)),
                "opened": not self.luck.one_in(4),
                "closed": not self.luck.one_in(4),
            }
            at = phase.opened_at + timedelta(seconds=self.luck.below(600))
            yield at, self.act("tell-me", phase, **wanted)

    def absences(self, phase: Open, offers: Sequence[str]) -> Iterator[Plan]:
        """Now and then they say that they will be away, and perhaps that they are back sooner."""
        if not self.luck.one_in(7):
            return
        at = self.luck.between(phase.opened_at, phase.due_at)
        begins = at + timedelta(minutes=self.luck.pick((-60, 0, 30, 600, 4000)))
        ends = begins + timedelta(minutes=self.luck.pick((0, 60, 1000, 3000, 9000)))
        standing = self.luck.pick((None, *offers, *offers))
        yield at, self.act("away", phase, begins_at=begins, ends_at=ends, standing=standing)
        if self.luck.one_in(4):
            yield self._after(at), self.act("here-again", phase)

    def dash(self, phase: Open) -> Act:
        """What they do at the very moment at which a phase closes."""
        kinds = ("send", "send", "withdraw", "ready", "not-ready", "resign", "reclaim")
        return self.act(self.luck.pick(kinds), phase)

    def act(self, kind: str, phase: Open, **given: object) -> Act:
        """An act of theirs in this phase."""
        return Act(kind, self.match_id, self.seat, phase.number, self.number, given)

    def _at(self, phase: Open) -> datetime:
        due, ends = phase.due_at, phase.ends_at
        if self.habit == "keen":
            return self.luck.between(phase.opened_at, phase.opened_at + (due - phase.opened_at) / 5)
        if self.habit == "steady" and not self.luck.one_in(5):
            return self.luck.between(phase.opened_at, due)
        return self.luck.pick(
            (
                due - MICROSECOND,
                due,
                ends - MICROSECOND,
                ends,
                self.luck.between(due - timedelta(minutes=5), due),
                self.luck.between(due, ends),
                self.luck.between(ends, ends + timedelta(seconds=30)),
                self.luck.between(ends, ends + timedelta(hours=5)),
            )
        )

    def _after(self, at: datetime) -> datetime:
        return self.luck.between(at, at + timedelta(minutes=self.luck.pick((1, 30, 600))))
