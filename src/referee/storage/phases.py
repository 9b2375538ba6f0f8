"""Phases: what is asked, of whom, until when."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, tuple_, update

from referee.storage.tables import matches, phases, resolutions


@dataclass(frozen=True, slots=True)
class PhaseRow:
    """A phase without what it asks, which can be long. ``owed`` is JSON: the seats' numbers.

    ``closes_at`` is when it closes by itself: None while it is paused, or when it no longer matters.
    ``waits_until`` is how long a paused one waits for substitutes; None for one that the referee paused.
    """

    match_id: str
    number: int
    round: int
    title: str
    kind: str
    status: str
    opened_at: datetime
    due_at: datetime
    due_set_at: datetime
    closed_at: datetime | None
    base: int
    owed: str
    due_by: str | None = None
    closes_at: datetime | None = None
    early_at: datetime | None = None
    paused_at: datetime | None = None
    waits_until: datetime | None = None
    extensions: int = 0


@dataclass(frozen=True, slots=True)
class PhaseContent:
    """What never changes about a phase: what it asks and the state it stands on, as JSON."""

    decisions: str
    state: str


_MOST_NUMBER = 2**31 - 1
"""What fits the column: databases raise for larger numbers, and people type them."""

_LIGHT = [phases.c[name] for name in PhaseRow.__slots__]


def add_phase(connection: Connection, row: PhaseRow, *, decisions: str) -> None:
    """Open a phase. Raises IntegrityError if the match already has one of this number."""
    connection.execute(
        phases.insert().values(
            decisions=decisions, **{name: getattr(row, name) for name in PhaseRow.__slots__}
        )
    )


def phase_row(
    connection: Connection, match_id: str, number: int, *, lock: bool = False
) -> PhaseRow | None:
    """A phase, or None. ``lock`` waits for every submission under way and lets no other begin."""
    if not 0 < number <= _MOST_NUMBER:
        return None
    query = select(*_LIGHT).where(phases.c.match_id == match_id, phases.c.number == number)
    if lock:
        query = query.with_for_update()
    found = connection.execute(query).one_or_none()
    return None if found is None else PhaseRow(*found)


def newest_phase(connection: Connection, match_id: str) -> PhaseRow | None:
    """The match's newest phase, or None before the start."""
    found = connection.execute(
        select(*_LIGHT)
        .where(phases.c.match_id == match_id)
        .order_by(phases.c.number.desc())
        .limit(1)
    ).one_or_none()
    return None if found is None else PhaseRow(*found)


def phase_rows(connection: Connection, match_id: str) -> list[PhaseRow]:
    """All phases of a match, newest first."""
    query = select(*_LIGHT).where(phases.c.match_id == match_id).order_by(phases.c.number.desc())
    return [PhaseRow(*row) for row in connection.execute(query)]


def share_phases(
    connection: Connection, places: Sequence[tuple[str, int]]
) -> dict[tuple[str, int], PhaseRow]:
    """These phases (match, number), none of which can be closed until the transaction ends."""
    places = [place for place in places if 0 < place[1] <= _MOST_NUMBER]
    query = (
        select(*_LIGHT)
        .where(tuple_(phases.c.match_id, phases.c.number).in_(places))
        .order_by(phases.c.match_id, phases.c.number)
        .with_for_update(read=True)
    )
    rows = [PhaseRow(*row) for row in connection.execute(query)]
    return {(row.match_id, row.number): row for row in rows}


def phase_content(connection: Connection, match_id: str, number: int) -> PhaseContent | None:
    """What a phase asks and the state before it."""
    found = connection.execute(
        select(phases.c.decisions, resolutions.c.state)
        .join(
            resolutions,
            (resolutions.c.match_id == phases.c.match_id)
            & (resolutions.c.phase == phases.c.number - 1)
            & (resolutions.c.version == phases.c.base),
        )
        .where(phases.c.match_id == match_id, phases.c.number == number)
    ).one_or_none()
    return None if found is None else PhaseContent(*found)


def change_phase(connection: Connection, match_id: str, number: int, **values: Any) -> None:
    """Set columns of a phase."""
    connection.execute(
        update(phases)
        .where(phases.c.match_id == match_id, phases.c.number == number)
        .values(**values)
    )


def set_status(
    connection: Connection, match_id: str, number: int, status: str, *, closed_at: datetime | None
) -> None:
    """Close a phase, or mark it stuck or void."""
    connection.execute(
        update(phases)
        .where(phases.c.match_id == match_id, phases.c.number == number)
        .values(status=status, closed_at=closed_at)
    )


def due_phases(
    connection: Connection, now: datetime, *, limit: int | None
) -> list[tuple[str, int]]:
    """The open phases (match, number) whose time has run out, longest overdue first."""
    query = (
        select(phases.c.match_id, phases.c.number)
        .where(phases.c.status == "open", phases.c.closes_at <= now)
        .order_by(phases.c.closes_at, phases.c.match_id)
        .limit(limit)
    )
    return [(row.match_id, row.number) for row in connection.execute(query)]


def lost_phases(connection: Connection, since: datetime, until: datetime) -> list[tuple[str, int]]:
    """The open phases (match, number) that are due, or whose minutes of grace run out, between two moments.

    Those whose time had run out before ``since`` already are among them, those that are paused are not.
    """
    query = (
        select(phases.c.match_id, phases.c.number)
        .where(
            phases.c.status == "open",
            phases.c.due_at <= until,
            (phases.c.closes_at <= until)
            | (phases.c.closes_at.is_not(None) & (phases.c.due_at >= since)),
        )
        .order_by(phases.c.match_id, phases.c.number)
    )
    return [(row.match_id, row.number) for row in connection.execute(query)]


def waiting_phases(connection: Connection, now: datetime) -> list[tuple[str, int]]:
    """The paused phases (match, number) that have waited for substitutes long enough."""
    query = (
        select(phases.c.match_id, phases.c.number)
        .where(
            phases.c.status == "open",
            phases.c.paused_at.is_not(None),
            phases.c.waits_until <= now,
        )
        .order_by(phases.c.match_id, phases.c.number)
    )
    return [(row.match_id, row.number) for row in connection.execute(query)]


def open_phases(connection: Connection) -> list[tuple[str, int]]:
    """Every open phase (match, number) whose clock runs."""
    query = (
        select(phases.c.match_id, phases.c.number)
        .where(phases.c.status == "open", phases.c.closes_at.is_not(None))
        .order_by(phases.c.match_id, phases.c.number)
    )
    return [(row.match_id, row.number) for row in connection.execute(query)]


def early_phases(connection: Connection, now: datetime) -> list[PhaseRow]:
    """The open phases that could close before their time has run out, for what it is by the clock."""
    query = (
        select(*_LIGHT)
        .where(
            phases.c.status == "open",
            phases.c.closes_at > now,
            (phases.c.early_at <= now) | (phases.c.due_at <= now),
        )
        .order_by(phases.c.match_id, phases.c.number)
    )
    return [PhaseRow(*row) for row in connection.execute(query)]


def claim_phase(connection: Connection, match_id: str, number: int) -> bool:
    """Lock a match and its phase to close it, unless somebody else is at it: then False at once."""
    locked = connection.execute(
        select(matches.c.match_id)
        .where(matches.c.match_id == match_id)
        .with_for_update(skip_locked=True)
    ).one_or_none()
    if locked is None:
        return False
    return phase_row(connection, match_id, number, lock=True) is not None
