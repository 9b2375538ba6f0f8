"""A match as one viewer sees it: made once for each change, and remembered.

All that the public, or one seat, sees of a match follows from its stored rows, and every change of them
counts up the match's revision in the same transaction. So what was made for a revision stays right for as
long as that is the revision; only who has sent, and the viewer's own moves, are asked anew each time.
"""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy import Connection

from referee.core.documents import Document
from referee.core.game import GameState
from referee.core.outcome import Outcome
from referee.core.seats import Seat
from referee.schedule import describe
from referee.sealing import Unreadable
from referee.services.access import Key, is_referee, is_seat_of
from referee.services.closing_rules import rule_sentences
from referee.services.context import AnyGame, Context
from referee.services.misses import misses_in_a_row
from referee.services.options import options_read
from referee.services.phases import (
    game_of,
    load_phase_on,
    options_of,
    owed_numbers,
    phase_read,
    rules_of,
    seat_rules_of,
    visibility_of,
)
from referee.services.reading_models import (
    LinkReplacedRead,
    MatchPage,
    MatchSettings,
    MatchStatus,
    MatchSummary,
    PostKind,
    PostRead,
    SeatRead,
    SeatStatus,
    StatusRead,
    TenureRead,
)
from referee.services.rendering import DIALECTS
from referee.services.reports import report_of
from referee.services.schedules import forecast, next_hour, schedule_of
from referee.services.seat_rules import seat_rule_sentences
from referee.services.submissions import counted
from referee.storage import absences, moves, phases, readiness, records, resolutions, seats
from referee.storage import posts as stored_posts
from referee.storage.matches import MatchRow
from referee.storage.phases import PhaseRow
from referee.storage.posts import PostRow
from referee.storage.seats import TenureRow

_NOTHING = StatusRead(visibility="hidden", sent=None, owed=None, seats=())


@dataclass(frozen=True, slots=True)
class SeenMatch:
    """What one pair of eyes sees of a match at one revision.

    ``page`` lacks who has sent, the forecast before the start, the error and the viewer's revision.
    ``asked`` are the seats that the newest main phase asks: whoever is not among them takes no more part.
    None before the start.
    """

    page: MatchPage
    newest: PhaseRow | None
    asked: tuple[int, ...] | None


def seen_match(
    ctx: Context, connection: Connection, match: MatchRow, viewer: Key | None
) -> SeenMatch:
    """The match as this viewer sees it, complete."""
    number = viewer.seat if viewer is not None and is_seat_of(viewer, match.match_id) else None
    seen = ctx.matches.get(
        (match.match_id, match.revision, number), lambda: _made(ctx, connection, match, number)
    )
    moved = status_of(ctx, connection, match, seen.newest)
    upcoming = seen.page.upcoming
    if match.status == "signup":
        upcoming = forecast(seen.page.settings.schedule, next_hour(ctx.clock()))
    page = seen.page.model_copy(
        update={
            "moved": moved,
            "upcoming": upcoming,
            "error": match.error if is_referee(viewer, match.match_id) else None,
            "revision": revision_of(connection, match, seen.newest, moved, viewer, now=ctx.clock()),
        }
    )
    return SeenMatch(page=page, newest=seen.newest, asked=seen.asked)


