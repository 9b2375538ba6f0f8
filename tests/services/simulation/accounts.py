"""How each act must have been answered, and what it must have done: said from the diary alone."""

from datetime import datetime, timedelta

from tests.services.simulation.diary import Act
from tests.services.simulation.server_accounts import ServerAccount
from tests.services.simulation.stories import AbsenceStory, PhaseStory, Version


class MatchAccount(ServerAccount):
    """A match, act by act."""

    def act(self, act: Act, at: datetime) -> str:
        """Do it; how it must be answered."""
        if act.who is not None and self.seats[act.seat].linked != act.who:
            return "key-revoked"
        handler = getattr(self, f"_{act.kind.replace('-', '_')}")
        return str(handler(act, at))

    def _found(self, number: int) -> PhaseStory | None:
        return self.phases[number - 1] if 0 < number <= len(self.phases) else None

    @property
    def _over(self) -> str | None:
        """Why nothing can be done any more, if so."""
        return {"cancelled": "match-cancelled", "finished": "match-over"}.get(self.status)

    # -- players

    def _send(self, act: Act, at: datetime) -> str:
        phase, seat = self._found(act.phase), self.seats[act.seat]
        if phase is None:
            return "phase-not-found"
        if act.seat not in phase.owed:
            return "seat-out"
        if seat.holder == "nobody":
            return "seat-open"
        if self.status == "cancelled" and phase.closed_at is None:
            return "match-cancelled"
        is_move = act.kind == "send"
        late = self._lateness(phase, act.seat, at)
        own = [one for one in phase.sent.get(act.seat, ()) if one.tenure == seat.tenure]
        if not is_move and not own:
            return "nothing-to-withdraw"
        version = Version(at, seat.tenure, act.given.get("move"), is_move, late is not None)
        phase.add(act.seat, version)
        if late is not None:
            return late
        if act.given.get("ready") and self.rules.early_close == "ready":
            phase.ready[act.seat] = version
        return "ok"

    _withdraw = _send

    def _lateness(self, phase: PhaseStory, seat: int, at: datetime) -> str | None:
        if phase.closed_at is not None:
            return "phase-closed"
        if phase.paused_at is not None or phase.closes_at is None:
            return None
        if self.rules.late == "hard" and at >= phase.closes_at:
            return "move-late"
        version = phase.counting(seat)
        if version is not None and version.tenure != self.seats[seat].tenure:
            return None  # Whoever has taken the seat over has not moved.
        is_locked = self.rules.grace_minutes and at >= phase.due_at and version is not None
        return "move-locked" if is_locked else None

    def _ready(self, act: Act, at: datetime) -> str:
        phase = self._found(act.phase)
        refused = self._refused_ready(act, phase)
        if refused or phase is None:
            return refused or "phase-not-found"
        version = phase.counting(act.seat)
        if version is None or version.tenure != self.seats[act.seat].tenure:
            return "nothing-sent"
        phase.ready[act.seat] = version
        return "ok"

    def _not_ready(self, act: Act, at: datetime) -> str:
        phase = self._found(act.phase)
        refused = self._refused_ready(act, phase)
        if refused or phase is None:
            return refused or "phase-not-found"
        phase.ready.pop(act.seat, None)
        return "ok"

    def _refused_ready(self, act: Act, phase: PhaseStory | None) -> str | None:
        if phase is None:
            return "phase-not-found"
        if phase.closed_at is not None:
            return "phase-closed"
        if self.status == "cancelled":
            return "match-cancelled"
        if self.rules.early_close != "ready":
            return "not-asked-ready"
        if act.seat not in phase.owed:
            return "seat-out"
        return "seat-open" if self.seats[act.seat].holder == "nobody" else None

    def _resign(self, act: Act, at: datetime) -> str:
        if self._over:
            return self._over
        seat = self.seats[act.seat]
        if seat.holder != "player":
            return "seat-open"
        self.tell(at, "player", "resigned", seat=act.seat)
        seat.linked = None
        self.vacate(act.seat, "resigned")
        if self.seat_rules.open_seat == "practice":
            self.seat_practice(act.seat, at, "server")
        self.wait(at)
        return "ok"

    def _reclaim(self, act: Act, at: datetime) -> str:
        if self._over:
            return self._over
        seat = self.seats[act.seat]
        if seat.holder == "player":
            return "ok"
        if seat.lost_by != "misses":
            return "seat-taken"
        self.tell(at, "player", "seat-reclaimed", seat=act.seat)
        seat.holder, seat.lost_by = "player", None
        seat.since_phase, seat.tenure = self.phase.number, seat.tenure + 1
        self.end_wait_if_full(at)
        return "ok"

    def _tell_me(self, act: Act, at: datetime) -> str:
        if self._over:
            return self._over
        return "ok" if self.seats[act.seat].holder == "player" else "seat-open"

    def _away(self, act: Act, at: datetime) -> str:
        seat = self.seats[act.seat]
        if self._over or seat.holder == "nobody":
            return self._over or "seat-open"
        begins_at, ends_at = max(at, act.given["begins_at"]), act.given["ends_at"]
        if ends_at <= at:
            return "absence-past"
        if ends_at <= begins_at:
            return "absence-empty"
        to_come = [one for one in seat.absences if one.taken_back_at is None and at < one.ends_at]
        if any(one.begins_at < ends_at and begins_at < one.ends_at for one in to_come):
            return "absence-overlaps"
        if len(to_come) >= 5:
            return "too-many-absences"
        first = (seat.tenure - 1) * 1000 + 1
        number = max((one.number + 1 for one in seat.absences), default=first)
        standing = act.given["standing"]
        seat.absences.append(AbsenceStory(number, begins_at, ends_at, standing))
        return "ok"

    def _here_again(self, act: Act, at: datetime) -> str:
        seat = self.seats[act.seat]
        if self._over or seat.holder == "nobody":
            return self._over or "seat-open"
        known = {one.number: one for one in seat.absences}
        absence = known.get(act.given["absence"])
        if absence is None:
            return "absence-not-found"
        if absence.taken_back_at is None:
            if at >= absence.ends_at:
                return "absence-over"
            absence.taken_back_at = at
        return "ok"

    # -- the referee

    def _moved(self, act: Act) -> str | None:
        """Why a deadline cannot be moved, if so."""
        phase = self._found(act.phase)
        if phase is None:
            return "phase-not-found"
        if self._over:
            return self._over
        return "phase-closed" if phase.closed_at is not None else None

    def _extend(self, act: Act, at: datetime) -> str:
        refused = self._moved(act)
        if refused:
            return refused
        phase, to = self.phase, act.given["due_at"]
        if phase.paused_at is not None:
            return "match-paused"
        if to == phase.due_at:
            return "ok"
        if to < phase.due_at or to <= at:
            return "extension-earlier"
        if to > at + timedelta(minutes=self.rules.furthest_extension_minutes):
            return "extension-too-far"
        if phase.extensions >= self.rules.most_extensions:
            return "extensions-used-up"
        phase.extensions += 1
        self.move(phase, to)
        self.tell(at, "referee", "extended", phase=phase.number, due_at=to)
        return "ok"

    def _pause(self, act: Act, at: datetime) -> str:
        refused = self._moved(act)
        if refused:
            return refused
        if self.phase.waits_until is not None:
            self.phase.waits_until = None
            self.tell(at, "referee", "paused", phase=self.phase.number)
        if self.phase.paused_at is not None:
            return "ok"
        if at >= self.phase.due_at:
            return "phase-due"
        self.stop(self.phase, at, "referee")
        return "ok"

    def _resume(self, act: Act, at: datetime) -> str:
        refused = self._moved(act)
        if refused:
            return refused
        if self.phase.paused_at is not None:
            self.go_on(self.phase, at, act.given["at"], "referee")
        return "ok"

    def _close_by_hand(self, act: Act, at: datetime) -> str:
        if self.status == "cancelled":
            return "match-cancelled"
        last_closed = self.phase.number - (self.status == "running")
        if act.phase == last_closed:
            return "ok"
        if self.status != "running":
            return "match-over"
        if act.phase != self.phase.number:
            return "phase-stale"
        if self.phase.paused_at is not None:
            return "match-paused"
        self.close(at, "referee", "referee")
        return "ok"

    def _cancel(self, act: Act, at: datetime) -> str:
        if self.status == "finished":
            return "match-over"
        if self.status != "cancelled":
            self.status = "cancelled"
            self.tell(at, "referee", "cancelled")
        return "ok"

    def _new_link(self, act: Act, at: datetime) -> str:
        seat = self.seats[act.seat]
        if seat.holder == "practice":
            return "practice-seat"
        if seat.holder == "nobody" and seat.linked is None:
            return "seat-open"
        self.tell(at, "referee", "link-replaced", seat=act.seat)
        seat.linked = act.given["to"]
        for absence in seat.absences:
            if absence.taken_back_at is None and at < absence.ends_at:
                absence.taken_back_at = at
        return "ok"

    def _swap(self, act: Act, at: datetime) -> str:
        if self._over:
            return self._over
        seat = self.seats[act.seat]
        has_just_left = seat.lost_by == "resigned" and seat.since_phase == self.phase.number
        could_have_sent = act.seat in self.phase.owed and (seat.holder != "nobody" or has_just_left)
        if not act.given["move_stands"] and could_have_sent:
            sender = seat.tenure - (seat.holder == "nobody")
            self.phase.add(act.seat, Version(at, sender, None, False, False, by_server=True))
        if act.given["player"] is None:
            self.seat_practice(act.seat, at, "referee")
        else:
            name = act.given["player"]
            self.tell(at, "referee", "seat-swapped", seat=act.seat, player=name)
            self.seat_somebody(act.seat, act.given["to"])
        self.end_wait_if_full(at)
        return "ok"
