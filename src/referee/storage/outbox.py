"""The outbox: what is to be done after a commit, written in the same transaction, done at least once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects import postgresql, sqlite

from referee.storage.tables import outbox


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """One errand. ``payload`` is JSON; after ``expires_at`` it is dropped undone.

    ``attempts`` are those before it was taken in hand.
    """

    outbox_id: int
    key: str
    kind: str
    match_id: str
    payload: str
    expires_at: datetime
    attempts: int


@dataclass(frozen=True, slots=True)
class NewErrand:
    """An errand to be put into the outbox."""

    key: str
    kind: str
    match_id: str
    payload: str
    ready_at: datetime
    expires_at: datetime


_COLUMNS = [outbox.c[name] for name in OutboxRow.__slots__]


def add_errand(
    connection: Connection,
    *,
    key: str,
    kind: str,
    match_id: str,
    payload: str,
    ready_at: datetime,
    expires_at: datetime,
) -> None:
    """Put an errand into the outbox, once for each key."""
    add_errands(connection, [NewErrand(key, kind, match_id, payload, ready_at, expires_at)])


def add_errands(
    connection: Connection, errands: Sequence[NewErrand], *, anew: bool = False
) -> None:
    """Put errands into the outbox, once for each key.

    ``anew``: one that is there and not done is to be done at the new time.
    """
    if not errands:
        return
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    fresh = insert(outbox)
    if anew:
        added = fresh.on_conflict_do_update(
            index_elements=["key"],
            set_={
                "ready_at": fresh.excluded.ready_at,
                "expires_at": fresh.excluded.expires_at,
            },
            where=outbox.c.done_at.is_(None),
        )
    else:
        added = fresh.on_conflict_do_nothing(index_elements=["key"])
    connection.execute(
        added, [{name: getattr(one, name) for name in NewErrand.__slots__} for one in errands]
    )


def prolong_errand(connection: Connection, key: str, *, expires_at: datetime) -> None:
    """Give an errand that is not done more time."""
    connection.execute(
        update(outbox)
        .where(outbox.c.key == key, outbox.c.done_at.is_(None))
        .values(expires_at=expires_at)
    )


def claim_errand(
    connection: Connection, now: datetime, *, kinds: Sequence[str], lease: timedelta
) -> OutboxRow | None:
    """Take the next errand of these kinds in hand, or None if there is none.

    Others leave it alone for the length of ``lease``: a worker that dies with it in hand does not keep it.
    """
    query = (
        select(*_COLUMNS)
        .where(outbox.c.done_at.is_(None), outbox.c.ready_at <= now, outbox.c.kind.in_(kinds))
        .order_by(outbox.c.ready_at, outbox.c.outbox_id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    found = connection.execute(query).one_or_none()
    if found is None:
        return None
    row = OutboxRow(*found)
    connection.execute(
        update(outbox)
        .where(outbox.c.outbox_id == row.outbox_id)
        .values(ready_at=now + lease, attempts=outbox.c.attempts + 1)
    )
    return row


def finish_errand(
    connection: Connection, outbox_id: int, *, at: datetime, error: str | None
) -> None:
    """Mark an errand as done, or given up with the reason."""
    connection.execute(
        update(outbox).where(outbox.c.outbox_id == outbox_id).values(done_at=at, error=error)
    )


def postpone_errand(
    connection: Connection, outbox_id: int, *, ready_at: datetime, error: str
) -> None:
    """Try an errand again later."""
    connection.execute(
        update(outbox).where(outbox.c.outbox_id == outbox_id).values(ready_at=ready_at, error=error)
    )


def take_errand(connection: Connection, outbox_id: int, *, at: datetime) -> bool:
    """Mark an errand as done before it is: whoever comes later leaves it alone. False if one has already."""
    taken = connection.execute(
        update(outbox)
        .where(outbox.c.outbox_id == outbox_id, outbox.c.done_at.is_(None))
        .values(done_at=at)
    )
    return taken.rowcount == 1


def reopen_errand(
    connection: Connection, outbox_id: int, *, ready_at: datetime, error: str
) -> None:
    """Take the mark back from an errand that was certainly not done: it is to be tried again later."""
    connection.execute(
        update(outbox)
        .where(outbox.c.outbox_id == outbox_id)
        .values(done_at=None, ready_at=ready_at, error=error)
    )
