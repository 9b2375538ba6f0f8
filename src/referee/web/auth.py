"""Links as keys: how a request shows whose it is, and how a link becomes a cookie.

A link's token arrives in one of two ways: in the cookie that opening the link has set, or, for programs, as
``Authorization: Bearer TOKEN``. What a key may do is for the services to judge; here it is only found.

Opening a link takes two steps, because forums, mail scanners and chat programs open links by
themselves: GET shows a button and looks at nothing, the button's POST exchanges the token for the
cookie and leads away from the address that holds it.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Final, TypeVar

from fastapi import Depends, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse

from referee.services.access import (
    Key,
    Token,
    is_seat_of,
    key_of,
    keys_that_open,
    require_referee,
    require_seat,
)
from referee.services.context import Context
from referee.services.errors import KeyMissing, KeyRevoked
from referee.services.link_requests import SHORTEST_REQUEST_ID
from referee.services.opening import OpenedBefore, OpenedLink, open_link
from referee.web.dependencies import (
    MOST_SEATS,
    MatchId,
    SeatNumber,
    client_address,
    context,
    rate_limits,
)

OPERATOR_COOKIE: Final = "operator"
_COOKIE_SECONDS: Final = 180 * 24 * 3600
_BEARER: Final = "bearer "


def seat_cookie(match_id: str, seat: int) -> str:
    """The name of the cookie that holds a seat's token."""
    return f"seat-{match_id}-{seat}"


def desk_cookie(match_id: str) -> str:
    """The name of the cookie that holds the token of a match's referee."""
    return f"desk-{match_id}"


def is_key_cookie(name: str) -> bool:
    """Whether a cookie of this name holds a key."""
    return name == OPERATOR_COOKIE or name.startswith(("seat-", "desk-"))


def cookie_of(key: Key) -> str:
    """The name of the cookie in which a key is kept."""
    if key.role == "operator":
        return OPERATOR_COOKIE
    if key.match_id is None:
        raise ValueError(f"a {key.role}'s key belongs to a match")
    if key.role == "seat":
        if key.seat is None:
            raise ValueError("a seat's key has a seat")
        return seat_cookie(key.match_id, key.seat)
    return desk_cookie(key.match_id)


def place_of(key: Key) -> str:
    """The path of the page a key is for."""
    if key.role == "seat":
        return f"/matches/{key.match_id}/seats/{key.seat}"
    if key.role == "referee":
        return f"/matches/{key.match_id}/desk"
    return "/"


def keep_key(response: Response, ctx: Context, key: Key, token: str) -> None:
    """Set the cookie that holds a key.

    A player comes back by a link in the forum, which a browser follows without any Strict cookie; so a
    seat's and a referee's are Lax, which is safe because no GET changes anything and every unsafe
    request's origin is checked. The operator's is Strict.
    """
    response.set_cookie(
        cookie_of(key),
        token,
        max_age=_COOKIE_SECONDS,
        path="/",
        secure=ctx.base_url.startswith("https:"),
        httponly=True,
        samesite="strict" if key.role == "operator" else "lax",
    )


def forget_keys(request: Request, response: Response, match_id: str | None = None) -> None:
    """Let the browser forget its keys, or those of one match."""
    for name in request.cookies:
        if not is_key_cookie(name):
            continue
        if match_id is None or name == desk_cookie(match_id) or _is_seat_of(name, match_id):
            response.delete_cookie(name, path="/", httponly=True)


def bearer_token(request: Request) -> str | None:
    """The token of the ``Authorization`` header; None without one. `KeyMissing` if it is no Bearer."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    token = header[len(_BEARER) :].strip()
    if not header.lower().startswith(_BEARER) or not token:
        raise KeyMissing(
            "key-unknown", "The Authorization header must read “Bearer” and then a link's token."
        )
    return token


T = TypeVar("T", Key, OpenedLink)


def exchanged(request: Request, token: str, exchange: Callable[[Context, str], T]) -> T:
    """What a token stands for; counts unknown ones against the client's address.

    Raises `KeyMissing`, `KeyRevoked`, `TooMany`.
    """
    limits, address = rate_limits(request), client_address(request)
    limits.require_room("guess", address)
    try:
        return exchange(context(request), token)
    except KeyMissing:
        limits.count("guess", address)
        raise


def _first_token(request: Request, cookies: list[str], missing: str) -> str:
    """The token of the Bearer header, else of the first cookie there is."""
    token = bearer_token(request)
    if token is None:
        token = next((request.cookies[name] for name in cookies if name in request.cookies), None)
    if token is None:
        raise KeyMissing("key-missing", missing)
    return token


def _first_key(request: Request, cookies: list[str], missing: str) -> Key:
    """The key of the Bearer header, else of the first cookie there is."""
    return exchanged(request, _first_token(request, cookies, missing), key_of)


_NO_BEARER: Final = "Send “Authorization: Bearer” and then a link's token."
_NO_SEAT_KEY: Final = (
    "This seat opens with its own link. Open the link you were given, or ask the referee for "
    "a new one."
)


def seat_key(request: Request, match: MatchId, seat: SeatNumber) -> Key:
    """The key of this very seat, from its cookie or a Bearer token; raises `NotYours` for another's."""
    key = _first_key(request, [seat_cookie(match, seat)], _NO_SEAT_KEY)
    require_seat(key, match, seat)
    return key


