"""Contacts: where a seat's player wants to be told what, until their tenure ends. Addresses are sealed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, func, or_, select, update

from referee.storage.seats import EndedBy
from referee.storage.tables import contacts, matches, tenures

Channel = Literal["email", "target"]
ContactEnd = Literal["removed", "unsubscribed", "failing", "over"]


@dataclass(frozen=True, slots=True)
class ContactRow:
    """A contact with its seat; ``tenure_until`` is when the tenure ended that it belongs to.

    ``sealed`` is None once the address has been forgotten.
    """

    contact_id: str
    tenure_id: int
    channel: Channel
    sealed: bytes | None
    token_hash: str
    remind_minutes: int | None
    wants_opened: bool
    wants_closed: bool
    failures: int
    created_at: datetime
    confirmed_at: datetime | None
    ended_at: datetime | None
    ended_by: ContactEnd | None
    match_id: str
    seat: int
    tenure_until: datetime | None
    tenure_ended_by: EndedBy | None


_OWN = ContactRow.__slots__[:13]
_COLUMNS: list[ColumnElement[Any]] = [
    *(contacts.c[name] for name in _OWN),
    tenures.c.match_id,
    tenures.c.seat,
    tenures.c.until,
    tenures.c.ended_by,
]
_QUERY = select(*_COLUMNS).join(tenures, tenures.c.tenure_id == contacts.c.tenure_id)


def add_contact(connection: Connection, **values: Any) -> None:
    """Store a new contact: the columns of its row."""
    connection.execute(contacts.insert().values(**values))


def contact_row(connection: Connection, contact_id: str) -> ContactRow | None:
    """A contact, ended or not; None if there is none."""
    return _one(connection, contacts.c.contact_id == contact_id)


def contact_by_token(connection: Connection, token_hash: str) -> ContactRow | None:
    """The contact whose link has a token of this hash; None if there is none."""
    return _one(connection, contacts.c.token_hash == token_hash)


def seat_contacts(connection: Connection, match_id: str, seat: int) -> list[ContactRow]:
    """The contacts of whoever holds a seat now, oldest first, but for those they have taken away."""
    query = _QUERY.where(
        tenures.c.match_id == match_id,
        tenures.c.seat == seat,
        tenures.c.until.is_(None),
        or_(contacts.c.ended_at.is_(None), contacts.c.ended_by == "failing"),
    ).order_by(contacts.c.created_at, contacts.c.contact_id)
    return [ContactRow(*row) for row in connection.execute(query)]


def told_contacts(
    connection: Connection, match_id: str, *, seat: int | None = None
) -> list[ContactRow]:
    """The confirmed contacts of those who hold a match's seats now, or of who holds one."""
    query = _QUERY.where(
        tenures.c.match_id == match_id,
        tenures.c.until.is_(None),
        contacts.c.confirmed_at.is_not(None),
        contacts.c.ended_at.is_(None),
    ).order_by(tenures.c.seat, contacts.c.contact_id)
    if seat is not None:
        query = query.where(tenures.c.seat == seat)
    return [ContactRow(*row) for row in connection.execute(query)]


def tenure_contacts(connection: Connection, tenure_id: int) -> list[ContactRow]:
    """The contacts of one tenure that have not ended, whether it has or not."""
    query = _QUERY.where(contacts.c.tenure_id == tenure_id, contacts.c.ended_at.is_(None)).order_by(
        contacts.c.contact_id
    )
    return [ContactRow(*row) for row in connection.execute(query)]


def change_contact(connection: Connection, contact_id: str, **values: Any) -> None:
    """Set columns of a contact."""
    connection.execute(update(contacts).where(contacts.c.contact_id == contact_id).values(**values))


def count_failure(connection: Connection, contact_id: str) -> int:
    """One more notice in a row that did not arrive; returns how many."""
    failures: int = connection.execute(
        update(contacts)
        .where(contacts.c.contact_id == contact_id)
        .values(failures=contacts.c.failures + 1)
        .returning(contacts.c.failures)
    ).scalar_one()
    return failures


def carry_contacts(connection: Connection, *, old_tenure: int, new_tenure: int) -> None:
    """The same player holds the seat again: their contacts go on."""
    connection.execute(
        update(contacts)
        .where(contacts.c.tenure_id == old_tenure, contacts.c.ended_at.is_(None))
        .values(tenure_id=new_tenure)
    )


def forget_contacts(
    connection: Connection, *, now: datetime, over_before: datetime, unconfirmed_before: datetime
) -> int:
    """End the contacts that nobody will be told by any more, and forget their addresses; says how many.

    Those that were over before ``over_before``, or whose tenure or match was, and those that were never confirmed.
    """
    over = (
        select(tenures.c.tenure_id)
        .join(matches, matches.c.match_id == tenures.c.match_id)
        .where(or_(tenures.c.until < over_before, matches.c.finished_at < over_before))
    )
    ended = connection.execute(
        update(contacts)
        .where(
            contacts.c.sealed.is_not(None),
            or_(
                contacts.c.tenure_id.in_(over),
                contacts.c.ended_at < over_before,
                contacts.c.confirmed_at.is_(None) & (contacts.c.created_at < unconfirmed_before),
            ),
        )
        .values(sealed=None, ended_at=func.coalesce(contacts.c.ended_at, now), ended_by="over")
    )
    return ended.rowcount


def seal_anew(connection: Connection, contact_id: str, *, before: bytes, sealed: bytes) -> bool:
    """Store an address sealed by another secret, unless it has changed meanwhile; says whether it was."""
    changed = connection.execute(
        update(contacts)
        .where(contacts.c.contact_id == contact_id, contacts.c.sealed == before)
        .values(sealed=sealed)
    )
    return changed.rowcount == 1


def sealed_prefixes(connection: Connection, length: int) -> Sequence[tuple[str, bytes]]:
    """Each contact whose address is kept, with the first bytes of it: they name the secret."""
    rows = connection.execute(
        select(contacts.c.contact_id, func.substr(contacts.c.sealed, 1, length)).where(
            contacts.c.sealed.is_not(None)
        )
    )
    return [(row[0], bytes(row[1])) for row in rows]


def _one(connection: Connection, condition: ColumnElement[bool]) -> ContactRow | None:
    found = connection.execute(_QUERY.where(condition)).one_or_none()
    return None if found is None else ContactRow(*found)
