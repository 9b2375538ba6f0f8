"""Messages that a referee may want to send to all players by hand, ready to be copied.

So a match needs no mail server. They say nothing but what everybody may know.
"""

from collections.abc import Iterator, Mapping

from referee.core.values import Value
from referee.services.access import Key, require_referee
from referee.services.context import Context
from referee.services.drafts import About, Draft
from referee.services.letters import more_time, reminder_to_all
from referee.services.reading import match_page
from referee.services.reading_models import MatchPage
from referee.services.rendering import in_every_dialect, match_scene


class DeskLetter(Value):
    """A message to all players: what it is, its title, and its text by dialect."""

    slug: str
    title: str
    texts: Mapping[str, str]


def desk_letters(ctx: Context, key: Key, match_id: str) -> tuple[DeskLetter, ...]:
    """The messages that fit how the match stands; none while its clock stands still, or when nobody may
    move any more.

    Raises `NotFound` (match-not-found), `NotYours`.
    """
    match = match_page(ctx, match_id, key)
    require_referee(key, match_id)
    scene = match_scene(ctx, match)
    return tuple(
        DeskLetter(
            slug=slug,
            title=draft.title,
            texts=in_every_dialect(draft.document, scene),
        )
        for slug, draft in _drafts(ctx, match)
    )


def _drafts(ctx: Context, match: MatchPage) -> Iterator[tuple[str, Draft]]:
    phase = match.phase
    if match.status != "running" or phase is None or phase.paused_at is not None:
        return
    about = About(
        match_id=match.match_id,
        title=match.title,
        game=match.game,
        game_title=match.game_title,
        zone=match.zone,
        base_url=ctx.base_url,
    )
    now = ctx.clock()
    if phase.due_by is not None and now < phase.due_at:
        yield (
            "more-time",
            more_time(about, phase_title=phase.title, phase_kind=phase.kind, due_at=phase.due_at),
        )
    # In the minutes of grace it is their end that those who have not moved must know.
    last = phase.due_at if now < phase.due_at else phase.closes_at
    if last is not None and now < last:
        yield (
            "reminder",
            reminder_to_all(about, phase_title=phase.title, phase_kind=phase.kind, due_at=last),
        )
