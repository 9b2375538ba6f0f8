"""The worker's heartbeat: one row that says when somebody last looked for what is due."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects import postgresql, sqlite

from referee.storage.tables import beats


@dataclass(frozen=True, slots=True)
class BeatRow:
    """When that was, and the last time that nobody did for too long."""

    at: datetime
    lost_from: datetime | None
    lost_until: datetime | None


def beat_row(connection: Connection, *, lock: bool = False) -> BeatRow | None:
    """The heartbeat, or None before the first. ``lock``: no other worker counts the same loss."""
    query = select(beats.c.at, beats.c.lost_from, beats.c.lost_until)
    found = connection.execute(query.with_for_update() if lock else query).one_or_none()
    return None if found is None else BeatRow(*found)


def first_beat(connection: Connection, at: datetime) -> None:
    """The first heartbeat of a database; nothing if there has been one."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(
        insert(beats).values(beat_id=1, at=at).on_conflict_do_nothing(index_elements=["beat_id"])
    )


def beat(connection: Connection, at: datetime) -> None:
    """Another heartbeat; never earlier than one that another worker has written."""
    connection.execute(update(beats).where(beats.c.at < at).values(at=at))


def remember_loss(connection: Connection, lost_from: datetime, lost_until: datetime) -> None:
    """Nobody looked from then to then; the heart beats again."""
    connection.execute(
        update(beats).values(at=lost_until, lost_from=lost_from, lost_until=lost_until)
    )
