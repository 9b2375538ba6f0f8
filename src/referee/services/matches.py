"""Filling a match's seats, and the referee's acts from its start on. Making one is `new_matches`'."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Connection

from referee.core.dice import Dice
from referee.publishing.disarming import cleaned
from referee.services import announcing, notice_errands, progress
from referee.services.access import Key, issue_key, require_referee
from referee.services.acts import (
    By,
    Cancelled,
    LinkReplaced,
    SeatRemoved,
    SeatRenamed,
    SeatTaken,
)
from referee.services.context import Context
from referee.services.deadlines import extend_phase, pause_phase, resume_phase
from referee.services.errors import Conflict, Invalid, NotFound
from referee.services.link_requests import LinkRequest
from referee.services.names import checked_name
from referee.services.new_matches import CreatedMatch, NewMatch, create_match
from referee.services.phases import (
    game_of,
    match_of,
    match_over,
    options_of,
    seats_by_number,
    visibility_of,
)
from referee.services.records import by_of, record_act, started_act
from referee.services.rendering import placed_seats
from referee.storage import absences, keys, matches, phases, seats
from referee.storage.keys import SeatKeyRow
from referee.storage.matches import MatchRow
from referee.storage.seats import SeatRow

__all__ = [
    "CreatedMatch",
    "NewMatch",
    "SeatLink",
    "add_seat",
    "cancel_match",
    "create_match",
    "extend_phase",
    "pause_phase",
    "reissue_link",
    "remove_seat",
    "rename_seat",
    "resume_phase",
    "sign_up",
    "start_match",
]

LONGEST_REASON = 200


@dataclass(frozen=True)
class SeatLink:
    """A seat and the token that opens it; a practice player has none."""

    match_id: str
    seat: int
    name: str
    token: str | None = field(repr=False)


def sign_up(ctx: Context, match_id: str, name: str, *, request_id: str) -> SeatLink:
    """Take a seat under this name.

    The same ``request_id`` gets the same seat and link for `REPEAT_WINDOW`. Raises `NotFound`, `Invalid` (the
    name), `Conflict` (already-started, match-full, name-taken, name-lookalike, request-used).
    """
    request = LinkRequest.of(ctx, request_id, f"sign-up {match_id}"[:40], name)
    with ctx.store.write() as connection:
        match = match_of(connection, match_id, lock=True)
        now = ctx.clock()
        done = request.done(connection, now)
        if done is not None and done.seat is not None:
            names = seats_by_number(connection, match_id)
            return SeatLink(match_id, done.seat, names[done.seat], request.token)
        number, kept = _take_seat(connection, match, name, practice=False, by="player", at=now)
        issue_key(
            connection,
            request.token,
            role="seat",
            match_id=match_id,
            seat=number,
            at=now,
            opened=True,
        )
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
        now = ctx.clock()
        number, kept = _take_seat(connection, match, name, practice=practice, by=by_of(key), at=now)
        token = None if practice else ctx.new_token()
        if token is not None:
            issue_key(connection, token, role="seat", match_id=match_id, seat=number, at=now)
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
        kept = checked_name(name, taken)
        seats.rename_seat(connection, match_id, seat, kept)
        matches.change_match(connection, match_id)
        renamed = SeatRenamed(seat=seat, name=kept)
        record_act(connection, match_id, renamed, by=by_of(key), at=ctx.clock())


def remove_seat(ctx: Context, key: Key, match_id: str, seat: int) -> None:
    """Take a seat out of a match before its start; its link opens nothing any more.

    Raises `NotFound` (match-not-found, seat-not-found), `NotYours`, `Conflict` (already-started).
    """
    with ctx.store.write() as connection:
        match = match_of(connection, match_id, lock=True)
        require_referee(key, match_id)
        _require_signup(match)
        _require_seat_exists(connection, match_id, seat)
        now = ctx.clock()
        keys.revoke_seat_keys(connection, match_id, seat, at=now)
        seats.remove_seat(connection, match_id, seat)
        matches.change_match(connection, match_id)
        record_act(connection, match_id, SeatRemoved(seat=seat), by=by_of(key), at=now)


def reissue_link(ctx: Context, key: Key, match_id: str, seat: int) -> SeatLink:
    """A new link for a seat; the old ones open nothing any more, and moves sent through them stand.

    Absences announced through them are over: what the player would do is not the new link's to tell.
    A seat that was opened by misses keeps its player's way back; one whose player resigned is given to
    somebody else (`tenures.swap_seat`). Raises `NotFound`, `NotYours`, `Conflict` (practice-seat, seat-open).
    """
    with ctx.store.write() as connection:
        match_of(connection, match_id, lock=True)
        require_referee(key, match_id)
        rows = {row.number: row for row in seats.seat_rows(connection, match_id)}
        if seat not in rows:
            raise _seat_not_found()
        if rows[seat].practice:
            raise Conflict("practice-seat", "A practice player plays by itself and has no link.")
        if rows[seat].holder == "nobody" and seat not in keys.seat_keys(connection, match_id):
            raise Conflict(
                "seat-open",
                "The player of this seat has resigned. Give the seat to somebody else instead.",
            )
        token, now = ctx.new_token(), ctx.clock()
        keys.revoke_seat_keys(connection, match_id, seat, at=now)
        # What was announced through the old link is not for whoever has the new one to see.
        absences.set_taken_back(connection, match_id, seat, at=now)
        notice_errands.link_replaced(connection, match_id, seat, now=now)
        issue_key(connection, token, role="seat", match_id=match_id, seat=seat, at=now)
        record_act(connection, match_id, LinkReplaced(seat=seat), by=by_of(key), at=now)
        matches.change_match(connection, match_id)
    return SeatLink(match_id=match_id, seat=seat, name=rows[seat].name, token=token)


def start_match(ctx: Context, key: Key, match_id: str, *, go_ahead: bool = False) -> None:
    """Close the signup and open the first phase, with the opening post.

    In a game that hides hands the start is the deal, and waits until every seat's link has been opened,
    unless the referee says to ``go_ahead``. Raises `NotFound`, `NotYours`, `Conflict` (already-started,
    too-few-seats, links-unopened, match-cancelled).
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
        if not (game.info.open_information or go_ahead):
            _require_opened(connection, match_id)
        options = options_of(game, match)
        first = game.setup(options, tuple(placed.values()), Dice(match.seed, 0))
        advance = progress.advance(match, game, placed, after=0, result=first, now=now)
        setup = progress.store_result(
            connection, match, advance, made_by="start", moves="[]", now=now
        )
        started = started_act(match, advance, setup)
        record_act(connection, match_id, started, by=by_of(key), at=now)
        if advance.phase is not None and advance.due_at is not None:
            draft = announcing.opening(
                ctx,
                game,
                match,
                options,
                seats=tuple(placed.values()),
                phase_title=advance.phase.title,
                phase_kind=advance.phase.kind,
                due_at=advance.due_at,
                visibility=visibility_of(match),
                holders=announcing.holders_of(connection, match_id, placed),
            )
            post = announcing.Announcement(post_id="opening", kind="opening", draft=draft)
            announcing.announce(
                ctx, connection, match, placed_seats(placed), post, by=by_of(key), at=now
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
        record_act(connection, match_id, Cancelled(reason=reason), by=by_of(key), at=now)
        notice_errands.match_over(connection, match_id, now=now)


def _take_seat(
    connection: Connection, match: MatchRow, name: str, *, practice: bool, by: By, at: datetime
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
    seats.add_seat(connection, match.match_id, number, kept, practice=practice, at=at)
    matches.change_match(connection, match.match_id)
    taken = SeatTaken(seat=number, name=kept, practice=practice)
    record_act(connection, match.match_id, taken, by=by, at=at)
    return number, kept


def _require_signup(match: MatchRow) -> None:
    if match.status == "cancelled":
        raise match_over(match)
    if match.status != "signup":
        raise Conflict(
            "already-started", "The match has started; its seats can no longer be changed."
        )


def _require_opened(connection: Connection, match_id: str) -> None:
    """Whoever has not opened their link may not have it, and a hand once dealt cannot be unseen."""
    unopened = unopened_seats(
        seats.seat_rows(connection, match_id), keys.seat_keys(connection, match_id)
    )
    if unopened:
        names = " and ".join(f"“{row.name}”" for row in unopened)
        raise Conflict(
            "links-unopened",
            f"Not yet opened: the {'link' if len(unopened) == 1 else 'links'} of {names}. The start deals "
            "the hands; wait for them, or say to go ahead.",
        )


def unopened_seats(rows: Sequence[SeatRow], links: Mapping[int, SeatKeyRow]) -> tuple[SeatRow, ...]:
    """The seats whose link nobody has opened yet; a practice player needs none."""
    return tuple(
        row
        for row in rows
        if not row.practice and (row.number not in links or links[row.number].opened_at is None)
    )


def _require_seat_exists(connection: Connection, match_id: str, seat: int) -> None:
    if seat not in {row.number for row in seats.seat_rows(connection, match_id)}:
        raise _seat_not_found()


def _seat_not_found() -> NotFound:
    return NotFound("seat-not-found", "This match has no such seat.")
