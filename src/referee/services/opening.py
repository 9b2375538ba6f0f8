"""Opening links. Whoever opens an invitation first gets a link of their own, which nobody else has had in hand.

A link that the referee makes for somebody has been in the referee's hands, and a link is all it takes to look at
a seat and to play it. So such a link is an invitation: it is exchanged once for another, which only the browser that
opened it is told, and opens nothing any more. Whoever finds it opened already knows that somebody else was first.
"""

from dataclasses import dataclass, field

from sqlalchemy import Connection

from referee.sealing import token_hash
from referee.services.access import Key, issue_key, key_of_row, revoked
from referee.services.context import Context
from referee.services.errors import KeyRevoked
from referee.services.link_requests import LinkRequest
from referee.storage import keys, matches
from referee.storage.keys import KeyRow


@dataclass(frozen=True)
class OpenedLink:
    """What a link has opened, and the token to keep: the link's own, or (``is_new``) what it was exchanged for."""

    key: Key
    token: str = field(repr=False)
    is_new: bool


class OpenedBefore(KeyRevoked):
    """The refusal for an invitation that has been opened; ``place`` is the match and seat it was for."""

    def __init__(self, refusal: KeyRevoked, place: tuple[str, int]) -> None:
        super().__init__(refusal.code, refusal.text)
        self.place = place


def open_link(ctx: Context, token: str, *, request_id: str) -> OpenedLink:
    """Open a link, by whoever has it in hand: from now on it counts as opened.

    An invitation is exchanged for a link of one's own; the same ``request_id`` gets the same one for
    `REPEAT_WINDOW`, and nobody else gets any. Opening any other link twice is opening it once. Hands are dealt when
    every seat's link is opened, so a desk that waits for it is told.

    Raises `KeyMissing`, `KeyRevoked` (`OpenedBefore` for an invitation), `Invalid` (request-id-invalid), `Conflict`
    (request-used).
    """
    hashed = token_hash(token)
    with ctx.store.read() as connection:
        row = keys.key_row(connection, hashed)
    if row is None or row.role != "seat" or row.match_id is None or row.seat is None:
        return OpenedLink(key_of_row(row), token, is_new=False)
    with ctx.store.write() as connection:
        matches.match_row(connection, row.match_id, lock=True)
        row = keys.key_row(connection, hashed)
        if row is None or row.origin != "invitation":
            opened = OpenedLink(key_of_row(row), token, is_new=False)
            if keys.set_opened(connection, hashed, at=ctx.clock()):
                _tell_desk(connection, opened.key)
            return opened
        return _exchanged(ctx, connection, row, request_id)


def _exchanged(ctx: Context, connection: Connection, row: KeyRow, request_id: str) -> OpenedLink:
    """What an invitation is exchanged for, under the lock of its match."""
    if row.match_id is None or row.seat is None:
        raise LookupError("an invitation is to a seat")
    now = ctx.clock()
    request = LinkRequest.of(ctx, request_id, f"open {row.match_id}"[:40], row.token_hash)
    if row.opened_at is not None:
        done = keys.request_row(connection, request_id)
        if done is not None and request.done(connection, now) is not None:
            own = keys.key_row(connection, token_hash(request.token))
            return OpenedLink(key_of_row(own), request.token, is_new=True)
        try:
            key_of_row(row)
        except KeyRevoked as refusal:
            raise OpenedBefore(refusal, (row.match_id, row.seat)) from None
    if row.revoked_at is not None:
        raise revoked()
    request.done(connection, now)
    keys.use_up(connection, row.token_hash, at=now)
    issue_key(
        connection,
        request.token,
        role="seat",
        match_id=row.match_id,
        seat=row.seat,
        at=now,
        opened=True,
        origin="opened",
    )
    request.remember(connection, match_id=row.match_id, seat=row.seat, at=now)
    own = keys.key_row(connection, token_hash(request.token))
    key = key_of_row(own)
    _tell_desk(connection, key)
    return OpenedLink(key, request.token, is_new=True)


def _tell_desk(connection: Connection, key: Key) -> None:
    if key.match_id is None:
        return
    match = matches.match_row(connection, key.match_id)
    if match is not None and match.status == "signup":
        matches.change_match(connection, key.match_id)
