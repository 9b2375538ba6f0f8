"""Submissions: sealed moves as they were received. Only ever added to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, or_, select, tuple_

from referee.storage.tables import matches, phases, submissions


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


def known_versions(
    connection: Connection, places: Sequence[SeatPlace]
) -> dict[SeatPlace, list[KnownVersion]]:
    """What these seats have sent already, oldest first; every place is in the answer."""
    query = (
        select(
            submissions.c.match_id,
            submissions.c.phase,
            submissions.c.seat,
            submissions.c.version,
            submissions.c.request_id,
        )
        .where(tuple_(submissions.c.match_id, submissions.c.phase, submissions.c.seat).in_(places))
        .order_by(submissions.c.version)
    )
    found: dict[SeatPlace, list[KnownVersion]] = {place: [] for place in places}
    for match_id, phase, seat, version, request_id in connection.execute(query):
        found[match_id, phase, seat].append(KnownVersion(version, request_id))
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
    """The version with this commitment, if its phase has closed or it is one of these seats'; else None.

    One statement whatever there is, so that nobody can tell a version that is not for them from none.
    """
    query = (
        select(*_COLUMNS)
        .join(
            phases,
            (phases.c.match_id == submissions.c.match_id)
            & (phases.c.number == submissions.c.phase),
        )
        .where(
            submissions.c.match_id == match_id,
            submissions.c.commitment == commitment,
            or_(phases.c.status == "closed", submissions.c.seat.in_(own_seats)),
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


def seats_heard(connection: Connection, match_id: str, phase: int) -> int:
    """How many seats have anything stored in time for a phase, be it a move or its withdrawal."""
    return connection.execute(
        select(func.count(submissions.c.seat.distinct())).where(
            submissions.c.match_id == match_id,
            submissions.c.phase == phase,
            submissions.c.late.is_(False),
        )
    ).scalar_one()


def newest_version(
    connection: Connection, match_id: str, phase: int, seat: int, *, in_time: bool = False
) -> int:
    """The number of a seat's newest version; with ``in_time`` late ones do not count. 0 for none."""
    query = select(func.max(submissions.c.version)).where(
        submissions.c.match_id == match_id,
        submissions.c.phase == phase,
        submissions.c.seat == seat,
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
