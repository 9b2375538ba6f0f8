"""Making a match: everything that can be said about its settings is said here, in sentences."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue
from sqlalchemy.exc import IntegrityError

from referee.services import announcing
from referee.services.access import issue_key
from referee.services.closing_rules import ClosingRules
from referee.services.context import Context
from referee.services.errors import Invalid
from referee.services.link_requests import LinkRequest
from referee.services.names import checked_title
from referee.services.options import parse_options
from referee.services.phases import game_of, written
from referee.services.reading_models import StatusVisibility
from referee.services.records import created_act, record_act
from referee.services.schedules import (
    WantedSchedule,
    settled_schedule,
    short_schedule,
    with_choices,
)
from referee.services.seat_rules import SeatRules
from referee.storage import matches
from referee.storage.matches import MatchRow

_ID_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
_ID_LENGTH = 10


@dataclass(frozen=True)
class NewMatch:
    """A match as somebody wants it. ``max_seats`` None means as many as the game allows.

    ``schedule`` says all of when rounds are due; without it the zone and the lengths do. No length for
    choices means half a round where rounds have a length, in a game whose rounds may end in choices.
    """

    game: str
    title: str
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    zone: str = "UTC"
    round_minutes: int = 1440
    choice_minutes: int | None = None
    schedule: WantedSchedule | None = None
    max_seats: int | None = None
    closing: ClosingRules = field(default_factory=ClosingRules)
    seat_rules: SeatRules = field(default_factory=SeatRules)
    status_visibility: StatusVisibility = "hidden"


@dataclass(frozen=True)
class CreatedMatch:
    """A match that was made, and the token of its desk."""

    match_id: str
    referee_token: str = field(repr=False)


def create_match(ctx: Context, new: NewMatch, *, request_id: str) -> CreatedMatch:
    """Make a match that is open for signup, with its recruiting post.

    The same ``request_id`` (16 to 128 characters that nobody can guess) makes one match, and gets the same
    answer for `REPEAT_WINDOW`. Raises `Invalid`, `NotFound` (game-not-found), `Conflict` (request-used).
    """
    request = LinkRequest.of(ctx, request_id, "create-match", new)
    with ctx.store.read() as connection:
        done = request.done(connection, ctx.clock())
    if done is not None:
        return CreatedMatch(match_id=done.match_id, referee_token=request.token)
    game = game_of(ctx, new.game)
    options = parse_options(game, new.options)
    count = game.seat_count(options)
    now = ctx.clock()
    schedule = with_choices(
        short_schedule(new.zone, new.round_minutes, new.choice_minutes)
        if new.schedule is None
        else settled_schedule(new.schedule, at=now),
        has_choices=game.info.has_choices,
    )
    row = MatchRow(
        match_id=_new_id(ctx),
        game=game.info.slug,
        rules_version=game.info.rules_version,
        title=checked_title(new.title),
        options=written(options),
        zone=schedule.zone,
        schedule=written(schedule),
        seats_least=count.least,
        seats_most=_checked_seats(new.max_seats, count.least, count.most),
        closing=written(new.closing),
        seat_rules=written(new.seat_rules),
        status_visibility=new.status_visibility,
        status="signup",
        seed=ctx.new_seed(),
        created_at=now,
        started_at=None,
        finished_at=None,
        cancel_reason=None,
        error=None,
        revision=0,
    )
    recruiting = announcing.Announcement(
        post_id="recruiting",
        kind="recruiting",
        draft=announcing.recruiting(ctx, game, row, options),
    )
    created = created_act(row, hashlib.sha256(row.seed).hexdigest())
    try:
        with ctx.store.write() as connection:
            matches.add_match(connection, row)
            request.remember(connection, match_id=row.match_id, seat=None, at=now)
            issue_key(
                connection, request.token, role="referee", match_id=row.match_id, seat=None, at=now
            )
            record_act(connection, row.match_id, created, by="referee", at=now)
            announcing.announce(ctx, connection, row, (), recruiting, by="referee", at=now)
    except IntegrityError:
        # The same form came twice at the same moment, and the other one was first.
        with ctx.store.read() as connection:
            done = request.done(connection, ctx.clock())
        if done is None:
            raise
        return CreatedMatch(match_id=done.match_id, referee_token=request.token)
    return CreatedMatch(match_id=row.match_id, referee_token=request.token)


def _new_id(ctx: Context) -> str:
    """A short public id that tells nothing and cannot be guessed from another: 50 random bits."""
    number = int.from_bytes(ctx.new_seed()[:8], "big")
    letters = []
    for _ in range(_ID_LENGTH):
        number, rest = divmod(number, len(_ID_ALPHABET))
        letters.append(_ID_ALPHABET[rest])
    return "".join(letters)


def _checked_seats(wanted: int | None, least: int, most: int) -> int:
    if wanted is None:
        return most
    if not least <= wanted <= most:
        raise Invalid(
            "seats-out-of-range",
            f"With these house rules a match has {least} to {most} seats.",
            field="max_seats",
        )
    return wanted
