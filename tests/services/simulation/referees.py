"""What a referee does in a round: nothing mostly; extends, pauses and resumes, closes by hand, cancels."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from tests.services.simulation.chances import Luck
from tests.services.simulation.diary import Act
from tests.services.simulation.players import Open, Plan


class Referee:
    """Whoever has a match's desk."""

    def __init__(self, luck: Luck, match_id: str) -> None:
        self._luck = luck
        self._match_id = match_id

    def plans(self, phase: Open) -> Iterator[Plan]:
        """What they mean to do in a phase that has opened."""
        luck = self._luck
        if luck.one_in(6):
            at, to = self._at(phase), self._later(phase)
            yield at, self._act("extend", phase, due_at=to)
            if luck.one_in(2):
                again = luck.pick((to, to, to - timedelta(minutes=1), self._later(phase)))
                yield (
                    luck.between(at, at + timedelta(hours=1)),
                    self._act("extend", phase, due_at=again),
                )
        if luck.one_in(8):
            at = self._at(phase)
            yield at, self._act("pause", phase)
            back = at + timedelta(minutes=luck.pick((1, 60, 1000, 3000)))
            yield back, self._act("resume", phase, at=luck.pick((None, "time-left", "next-slot")))
        if luck.one_in(10):
            at = self._at(phase)
            yield at, self._act("close-by-hand", phase)
            if luck.one_in(3):
                yield luck.between(at, at + timedelta(minutes=5)), self._act("close-by-hand", phase)
        if luck.one_in(15):
            seat = luck.pick(phase.owed)
            yield self._at(phase), Act("new-link", self._match_id, seat, phase.number)
        if luck.one_in(12):
            yield self._at(phase), self._swap(phase)
        if luck.one_in(150):
            yield self._at(phase), self._act("cancel", phase)

    def dash(self, phase: Open) -> Act:
        """What they do at the very moment at which a phase closes."""
        kind = self._luck.pick(
            ("extend", "extend", "extend", "close-by-hand", "pause", "cancel", "swap")
        )
        if kind == "cancel" and not self._luck.one_in(5):
            kind = "close-by-hand"
        if kind == "swap":
            return self._swap(phase)
        return self._act(kind, phase, due_at=self._later(phase))

    def _swap(self, phase: Open) -> Act:
        seat, stands = self._luck.pick(phase.owed), self._luck.one_in(2)
        player = None if self._luck.one_in(3) else "somebody new"
        given = {"move_stands": stands, "player": player}
        return Act("swap", self._match_id, seat, phase.number, None, given)

    def _act(self, kind: str, phase: Open, **given: object) -> Act:
        return Act(kind, self._match_id, 0, phase.number, None, given)

    def _at(self, phase: Open) -> datetime:
        end = phase.ends_at + timedelta(seconds=20)
        return self._luck.between(phase.opened_at, end)

    def _later(self, phase: Open) -> datetime:
        minutes = self._luck.pick((1, 60, 600, 1500, 6000))
        return phase.due_at + timedelta(minutes=minutes)
