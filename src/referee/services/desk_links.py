"""A desk's link that got out, or that is lost, is replaced; whoever still has the old one has nothing."""

from referee.services.access import Key, issue_key, require_referee, revoked
from referee.services.acts import DeskLinkReplaced
from referee.services.context import Context
from referee.services.link_requests import LinkRequest
from referee.services.phases import match_of
from referee.services.records import by_of, record_act
from referee.storage import keys, matches


def replace_referee_link(ctx: Context, key: Key | None, match_id: str, *, request_id: str) -> str:
    """The token of a match's new desk link; the ones before open nothing any more. Everybody sees that it was done.

    The same ``request_id`` gets the same link for `REPEAT_WINDOW`, even with the link that it has replaced
    (``key`` None): an answer may be lost on the way, and the referee must not be. Raises `NotFound`, `NotYours`,
    `KeyRevoked`, `Invalid` (request-id-invalid), `Conflict` (request-used).
    """
    request = LinkRequest.of(ctx, request_id, f"desk-link {match_id}"[:40], None)
    with ctx.store.write() as connection:
        match_of(connection, match_id, lock=True)
        if key is not None:
            require_referee(key, match_id)
        now = ctx.clock()
        if keys.request_row(connection, request_id) is not None:
            request.done(connection, now)
            return request.token
        if key is None:
            raise revoked()
        keys.revoke_referee_keys(connection, match_id, at=now)
        issue_key(connection, request.token, role="referee", match_id=match_id, seat=None, at=now)
        request.remember(connection, match_id=match_id, seat=None, at=now)
        record_act(connection, match_id, DeskLinkReplaced(), by=by_of(key), at=now)
        matches.change_match(connection, match_id)
    return request.token
