"""A match's deadlines and news as feeds, for everybody or with one seat's eyes on the calendar.

Feeds are read by machines that show no key. So a seat's feed holds nothing but what everybody may know,
picked for that seat: until when it may owe a move, and what has been announced. Whom a choice asks is not
for everybody, so its deadline stands in the feeds of all who play its round.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from referee.publishing import calendars, feeds
from referee.publishing.moments import moment_words
from referee.services.context import Context
from referee.services.drafts import is_open
from referee.services.errors import NotFound
from referee.services.match_pages import SeenMatch, seen_match
from referee.services.phases import game_of, match_of, options_of, publicly_asked
from referee.services.reading_models import MatchPage, PhaseRead
from referee.services.schedules import next_hour
from referee.storage import phases
from referee.storage import posts as stored_posts
from referee.storage.phases import PhaseRow

MOST_ENTRIES = 20
"""Pieces of news in a feed, and closed phases in a calendar."""

_WANTED = {"main": "Send your move", "choice": "If you have a choice to make, send it"}


@dataclass(frozen=True, slots=True)
class Published:
    """A feed as it is sent."""

    content_type: str
    body: bytes


def match_calendar(ctx: Context, match_id: str, seat: int | None = None) -> Published:
    """Deadlines, past and foretold; with a seat, those of the rounds that it plays.

    Raises `NotFound` (match-not-found, seat-not-found).
    """
    with ctx.store.read() as connection:
        match = match_of(connection, match_id)
        seen = seen_match(ctx, connection, match, None)
        rows = phases.phase_rows(connection, match_id)
        bound = game_of(ctx, match.game).phase_bound(options_of(game_of(ctx, match.game), match))
    name = _seat_name(seen.page, seat)
    asked = publicly_asked(rows)
    deadlines = [
        _deadline(ctx, seen.page, row)
        for row in rows[: MOST_ENTRIES + 1]
        if row.status != "void" and (seat is None or seat in asked[row.number])
    ]
    if _plays_on(seen, seat):
        deadlines += _foretold(ctx, seen, bound)
    title = seen.page.title if name is None else f"{seen.page.title}: {name}"
    return Published(calendars.CONTENT_TYPE, calendars.calendar(title, deadlines))


def match_news(ctx: Context, match_id: str, seat: int | None = None) -> Published:
    """What was announced and until when the open phase is; with a seat, only if it plays that round.

    Raises `NotFound` (match-not-found, seat-not-found).
    """
    with ctx.store.read() as connection:
        match = match_of(connection, match_id)
        seen = seen_match(ctx, connection, match, None)
        written = stored_posts.post_rows(connection, match_id)[:MOST_ENTRIES]
    shown, newest = seen.page, seen.newest
    name, page = _seat_name(shown, seat), _page(ctx, shown)
    entries = [
        feeds.Entry(
            url=f"{page}/posts/{post.post_id}",
            title=post.title,
            published_at=post.created_at,
            updated_at=post.created_at,
            text=_plain(post.texts),
        )
        for post in written
        if seat is None or post.kind != "recruiting"
    ]
    if (
        shown.status == "running"
        and newest is not None
        and shown.phase is not None
        and _plays_on(seen, seat)
    ):
        entries.append(_open_entry(shown, shown.phase, newest, page))
    own = page if seat is None else f"{page}/seats/{seat}"
    feed = feeds.Feed(
        url=own,
        feed_url=f"{own}/feed.atom",
        title=shown.title if name is None else f"{shown.title}: {name}",
        author="Referee",
        since=shown.settings.created_at,
        entries=entries,
    )
    return Published(feeds.CONTENT_TYPE, feeds.atom(feed))


def _deadline(ctx: Context, page: MatchPage, row: PhaseRow) -> calendars.Deadline:
    return calendars.Deadline(
        uid=calendars.deadline_uid(ctx.base_url, page.match_id, row.number),
        title=f"{page.title}: {row.title}",
        due_at=row.due_at,
        changed_at=row.due_set_at,
        url=_page(ctx, page),
        words=_stopped(page, row)
        if row.paused_at is not None
        else f"{row.title} is due {moment_words(row.due_at, page.zone)}.",
        is_forecast=row.paused_at is not None,
    )


def _foretold(ctx: Context, seen: SeenMatch, bound: int | None) -> Iterator[calendars.Deadline]:
    """The deadlines to come, as far as the match can still go."""
    page, newest = seen.page, seen.newest
    number, round_number = (0, 0) if newest is None else (newest.number, newest.round)
    changed_at = (
        next_hour(ctx.clock()) - timedelta(hours=1) if newest is None else newest.due_set_at
    )
    for step, due_at in enumerate(page.upcoming, start=1):
        if bound is not None and number + step > bound:
            return
        yield calendars.Deadline(
            uid=calendars.deadline_uid(ctx.base_url, page.match_id, number + step),
            title=f"{page.title}: Round {round_number + step}",
            due_at=due_at,
            changed_at=changed_at,
            url=_page(ctx, page),
            words="A forecast: a round that closes early or is extended can move it.",
            is_forecast=True,
        )


def _open_entry(page: MatchPage, phase: PhaseRead, row: PhaseRow, url: str) -> feeds.Entry:
    until = moment_words(phase.due_at, page.zone)
    is_paused = phase.paused_at is not None
    return feeds.Entry(
        url=f"{url}#phase-{phase.number}",
        title=f"The clock of {phase.title} stands still"
        if is_paused
        else f"{is_open(phase.title, phase.kind)} until {until}",
        published_at=row.opened_at,
        updated_at=row.due_set_at,
        text=_stopped(page, row) if is_paused else f"{_WANTED[phase.kind]} before {until}.",
    )


def _stopped(page: MatchPage, row: PhaseRow) -> str:
    """Why the clock of a paused phase stands still, and what lets it go on."""
    if row.waits_until is None:
        return "The clock stands still until the referee says when it goes on."
    until = moment_words(row.waits_until, page.zone)
    return f"The clock stands still until somebody holds the open seat, at most until {until}."


def _plays_on(seen: SeenMatch, seat: int | None) -> bool:
    return seat is None or seen.asked is None or seat in seen.asked


def _seat_name(page: MatchPage, seat: int | None) -> str | None:
    if seat is None:
        return None
    found = next((one.name for one in page.seats if one.number == seat), None)
    if found is None:
        raise NotFound("seat-not-found", "This match has no such seat.")
    return found


def _page(ctx: Context, page: MatchPage) -> str:
    return f"{ctx.base_url}/matches/{page.match_id}"


def _plain(texts: str) -> str:
    text: str = json.loads(texts).get("plain", "")
    return text
