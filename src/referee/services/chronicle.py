"""A match as its record tells it: the entries read one after another, from nothing.

Whatever the record has is enough to say how the match stands; an entry that cannot follow the ones before
it is named.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from referee.services.acts import (
    Announced,
    Cancelled,
    Closed,
    Created,
    DeskLinkReplaced,
    Entry,
    Extended,
    Halted,
    LinkReplaced,
    OpenedPhase,
    Paused,
    Resigned,
    Resumed,
    SeatOpened,
    SeatReclaimed,
    SeatRemoved,
    SeatRenamed,
    SeatSwapped,
    SeatTaken,
    Started,
)
from referee.services.reading_models import EndedBy, Holder, MatchStatus


class Impossible(ValueError):
    """An entry that cannot follow the ones before it. ``entry`` is its number."""

    def __init__(self, entry: int, reason: str) -> None:
        super().__init__(reason)
        self.entry = entry


@dataclass
class SeatStory:
    """A seat, and all who have held it: the last one holds it now."""

    name: str
    tenures: list["TenureStory"]

    @property
    def now(self) -> "TenureStory":
        """Who holds it now."""
        return self.tenures[-1]


@dataclass
class TenureStory:
    """Who held a seat, since when, and in which phase that was, 0 before the start."""

    holder: Holder
    player: str | None
    since: datetime
    phase: int
    until: datetime | None = None
    ended_by: EndedBy | None = None


@dataclass
class PhaseStory:
    """A phase: as it was opened, its deadline and when that was set, and how it was closed, if it was."""

    opened: OpenedPhase
    opened_at: datetime
    due_at: datetime
    due_set_at: datetime
    is_paused: bool = False
    closed: Closed | None = None
    closed_at: datetime | None = None


@dataclass
class PostStory:
    """A post: its hash, when it was written, and the head of the record that it shows."""

    announced: Announced
    at: datetime
    head: str


@dataclass
class Chronicle:
    """How a match stands after its record's last entry; ``phases`` in order, ``seats`` by number."""

    created: Created
    created_at: datetime
    status: MatchStatus = "signup"
    seats: dict[int, SeatStory] = field(default_factory=dict)
    started: Started | None = None
    started_at: datetime | None = None
    phases: list[PhaseStory] = field(default_factory=list)
    posts: list[PostStory] = field(default_factory=list)
    reason: str | None = None
    finished_at: datetime | None = None

    @property
    def open_phase(self) -> PhaseStory | None:
        """The phase that is open, or was when the match was cancelled."""
        return self.phases[-1] if self.phases and self.phases[-1].closed is None else None


def chronicle_of(entries: Sequence[Entry]) -> Chronicle:
    """The story that a record tells. Raises `Impossible`."""
    if not entries or not isinstance(entries[0].act, Created):
        raise Impossible(1, "a record begins with the making of the match")
    told = Chronicle(created=entries[0].act, created_at=entries[0].at)
    for entry in entries[1:]:
        _tell(told, entry)
    told.seats = dict(sorted(told.seats.items()))
    return told


def _tell(told: Chronicle, entry: Entry) -> None:
    act = entry.act
    match act:
        case Announced():
            told.posts.append(PostStory(act, entry.at, entry.previous or ""))
        case LinkReplaced():
            _seat(told, entry, act.seat)
        case DeskLinkReplaced():
            pass  # At any time, even when the match is over.
        case Resigned() | SeatOpened() | SeatSwapped() | SeatReclaimed():
            _change_hands(told, entry, act)
        case SeatTaken() | SeatRenamed() | SeatRemoved():
            _fill(told, entry, act)
        case Started():
            _require(entry, told.status == "signup", "a match starts once")
            told.started, told.started_at = act, entry.at
            _follow(told, entry, act.following, after=0)
        case Extended():
            _require(entry, told.status == "running", "only a running match's phase is extended")
            phase = _open(told, entry, act.phase)
            _require(entry, act.due_at > phase.due_at, "a deadline only moves to a later time")
            phase.due_at, phase.due_set_at = act.due_at, entry.at
        case Paused() | Resumed():
            _require(
                entry, told.status == "running", "only a running match's clock stops or goes on"
            )
            _stop_or_go_on(_open(told, entry, act.phase), entry, act)
        case Closed():
            _require(entry, told.status in ("running", "quarantined"), "the match is not running")
            phase = _open(told, entry, act.phase)
            _require(entry, not phase.is_paused, "a phase does not close while its clock stands")
            phase.closed, phase.closed_at = act, entry.at
            _follow(told, entry, act.following, after=act.phase)
        case Halted():
            _require(entry, told.status == "running", "only a running match is halted")
            _open(told, entry, act.phase)
            told.status = "quarantined"
        case Cancelled():
            _require(
                entry, told.status not in ("finished", "cancelled"), "the match was over already"
            )
            told.status, told.reason, told.finished_at = "cancelled", act.reason, entry.at
        case Created():
            raise Impossible(entry.number, "a match is made once")


