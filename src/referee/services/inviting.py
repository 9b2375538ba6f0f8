"""The private message that hands a seat its link: made when the link is, because it is kept nowhere."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from referee.core.seats import Seat
from referee.services.access import Key, require_referee
from referee.services.context import Context
from referee.services.drafts import About, Draft
from referee.services.letters import invitation, reissued_invitation, substitution
from referee.services.matches import SeatLink
from referee.services.reading_models import MatchPage
from referee.services.rendering import in_every_dialect, match_scene


@dataclass(frozen=True)
class PrivateMessage:
    """A message to one player: its title, its text by dialect, and the bare link."""

    title: str
    texts: dict[str, str] = field(repr=False)
    link: str = field(repr=False)


def seat_address(ctx: Context, token: str) -> str:
    """Where a token is opened: absolute, and secret."""
    return f"{ctx.base_url}/open/{token}"


def private_message(
    ctx: Context,
    key: Key,
    match: MatchPage,
    link: SeatLink,
    *,
    is_new: bool = True,
    substitute: str | None = None,
) -> PrivateMessage | None:
    """The message with a seat's link, in every dialect; None for a practice player, who has none.

    ``is_new`` is False for a link that replaces another; ``substitute`` is the name of a player who takes the
    seat over. Raises `NotYours`.
    """
    require_referee(key, match.match_id)
    if link.token is None:
        return None
    address = seat_address(ctx, link.token)
    draft = _draft(ctx, match, link, address, is_new=is_new, substitute=substitute)
    scene = match_scene(ctx, match)
    texts = in_every_dialect(draft.document, scene)
    return PrivateMessage(title=draft.title, texts=texts, link=address)


def _draft(
    ctx: Context,
    match: MatchPage,
    link: SeatLink,
    address: str,
    *,
    is_new: bool,
    substitute: str | None,
) -> Draft:
    about = About(
        match_id=match.match_id,
        title=match.title,
        game=match.game,
        game_title=match.game_title,
        zone=match.zone,
        base_url=ctx.base_url,
    )
    phase = match.phase if match.status == "running" else None
    write: Callable[..., Draft] = invitation if is_new else reissued_invitation
    if substitute is not None:
        write = partial(substitution, player=substitute)
    return write(
        about,
        seat=Seat(link.name),
        link=address,
        phase_title=phase.title if phase else None,
        phase_kind=phase.kind if phase else "main",
        due_at=phase.due_at if phase else None,
    )
