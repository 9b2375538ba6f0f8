"""Who is ready for a phase to close before its deadline, and with which version of their move."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite

from referee.storage.tables import readiness


def set_ready(  # noqa: PLR0917 (whose, for what, since when)
    connection: Connection, match_id: str, phase: int, seat: int, version: int, at: datetime
) -> None:
    """Remember that a seat is ready with this version. The seat must be locked."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(
        insert(readiness)
        .values(match_id=match_id, phase=phase, seat=seat, version=version, since=at)
        .on_conflict_do_update(
            index_elements=["match_id", "phase", "seat"], set_={"version": version, "since": at}
        )
    )


def take_ready_back(connection: Connection, match_id: str, phase: int, seat: int) -> None:
    """Forget that a seat is ready."""
    connection.execute(
        delete(readiness).where(
            readiness.c.match_id == match_id,
            readiness.c.phase == phase,
            readiness.c.seat == seat,
        )
    )


def ready_versions(connection: Connection, match_id: str, phase: int) -> dict[int, int]:
    """The versions that seats are ready with, by seat."""
    query = select(readiness.c.seat, readiness.c.version).where(
        readiness.c.match_id == match_id, readiness.c.phase == phase
    )
    return {row.seat: row.version for row in connection.execute(query)}


def ready_places(
    connection: Connection, places: Sequence[tuple[str, int]]
) -> frozenset[tuple[str, int]]:
    """The seats (match, number) that are ready for one of these phases (match, number)."""
    query = select(readiness.c.match_id, readiness.c.seat).where(
        tuple_(readiness.c.match_id, readiness.c.phase).in_(places)
    )
    return frozenset((row.match_id, row.seat) for row in connection.execute(query))