def _fill(told: Chronicle, entry: Entry, act: SeatTaken | SeatRenamed | SeatRemoved) -> None:
    _require(
        entry, told.status == "signup", "seats are taken, renamed and removed before the start"
    )
    if isinstance(act, SeatTaken):
        _require(entry, act.seat not in told.seats, "this seat was taken already")
        _require(entry, act.name not in _names(told), "another seat has this name")
        holder: Holder = "practice" if act.practice else "player"
        first = TenureStory(holder, None if act.practice else act.name, entry.at, 0)
        told.seats[act.seat] = SeatStory(act.name, [first])
        return
    seat = _seat(told, entry, act.seat)
    if isinstance(act, SeatRemoved):
        del told.seats[act.seat]
        return
    _require(entry, act.name not in _names(told) - {seat.name}, "another seat has this name")
    seat.name = act.name
    if seat.now.holder == "player":
        seat.now.player = act.name


def _names(told: Chronicle) -> set[str]:
    return {seat.name for seat in told.seats.values()}


def _change_hands(
    told: Chronicle, entry: Entry, act: Resigned | SeatOpened | SeatSwapped | SeatReclaimed
) -> None:
    is_on = told.status in ("running", "quarantined")
    _require(entry, is_on, "seats change hands while a match is running")
    seat = _seat(told, entry, act.seat)
    match act:
        case Resigned() | SeatOpened():
            _require(entry, seat.now.holder == "player", "only a player loses a seat")
            ended: EndedBy = "resigned" if isinstance(act, Resigned) else "misses"
            _hand(told, entry, seat, "nobody", None, ended)
        case SeatSwapped():
            holder: Holder = "practice" if act.player is None else "player"
            _hand(told, entry, seat, holder, act.player, "swapped")
        case SeatReclaimed():
            is_open = seat.now.holder == "nobody" and seat.tenures[-2].ended_by == "misses"
            _require(entry, is_open, "only an open seat is reclaimed")
            _hand(told, entry, seat, "player", seat.tenures[-2].player, "reclaimed")


def _hand(  # noqa: PLR0917 (which seat, to whom, and why)
    told: Chronicle,
    entry: Entry,
    seat: SeatStory,
    holder: Holder,
    player: str | None,
    ended_by: EndedBy,
) -> None:
    seat.now.until, seat.now.ended_by = entry.at, ended_by
    seat.tenures.append(TenureStory(holder, player, entry.at, told.phases[-1].opened.number))


def _stop_or_go_on(phase: PhaseStory, entry: Entry, act: Paused | Resumed) -> None:
    if isinstance(act, Paused):
        # One that stands already, because a phase waits for a substitute, may be stopped by the referee as well.
        is_again = phase.is_paused and entry.by == "referee"
        _require(entry, is_again or not phase.is_paused, "a clock stops, and then goes on")
        phase.is_paused, phase.due_set_at = True, phase.due_set_at if is_again else entry.at
    else:
        _require(entry, phase.is_paused, "a clock stops, and then goes on")
        phase.is_paused, phase.due_set_at = False, entry.at
        _require(entry, act.due_at >= phase.due_at, "a deadline only moves to a later time")
        phase.due_at = act.due_at


def _follow(told: Chronicle, entry: Entry, following: OpenedPhase | None, *, after: int) -> None:
    if following is None:
        told.status, told.finished_at = "finished", entry.at
        return
    _require(entry, following.number == after + 1, "phases are numbered one after another")
    told.status = "running"
    told.phases.append(PhaseStory(following, entry.at, following.due_at, entry.at))


def _open(told: Chronicle, entry: Entry, number: int) -> PhaseStory:
    phase = told.open_phase
    if phase is None or phase.opened.number != number:
        raise Impossible(entry.number, f"phase {number} was not open")
    return phase


def _seat(told: Chronicle, entry: Entry, number: int) -> SeatStory:
    if number not in told.seats:
        raise Impossible(entry.number, f"there was no seat {number}")
    return told.seats[number]


def _require(entry: Entry, holds: bool, reason: str) -> None:
    if not holds:
        raise Impossible(entry.number, reason)
