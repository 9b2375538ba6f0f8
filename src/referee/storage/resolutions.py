"""Resolutions: what the rules made of each phase. Only ever added to; number 0 is the setup."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, select

from referee.storage.tables import resolutions


@dataclass(frozen=True, slots=True)
class ResolutionRow:
    """One version of a phase's result; all but the keys and times is JSON."""

    match_id: str
    phase: int
    version: int
    rules_version: int
    made_at: datetime
    made_by: str
    moves: str
    events: str
    state: str
    measures: str
    outcome: str | None


def add_resolution(connection: Connection, row: ResolutionRow) -> None:
    """Append a result. Raises IntegrityError if the phase already has this version."""
    connection.execute(
        resolutions.insert().values({name: getattr(row, name) for name in ResolutionRow.__slots__})
    )


def resolution_row(connection: Connection, match_id: str, phase: int) -> ResolutionRow | None:
    """A phase's newest result, or None while it has none."""
    row = connection.execute(
        select(resolutions)
        .where(resolutions.c.match_id == match_id, resolutions.c.phase == phase)
        .order_by(resolutions.c.version.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else ResolutionRow(**row._mapping)


def newest_resolution(connection: Connection, match_id: str) -> ResolutionRow | None:
    """The result of the match's latest resolved phase, the setup included; None before the start."""
    row = connection.execute(
        select(resolutions)
        .where(resolutions.c.match_id == match_id)
        .order_by(resolutions.c.phase.desc(), resolutions.c.version.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else ResolutionRow(**row._mapping)


def resolution_rows(connection: Connection, match_id: str) -> list[ResolutionRow]:
    """Every result of a match in order, the setup first."""
    query = (
        select(resolutions)
        .where(resolutions.c.match_id == match_id)
        .order_by(resolutions.c.phase, resolutions.c.version)
    )
    return [ResolutionRow(**row._mapping) for row in connection.execute(query)]


def measures_by_phase(connection: Connection, match_id: str) -> list[tuple[int, str]]:
    """(phase number, measures) of every newest result, in order."""
    newest = (
        select(resolutions.c.phase, func.max(resolutions.c.version).label("version"))
        .where(resolutions.c.match_id == match_id)
        .group_by(resolutions.c.phase)
        .subquery()
    )
    query = (
        select(resolutions.c.phase, resolutions.c.measures)
        .join(
            newest,
            (resolutions.c.phase == newest.c.phase) & (resolutions.c.version == newest.c.version),
        )
        .where(resolutions.c.match_id == match_id)
        .order_by(resolutions.c.phase)
    )
    return [(row.phase, row.measures) for row in connection.execute(query)]


def counted_moves(connection: Connection, match_id: str, numbers: Sequence[int]) -> dict[int, str]:
    """The counted moves of these phases by number, as JSON; phases without a result are left out."""
    query = (
        select(resolutions.c.phase, resolutions.c.moves)
        .where(resolutions.c.match_id == match_id, resolutions.c.phase.in_(numbers))
        .order_by(resolutions.c.phase, resolutions.c.version)
    )
    return {row.phase: row.moves for row in connection.execute(query)}
