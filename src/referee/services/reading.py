"""What people and programs may read. Changes nothing.

Until a phase closes, every answer is the same whatever the other seats have sent, but for what the match's
``status_visibility`` grants: nothing looks at another seat's submissions except `match_pages.status_of`.
"""

from datetime import datetime

from sqlalchemy import Connection

from referee.core.decisions import Decision
from referee.core.documents import Series
from referee.core.seats import Seat
from referee.sealing import Unreadable
from referee.services import charts
from referee.services.absences import absences_read, offers_of
from referee.services.access import Key, is_seat_of, require_referee
from referee.services.context import AnyGame, Context
from referee.services.deadlines import extensions_of
from referee.services.errors import NotFound, NotYours
from referee.services.match_pages import (
    post_read,
    revision_of,
    seen_match,
    status_of,
    summary_of,
)
from referee.services.misses import risk_of
from referee.services.outages import outage_read
from referee.services.phases import (
    LoadedPhase,
    game_of,
    load_phase_on,
    match_of,
    seat_rules_of,
    seats_by_number,
)
from referee.services.readiness import is_ready
from referee.services.reading_models import (
    DeskPage,
    DeskSeat,
    GameRead,
    Home,
    LateSubmission,
    MatchPage,
    MatchSummary,
    PhaseReport,
    PostRead,
    Receipt,
    SeatPage,
)
from referee.services.reports import report_of
from referee.services.standing_moves import standing_now
from referee.services.submissions import receipts
from referee.storage import keys, matches, moves, phases, seats
from referee.storage import posts as stored_posts

MOST_LISTED = 50
"""Matches in each list of the home page."""