def _made(ctx: Context, connection: Connection, match: MatchRow, number: int | None) -> SeenMatch:
    game = game_of(ctx, match.game)
    rows = phases.phase_rows(connection, match.match_id)
    newest = rows[0] if rows else None
    places = seats_read(connection, match.match_id)
    seat = next((Seat(place.name) for place in places if place.number == number), None)
    closed = [row for row in rows if row.status == "closed"]
    latest = report_of(ctx, connection, match.match_id, closed[0].number, seat) if closed else None
    main = next((row for row in rows if row.kind == "main"), None)
    board, standings = _table(ctx, connection, game=game, match=match, newest=newest, seat=seat)
    summary = summary_of(
        ctx,
        match,
        seats_taken=len(places),
        phase_title=None if newest is None else newest.title,
        due_at=None if newest is None or newest.paused_at is not None else newest.due_at,
    )
    schedule = schedule_of(match)
    page = MatchPage(
        **dict(summary),
        settings=MatchSettings(
            schedule=schedule,
            schedule_words=describe(schedule),
            closing=rules_of(match),
            closing_words=rule_sentences(rules_of(match)),
            seat_rules=seat_rules_of(match),
            seat_words=seat_rule_sentences(seat_rules_of(match)),
            status_visibility=visibility_of(match),
            created_at=match.created_at,
            started_at=match.started_at,
            finished_at=match.finished_at,
        ),
        options=options_read(game, options_of(game, match)),
        seats=places,
        phase=None if newest is None else phase_read(newest),
        upcoming=forecast(schedule, newest.due_at)
        if newest is not None and newest.paused_at is None and match.status == "running"
        else (),
        board=board,
        history=tuple(phase_read(row) for row in closed),
        latest=latest,
        standings=standings,
        moved=_NOTHING,
        score_title=game.info.score_title,
        posts=tuple(post_read(row) for row in stored_posts.post_titles(connection, match.match_id)),
        reason=match.cancel_reason,
        links_replaced=_links_replaced(connection, match.match_id),
        error=None,
        revision="",
    )
    return SeenMatch(page=page, newest=newest, asked=None if main is None else owed_numbers(main))


def _links_replaced(connection: Connection, match_id: str) -> tuple[LinkReplacedRead, ...]:
    """The links that the record says were replaced, oldest first."""
    rows = records.rows_of_kinds(connection, match_id, ("link-replaced", "desk-link-replaced"))
    told = (json.loads(row.body) for row in rows)
    return tuple(
        LinkReplacedRead(
            seat=one["act"].get("seat"), at=datetime.fromisoformat(one["at"]), by=one["by"]
        )
        for one in told
    )


def summary_of(
    ctx: Context,
    match: MatchRow,
    *,
    seats_taken: int,
    phase_title: str | None,
    due_at: datetime | None,
) -> MatchSummary:
    """A match as a list shows it; ``phase_title`` and ``due_at`` are its newest phase's."""
    is_open = match.status in ("running", "quarantined")
    # A match outlives the package its game came with: its line must not take the whole list along.
    game = ctx.games.get(match.game)
    return MatchSummary(
        match_id=match.match_id,
        title=match.title,
        game=match.game,
        game_title=game.info.title if game is not None else match.game,
        status=cast(MatchStatus, match.status),
        phase_title=phase_title if is_open else None,
        due_at=due_at if is_open else None,
        zone=match.zone,
        seats_taken=seats_taken,
        seats_least=match.seats_least,
        seats_most=match.seats_most,
    )


def _table(
    ctx: Context,
    connection: Connection,
    *,
    game: AnyGame,
    match: MatchRow,
    newest: PhaseRow | None,
    seat: Seat | None,
) -> tuple[Document | None, Outcome | None]:
    """The board as one viewer sees it, and the standings once there are any."""
    if newest is None:
        return None, None
    if newest.status == "closed":
        result = resolutions.newest_resolution(connection, match.match_id)
        if result is None:
            raise LookupError("a closed phase has a result")
        state: GameState = game.state_type.model_validate_json(result.state)
        outcome = None if result.outcome is None else Outcome.model_validate_json(result.outcome)
        return game.board(game.view(state, seat)), outcome
    loaded = load_phase_on(ctx, connection, match.match_id, newest.number)
    return game.board(game.view(loaded.state, seat)), None


