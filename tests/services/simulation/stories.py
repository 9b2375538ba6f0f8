"""What an account is made of: a match's seats, its phases with what was sent, and what its record must tell."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Holder = Literal["player", "practice", "nobody"]


@dataclass
class AbsenceStory:
    """A player is away from then until before then, or until they said otherwise; with or without a standing move."""

    number: int
    begins_at: datetime
    ends_at: datetime
    standing: str | None
    taken_back_at: datetime | None = None

    def covered(self, moment: datetime) -> bool:
        """Whether the player was away then."""
        over_at = min(self.ends_at, self.taken_back_at or self.ends_at)
        return self.begins_at <= moment < over_at


@dataclass
class SeatStory:
    """A seat: who holds it, since which phase (0 before the start), and how many phases in a row they missed.

    ``linked`` is the person whose link opens the seat; ``lost_by`` what made nobody its holder,
    ``waited`` whether a phase has waited for somebody to take it since.
    """

    holder: Holder
    player: int | None
    linked: int | None
    since_phase: int = 0
    tenure: int = 1
    misses: int = 0
    lost_by: str | None = None
    waited: bool = False
    absences: list[AbsenceStory] = field(default_factory=list)

    def standing(self, *moments: datetime) -> str | None:
        """The standing move of a player who is away at one of these moments."""
        if self.holder != "player":
            return None
        for absence in self.absences:
            if absence.taken_back_at is None and any(absence.covered(one) for one in moments):
                return absence.standing
        return None


@dataclass
class Version:
    """One version of a seat's move: in which tenure it came, and whether it is one, takes one back, or is late."""

    at: datetime
    tenure: int
    move: Any
    is_move: bool
    is_late: bool
    by_server: bool = False


@dataclass
class Errand:
    """Practice players are to move in a phase, at the next look before it expires."""

    phase: int
    expires_at: datetime
    is_first: bool = True


@dataclass
class PhaseStory:
    """A phase as it must be."""

    number: int
    kind: str
    owed: tuple[int, ...]
    opened_at: datetime
    due_at: datetime
    closes_at: datetime | None
    early_at: datetime | None
    paused_at: datetime | None = None
    waits_until: datetime | None = None
    waits_for: list[SeatStory] = field(default_factory=list)
    extensions: int = 0
    closed_at: datetime | None = None
    because: str | None = None
    sent: dict[int, list[Version]] = field(default_factory=dict)
    ready: dict[int, Version] = field(default_factory=dict)

    def counting(self, seat: int) -> Version | None:
        """The version of a seat's move that counts, if one does."""
        in_time = [one for one in self.sent.get(seat, []) if not one.is_late]
        return in_time[-1] if in_time and in_time[-1].is_move else None

    def add(self, seat: int, version: Version) -> None:
        """A seat's next version."""
        self.sent.setdefault(seat, []).append(version)


@dataclass
class Told:
    """An entry that the record must have."""

    at: datetime
    by: str
    kind: str
    values: dict[str, Any]
