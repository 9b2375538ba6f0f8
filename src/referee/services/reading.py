"""What people and programs may read. Changes nothing.

Until a phase closes, every answer is the same whatever the other seats have sent, but for what the match's
``status_visibility`` grants: nothing here looks at another seat's submissions except `_moved`.
"""

import hashlib
import json
from datetime import datetime
from typing import cast

from sqlalchemy import Connection

from referee.core.decisions import Decision
from referee.core.documents import Document, Series
from referee.core.game import GameState
from referee.core.outcome import Outcome
from referee.core.seats import Seat
from referee.schedule import latest_extension
from referee.sealing import Unreadable
from referee.services import charts
from referee.services.access import Key, is_referee, is_seat_of, require_referee
from referee.services.context import AnyGame, Context
from referee.services.errors import NotFound, NotYours
from referee.services.options import options_read
from referee.services.phases import (
    LoadedPhase,
    game_of,
    load_phase_on,
    match_of,
    options_of,
    owed_numbers,
    phase_read,
    visibility_of,
)
from referee.services.reading_models import (
    DeskPage,
    DeskSeat,
    GameRead,
    Home,
    LateSubmission,
    MatchPage,
    MatchSettings,
    MatchStatus,
    MatchSummary,
    PhaseReport,
    PostKind,
    PostRead,
    Receipt,
    SeatPage,
    SeatRead,
    SeatStatus,
    StatusRead,
)
from referee.services.rendering import DIALECTS
from referee.services.reports import report_of
from referee.services.submissions import counted, receipts
from referee.storage import keys, matches, moves, phases, resolutions, seats
from referee.storage import posts as stored_posts
from referee.storage.matches import MatchRow
from referee.storage.phases import PhaseRow
from referee.storage.posts import PostRow

MOST_LISTED = 50
"""Matches in each list of the home page."""


def home(ctx: Context) -> Home:
    """The matches of this server, newest first; cancelled ones are not listed."""

    def listed(connection: Connection, *statuses: str) -> tuple[MatchSummary, ...]:
        return tuple(
            _summary(
                ctx,
                one.match,
                seats_taken=one.seats_taken,
                phase_title=one.phase_title,
                due_at=one.due_at,
            )
            for one in matches.listed_matches(connection, statuses, limit=MOST_LISTED)
        )

    with ctx.store.read() as connection:
        return Home(
            open=listed(connection, "signup"),
            running=listed(connection, "running", "quarantined"),
            finished=listed(connection, "finished"),
        )


def match_page(ctx: Context, match_id: str, viewer: Key | None) -> MatchPage:
    """A match as this viewer may know it. Raises `NotFound` (match-not-found)."""
    with ctx.store.read() as connection:
        return _match_page(ctx, connection, match_of(connection, match_id), viewer)


def seat_page(ctx: Context, key: Key) -> SeatPage:
    """The match of this seat's key, from its seat. Raises `NotYours`, `NotFound`."""
    if key.role != "seat" or key.match_id is None:
        raise NotYours("not-yours", "This link does not belong to a seat.")
    with ctx.store.read() as connection:
        match = match_of(connection, key.match_id)
        page = _match_page(ctx, connection, match, key)
        seat = next((seat for seat in page.seats if seat.number == key.seat), None)
        if seat is None:
            raise NotFound("seat-not-found", "This match has no such seat.")
        row = phases.newest_phase(connection, match.match_id)
        decision: Decision | None = None
        mine: tuple[Receipt, ...] = ()
        if row is not None:
            loaded = load_phase_on(ctx, connection, match.match_id, row.number)
            mine = _own_receipts(ctx, connection, loaded, seat.number)
            if match.status == "running" and row.status == "open":
                decision = loaded.decisions.get(Seat(seat.name))
        main = phases.newest_main_phase(connection, match.match_id)
        return SeatPage(
            match=page,
            seat=seat,
            decision=decision,
            submissions=mine,
            board=page.board,
            may_suppose=match.status == "running"
            and game_of(ctx, match.game).info.open_information,
            out=main is not None and seat.number not in owed_numbers(main),
            report=page.latest,
        )


