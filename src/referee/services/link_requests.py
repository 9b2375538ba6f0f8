"""Forms that make a link: sent twice, they make one, and both are answered with the same link.

A form that comes again with something else in it (somebody went back in the browser and typed another name)
is no repeat. It is refused, for what was typed must neither be dropped in silence nor change what is made.

Only the hash of a link's token is stored, so the link cannot be looked up for a repeat. It is made from the
request's id instead (`Sealer.token`). So whoever knows the id of a request knows its link: the id must be
as hard to guess as the link is, only the one who sent the form may have it, and after `REPEAT_WINDOW`, or
once the link has been replaced, nobody is told it again.
"""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import Connection

from referee.sealing import token_hash
from referee.services.context import Context
from referee.services.errors import Conflict, Invalid
from referee.storage import keys
from referee.storage.keys import RequestRow
from referee.storage.tables import is_storable

SHORTEST_REQUEST_ID = 16
LONGEST_REQUEST_ID = 128
REPEAT_WINDOW = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class LinkRequest:
    """One form that makes a link: ``act`` says which form and what was in it, ``token`` is the link's."""

    request_id: str
    act: str
    token: str = field(repr=False)

    @classmethod
    def of(cls, ctx: Context, request_id: str, act: str, sent: object) -> "LinkRequest":
        """The request of this id. ``act`` has at most 40 characters; ``sent`` is compared by its ``repr``.

        Raises `Invalid` (request-id-invalid).
        """
        if not (
            SHORTEST_REQUEST_ID <= len(request_id) <= LONGEST_REQUEST_ID and is_storable(request_id)
        ):
            raise Invalid(
                "request-id-invalid",
                f"A request's id has {SHORTEST_REQUEST_ID} to {LONGEST_REQUEST_ID} random characters.",
                field="request_id",
            )
        act = f"{act} {hashlib.sha256(repr(sent).encode()).hexdigest()[:16]}"
        return cls(request_id=request_id, act=act, token=ctx.sealer.token(act, request_id))

    def done(
        self, connection: Connection, now: datetime, *, gives_link: bool = True
    ) -> RequestRow | None:
        """What it has done already; None if it is new. Raises `Conflict` (request-used).

        ``gives_link`` is False for a form of this kind that made no link, for a practice player.
        """
        row = keys.request_row(connection, self.request_id)
        if row is None:
            return None
        is_answerable = row.act == self.act and now - row.made_at <= REPEAT_WINDOW
        if gives_link:
            hashed = token_hash(self.token)
            key = keys.key_row(connection, hashed)
            is_answerable = (
                is_answerable
                and row.token_hash == hashed
                and key is not None
                and key.revoked_at is None
            )
        if not is_answerable:
            raise Conflict(
                "request-used",
                "This form has been used already, and what it made stands. If you have lost its link, ask for a "
                "new one; if you want another, send a fresh form.",
            )
        return row

    def remember(
        self,
        connection: Connection,
        *,
        match_id: str,
        seat: int | None,
        at: datetime,
        gives_link: bool = True,
    ) -> None:
        """Store that it is done. Raises IntegrityError if it is stored already."""
        keys.add_request(
            connection,
            RequestRow(
                request_id=self.request_id,
                act=self.act,
                match_id=match_id,
                seat=seat,
                token_hash=token_hash(self.token) if gives_link else None,
                made_at=at,
            ),
        )
