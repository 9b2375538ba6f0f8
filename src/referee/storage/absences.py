"""Announced absences: from when to when a seat's player is away; what is sent for them meanwhile is sealed.

A row belongs to a tenure: whoever takes a seat over has not announced anything; whoever takes back their own
has. Rows stay; one that is taken back is marked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select, update

from referee.storage.tables import absences, matches, phases, tenures

UNFINISHED = ("signup", "running", "quarantined")
"""The statuses of matches in which a phase may still close."""


@dataclass(frozen=True, slots=True)
class AbsenceRow:
    """One announced absence: the ``number`` counts those of its player, and no other of the seat has it.

    It lasts until before ``ends_at``, or until it was taken back.
    """

    match_id: str
    seat: int
    number: int
    request_id: str
    announced_at: datetime
    begins_at: datetime
    ends_at: datetime
    taken_back_at: datetime | None
    sealed: bytes

    @property
    def over_at(self) -> datetime:
        """When it was over or will be."""
        if self.taken_back_at is None:
            return self.ends_at
        return min(self.ends_at, self.taken_back_at)

    def covers(self, moment: datetime) -> bool:
        """Whether the player was away then, as announced."""
        return self.begins_at <= moment < self.over_at

    def excuses(self, *, due_at: datetime, closed_at: datetime) -> bool:
        """Whether a phase was due or closed in it, as the absence stood when that phase closed.

        So nothing that is announced or taken back later, be it in the same moment, changes what was a miss.
        """
        if self.announced_at >= closed_at:
            return False
        is_back = self.taken_back_at is not None and self.taken_back_at < closed_at
        over_at = self.over_at if is_back else self.ends_at
        return any(self.begins_at <= moment < over_at for moment in (due_at, closed_at))


_COLUMNS = [absences.c[name] for name in AbsenceRow.__slots__]
_PRESENT = (
    (tenures.c.tenure_id == absences.c.tenure_id)
    & tenures.c.until.is_(None)
    & (tenures.c.match_id == absences.c.match_id)
)


def add_absence(connection: Connection, row: AbsenceRow) -> None:
    """Keep an absence of whoever holds the seat now. The match must be locked."""
    tenure = (
        select(tenures.c.tenure_id)
        .where(
            tenures.c.match_id == row.match_id,
            tenures.c.seat == row.seat,
            tenures.c.until.is_(None),
        )
        .scalar_subquery()
    )
    values = {name: getattr(row, name) for name in AbsenceRow.__slots__}
    connection.execute(insert(absences).values(tenure_id=tenure, **values))


def absence_rows(
    connection: Connection, match_id: str, *, seat: int | None = None
) -> list[AbsenceRow]:
    """All absences that the present holders of a match's seats (or of one) have announced, in order."""
    query = (
        select(*_COLUMNS)
        .join(tenures, _PRESENT)
        .where(absences.c.match_id == match_id)
        .order_by(absences.c.seat, absences.c.begins_at, absences.c.number)
    )
    if seat is not None:
        query = query.where(absences.c.seat == seat)
    return [AbsenceRow(*row) for row in connection.execute(query)]


def away_places(
    connection: Connection, match_ids: Sequence[str], now: datetime
) -> frozenset[tuple[str, int]]:
    """The seats (match, number) of these matches whose players are away now, as announced."""
    query = (
        select(absences.c.match_id, absences.c.seat)
        .join(tenures, _PRESENT)
        .where(
            absences.c.match_id.in_(match_ids),
            absences.c.taken_back_at.is_(None),
            absences.c.begins_at <= now,
            absences.c.ends_at > now,
        )
    )
    return frozenset((row.match_id, row.seat) for row in connection.execute(query))


def carry_absences(connection: Connection, *, old_tenure: int, new_tenure: int) -> None:
    """The same player holds the seat again: what they have announced goes on."""
    connection.execute(
        update(absences).where(absences.c.tenure_id == old_tenure).values(tenure_id=new_tenure)
    )


def set_taken_back(
    connection: Connection, match_id: str, seat: int, *, at: datetime, number: int | None = None
) -> None:
    """Mark an absence of a seat as taken back; without ``number`` every one that is not over yet."""
    change = (
        update(absences)
        .where(
            absences.c.match_id == match_id,
            absences.c.seat == seat,
            absences.c.taken_back_at.is_(None),
            absences.c.ends_at > at,
        )
        .values(taken_back_at=at)
    )
    if number is not None:
        change = change.where(absences.c.number == number)
    connection.execute(change)


class SealedAbsenceRow(NamedTuple):
    """A match in which somebody may be away, and the first bytes of what is sealed for that."""

    match_id: str
    match_title: str
    prefix: bytes
    absences: int


def prefixes_of_absences(
    connection: Connection, length: int, now: datetime
) -> list[SealedAbsenceRow]:
    """The first ``length`` bytes of what may still be opened when a phase closes, and of how many.

    That is what is sealed for absences that are not over, or in which the deadline of an open phase lies; also
    of players whose seats are open, and may be taken back.
    """
    present = tenures.alias()
    is_open = (
        select(present.c.tenure_id)
        .where(
            present.c.match_id == absences.c.match_id,
            present.c.seat == absences.c.seat,
            present.c.until.is_(None),
            present.c.holder == "nobody",
        )
        .exists()
    )
    prefix = func.substr(absences.c.sealed, 1, length).label("prefix")
    deadline = (
        select(phases.c.number)
        .where(
            phases.c.match_id == absences.c.match_id,
            phases.c.status.in_(("open", "stuck")),
            phases.c.due_at >= absences.c.begins_at,
            phases.c.due_at < absences.c.ends_at,
        )
        .exists()
    )
    query = (
        select(absences.c.match_id, matches.c.title, prefix, func.count())
        .join(tenures, tenures.c.tenure_id == absences.c.tenure_id)
        .join(matches, matches.c.match_id == absences.c.match_id)
        .where(
            tenures.c.until.is_(None) | ((tenures.c.ended_by == "misses") & is_open),
            matches.c.status.in_(UNFINISHED),
            absences.c.taken_back_at.is_(None),
            (absences.c.ends_at > now) | deadline,
        )
        .group_by(absences.c.match_id, matches.c.title, prefix)
        .order_by(absences.c.match_id, prefix)
    )
    return [
        SealedAbsenceRow(row[0], row[1], bytes(row[2]), row[3]) for row in connection.execute(query)
    ]