async def seat_token(request: Request, match: MatchId, seat: SeatNumber) -> Token:
    """What `seat_key` would look up, for a move: the writer does that with its whole batch.

    Raises `KeyMissing` without any, and `TooMany` from an address that has guessed too often.
    """
    token = _first_token(request, [seat_cookie(match, seat)], _NO_SEAT_KEY)
    limits, address = rate_limits(request), client_address(request)
    if not limits.has_known_room("guess", address):
        await run_in_threadpool(limits.require_room, "guess", address)
    return Token(token)


def bearer_key(request: Request) -> Key:
    """The key of the Bearer header, whatever it is for."""
    return _first_key(request, [], _NO_BEARER)


def desk_key(request: Request, match: MatchId) -> Key:
    """A key of this match's desk: its cookie's, the operator's, or a Bearer token's; else `NotYours`."""
    key = _first_key(
        request,
        [desk_cookie(match), OPERATOR_COOKIE],
        "The desk opens with the referee's link. Open the link you got when you started the match.",
    )
    require_referee(key, match)
    return key


def replaced_desk_key(request: Request, match: MatchId) -> Key | None:
    """`desk_key`, or None for one that has been replaced: what replaced it may be asked for again."""
    try:
        return desk_key(request, match)
    except KeyRevoked:
        return None


def viewer(request: Request, match: MatchId) -> Key | None:
    """Who looks at a public page of a match: its referee, one of its seats, or the public.

    A Bearer token must be good. A cookie that is not (revoked, or from a restored database) makes its
    holder the public, so that an old cookie never shuts anybody out of a page everybody may read.

    One browser may hold several: two friends share a phone, a referee plays. An address that names a seat
    (``?seat=2``, as a seat's page does when it watches) means that seat, if its key is there.
    """
    token = bearer_token(request)
    if token is not None:
        key = exchanged(request, token, key_of)
        return key if key.role == "operator" or key.match_id == match else None
    seats = _seat_cookies(request, match)
    meant = f"seat-{match}-{request.query_params.get('seat', '')}"
    named = [name for name in seats if name == meant]
    held = _keys_in(request, [*named, desk_cookie(match), *seats, OPERATOR_COOKIE])
    return next((key for key in held if key.role == "operator" or key.match_id == match), None)


def held_seats(request: Request, match: MatchId) -> tuple[Key, ...]:
    """The keys of a match's seats that this browser, or the Bearer token, holds. Raises for a bad token."""
    token = bearer_token(request)
    if token is not None:
        key = exchanged(request, token, key_of)
        return (key,) if is_seat_of(key, match) else ()
    held = _keys_in(request, _seat_cookies(request, match))
    return tuple(key for key in held if is_seat_of(key, match))


def _seat_cookies(request: Request, match: str) -> list[str]:
    """The names of the cookies that hold keys of this match's seats: no more than a match can have."""
    names = (seat_cookie(match, seat) for seat in range(1, MOST_SEATS + 1))
    return [name for name in names if name in request.cookies]


def _keys_in(request: Request, names: Sequence[str]) -> list[Key]:
    """The keys in those of these cookies that are there and still open something."""
    tokens = [request.cookies[name] for name in names if name in request.cookies]
    return keys_that_open(context(request), tokens) if tokens else []


def _is_seat_of(cookie: str, match: str) -> bool:
    return cookie.startswith(f"seat-{match}-")


def opened(request: Request, token: str, request_id: str) -> RedirectResponse:
    """Exchange a link's token for its cookie and lead on, away from the address with the token.

    Whoever has opened an invitation is led to the link of their own; and if they follow the invitation again in the
    same browser, to their seat.
    """
    try:
        found = exchanged(request, token, _opening_by(request_id))
    except OpenedBefore as refusal:
        if (key := _held_seat(request, *refusal.place)) is None:
            raise
        return RedirectResponse(place_of(key), status_code=303)
    place = place_of(found.key)
    response = RedirectResponse(f"{place}/link?new=own" if found.is_new else place, status_code=303)
    keep_key(response, context(request), found.key, found.token)
    return response


def opened_by_bearer(request: Request, request_id: str) -> OpenedLink:
    """Open the link of the Bearer header, as its holder."""
    token = _first_token(request, [], _NO_BEARER)
    return exchanged(request, token, _opening_by(request_id))


def _opening_by(request_id: str) -> Callable[[Context, str], OpenedLink]:
    """Opening with a form's id. One that has none, or a useless one, is never sent twice."""

    def opening(ctx: Context, token: str) -> OpenedLink:
        is_usable = len(request_id) >= SHORTEST_REQUEST_ID
        return open_link(ctx, token, request_id=request_id if is_usable else ctx.new_token())

    return opening


def _held_seat(request: Request, match: str, seat: int) -> Key | None:
    """The key of this seat that this browser holds, if it holds one."""
    token = request.cookies.get(seat_cookie(match, seat))
    if token is None:
        return None
    try:
        key = key_of(context(request), token)
    except (KeyMissing, KeyRevoked):
        return None
    return key if is_seat_of(key, match) and key.seat == seat else None


BearerKey = Annotated[Key, Depends(bearer_key)]
SeatKey = Annotated[Key, Depends(seat_key)]
SeatToken = Annotated[Token, Depends(seat_token)]
DeskKey = Annotated[Key, Depends(desk_key)]
ReplacedDeskKey = Annotated[Key | None, Depends(replaced_desk_key)]
Viewer = Annotated[Key | None, Depends(viewer)]
HeldSeats = Annotated[tuple[Key, ...], Depends(held_seats)]
