"""Starting a match and taking a seat: what needs no key and gives one."""

from typing import Final

from fastapi import APIRouter, Request, status

from referee.core.values import Value
from referee.services import matches
from referee.services.context import Context
from referee.services.matches import NewMatch, SeatLink
from referee.web.api.bodies import NewMatchBody, OpenBody, SignUpBody
from referee.web.api.keys import NEEDS_KEY
from referee.web.api.problems import KEY_SHOWN, SENT, answers
from referee.web.auth import BearerKey, opened_by_bearer, place_of
from referee.web.dependencies import Address, Ctx, Limits, MatchId


class RefereeLinkRead(Value):
    """A new match and its referee's link. The token is told this once; keep it."""

    match_id: str
    token: str
    link: str


class SeatLinkRead(Value):
    """A seat and its link. The token is told this once; keep it. A practice player has none."""

    match_id: str
    seat: int
    name: str
    token: str | None
    link: str | None


def seat_link_read(ctx: Context, made: SeatLink) -> SeatLinkRead:
    """A seat's new link as the API tells it."""
    return SeatLinkRead(
        match_id=made.match_id,
        seat=made.seat,
        name=made.name,
        token=made.token,
        link=f"{ctx.base_url}/open/{made.token}",
    )


class KeyRead(Value):
    """What a token is for. ``page`` is the path of the page it opens."""

    role: str
    match_id: str | None
    seat: int | None
    page: str


class OpenedRead(KeyRead):
    """What a link has opened, and the token to use from now on.

    It is the link's own; or, if ``exchanged``, the one that an invitation was exchanged for: told this once, keep it.
    """

    token: str
    link: str
    exchanged: bool


SIGN_UP_CODES: Final = (
    "name-empty",
    "name-too-long",
    "name-invalid",
    "name-reserved",
    "name-taken",
    "name-lookalike",
    "match-full",
    "already-started",
    "match-cancelled",
)

router = APIRouter(tags=["signing up"])


@router.post(
    "/matches",
    summary="Start a match",
    status_code=status.HTTP_201_CREATED,
    responses=answers(
        *SENT,
        "game-not-found",
        "title-empty",
        "title-too-long",
        "title-invalid",
        "zone-unknown",
        "length-out-of-range",
        "weekdays-all-off",
        "never-due",
        "country-unknown",
        "seats-out-of-range",
        "options-invalid",
        "request-used",
        "request-id-invalid",
        "too-many-create",
    ),
)
def create_match(ctx: Ctx, body: NewMatchBody, limits: Limits, address: Address) -> RefereeLinkRead:
    """Open a match for signup. Whoever holds the answer's token is its referee."""
    limits.count("create", address)
    asked = {name: getattr(body, name) for name in NewMatchBody.model_fields}
    new = NewMatch(**{name: asked[name] for name in asked if name != "request_id"})
    made = matches.create_match(ctx, new, request_id=body.request_id or ctx.new_token())
    return RefereeLinkRead(
        match_id=made.match_id,
        token=made.referee_token,
        link=f"{ctx.base_url}/open/{made.referee_token}",
    )


@router.post(
    "/matches/{match}/signup",
    summary="Sign up",
    status_code=status.HTTP_201_CREATED,
    responses=answers(
        *SENT,
        "match-not-found",
        *SIGN_UP_CODES,
        "request-used",
        "request-id-invalid",
        "too-many-sign-up",
    ),
)
def sign_up(
    ctx: Ctx, match: MatchId, body: SignUpBody, limits: Limits, address: Address
) -> SeatLinkRead:
    """Take a seat of a match that is open for signup. Whoever holds the answer's token plays it."""
    limits.count("sign-up", address)
    made = matches.sign_up(ctx, match, body.name, request_id=body.request_id or ctx.new_token())
    return seat_link_read(ctx, made)


@router.get(
    "/key",
    summary="What a token is for",
    responses=answers("key-missing", *KEY_SHOWN),
    openapi_extra=NEEDS_KEY,
)
def read_key(key: BearerKey) -> KeyRead:
    """The role, match and seat of the token in the Authorization header."""
    return KeyRead(role=key.role, match_id=key.match_id, seat=key.seat, page=place_of(key))


@router.post(
    "/key",
    summary="Open a link",
    responses=answers("key-missing", *KEY_SHOWN, *SENT, "request-used", "request-id-invalid"),
    openapi_extra=NEEDS_KEY,
)
def open_key(request: Request, ctx: Ctx, body: OpenBody | None = None) -> OpenedRead:
    """Open the link whose token is in the Authorization header, as its button in a browser would.

    The link that a referee makes for somebody is an invitation: it opens nothing but this, once, and is exchanged
    for a token of one's own that nobody else has had in hand. Opening any other link twice is opening it once. A
    game that hides hands deals them once every seat's link has been opened. The body may be left out.
    """
    opened = opened_by_bearer(request, (body.request_id if body else None) or "")
    key = opened.key
    return OpenedRead(
        role=key.role,
        match_id=key.match_id,
        seat=key.seat,
        page=place_of(key),
        token=opened.token,
        link=f"{ctx.base_url}/open/{opened.token}",
        exchanged=opened.is_new,
    )