def home(ctx: Context) -> Home:
    """The matches of this server, newest first; cancelled ones are not listed."""

    def listed(connection: Connection, *statuses: str) -> tuple[MatchSummary, ...]:
        return tuple(
            summary_of(
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
            outage=outage_read(ctx, connection),
        )


def match_page(ctx: Context, match_id: str, viewer: Key | None) -> MatchPage:
    """A match as this viewer may know it. Raises `NotFound` (match-not-found)."""
    with ctx.store.read() as connection:
        return seen_match(ctx, connection, match_of(connection, match_id), viewer).page


def seat_page(ctx: Context, key: Key) -> SeatPage:
    """The match of this seat's key, from its seat. Raises `NotYours`, `NotFound`."""
    if key.role != "seat" or key.match_id is None:
        raise NotYours("not-yours", "This link does not belong to a seat.")
    with ctx.store.read() as connection:
        match = match_of(connection, key.match_id)
        seen = seen_match(ctx, connection, match, key)
        page, row, info = seen.page, seen.newest, game_of(ctx, match.game).info
        seat = next((seat for seat in page.seats if seat.number == key.seat), None)
        if seat is None:
            raise NotFound("seat-not-found", "This match has no such seat.")
        decision: Decision | None = None
        mine: tuple[Receipt, ...] = ()
        ready: bool | None = None
        would_be_sent: str | None = None
        risk: str | None = None
        locked = earlier_sealed = False
        if row is not None:
            loaded = load_phase_on(ctx, connection, match.match_id, row.number)
            link = keys.seat_keys(connection, match.match_id).get(seat.number)
            since = ctx.clock() if link is None else link.issued_at
            held = seats.held_seats(connection, [(match.match_id, seat.number)])[
                match.match_id, seat.number
            ]
            first = held.first_in(row.number)
            mine = tuple(
                one
                for one in _own_receipts(ctx, connection, loaded, seat.number, since=since)
                if one.version >= first
            )
            earlier_sealed = row.status == "open" and (since > row.opened_at or first > 1)
            if match.status == "running" and row.status == "open":
                decision = loaded.decisions.get(Seat(seat.name))
                has_moved = any(one.standing == "counts" and one.kind == "move" for one in mine)
                if decision is not None and loaded.closing.closes_when_ready and has_moved:
                    ready = is_ready(connection, match.match_id, row.number, seat.number)
                is_in_grace = (
                    row.closes_at is not None and row.due_at <= ctx.clock() < row.closes_at
                )
                locked = is_in_grace and has_moved
                if decision is not None and not has_moved:
                    risk = risk_of(connection, match.match_id, seat_rules_of(match), row, held)
                    would_be_sent = standing_now(ctx, connection, match, row, seat.number)
        return SeatPage(
            match=page,
            seat=seat,
            decision=decision,
            submissions=mine,
            earlier_sealed=earlier_sealed,
            board=page.board,
            may_suppose=match.status == "running" and info.open_information,
            out=info.eliminates and seen.asked is not None and seat.number not in seen.asked,
            report=page.latest,
            ready=ready,
            locked=locked,
            risk=risk,
            absences=absences_read(ctx, connection, match, seat.number),
            standing_moves=offers_of(ctx, match),
            standing_now=would_be_sent,
        )


def desk_page(ctx: Context, key: Key, match_id: str) -> DeskPage:
    """A match from its referee's desk. Raises `NotFound`, `NotYours`."""
    with ctx.store.read() as connection:
        match = match_of(connection, match_id)
        require_referee(key, match_id)
        page = seen_match(ctx, connection, match, key).page
        links = keys.seat_keys(connection, match_id)
        invitation = stored_posts.post_row(connection, match_id, "recruiting")
        return DeskPage(
            match=page,
            seats=tuple(
                DeskSeat(
                    **seat.model_dump(),
                    link_issued_at=link.issued_at if link is not None else None,
                    link_opened_at=link.opened_at if link is not None else None,
                )
                for seat in page.seats
                for link in (links.get(seat.number),)
            ),
            late=_late(connection, match_id),
            invitation=None if invitation is None else post_read(invitation),
            extensions=extensions_of(match, phases.newest_phase(connection, match_id), ctx.clock()),
            deals=not game_of(ctx, match.game).info.open_information,
            error=match.error,
        )


def phase_report(
    ctx: Context, match_id: str, number: int, viewer: Key | None = None
) -> PhaseReport:
    """What happened in a closed phase. Raises `NotFound`, `Conflict` (phase-open)."""
    with ctx.store.read() as connection:
        match_of(connection, match_id)
        seat: Seat | None = None
        if viewer is not None and is_seat_of(viewer, match_id):
            seat = seats_by_number(connection, match_id).get(viewer.seat or 0)
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
        return tuple(post_read(row) for row in stored_posts.post_rows(connection, match_id))


def post(ctx: Context, match_id: str, post_id: str) -> PostRead:
    """One post. Raises `NotFound` (match-not-found, post-not-found)."""
    with ctx.store.read() as connection:
        match_of(connection, match_id)
        row = stored_posts.post_row(connection, match_id, post_id)
    if row is None:
        raise NotFound("post-not-found", "This match has no such post.")
    return post_read(row)


def revision(ctx: Context, match_id: str, viewer: Key | None) -> str:
    """A word that changes exactly when this viewer's page of the match does. Cheap. Raises `NotFound`."""
    with ctx.store.read() as connection:
        match = match_of(connection, match_id)
        row = phases.newest_phase(connection, match_id)
        moved = status_of(ctx, connection, match, row)
        return revision_of(connection, match, row, moved, viewer, now=ctx.clock())


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
        has_choices=info.has_choices,
    )


def _own_receipts(
    ctx: Context, connection: Connection, loaded: LoadedPhase, seat: int, *, since: datetime
) -> tuple[Receipt, ...]:
    """A seat's own receipts in a phase, newest first; empty if the server can no longer open them.

    ``since`` is when the seat's link was issued. What came through an earlier one is left out: it is the
    referee who replaces links, and a new one must not open what the old one's holder has sealed.
    """
    rows = moves.submission_rows(connection, loaded.match_id, loaded.number, seat=seat)
    try:
        own = receipts(ctx, loaded, rows)
        return tuple(one for one in reversed(own) if one.received_at >= since)
    except Unreadable:
        return ()


def _late(connection: Connection, match_id: str) -> tuple[LateSubmission, ...]:
    """What came too late for phases that have closed; before the close not even that is told."""
    rows = {row.number: row for row in phases.phase_rows(connection, match_id)}
    names = seats_by_number(connection, match_id)
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