def desk_page(ctx: Context, key: Key, match_id: str) -> DeskPage:
    """A match from its referee's desk. Raises `NotFound`, `NotYours`."""
    with ctx.store.read() as connection:
        match = match_of(connection, match_id)
        require_referee(key, match_id)
        page = _match_page(ctx, connection, match, key)
        issued = keys.seat_keys(connection, match_id)
        invitation = stored_posts.post_row(connection, match_id, "recruiting")
        return DeskPage(
            match=page,
            seats=tuple(
                DeskSeat(**seat.model_dump(), link_issued_at=issued.get(seat.number))
                for seat in page.seats
            ),
            late=_late(connection, match_id),
            invitation=None if invitation is None else _post_read(invitation),
            extend_limit=latest_extension(ctx.clock()),
            error=match.error,
        )


def phase_report(
    ctx: Context, match_id: str, number: int, viewer: Key | None = None
) -> PhaseReport:
    """What happened in a closed phase. Raises `NotFound`, `Conflict` (phase-open)."""
    with ctx.store.read() as connection:
        match_of(connection, match_id)
        seat = _seat_of(viewer, match_id, _seats_read(connection, match_id))
        return report_of(ctx, connection, match_id, number, seat)


def series(ctx: Context, match_id: str) -> tuple[Series, ...]:
    """The match's numbers by round. Raises `NotFound`."""
    with ctx.store.read() as connection:
        match_of(connection, match_id)
        return charts.series_of(connection, match_id)


def posts(ctx: Context, match_id: str) -> tuple[PostRead, ...]:
    """The match's posts with their texts, newest first. Raises `NotFound`."""
    with ctx.store.read() as connection:
        match_of(connection, match_id)
        return tuple(_post_read(row) for row in stored_posts.post_rows(connection, match_id))


def post(ctx: Context, match_id: str, post_id: str) -> PostRead:
    """One post. Raises `NotFound` (match-not-found, post-not-found)."""
    with ctx.store.read() as connection:
        match_of(connection, match_id)
        row = stored_posts.post_row(connection, match_id, post_id)
    if row is None:
        raise NotFound("post-not-found", "This match has no such post.")
    return _post_read(row)


def revision(ctx: Context, match_id: str, viewer: Key | None) -> str:
    """A word that changes exactly when this viewer's page of the match does. Cheap. Raises `NotFound`."""
    with ctx.store.read() as connection:
        match = match_of(connection, match_id)
        row = phases.newest_phase(connection, match_id)
        return _revision(connection, match, row, _moved(ctx, connection, match, row), viewer)


def game_list(ctx: Context) -> tuple[GameRead, ...]:
    """The games this server can referee."""
    return tuple(_game_read(game) for game in ctx.games.values())


def _game_read(game: AnyGame) -> GameRead:
    info, count = game.info, game.seat_count(game.options_type())
    return GameRead(
        slug=info.slug,
        title=info.title,
        tagline=info.tagline,
        seats_least=count.least,
        seats_most=count.most,
        options_schema=game.options_type.model_json_schema(),
        presets=info.presets,
        score_title=info.score_title,
        credits=info.credits,
        rules_version=info.rules_version,
        open_information=info.open_information,
    )


def _match_page(
    ctx: Context, connection: Connection, match: MatchRow, viewer: Key | None
) -> MatchPage:
    game = game_of(ctx, match.game)
    rows = phases.phase_rows(connection, match.match_id)
    newest = rows[0] if rows else None
    seats_read = _seats_read(connection, match.match_id)
    seat = _seat_of(viewer, match.match_id, seats_read)
    closed = [row for row in rows if row.status == "closed"]
    latest = report_of(ctx, connection, match.match_id, closed[0].number, seat) if closed else None
    moved = _moved(ctx, connection, match, newest)
    board, standings = _table(ctx, connection, game=game, match=match, newest=newest, seat=seat)
    summary = _summary(
        ctx,
        match,
        seats_taken=len(seats_read),
        phase_title=None if newest is None else newest.title,
        due_at=None if newest is None else newest.due_at,
    )
    return MatchPage(
        **dict(summary),
        settings=MatchSettings(
            round_minutes=match.round_minutes,
            choice_minutes=match.choice_minutes,
            early_close=match.early_close,
            status_visibility=moved.visibility,
            created_at=match.created_at,
            started_at=match.started_at,
            finished_at=match.finished_at,
        ),
        options=options_read(game, options_of(game, match)),
        seats=seats_read,
        phase=None if newest is None else phase_read(newest),
        board=board,
        history=tuple(phase_read(row) for row in closed),
        latest=latest,
        standings=standings,
        moved=moved,
        score_title=game.info.score_title,
        posts=tuple(
            _post_read(row) for row in stored_posts.post_titles(connection, match.match_id)
        ),
        reason=match.cancel_reason,
        error=match.error if is_referee(viewer, match.match_id) else None,
        revision=_revision(connection, match, newest, moved, viewer),
    )


