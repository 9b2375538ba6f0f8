"""Links as keys: what a token stands for, and what a key may do.

A token has 256 random bits; only its SHA-256 is stored. Whoever has a seat's link is that seat's player;
whoever has a match's is its referee. A seat's link never opens a desk, nor a referee's link a seat: a
referee who wants to play signs up, and cannot read what the others have sealed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal, cast

from sqlalchemy import Connection

from referee.core.moments import clock_words
from referee.sealing import token_hash
from referee.services.context import Context
from referee.services.errors import KeyMissing, KeyRevoked, NotYours
from referee.storage import keys
from referee.storage.keys import KeyRow

Role = Literal["seat", "referee", "operator"]
Origin = Literal["own", "invitation", "opened"]
"""How a link came to its holder: into their own hands alone; by somebody else's, to be opened once; or as what the
opened invitation gave them."""


@dataclass(frozen=True)
class Key:
    """What a link allows: ``seat`` one seat of one match, ``referee`` one match, ``operator`` all desks.

    ``issued_at`` tells it from other keys to the same thing; None for one that no link stands behind.
    ``from_invitation``: its holder opened an invitation for it.
    """

    role: Role
    match_id: str | None
    seat: int | None
    issued_at: datetime | None = field(default=None, compare=False, repr=False)
    from_invitation: bool = field(default=False, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Token:
    """A link's token as somebody has shown it; its key has not been looked up yet."""

    text: str = field(repr=False)


SYSTEM = Key(role="operator", match_id=None, seat=None)
"""The worker and the command line, which may do what the operator may."""


def key_of(ctx: Context, token: str) -> Key:
    """The key a token stands for.

    Raises `KeyMissing` (key-unknown) and `KeyRevoked` (key-revoked; key-unopened and key-opened for an invitation).
    """
    with ctx.store.read() as connection:
        row = keys.key_row(connection, token_hash(token))
    return key_of_row(row)


def keys_of(
    connection: Connection, tokens: Collection[Token]
) -> Mapping[Token, Key | KeyMissing | KeyRevoked]:
    """`key_of` for many tokens in one statement: each one's key, or its refusal."""
    hashes = {token: token_hash(token.text) for token in tokens}
    rows = keys.key_rows(connection, sorted(hashes.values()))
    found: dict[Token, Key | KeyMissing | KeyRevoked] = {}
    for token, hashed in hashes.items():
        try:
            found[token] = key_of_row(rows.get(hashed))
        except (KeyMissing, KeyRevoked) as refusal:
            found[token] = refusal
    return found


def keys_that_open(ctx: Context, tokens: Sequence[str]) -> list[Key]:
    """The keys of those tokens that open something, in the same order: one statement, however many there are."""
    with ctx.store.read() as connection:
        found = keys_of(connection, {Token(token) for token in tokens})
    keys_found = (found[Token(token)] for token in tokens)
    return [key for key in keys_found if isinstance(key, Key)]


def key_of_row(row: KeyRow | None) -> Key:
    """The key that is stored so. Raises as `key_of`."""
    if row is None:
        raise KeyMissing(
            "key-unknown",
            "This link opens nothing here. Check that it is complete, or ask the referee for a new one.",
        )
    if row.origin == "invitation" and row.opened_at is not None:
        raise KeyRevoked(
            "key-opened",
            f"This link was opened on {clock_words(row.opened_at.astimezone(UTC))} (UTC). If that was not you, "
            "ask the referee for a new one; if it was, use the link of your own that you were given then.",
        )
    if row.revoked_at is not None:
        raise revoked()
    if row.origin == "invitation":
        raise KeyRevoked(
            "key-unopened",
            "This link is an invitation. Open it first: it then gives you a link of your own.",
        )
    return Key(
        role=cast(Role, row.role),
        match_id=row.match_id,
        seat=row.seat,
        issued_at=row.issued_at,
        from_invitation=row.origin == "opened",
    )


def revoked() -> KeyRevoked:
    """The refusal for a link that has been replaced or withdrawn."""
    return KeyRevoked(
        "key-revoked",
        "This link has been replaced by a newer one, or its seat was given up or given to somebody else. Use "
        "the newest link you were given, or ask the referee for one.",
    )


def is_referee(key: Key | None, match_id: str) -> bool:
    """Whether this key opens the desk of this match."""
    return key is not None and (
        key.role == "operator" or (key.role == "referee" and key.match_id == match_id)
    )


def is_seat_of(key: Key | None, match_id: str) -> bool:
    """Whether this key is a seat's of this match."""
    return key is not None and key.role == "seat" and key.match_id == match_id


def require_referee(key: Key, match_id: str) -> None:
    """Raise `NotYours` unless this key opens the desk of this match."""
    if not is_referee(key, match_id):
        raise NotYours("not-yours", "Only the referee of this match may do that.")


def require_seat(key: Key, match_id: str, seat: int) -> None:
    """Raise `NotYours` unless this key is this seat's. Nobody else may act for it, the referee included."""
    if not (is_seat_of(key, match_id) and key.seat == seat):
        raise NotYours("not-yours", "This link belongs to another seat.")


def require_current(connection: Connection, key: Key) -> None:
    """Raise `KeyRevoked` if a seat's link has been replaced since its key was looked up.

    Links are replaced under the match's lock and the seat's; whoever holds one of them and has asked this acts for the player who
    holds the seat now.
    """
    if key.issued_at is None or key.match_id is None or key.seat is None:
        return
    present = keys.seat_keys(connection, key.match_id).get(key.seat)
    if present is None or present.issued_at != key.issued_at:
        raise revoked()


def require_part(key: Key, match_id: str) -> None:
    """Raise `NotYours` unless this key has a part in this match: a seat or the desk."""
    if not (is_referee(key, match_id) or is_seat_of(key, match_id)):
        raise NotYours("not-yours", "This link belongs to another match.")


def new_operator_token(ctx: Context) -> str:
    """A new operator's token; the one before opens nothing any more."""
    token = ctx.new_token()
    now = ctx.clock()
    with ctx.store.write() as connection:
        keys.revoke_operator_keys(connection, at=now)
        issue_key(connection, token, role="operator", match_id=None, seat=None, at=now)
    return token


def issue_key(
    connection: Connection,
    token: str,
    *,
    role: Role,
    match_id: str | None,
    seat: int | None,
    at: datetime,
    opened: bool = False,
    origin: Origin | None = None,
) -> None:
    """Let a token open something from now on; ``opened`` if its holder is given it by this very answer.

    A seat's that is not is in somebody else's hands first, and so an invitation.
    """
    if origin is None:
        origin = "invitation" if role == "seat" and not opened else "own"
    keys.add_key(
        connection,
        token_hash(token),
        role=role,
        match_id=match_id,
        seat=seat,
        at=at,
        origin=origin,
        opened=opened,
    )
