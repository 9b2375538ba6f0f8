"""What the server must have done in a match by itself: open, close, extend, wait, seat practice players.

The only things taken from the database are those that a game decides: what a phase is, whom it asks,
whether another follows, and whether a practice player had an answer. When, why and by whom something
happens is said here, by rules of its own.
"""

import json
from datetime import datetime, timedelta
from typing import Any

from tests.services.simulation.calendars import HOUR, due, later, resumed
from tests.services.simulation.evidence import Evidence
from tests.services.simulation.stories import Errand, PhaseStory, SeatStory, Told, Version
from tests.services.simulation.wishes import Wish

DAY = timedelta(days=1)


class ServerAccount:
    """A match, and what a worker's looks do to it."""

    def __init__(self, wish: Wish, evidence: Evidence) -> None:
        self.wish, self.evidence = wish, evidence
        self.rules, self.seat_rules = wish.new.closing, wish.new.seat_rules
        self.schedule = evidence.schedule
        self.status = "signup"
        self.phases: list[PhaseStory] = []
        self.told: list[Told] = []
        self.compared = 0
        self.raced_at: datetime | None = None
        self.errands: list[Errand] = []
        people = len(wish.players)
        self.seats = {n + 1: SeatStory("player", n, n) for n in range(people)}
        for number in range(people + 1, people + len(wish.practice) + 1):
            self.seats[number] = SeatStory("practice", None, None)
        self.people = people

    @property
    def phase(self) -> PhaseStory:
        return self.phases[-1]

    def tell(self, at: datetime, by: str, kind: str, **values: Any) -> None:
        """Expect an entry in the record."""
        self.told.append(Told(at, by, kind, values))

    def start(self, at: datetime) -> None:
        """The match starts."""
        self.tell(at, "referee", "started")
        self.status = "running"
        self._open(1, at, None)

    def look(self, at: datetime, lost: timedelta | None, *, is_race: bool = False) -> None:
        """A worker looks for what is due; ``lost`` is how long nobody has, if that was too long.

        In a race the practice players of a phase that opens may move at once, or at a look that follows: if
        somebody was at work on the match, it is only the next look that closes the phase.
        """
        if is_race:
            self.raced_at = at
        may_wait = at == self.raced_at
        if self.status == "running" and lost is not None:
            self._give_back(self.phase, at, lost)
            self._wait_longer(self.phase, at, lost)
        if self.status == "running" and self._has_waited_enough(at):
            self.go_on(self.phase, at, None, "server")
        self._run_errands(at, may_wait=may_wait)
        if self.status != "running":
            return
        if self._may_close_early(self.phase, at):
            self.close(at, "everybody", "server")
        elif self.phase.closes_at is not None and self.phase.closes_at <= at:
            self.close(at, "deadline", "server")
        if is_race:
            self._run_errands(at, may_wait=True)

    def _give_back(self, phase: PhaseStory, at: datetime, lost: timedelta) -> None:
        if phase.closes_at is None or phase.due_at > at + HOUR:
            return
        if phase.closes_at > at + HOUR and phase.due_at < at - lost:
            return  # Who was late when the server went away has as much grace as is left.
        length = max(phase.due_at - at + lost, HOUR)
        self.move(phase, later(self.schedule, at, length))
        self.tell(at, "server", "extended", phase=phase.number, due_at=phase.due_at)

    def _wait_longer(self, phase: PhaseStory, at: datetime, lost: timedelta) -> None:
        if phase.waits_until is not None and at - lost <= phase.waits_until <= at + HOUR:
            phase.waits_until = max(phase.waits_until + lost, at + HOUR)

    def _has_waited_enough(self, at: datetime) -> bool:
        phase = self.phase
        return phase.waits_until is not None and at >= phase.waits_until

    # -- practice players

    def _run_errands(self, at: datetime, *, may_wait: bool) -> None:
        for errand in list(self.errands):
            if errand.expires_at <= at or self._practise(
                self.phases[errand.phase - 1], at, may_wait=may_wait
            ):
                self.errands.remove(errand)

    def _practise(self, phase: PhaseStory, at: datetime, *, may_wait: bool) -> bool:
        """Every practice player that this phase asks has moved by now, unless the game gives no answer."""
        practising = [
            (number, seat)
            for number, seat in self.seats.items()
            if seat.holder == "practice"
            and number in phase.owed
            and not self._has_inherited(phase, number)
            and not any(
                one.by_server and one.tenure == seat.tenure for one in phase.sent.get(number, ())
            )
        ]
        is_hard = self.rules.late == "hard" and phase.paused_at is None
        is_over = is_hard and phase.closes_at is not None and at >= phase.closes_at
        is_late = phase.closed_at is not None or is_over
        moved = [
            (number, seat)
            for number, seat in practising
            if self.evidence.practised(phase.number, number, at)
        ]
        # In a race the phase may close before its practice players come: then they are late.
        comes_late = not is_late and any(
            self.evidence.practised(phase.number, number, at, late=True) for number, _ in moved
        )
        if may_wait and practising and (not moved or comes_late):
            return False
        if self.wish.new.game == "crossing-swords" and not is_late:
            assert moved == practising, (phase, practising, moved)
        for number, seat in moved:
            phase.add(number, Version(at, seat.tenure, None, True, is_late, by_server=True))
        return True

    def _has_inherited(self, phase: PhaseStory, number: int) -> bool:
        """Whether a move of whoever held the seat before stands."""
        version = phase.counting(number)
        return version is not None and version.tenure != self.seats[number].tenure

    # -- opening and closing

    def _may_close_early(self, phase: PhaseStory, at: datetime) -> bool:
        if phase.closes_at is None or at >= phase.closes_at:
            return False
        is_in_grace = at >= phase.due_at
        if not is_in_grace and (phase.early_at is None or at < phase.early_at):
            return False
        if not is_in_grace and not any(one.holder == "player" for one in self.seats.values()):
            return False  # A substitute may come, and would find it played out.
        asked = {number: self.seats[number] for number in phase.owed}
        if not any(seat.holder == "player" for seat in asked.values()) and self._missing(phase):
            return False  # One of those who are asked may come back.
        unwilling = [n for n in asked if not self._is_content(phase, n, is_in_grace)]
        if not all(asked[number].standing(at) for number in unwilling):
            return False
        content = set(asked).difference(unwilling)
        if unwilling and not any(asked[number].holder == "player" for number in content):
            return False  # Nobody is there at all.
        # Whether a standing move comes to anything is the game's to say: then it closes, and it is played.
        return not unwilling or self.evidence.closed_early(phase.number, at)

    def _is_content(self, phase: PhaseStory, number: int, is_in_grace: bool) -> bool:
        seat = self.seats[number]
        if seat.holder == "nobody":
            return True
        version = phase.counting(number)
        if seat.holder == "practice" or version is None:
            return version is not None
        is_own = version.tenure == seat.tenure
        return is_own and (is_in_grace or phase.ready.get(number) is version)

    def _open(self, number: int, at: datetime, previous: datetime | None) -> None:
        decided = self.evidence.phases[number]
        due_at = due(self.schedule, at, decided["kind"], previous, self._grace)
        early = self.rules.early_close == "ready"
        phase = PhaseStory(
            number=number,
            kind=decided["kind"],
            owed=tuple(json.loads(decided["owed"])),
            opened_at=at,
            due_at=due_at,
            closes_at=due_at + self._grace,
            early_at=at + timedelta(minutes=self.rules.least_minutes) if early else None,
        )
        self.phases.append(phase)
        self.errands.append(Errand(number, due_at))

    def close(self, at: datetime, because: str, by: str) -> None:
        """The open phase closes; the next one opens, and seats are lost."""
        phase = self.phase
        self._play_standing_moves(phase, at, must=because == "everybody")
        phase.closed_at, phase.because = at, because
        self.tell(at, by, "closed", phase=phase.number, because=because)
        self._count_misses(phase, at)
        if phase.number + 1 not in self.evidence.phases:
            self.status = "finished"
            return
        self._open(phase.number + 1, at, phase.due_at)
        if self.phase.kind == "main":
            self._lose_seats(at)
        self.wait(at, is_unattended=because != "referee")

    def _play_standing_moves(self, phase: PhaseStory, at: datetime, *, must: bool) -> None:
        """For who is away and has sent nothing that counts; unless the game makes nothing of it."""
        for number in phase.owed:
            seat = self.seats[number]
            name = seat.standing(phase.due_at, at)
            if phase.counting(number) is not None or name is None:
                continue
            is_sure = name == "practice" and self.wish.new.game == "crossing-swords"
            if self.evidence.stood_in(phase.number, number, at):
                phase.add(number, Version(at, seat.tenure, None, True, False, by_server=True))
            else:
                assert phase.kind == "choice" or not (must or is_sure), (phase, number, name)

    def _count_misses(self, phase: PhaseStory, at: datetime) -> None:
        if phase.kind != "main":
            return
        for number in phase.owed:
            seat = self.seats[number]
            if phase.counting(number) is not None or seat.holder != "player":
                seat.misses = 0
            elif seat.since_phase < phase.number and not any(
                one.covered(phase.due_at) or one.covered(at) for one in seat.absences
            ):
                seat.misses += 1

    def _lose_seats(self, at: datetime) -> None:
        """Whoever is asked now and has missed too much loses the seat."""
        mains = [one for one in self.phases if one.kind == "main" and one.closed_at is not None]
        is_strict = self.seat_rules.strict_first_round and len(mains) == 1
        most = 1 if is_strict else self.seat_rules.misses
        for number in self.phase.owed:
            seat = self.seats[number]
            if seat.holder == "player" and seat.misses >= most:
                self.tell(at, "server", "seat-opened", seat=number, misses=seat.misses)
                self.vacate(number, "misses")
                if self.seat_rules.open_seat == "practice":
                    self.seat_practice(number, at, "server")

    # -- seats

    def vacate(self, number: int, why: str) -> None:
        """Nobody holds the seat any more."""
        seat = self.seats[number]
        seat.holder, seat.lost_by, seat.misses = "nobody", why, 0
        if why != "misses":  # Its player may come back, and is away then as announced.
            seat.absences = []
        seat.since_phase, seat.tenure, seat.waited = self.phase.number, seat.tenure + 1, False

    def seat_somebody(self, number: int, person: int | None) -> None:
        """Somebody, or a practice player, holds the seat from now on; old links open nothing."""
        seat = self.seats[number]
        seat.holder = "practice" if person is None else "player"
        seat.player = seat.linked = person
        seat.lost_by, seat.misses, seat.absences = None, 0, []
        seat.since_phase, seat.tenure = self.phase.number, seat.tenure + 1
        self.phase.ready.pop(number, None)

    def seat_practice(self, number: int, at: datetime, by: str) -> None:
        """A practice player takes over, and moves at the next look."""
        self.tell(at, by, "seat-swapped", seat=number, player=None)
        self.seat_somebody(number, None)
        expires_at = max(self.phase.due_at, at + DAY)
        self.errands.append(Errand(self.phase.number, expires_at, is_first=False))

    def wait(self, at: datetime, *, is_unattended: bool = True) -> None:
        """The open phase waits for substitutes: for seats that none has waited for yet, or for anybody at all."""
        phase = self.phase
        mains = [
            one for one in self.phases if one.kind == "main"
        ]  # Nobody may see whom a choice asks.
        is_for = [seat for seat in self._missing(mains[-1]) if not seat.waited]
        until = at + timedelta(minutes=self.seat_rules.wait_minutes)
        if self.seat_rules.open_seat != "wait" or not is_for:
            is_left = phase.kind == "main" and len(self._missing(phase)) == len(phase.owed)
            if not (is_unattended and is_left):
                return
            is_for, until = [], at + 30 * DAY
        if phase.paused_at is None and at < phase.due_at:
            self.stop(phase, at, "server")
            phase.waits_until, phase.waits_for = until, []
        elif phase.waits_until is not None:
            phase.waits_until = max(until, phase.waits_until)
        else:
            return
        phase.waits_for += is_for
        for seat in phase.waits_for:
            seat.waited = True

    def _missing(self, phase: PhaseStory) -> list[SeatStory]:
        asked = [self.seats[number] for number in phase.owed]
        return [seat for seat in asked if seat.holder == "nobody"]

    def end_wait_if_full(self, at: datetime) -> None:
        """A phase that waits goes on once somebody holds every seat that it waits for."""
        waits_for = [seat for seat in self.phase.waits_for if seat.holder == "nobody"]
        if self.phase.waits_until is not None and not waits_for:
            self.go_on(self.phase, at, None, "server")

    # -- clocks

    @property
    def _grace(self) -> timedelta:
        return timedelta(minutes=self.rules.grace_minutes)

    def move(self, phase: PhaseStory, due_at: datetime) -> None:
        """A phase has another deadline."""
        phase.due_at, phase.closes_at = due_at, due_at + self._grace
        for errand in self.errands:
            if errand.is_first and errand.phase == phase.number:
                errand.expires_at = due_at

    def stop(self, phase: PhaseStory, at: datetime, by: str) -> None:
        """A phase's clock stands."""
        phase.paused_at, phase.closes_at, phase.waits_until = at, None, None
        self.tell(at, by, "paused", phase=phase.number)

    def go_on(self, phase: PhaseStory, at: datetime, how: str | None, by: str) -> None:
        """A phase's clock goes on."""
        assert phase.paused_at is not None
        to = resumed(self.schedule, at, phase.kind, phase.due_at, phase.paused_at, how)
        self.move(phase, to)
        phase.paused_at = phase.waits_until = None
        self.tell(at, by, "resumed", phase=phase.number, due_at=to)