def status_of(
    ctx: Context, connection: Connection, match: MatchRow, row: PhaseRow | None
) -> StatusRead:
    """Who has sent, as far as granted; where nothing is granted, nothing is even looked up.

    Whoever took a seat over in this phase has sent what they have sent themselves: whether a move that was sent
    before still stands is nobody's business. A practice player that did has sent at once, or found one.
    """
    visibility = match.status_visibility
    if row is None or row.status not in ("open", "stuck"):
        return StatusRead(visibility=visibility_of(match), sent=None, owed=None, seats=())
    owed = owed_numbers(row)
    if visibility not in ("count", "names"):
        told = None if row.kind == "choice" else len(owed)  # there even that would tell about some
        return StatusRead(visibility="hidden", sent=None, owed=told, seats=())
    try:
        found = counted(ctx, connection, match.match_id, row.number)
    except Unreadable:
        found = []
    own = _holders(connection, row)
    sent = {
        one.row.seat for one in found if one.row.version >= own[one.row.seat].first_in(row.number)
    }
    sent |= {
        seat for seat in owed if own[seat].holder == "practice" and own[seat].phase == row.number
    }
    return StatusRead(
        visibility=visibility_of(match),
        sent=len(sent),
        owed=len(owed),
        seats=tuple(SeatStatus(number=number, has_sent=number in sent) for number in owed)
        if visibility == "names"
        else (),
    )


def _holders(connection: Connection, row: PhaseRow) -> dict[int, TenureRow]:
    """Who holds each seat, or held it last if nobody does: what they have sent goes on to count."""
    held = seats.tenure_rows(connection, row.match_id)
    return {one.seat: one for one in held if one.holder != "nobody"}


def revision_of(
    connection: Connection,
    match: MatchRow,
    row: PhaseRow | None,
    moved: StatusRead,
    viewer: Key | None,
    *,
    now: datetime,
) -> str:
    """What everybody sees has the match's own count; the rest is what this viewer alone may know."""
    own = "0"
    if row is not None and viewer is not None and is_seat_of(viewer, match.match_id):
        seat = viewer.seat or 0
        version = moves.newest_version(connection, match.match_id, row.number, seat)
        ready = readiness.ready_versions(connection, match.match_id, row.number).get(seat, 0)
        own = f"{version} {ready}"
    if viewer is not None and is_seat_of(viewer, match.match_id):
        own += _absences_stamp(connection, match.match_id, viewer.seat or 0, now)
    late = moves.late_count(connection, match.match_id) if is_referee(viewer, match.match_id) else 0
    seen = f"{match.revision} {own} {late} {moved.model_dump_json()}"
    return f"{match.revision}-{hashlib.sha256(seen.encode()).hexdigest()[:12]}"


def _absences_stamp(connection: Connection, match_id: str, seat: int, now: datetime) -> str:
    """A word that changes when what a seat has announced does, and when an absence begins or ends."""
    rows = absences.absence_rows(connection, match_id, seat=seat)
    return "".join(f" {row.number}{row.over_at > now:d}{row.covers(now):d}" for row in rows)


def seats_read(connection: Connection, match_id: str) -> tuple[SeatRead, ...]:
    """The seats of a match in seat order."""
    tenures = seats.tenure_rows(connection, match_id)
    misses = misses_in_a_row(connection, match_id)
    return tuple(
        SeatRead(
            number=row.number,
            name=row.name,
            practice=row.practice,
            holder=row.holder,
            player=row.player,
            misses=misses.get(row.number, 0),
            tenures=tuple(_tenure_read(one) for one in reversed(tenures) if one.seat == row.number),
        )
        for row in seats.seat_rows(connection, match_id)
    )


def _tenure_read(row: TenureRow) -> TenureRead:
    return TenureRead(
        holder=row.holder,
        player=row.player,
        since=row.since,
        until=row.until,
        ended_by=row.ended_by,
    )


def post_read(row: PostRow) -> PostRead:
    """A post with whatever texts were read."""
    return PostRead(
        post_id=row.post_id,
        kind=cast(PostKind, row.kind),
        title=row.title,
        phase=row.phase,
        created_at=row.created_at,
        texts={slug: text for slug, text in json.loads(row.texts).items() if slug in DIALECTS},
    )
