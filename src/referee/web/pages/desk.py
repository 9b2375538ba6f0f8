"""The referee's desk: invite, seat, start, extend, close, cancel; and who has sent, as far as granted."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Response
from fastapi.responses import RedirectResponse

from referee.schedule import length_words
from referee.services.access import Key
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.deadlines import RESUME_AT, ResumeAt, open_clock
from referee.services.desk_letters import desk_letters
from referee.services.drafts import is_open
from referee.services.errors import Invalid, Refusal
from referee.services.inviting import PrivateMessage, private_message
from referee.services.matches import (
    SeatLink,
    add_seat,
    cancel_match,
    extend_phase,
    pause_phase,
    reissue_link,
    remove_seat,
    rename_seat,
    resume_phase,
    start_match,
)
from referee.services.reading import desk_page, post
from referee.services.reading_models import DeskPage, LateSubmission, MatchPage, PostRead
from referee.services.rendering import DIALECTS
from referee.web.auth import DeskKey
from referee.web.dependencies import Ctx, MatchId, SeatNumber
from referee.web.errors import status_of
from referee.web.pages.sent import SentForm
from referee.web.pages.templating import local_text, page
from referee.web.pages.zones import format_local, parse_local

router = APIRouter(prefix="/matches/{match}/desk")

EXTENSIONS: Final = (12 * 60, 24 * 60, 48 * 60)
"""The extensions offered by one press, in minutes."""


@dataclass(frozen=True, slots=True)
class FreshLink:
    """A link that was made just now: shown once, kept nowhere."""

    seat: int
    name: str
    message: PrivateMessage


@dataclass(frozen=True, slots=True)
class Extension:
    """A later deadline offered: its moment, how it is sent, and by how much it is later."""

    at: datetime
    value: str
    words: str


@router.get("")
def show_desk(
    ctx: Ctx, match: MatchId, key: DeskKey, done: Annotated[str, Query()] = ""
) -> Response:
    """The desk; ``done`` names what was done just now."""
    shown = desk_page(ctx, key, match)
    return _desk_response(ctx, shown, said=_said(done, shown))


@router.post("/seats")
def add(ctx: Ctx, match: MatchId, key: DeskKey, form: SentForm) -> Response:
    """Seat somebody, or a practice player; the link is shown in the answer."""
    name, practice = form.text("name"), form.is_set("practice")
    try:
        link = add_seat(ctx, key, match, name, practice=practice)
    except Refusal as refusal:
        return _refused(ctx, key, match, refusal, seat_name=name)
    if link.token is None:
        return _back(match, "seated")
    return _with_link(ctx, key, match, link, is_new=True)


@router.post("/seats/{seat}/rename")
def rename(ctx: Ctx, match: MatchId, seat: SeatNumber, key: DeskKey, form: SentForm) -> Response:
    """Give a seat another name, before the start."""
    try:
        rename_seat(ctx, key, match, seat, form.text("name"))
    except Refusal as refusal:
        return _refused(ctx, key, match, refusal)
    return _back(match, "renamed")


@router.post("/seats/{seat}/remove")
def remove(ctx: Ctx, match: MatchId, seat: SeatNumber, key: DeskKey) -> Response:
    """Take a seat out, before the start."""
    try:
        remove_seat(ctx, key, match, seat)
    except Refusal as refusal:
        return _refused(ctx, key, match, refusal)
    return _back(match, "removed")


@router.post("/seats/{seat}/link")
def reissue(ctx: Ctx, match: MatchId, seat: SeatNumber, key: DeskKey) -> Response:
    """Make a new link for a seat; it is shown in the answer, and the old one stops working."""
    try:
        link = reissue_link(ctx, key, match, seat)
    except Refusal as refusal:
        return _refused(ctx, key, match, refusal)
    return _with_link(ctx, key, match, link, is_new=False)


@router.post("/start")
def start(ctx: Ctx, match: MatchId, key: DeskKey, form: SentForm) -> Response:
    """Start the match; ``go_ahead`` does not wait for links that nobody has opened."""
    try:
        start_match(ctx, key, match, go_ahead=form.is_set("go_ahead"))
    except Refusal as refusal:
        return _refused(ctx, key, match, refusal)
    return _back(match, "started")


@router.post("/close")
def close(ctx: Ctx, match: MatchId, key: DeskKey, form: SentForm) -> Response:
    """Close the phase that the form names, and no other."""
    try:
        close_phase(ctx, key, match, form.phase())
    except Refusal as refusal:
        return _refused(ctx, key, match, refusal)
    return _back(match, "closed")


@router.post("/extend")
def extend(ctx: Ctx, match: MatchId, key: DeskKey, form: SentForm) -> Response:
    """Move the deadline to a later moment, one of those offered or another local time."""
    chosen = form.text("due")
    typed = form.text("due_local") if chosen == "other" else ""
    try:
        shown = desk_page(ctx, key, match)
        is_own = chosen == "other"
        due_at = parse_local(typed, shown.match.zone) if is_own else _offered(chosen)
        extend_phase(ctx, key, match, form.phase(), due_at)
    except Refusal as refusal:
        return _refused(ctx, key, match, refusal, extending=typed)
    return _back(match, "extended")


@router.post("/pause")
def pause(ctx: Ctx, match: MatchId, key: DeskKey, form: SentForm) -> Response:
    """Stop the clock of the phase that the form names."""
    try:
        pause_phase(ctx, key, match, form.phase())
    except Refusal as refusal:
        return _refused(ctx, key, match, refusal)
    return _back(match, "paused")


@router.post("/resume")
def resume(ctx: Ctx, match: MatchId, key: DeskKey, form: SentForm) -> Response:
    """Let it go on, with the time that was left or at the next slot."""
    chosen = form.text("at")
    at: ResumeAt | None = next((one for one in RESUME_AT if one == chosen), None)
    try:
        resume_phase(ctx, key, match, form.phase(), at=at)
    except Refusal as refusal:
        return _refused(ctx, key, match, refusal)
    return _back(match, "resumed")


@router.post("/cancel")
def cancel(ctx: Ctx, match: MatchId, key: DeskKey, form: SentForm) -> Response:
    """End the match for good, once both the reason and the confirmation are there."""
    reason = form.text("reason")
    try:
        if not form.is_set("sure"):
            raise Invalid(
                "not-confirmed",
                "Tick the box to say that you mean it: a cancelled match cannot be taken up again.",
                field="sure",
            )
        cancel_match(ctx, key, match, reason)
    except Refusal as refusal:
        return _refused(ctx, key, match, refusal, cancelling=reason)
    return _back(match, "cancelled")


def _back(match: str, done: str) -> Response:
    return RedirectResponse(f"/matches/{match}/desk?done={done}", status_code=303)


def _refused(
    ctx: Context,
    key: Key,
    match: str,
    refusal: Refusal,
    *,
    seat_name: str = "",
    extending: str = "",
    cancelling: str | None = None,
) -> Response:
    """The desk as it is now, with what was refused and what was typed."""
    return _desk_response(
        ctx,
        desk_page(ctx, key, match),
        refusal=refusal,
        seat_name=seat_name,
        extending=extending,
        cancelling=cancelling,
    )


def _with_link(ctx: Context, key: Key, match: str, link: SeatLink, *, is_new: bool) -> Response:
    """The desk with a link that is shown this once."""
    shown = desk_page(ctx, key, match)
    message = private_message(ctx, key, shown.match, link, is_new=is_new)
    fresh = FreshLink(seat=link.seat, name=link.name, message=message) if message else None
    return _desk_response(ctx, shown, fresh=fresh)


def _offered(value: str) -> datetime:
    try:
        at = datetime.fromisoformat(value)
        # Without its offset a time would be read as one of the server's own zone.
        return at if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError):
        raise Invalid(
            "time-unreadable", "Choose one of the times, or another one.", field="due_at"
        ) from None


def _extensions(shown: DeskPage, now: datetime) -> tuple[Extension, ...]:
    """The later deadlines offered by one press: none that would be refused."""
    phase = shown.match.phase
    if phase is None or not shown.extensions.left:
        return ()
    offered = ((phase.due_at + timedelta(minutes=minutes), minutes) for minutes in EXTENSIONS)
    return tuple(
        Extension(at=at, value=at.isoformat(), words=f"{length_words(minutes)} later")
        for at, minutes in offered
        if now < at <= shown.extensions.latest
    )


def _said(done: str, shown: DeskPage) -> str:
    """What was done, in words that are true of the desk as it is now."""
    match, phase = shown.match, shown.match.phase
    if done in ("started", "closed") and match.status == "running" and phase is not None:
        opened = f"{is_open(phase.title, phase.kind)} until {local_text(phase.due_at, match.zone)}."
        if phase.paused_at is not None:
            waits = "wait" if phase.kind == "choice" else "waits"
            opened = f"{phase.title} {waits} for a substitute."
        if done == "started":
            return f"The match has started. {opened} The opening post is ready to copy."
        return f"The round is closed and its announcement is ready to copy. {opened}"
    if done == "closed" and match.status == "finished":
        return (
            "The last round is closed and the match is over. Its announcement and the final standings "
            "are ready to copy."
        )
    if done == "paused" and phase is not None and phase.paused_at is not None:
        return (
            f"The clock of {phase.title} stands still. Everybody sees it; resume it when you like."
        )
    if done in ("extended", "resumed") and phase is not None:
        closes = "close" if phase.kind == "choice" else "closes"
        return f"{phase.title} now {closes} {local_text(phase.due_at, match.zone)}."
    return {
        "seated": "The practice player has a seat, and plays by itself.",
        "swapped": "A practice player has the seat now, and plays by itself.",
        "renamed": "The seat has its new name.",
        "removed": "The seat is free again, and its old link opens nothing.",
        "cancelled": "The match is cancelled. Its page says so, and why."
        if match.status == "cancelled"
        else "",
    }.get(done, "")


def _late_by_seat(late: Iterable[LateSubmission]) -> list[tuple[LateSubmission, int]]:
    """The last thing each seat sent too late in each phase, and how often: nobody can bury the others."""
    counts: Counter[tuple[int, int]] = Counter()
    last: dict[tuple[int, int], LateSubmission] = {}
    for one in late:  # newest first
        place = (one.phase, one.seat)
        counts[place] += 1
        last.setdefault(place, one)
    return [(one, counts[place]) for place, one in last.items()]


def _newest_posts(ctx: Context, match: MatchPage) -> tuple[PostRead, ...]:
    """What there is to post now: at the end of a match its last round, and then the standings."""
    if match.status == "signup":
        return ()
    newest = match.posts[: 2 if match.status == "finished" else 1]
    return tuple(post(ctx, match.match_id, one.post_id) for one in reversed(newest))


def _desk_response(
    ctx: Context,
    shown: DeskPage,
    *,
    refusal: Refusal | None = None,
    said: str = "",
    fresh: FreshLink | None = None,
    seat_name: str = "",
    extending: str = "",
    cancelling: str | None = None,
) -> Response:
    match = shown.match
    referee = Key("referee", match.match_id, None)
    letters = desk_letters(ctx, referee, match.match_id)
    now = ctx.clock()
    # A deadline that has passed, in its minutes of grace, is moved to a time to come.
    after = max(match.phase.due_at, now) if match.phase else now
    latest = shown.extensions.latest
    values: dict[str, Any] = {
        "page": shown,
        "late": _late_by_seat(shown.late),
        "invitation": shown.invitation,
        "signup_link": f"{ctx.base_url}/matches/{match.match_id}/signup",
        "dialects": DIALECTS.values(),
        "letters": letters,
        "newest_posts": _newest_posts(ctx, match),
        "clock": open_clock(ctx, referee, match.match_id),
        "extensions": _extensions(shown, now),
        "may_extend": shown.extensions.left > 0 and latest > after,
        "extension_start": format_local(min(after + timedelta(days=1), latest), match.zone),
        "extension_least": format_local(after, match.zone),
        "extension_most": format_local(latest, match.zone),
        "refusal": refusal,
        "said": said,
        "fresh": fresh,
        "seat_name": seat_name,
        "extending": extending,
        "cancelling": cancelling,
    }
    return page(ctx, "desk.html", values, status=status_of(refusal) if refusal else 200)
