"""Submissions: sealed moves as they were received. Only ever added to."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, or_, select, tuple_

from referee.storage.seats import Holder
from referee.storage.tables import matches, phases, submissions, tenures


@dataclass(frozen=True, slots=True)
class SubmissionRow:
    """One version of a seat's move; a ``standing_move`` if the server sent it, its player being away."""

    match_id: str
    phase: int
    seat: int
    version: int
    request_id: str
    request_use: int
    received_at: datetime
    late: bool
    sealed: bytes
    commitment: str
    standing_move: bool = False


SeatPlace = tuple[str, int, int]
"""Match, phase number, seat number."""

_COLUMNS = [submissions.c[name] for name in SubmissionRow.__slots__]
_INSERT = insert(submissions)


def add_submissions(connection: Connection, rows: Sequence[SubmissionRow]) -> None:
    """Append these versions."""
    connection.execute(
        _INSERT, [{name: getattr(row, name) for name in SubmissionRow.__slots__} for row in rows]
    )


class KnownVersion(NamedTuple):
    """A version that is stored already, without what is sealed."""

    version: int
    request_id: str


@dataclass(frozen=True, slots=True)
class KnownSeat:
    """A seat in a phase: who holds it, and what is stored of it, oldest first.

    What has a number below ``first_version`` was sent by somebody who no longer holds the seat.
    """

    holder: Holder
    first_version: int
    versions: list[KnownVersion] = field(default_factory=list)

    @property
    def own(self) -> list[KnownVersion]:
        """What its present holder has sent."""
        return [one for one in self.versions if one.version >= self.first_version]


def known_seats(connection: Connection, places: Sequence[SeatPlace]) -> dict[SeatPlace, KnownSeat]:
    """These seats in these phases: one statement, however many there are. Every seat that exists is in the
    answer.
    """
    query = (
        select(
            tenures.c.match_id,
            tenures.c.seat,
            tenures.c.holder,
            tenures.c.phase.label("since_phase"),
            tenures.c.first_version,
            submissions.c.phase,
            submissions.c.version,
            submissions.c.request_id,
        )
        .outerjoin(
            submissions,
            (submissions.c.match_id == tenures.c.match_id)
            & (submissions.c.seat == tenures.c.seat)
            & tuple_(submissions.c.match_id, submissions.c.phase, submissions.c.seat).in_(places),
        )
        .where(
            tuple_(tenures.c.match_id, tenures.c.seat).in_(
                sorted({(match_id, seat) for match_id, _, seat in places})
            ),
            tenures.c.until.is_(None),
        )
        .order_by(submissions.c.version)
    )
    rows = connection.execute(query).all()
    holders = {(row.match_id, row.seat): row for row in rows}
    found = {
        place: KnownSeat(
            holder=holder.holder,
            first_version=holder.first_version if holder.since_phase == place[1] else 1,
        )
        for place in places
        if (holder := holders.get((place[0], place[2]))) is not None
    }
    for row in rows:
        if row.version is not None:
            known = KnownVersion(row.version, row.request_id)
            found[row.match_id, row.phase, row.seat].versions.append(known)
    return found


def submission_rows(
    connection: Connection, match_id: str, phase: int, *, seat: int | None = None
) -> list[SubmissionRow]:
    """All versions of a phase, or of one seat in it, by seat and then oldest first."""
    query = (
        select(*_COLUMNS)
        .where(submissions.c.match_id == match_id, submissions.c.phase == phase)
        .order_by(submissions.c.seat, submissions.c.version)
    )
    if seat is not None:
        query = query.where(submissions.c.seat == seat)
    return [SubmissionRow(*row) for row in connection.execute(query)]


def submission_row(
    connection: Connection, match_id: str, phase: int, seat: int, version: int
) -> SubmissionRow:
    """One version that is known to be there."""
    query = select(*_COLUMNS).where(
        submissions.c.match_id == match_id,
        submissions.c.phase == phase,
        submissions.c.seat == seat,
        submissions.c.version == version,
    )
    return SubmissionRow(*connection.execute(query).one())


def submission_of(
    connection: Connection, match_id: str, commitment: str, *, own_seats: Sequence[int]
) -> SubmissionRow | None:
    """The version with this commitment, if its phase has closed or whoever holds one of these seats now sent
    it; else None.

    One statement whatever there is, so that nobody can tell a version that is not for them from none.
    """
    query = (
        select(*_COLUMNS)
        .join(
            phases,
            (phases.c.match_id == submissions.c.match_id)
            & (phases.c.number == submissions.c.phase),
        )
        .join(
            tenures,
            (tenures.c.match_id == submissions.c.match_id)
            & (tenures.c.seat == submissions.c.seat)
            & tenures.c.until.is_(None),
        )
        .where(
            submissions.c.match_id == match_id,
            submissions.c.commitment == commitment,
            or_(
                phases.c.status == "closed",
                submissions.c.seat.in_(own_seats)
                & or_(
                    tenures.c.phase != submissions.c.phase,
                    submissions.c.version >= tenures.c.first_version,
                ),
            ),
        )
        .order_by(submissions.c.phase, submissions.c.seat, submissions.c.version)
        .limit(1)
    )
    found = connection.execute(query).one_or_none()
    return None if found is None else SubmissionRow(*found)


