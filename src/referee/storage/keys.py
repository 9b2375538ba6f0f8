"""Keys: what a link's token stands for. Only hashes of tokens are stored."""

import hmac
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select, update

from referee.storage.seats import lock_seats
from referee.storage.tables import keys, requests


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key. ``match_id`` is None for an operator's, ``seat`` for all but a seat's.

    ``opened_at`` is when its holder first had it in hand. ``origin``: "own", "invitation" or "opened".
    """

    token_hash: str
    role: str
    match_id: str | None
    seat: int | None
    issued_at: datetime
    opened_at: datetime | None
    revoked_at: datetime | None
    origin: str


@dataclass(frozen=True, slots=True)
class SeatKeyRow:
    """When the link that opens a seat now was issued, and when it was first opened."""

    seat: int
    issued_at: datetime
    opened_at: datetime | None


@dataclass(frozen=True, slots=True)
class RequestRow:
    """What a request has done, and the hash of the token it was answered with."""

    request_id: str
    act: str
    match_id: str
    seat: int | None
    token_hash: str | None
    made_at: datetime


def add_key(
    connection: Connection,
    token_hash: str,
    *,
    role: str,
    match_id: str | None,
    seat: int | None,
    at: datetime,
    origin: str,
    opened: bool = False,
) -> None:
    """Store a new key; ``opened`` if this very answer gives it to its holder."""
    connection.execute(
        keys.insert().values(
            token_hash=token_hash,
            role=role,
            match_id=match_id,
            seat=seat,
            issued_at=at,
            opened_at=at if opened else None,
            origin=origin,
        )
    )


def set_opened(connection: Connection, token_hash: str, *, at: datetime) -> bool:
    """Note that a key's holder has opened it; True the first time."""
    result = connection.execute(
        update(keys)
        .where(keys.c.token_hash == token_hash, keys.c.opened_at.is_(None))
        .values(opened_at=at)
    )
    return result.rowcount > 0


def use_up(connection: Connection, token_hash: str, *, at: datetime) -> None:
    """Let an invitation that has just been opened open nothing any more."""
    connection.execute(
        update(keys).where(keys.c.token_hash == token_hash).values(opened_at=at, revoked_at=at)
    )


def key_row(connection: Connection, token_hash: str) -> KeyRow | None:
    """The key with this hash, revoked or not; None if there is none."""
    row = connection.execute(select(keys).where(keys.c.token_hash == token_hash)).one_or_none()
    if row is None or not hmac.compare_digest(row.token_hash, token_hash):
        return None
    return KeyRow(**row._mapping)


def key_rows(connection: Connection, token_hashes: Collection[str]) -> dict[str, KeyRow]:
    """The keys with these hashes, revoked or not, by hash: one statement, however many there are."""
    query = select(keys).where(keys.c.token_hash.in_(token_hashes))
    return {row.token_hash: KeyRow(**row._mapping) for row in connection.execute(query)}


def revoke_seat_keys(connection: Connection, match_id: str, seat: int, *, at: datetime) -> None:
    """Revoke every key of a seat, once nobody is submitting for it: what is committed with a key came before."""
    lock_seats(connection, [(match_id, seat)])
    connection.execute(
        update(keys)
        .where(
            keys.c.role == "seat",
            keys.c.match_id == match_id,
            keys.c.seat == seat,
            keys.c.revoked_at.is_(None),
        )
        .values(revoked_at=at)
    )


def revoke_referee_keys(connection: Connection, match_id: str, *, at: datetime) -> None:
    """Revoke every key of a match's desk."""
    connection.execute(
        update(keys)
        .where(keys.c.role == "referee", keys.c.match_id == match_id, keys.c.revoked_at.is_(None))
        .values(revoked_at=at)
    )


def revoke_operator_keys(connection: Connection, *, at: datetime) -> None:
    """Revoke every operator's key."""
    connection.execute(
        update(keys)
        .where(keys.c.role == "operator", keys.c.revoked_at.is_(None))
        .values(revoked_at=at)
    )


def seat_keys(connection: Connection, match_id: str) -> dict[int, SeatKeyRow]:
    """The link of each seat that has one, by seat number."""
    query = select(keys.c.seat, keys.c.issued_at, keys.c.opened_at).where(
        keys.c.role == "seat", keys.c.match_id == match_id, keys.c.revoked_at.is_(None)
    )
    return {row.seat: SeatKeyRow(**row._mapping) for row in connection.execute(query)}


def add_request(connection: Connection, row: RequestRow) -> None:
    """Remember what a request did. Raises IntegrityError if the request is already remembered."""
    connection.execute(
        requests.insert().values({name: getattr(row, name) for name in RequestRow.__slots__})
    )


def request_row(connection: Connection, request_id: str) -> RequestRow | None:
    """What this request has already done, or None."""
    row = connection.execute(
        select(requests).where(requests.c.request_id == request_id)
    ).one_or_none()
    return None if row is None else RequestRow(**row._mapping)
