"""Whether each notice that was sent still held when it was sent, and was sent once."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tests.services.simulation.accounts import MatchAccount
from tests.services.simulation.diary import Did, Mailed
from tests.services.simulation.evidence import Row


@dataclass(frozen=True, slots=True)
class Notice:
    """What a notice is about, as its errand says."""

    contact: str
    phase: int
    due_at: datetime
    event: str


@dataclass
class MailAudit:
    """All mails of a month. ``askers``: who asked for notices at which contact, by match, seat and person."""

    errands: list[Row]
    askers: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    sent: Counter[Notice] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._by_id = {
            hashlib.sha256(row["key"].encode()).hexdigest()[:32]: _notice(row["payload"])
            for row in self.errands
            if row["kind"] == "notice"
        }

    def asked(self, did: Did) -> None:
        """Somebody has asked for notices."""
        if did.act.kind == "tell-me" and did.answer == "ok":
            assert did.act.who is not None
            self.askers[did.got] = (did.act.match_id, did.act.seat, did.act.who)

    def mailed(self, mailed: Mailed, accounts: Mapping[str, MatchAccount]) -> None:
        """Some notices were sent: each is new, and true at this moment."""
        for message_id in mailed.message_ids:
            notice = self._by_id[message_id]
            self.sent[notice] += 1
            assert self.sent[notice] == 1, ("sent twice", notice)
            if notice.event != "confirm":
                match_id, seat, person = self.askers[notice.contact]
                wrong = _stale(notice, accounts[match_id], seat, person, mailed.at)
                assert wrong is None, (wrong, notice, mailed.at, accounts[match_id].phase)


def _notice(payload: str) -> Notice:
    said = json.loads(payload)
    due_at = datetime.fromisoformat(said["due_at"])
    return Notice(said["contact"], said["phase"], due_at, said["event"])


def _stale(
    notice: Notice, account: MatchAccount, number: int, person: int, at: datetime
) -> str | None:
    """Why this should not have been sent to this person, if so."""
    seat, phase = account.seats[number], account.phase
    holds = seat.holder == "player" and seat.player == person
    if notice.event == "lost":
        return "the seat is not lost" if holds else None
    if notice.event == "replaced":
        return None if holds else "somebody else holds the seat"
    if not holds:
        return "somebody else holds the seat"
    if notice.event == "over":
        return "the match goes on" if account.status == "running" else None
    if account.status != "running" or phase.number != notice.phase:
        return "another phase"
    if notice.event == "opened":
        return None
    if phase.due_at != notice.due_at or at >= notice.due_at:
        return "another deadline"
    if phase.paused_at is not None:
        return "the clock stands"
    if notice.event == "reminder":
        version = phase.counting(number)
        if version is not None and version.tenure == seat.tenure:
            return "something was sent"
        if number not in phase.owed:
            return "nothing is asked"
    return None