def _summary(
    ctx: Context,
    match: MatchRow,
    *,
    seats_taken: int,
    phase_title: str | None,
    due_at: datetime | None,
) -> MatchSummary:
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


def _moved(
    ctx: Context, connection: Connection, match: MatchRow, row: PhaseRow | None
) -> StatusRead:
    """Who has sent, as far as granted; where nothing is granted, nothing is even looked up."""
    visibility = match.status_visibility
    if row is None or row.status not in ("open", "stuck"):
        return StatusRead(visibility=visibility_of(match), sent=None, owed=None, seats=())
    owed = owed_numbers(row)
    if visibility not in ("count", "names"):
        return StatusRead(visibility="hidden", sent=None, owed=len(owed), seats=())
    try:
        sent = {one.row.seat for one in counted(ctx, connection, match.match_id, row.number)}
    except Unreadable:
        sent = set()
    return StatusRead(
        visibility=visibility_of(match),
        sent=len(sent),
        owed=len(owed),
        seats=tuple(SeatStatus(number=number, has_sent=number in sent) for number in owed)
        if visibility == "names"
        else (),
    )


def _revision(
    connection: Connection,
    match: MatchRow,
    row: PhaseRow | None,
    moved: StatusRead,
    viewer: Key | None,
) -> str:
    """What everybody sees has the match's own count; the rest is what this viewer alone may know."""
    own = 0
    if row is not None and viewer is not None and is_seat_of(viewer, match.match_id):
        own = moves.newest_version(connection, match.match_id, row.number, viewer.seat or 0)
    late = moves.late_count(connection, match.match_id) if is_referee(viewer, match.match_id) else 0
    seen = f"{match.revision} {own} {late} {moved.model_dump_json()}"
    return f"{match.revision}-{hashlib.sha256(seen.encode()).hexdigest()[:12]}"


def _seats_read(connection: Connection, match_id: str) -> tuple[SeatRead, ...]:
    return tuple(
        SeatRead(number=row.number, name=row.name, practice=row.practice)
        for row in seats.seat_rows(connection, match_id)
    )


def _seat_of(viewer: Key | None, match_id: str, known: tuple[SeatRead, ...]) -> Seat | None:
    """The seat whose eyes the viewer has; the referee and the operator have the public's."""
    if viewer is None or not is_seat_of(viewer, match_id):
        return None
    return next((Seat(seat.name) for seat in known if seat.number == viewer.seat), None)


def _own_receipts(
    ctx: Context, connection: Connection, loaded: LoadedPhase, seat: int
) -> tuple[Receipt, ...]:
    """A seat's own receipts in a phase, newest first; empty if the server can no longer open them."""
    rows = moves.submission_rows(connection, loaded.match_id, loaded.number, seat=seat)
    try:
        return tuple(reversed(receipts(ctx, loaded, rows)))
    except Unreadable:
        return ()


def _late(connection: Connection, match_id: str) -> tuple[LateSubmission, ...]:
    """What came too late for phases that have closed; before the close not even that is told."""
    rows = {row.number: row for row in phases.phase_rows(connection, match_id)}
    names = {seat.number: seat.name for seat in _seats_read(connection, match_id)}
    return tuple(
        LateSubmission(
            phase=late.phase,
            phase_title=rows[late.phase].title,
            seat=late.seat,
            seat_name=names[late.seat],
            version=late.version,
            received_at=late.received_at,
        )
        for late in moves.late_rows(connection, match_id)
        if rows[late.phase].status == "closed"
    )


def _post_read(row: PostRow) -> PostRead:
    return PostRead(
        post_id=row.post_id,
        kind=cast(PostKind, row.kind),
        title=row.title,
        phase=row.phase,
        created_at=row.created_at,
        texts={slug: text for slug, text in json.loads(row.texts).items() if slug in DIALECTS},
    )
