"""Records: everything that was done in a match, each entry bound to the one before. Only ever added to."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, or_, select

from referee.storage.tables import records


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One entry; ``body`` is canonical JSON and ``hash`` its SHA-256."""

    match_id: str
    number: int
    hash: str
    body: str


def add_record(connection: Connection, row: RecordRow) -> None:
    """Append an entry. Raises IntegrityError if the match already has one of this number."""
    connection.execute(
        records.insert().values({name: getattr(row, name) for name in RecordRow.__slots__})
    )


def newest_record(connection: Connection, match_id: str) -> RecordRow | None:
    """The match's newest entry, or None. Current only under the match's lock."""
    found = connection.execute(
        select(records)
        .where(records.c.match_id == match_id)
        .order_by(records.c.number.desc())
        .limit(1)
    ).one_or_none()
    return None if found is None else RecordRow(**found._mapping)


def rows_of_kinds(connection: Connection, match_id: str, kinds: Sequence[str]) -> list[RecordRow]:
    """The record's entries whose act is of one of these kinds, oldest first."""
    # What people have typed is escaped in JSON: it cannot hold these quotation marks.
    said = [records.c.body.contains(f'"kind":"{kind}"', autoescape=True) for kind in kinds]
    query = (
        select(records).where(records.c.match_id == match_id, or_(*said)).order_by(records.c.number)
    )
    return [RecordRow(**row._mapping) for row in connection.execute(query)]


def record_rows(connection: Connection, match_id: str) -> list[RecordRow]:
    """The whole record, oldest first."""
    query = select(records).where(records.c.match_id == match_id).order_by(records.c.number)
    return [RecordRow(**row._mapping) for row in connection.execute(query)]