def newest_in_time(connection: Connection, match_id: str, phase: int) -> list[SubmissionRow]:
    """The newest version of each seat that came in time, by seat: the one that counts."""
    newest = (
        select(submissions.c.seat, func.max(submissions.c.version).label("version"))
        .where(
            submissions.c.match_id == match_id,
            submissions.c.phase == phase,
            submissions.c.late.is_(False),
        )
        .group_by(submissions.c.seat)
        .subquery()
    )
    query = (
        select(*_COLUMNS)
        .join(
            newest,
            (submissions.c.seat == newest.c.seat) & (submissions.c.version == newest.c.version),
        )
        .where(submissions.c.match_id == match_id, submissions.c.phase == phase)
        .order_by(submissions.c.seat)
    )
    return [SubmissionRow(*row) for row in connection.execute(query)]


def seats_heard(connection: Connection, match_id: str, phase: int) -> frozenset[int]:
    """The seats that have anything stored in time for a phase, be it a move or its withdrawal."""
    query = (
        select(submissions.c.seat)
        .where(
            submissions.c.match_id == match_id,
            submissions.c.phase == phase,
            submissions.c.late.is_(False),
        )
        .distinct()
    )
    return frozenset(connection.execute(query).scalars())


def newest_version(
    connection: Connection, match_id: str, phase: int, seat: int, *, in_time: bool = False
) -> int:
    """The number of the newest version that whoever holds the seat now has sent; 0 for none.

    With ``in_time`` late ones do not count.
    """
    query = (
        select(func.max(submissions.c.version))
        .join(
            tenures,
            (tenures.c.match_id == submissions.c.match_id)
            & (tenures.c.seat == submissions.c.seat)
            & tenures.c.until.is_(None),
        )
        .where(
            submissions.c.match_id == match_id,
            submissions.c.phase == phase,
            submissions.c.seat == seat,
            or_(tenures.c.phase != phase, submissions.c.version >= tenures.c.first_version),
        )
    )
    if in_time:
        query = query.where(submissions.c.late.is_(False))
    newest = connection.execute(query).scalar_one()
    return newest or 0


def late_rows(connection: Connection, match_id: str) -> list[SubmissionRow]:
    """Everything that came too late in a match, newest first."""
    query = (
        select(*_COLUMNS)
        .where(submissions.c.match_id == match_id, submissions.c.late.is_(True))
        .order_by(
            submissions.c.received_at.desc(), submissions.c.seat, submissions.c.version.desc()
        )
    )
    return [SubmissionRow(*row) for row in connection.execute(query)]


def late_count(connection: Connection, match_id: str) -> int:
    """How many submissions came too late for phases that have closed."""
    return connection.execute(
        select(func.count())
        .select_from(
            submissions.join(
                phases,
                (phases.c.match_id == submissions.c.match_id)
                & (phases.c.number == submissions.c.phase),
            )
        )
        .where(
            submissions.c.match_id == match_id,
            submissions.c.late.is_(True),
            phases.c.status == "closed",
        )
    ).scalar_one()


class SealedPhaseRow(NamedTuple):
    """A phase that has not closed, and the first bytes of moves that are sealed in it."""

    match_id: str
    match_title: str
    phase: int
    phase_title: str
    prefix: bytes


def prefixes_of_open_phases(connection: Connection, length: int) -> list[SealedPhaseRow]:
    """The first ``length`` bytes of what is sealed in phases that have not closed, each but once."""
    prefix = func.substr(submissions.c.sealed, 1, length).label("prefix")
    query = (
        select(
            phases.c.match_id,
            matches.c.title,
            phases.c.number,
            phases.c.title.label("phase_title"),
            prefix,
        )
        .join(
            submissions,
            (submissions.c.match_id == phases.c.match_id)
            & (submissions.c.phase == phases.c.number),
        )
        .join(matches, matches.c.match_id == phases.c.match_id)
        .where(phases.c.status.in_(("open", "stuck")))
        .distinct()
        .order_by(phases.c.match_id, phases.c.number, prefix)
    )
    return [SealedPhaseRow(*row[:4], bytes(row[4])) for row in connection.execute(query)]
