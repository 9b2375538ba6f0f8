"""Making a match, filling its seats, and the referee's acts while it runs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from pydantic import JsonValue
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from referee.core.dice import Dice
from referee.publishing.disarming import cleaned
from referee.schedule import is_phase_length, is_zone, latest_extension
from referee.services import announcing, progress
from referee.services.access import Key, issue_key, require_referee
from referee.services.context import Context
from referee.services.errors import Conflict, Invalid, NotFound
from referee.services.link_requests import LinkRequest
from referee.services.names import checked_name, checked_title
from referee.services.options import parse_options
from referee.services.phases import (
    game_of,
    match_of,
    match_over,
    options_of,
    phase_not_found,
    seats_by_number,
    visibility_of,
    written,
)
from referee.services.reading_models import StatusVisibility
from referee.services.rendering import placed_seats
from referee.storage import keys, matches, phases, seats
from referee.storage.matches import MatchRow

LONGEST_REASON = 200

_ID_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
_ID_LENGTH = 10


@dataclass(frozen=True)
class NewMatch:
    """A match as somebody wants it. ``max_seats`` None means as many as the game allows."""

    game: str
    title: str
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    zone: str = "UTC"
    round_minutes: int = 1440
    choice_minutes: int | None = None
    max_seats: int | None = None
    early_close: bool = False
    status_visibility: StatusVisibility = "hidden"


@dataclass(frozen=True)
class CreatedMatch:
    """A match that was made, and the token of its desk."""

    match_id: str
    referee_token: str = field(repr=False)


@dataclass(frozen=True)
class SeatLink:
    """A seat and the token that opens it; a practice player has none."""

    match_id: str
    seat: int
    name: str
    token: str | None = field(repr=False)


def create_match(ctx: Context, new: NewMatch, *, request_id: str) -> CreatedMatch:
    """Make a match that is open for signup, with its recruiting post.

    The same ``request_id`` (16 to 128 characters that nobody can guess) makes one match, and gets the same
    answer for `REPEAT_WINDOW`. Raises `Invalid`, `NotFound` (game-not-found), `Conflict` (request-used).
    """
    request = LinkRequest.of(ctx, request_id, "create-match")
    with ctx.store.read() as connection:
        done = request.done(connection, ctx.clock())
    if done is not None:
        return CreatedMatch(match_id=done.match_id, referee_token=request.token)
    game = game_of(ctx, new.game)
    options = parse_options(game, new.options)
    count = game.seat_count(options)
    now = ctx.clock()
    row = MatchRow(
        match_id=_new_id(ctx),
        game=game.info.slug,
        rules_version=game.info.rules_version,
        title=checked_title(new.title),
        options=written(options),
        zone=_checked_zone(new.zone),
        round_minutes=_checked_length(new.round_minutes, "round_minutes", "A round"),
        choice_minutes=None
        if new.choice_minutes is None
        else _checked_length(new.choice_minutes, "choice_minutes", "A choice"),
        seats_least=count.least,
        seats_most=_checked_seats(new.max_seats, count.least, count.most),
        early_close=new.early_close,
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
    draft = announcing.recruiting(ctx, game, row, options)
    texts = announcing.rendered(ctx, draft, row, ())
    try:
        with ctx.store.write() as connection:
            matches.add_match(connection, row)
            request.remember(connection, match_id=row.match_id, seat=None, at=now)
            issue_key(
                connection, request.token, role="referee", match_id=row.match_id, seat=None, at=now
            )
            announcing.store_post(
                connection,
                row,
                post_id="recruiting",
                kind="recruiting",
                title=draft.title,
                phase=None,
                texts=texts,
                at=now,
            )
    except IntegrityError:
        # The same form came twice at the same moment, and the other one was first.
        with ctx.store.read() as connection:
            done = request.done(connection, ctx.clock())
        if done is None:
            raise
        return CreatedMatch(match_id=done.match_id, referee_token=request.token)
    return CreatedMatch(match_id=row.match_id, referee_token=request.token)


def sign_up(ctx: Context, match_id: str, name: str, *, request_id: str) -> SeatLink:
    """Take a seat under this name.

    The same ``request_id`` gets the same seat and link for `REPEAT_WINDOW`. Raises `NotFound`, `Invalid` (the
    name), `Conflict` (already-started, match-full, name-taken, name-lookalike, request-used).
    """
    request = LinkRequest.of(ctx, request_id, f"sign-up {match_id}"[:64])
    with ctx.store.write() as connection:
        match = match_of(connection, match_id, lock=True)
        now = ctx.clock()
        done = request.done(connection, now)
        if done is not None and done.seat is not None:
            names = seats_by_number(connection, match_id)
            return SeatLink(match_id, done.seat, names[done.seat], request.token)
        number, kept = _take_seat(ctx, connection, match, name, practice=False)
        issue_key(connection, request.token, role="seat", match_id=match_id, seat=number, at=now)
        request.remember(connection, match_id=match_id, seat=number, at=now)
    return SeatLink(match_id=match_id, seat=number, name=kept, token=request.token)


def add_seat(
    ctx: Context, key: Key, match_id: str, name: str, *, practice: bool = False
) -> SeatLink:
    """The referee seats somebody, or a practice player, who gets no link.

    Raises `NotFound`, `NotYours`, `Invalid` and `Conflict` as `sign_up`.
    """
    with ctx.store.write() as connection:
        match = match_of(connection, match_id, lock=True)
        require_referee(key, match_id)
        number, kept = _take_seat(ctx, connection, match, name, practice=practice)
        token = None if practice else ctx.new_token()
        if token is not None:
            issue_key(
                connection, token, role="seat", match_id=match_id, seat=number, at=ctx.clock()
            )
    return SeatLink(match_id=match_id, seat=number, name=kept, token=token)


def rename_seat(ctx: Context, key: Key, match_id: str, seat: int, name: str) -> None:
    """Give a seat another name, before the start. Raises `NotFound`, `NotYours`, `Invalid`, `Conflict`."""
    with ctx.store.write() as connection:
        match = match_of(connection, match_id, lock=True)
        require_referee(key, match_id)
        _require_signup(match)
        rows = {row.number: row for row in seats.seat_rows(connection, match_id)}
        if seat not in rows:
            raise _seat_not_found()
        taken = [row.name for row in rows.values() if row.number != seat]
        seats.rename_seat(connection, match_id, seat, checked_name(name, taken))
        matches.change_match(connection, match_id)


def remove_seat(ctx: Context, key: Key, match_id: str, seat: int) -> None:
    """Take a seat out of a match before its start; its link opens nothing any more.

    Raises `NotFound` (match-not-found, seat-not-found), `NotYours`, `Conflict` (already-started).
    """
    with ctx.store.write() as connection:
        match = match_of(connection, match_id, lock=True)
        require_referee(key, match_id)
        _require_signup(match)
        _require_seat_exists(connection, match_id, seat)
        keys.revoke_seat_keys(connection, match_id, seat, at=ctx.clock())
        seats.remove_seat(connection, match_id, seat)
        matches.change_match(connection, match_id)


def reissue_link(ctx: Context, key: Key, match_id: str, seat: int) -> SeatLink:
    """A new link for a seat; the old ones open nothing any more, and moves sent through them stand.

    Raises `NotFound`, `NotYours`, `Conflict` (practice-seat).
    """
    with ctx.store.write() as connection:
        match_of(connection, match_id, lock=True)
        require_referee(key, match_id)
        rows = {row.number: row for row in seats.seat_rows(connection, match_id)}
        if seat not in rows:
            raise _seat_not_found()
        if rows[seat].practice:
            raise Conflict("practice-seat", "A practice player plays by itself and has no link.")
        token, now = ctx.new_token(), ctx.clock()
        keys.revoke_seat_keys(connection, match_id, seat, at=now)
        issue_key(connection, token, role="seat", match_id=match_id, seat=seat, at=now)
    return SeatLink(match_id=match_id, seat=seat, name=rows[seat].name, token=token)


def start_match(ctx: Context, key: Key, match_id: str) -> None:
    """Close the signup and open the first phase, with the opening post.

    Raises `NotFound`, `NotYours`, `Conflict` (already-started, too-few-seats, match-cancelled).
    """
    with ctx.store.write() as connection:
        match = match_of(connection, match_id, lock=True)
        require_referee(key, match_id)
        _require_signup(match)
        placed = seats_by_number(connection, match_id)
        if len(placed) < match.seats_least:
            raise Conflict(
                "too-few-seats",
                f"The match needs at least {match.seats_least} players, and {len(placed)} "
                f"{'has' if len(placed) == 1 else 'have'} signed up.",
            )
        game, now = game_of(ctx, match.game), ctx.clock()
        options = options_of(game, match)
        first = game.setup(options, tuple(placed.values()), Dice(match.seed, 0))
        advance = progress.advance(match, game, placed, after=0, result=first, now=now)
        progress.store_result(connection, match, advance, made_by="start", moves="[]", now=now)
        if advance.phase is not None and advance.due_at is not None:
            draft = announcing.opening(
                ctx,
                game,
                match,
                options,
                seats=tuple(placed.values()),
                phase_title=advance.phase.title,
                due_at=advance.due_at,
                visibility=visibility_of(match),
            )
            announcing.store_post(
                connection,
                match,
                post_id="opening",
                kind="opening",
                title=draft.title,
                phase=None,
                texts=announcing.rendered(ctx, draft, match, placed_seats(placed)),
                at=now,
            )
        matches.change_match(connection, match_id, started_at=now, **advance.match_values(now))


def cancel_match(ctx: Context, key: Key, match_id: str, reason: str) -> None:
    """End a match for good, without standings. What was sent for the open phase stays sealed forever.

    Cancelling twice is cancelling once. Raises `NotFound`, `NotYours`, `Invalid` (reason-empty,
    reason-too-long), `Conflict` (match-over).
    """
    if len(reason) > LONGEST_REASON:
        raise Invalid(
            "reason-too-long",
            f"A reason may have at most {LONGEST_REASON} characters; this one has {len(reason)}.",
            field="reason",
        )
    reason = " ".join(cleaned(reason, 2 * LONGEST_REASON).split())
    if not reason:
        raise Invalid("reason-empty", "Say why, so that the players know.", field="reason")
    with ctx.store.write() as connection:
        match = match_of(connection, match_id, lock=True)
        require_referee(key, match_id)
        if match.status == "cancelled":
            return
        if match.status == "finished":
            raise match_over(match)
        now = ctx.clock()
        newest = phases.newest_phase(connection, match_id)
        if newest is not None:
            phases.phase_row(connection, match_id, newest.number, lock=True)
            phases.set_status(connection, match_id, newest.number, "void", closed_at=now)
        matches.change_match(
            connection, match_id, status="cancelled", cancel_reason=reason, finished_at=now
        )


def extend_phase(ctx: Context, key: Key, match_id: str, phase: int, due_at: datetime) -> datetime:
    """Give the open phase until ``due_at`` (aware), and return its due time as stored.

    An absolute time: extending twice to the same time is one extension. Never earlier than it is due
    already, nor further than 14 days from now. Raises `NotFound`, `NotYours`, `Invalid`
    (time-not-aware, extension-too-far, extension-earlier), `Conflict` (phase-stale, phase-closed, …).
    """
    if due_at.tzinfo is None:
        raise Invalid("time-not-aware", "Say the time with its offset from UTC.", field="due_at")
    due_at = due_at.astimezone(UTC)
    with ctx.store.write() as connection:
        match = match_of(connection, match_id, lock=True)
        require_referee(key, match_id)
        row = phases.phase_row(connection, match_id, phase, lock=True)
        if row is None:
            raise phase_not_found()
        if match.status != "running":
            raise match_over(match)
        if row.status != "open":
            raise Conflict("phase-closed", f"{row.title} has closed; it cannot be extended.")
        if due_at == row.due_at:
            return row.due_at
        now = ctx.clock()
        if due_at < row.due_at or due_at <= now:
            raise Invalid(
                "extension-earlier",
                "A deadline can only be moved to a later time. To end the round sooner, close it now.",
                field="due_at",
            )
        if due_at > latest_extension(now):
            raise Invalid(
                "extension-too-far",
                "A deadline can be moved to at most 14 days from now. Choose an earlier time.",
                field="due_at",
            )
        phases.set_due(connection, match_id, phase, due_at)
        matches.change_match(connection, match_id)
    return due_at


def _take_seat(
    ctx: Context, connection: Connection, match: MatchRow, name: str, *, practice: bool
) -> tuple[int, str]:
    """The lowest free seat of a match that is locked, and the name as kept."""
    _require_signup(match)
    rows = seats.seat_rows(connection, match.match_id)
    if len(rows) >= match.seats_most:
        raise Conflict(
            "match-full", f"All {match.seats_most} seats of this match are taken.", field="name"
        )
    kept = checked_name(name, [row.name for row in rows])
    used = {row.number for row in rows}
    number = next(number for number in range(1, len(rows) + 2) if number not in used)
    seats.add_seat(connection, match.match_id, number, kept, practice=practice, at=ctx.clock())
    matches.change_match(connection, match.match_id)
    return number, kept


def _require_signup(match: MatchRow) -> None:
    if match.status == "cancelled":
        raise match_over(match)
    if match.status != "signup":
        raise Conflict(
            "already-started", "The match has started; its seats can no longer be changed."
        )


def _require_seat_exists(connection: Connection, match_id: str, seat: int) -> None:
    if seat not in {row.number for row in seats.seat_rows(connection, match_id)}:
        raise _seat_not_found()


def _seat_not_found() -> NotFound:
    return NotFound("seat-not-found", "This match has no such seat.")


def _new_id(ctx: Context) -> str:
    """A short public id that tells nothing and cannot be guessed from another: 50 random bits."""
    number = int.from_bytes(ctx.new_seed()[:8], "big")
    letters = []
    for _ in range(_ID_LENGTH):
        number, rest = divmod(number, len(_ID_ALPHABET))
        letters.append(_ID_ALPHABET[rest])
    return "".join(letters)


def _checked_zone(zone: str) -> str:
    if not is_zone(zone):
        raise Invalid(
            "zone-unknown",
            f"There is no time zone “{zone[:64]}”. Use a name such as Europe/Berlin or UTC.",
            field="zone",
        )
    return zone


def _checked_length(minutes: int, name: str, what: str) -> int:
    if not is_phase_length(minutes):
        raise Invalid(
            "length-out-of-range",
            f"{what} lasts from one minute to 60 days (86400 minutes).",
            field=name,
        )
    return minutes


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
