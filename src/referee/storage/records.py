"""Records: everything that was done in a match, each entry bound to the one before. Only ever added to."""

from dataclasses import dataclass

from sqlalchemy import Connection, select

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


def record_rows(connection: Connection, match_id: str) -> list[RecordRow]:
    """The whole record, oldest first."""
    query = select(records).where(records.c.match_id == match_id).order_by(records.c.number)
    return [RecordRow(**row._mapping) for row in connection.execute(query)]
