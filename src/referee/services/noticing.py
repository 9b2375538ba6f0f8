"""What a notice that is due still has to say, judged by its reader's own page at the moment it is sent.

Nothing is said that has become stale: the phase is another one, the deadline has moved, the seat has sent,
its tenure has ended. A page that happens to be open somewhere holds nothing back.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from referee.core.values import Value
from referee.sealing import Unreadable
from referee.services import notice_texts
from referee.services.access import Key
from referee.services.contact_sealing import Reached, opened_contact
from referee.services.context import Context
from referee.services.errors import Refusal
from referee.services.notice_errands import CONFIRM_WITHIN, Event, reminder_at
from referee.services.notice_texts import About, Notice, Opened
from referee.services.reading import match_page, seat_page
from referee.services.reading_models import MatchPage, SeatPage
from referee.storage import contacts, seats
from referee.storage.contacts import ContactRow

LOOK_AGAIN: Final = timedelta(minutes=1)
"""What waits for a clock that stands still is looked at so often."""


class Due(Value):
    """A notice's errand: to which contact, what for, which phase and which deadline of it."""

    contact: str
    event: Event
    phase: int
    due_at: datetime


@dataclass(frozen=True, slots=True)
class Told:
    """Something to be told now."""

    contact: ContactRow
    reached: Reached
    notice: Notice


@dataclass(frozen=True, slots=True)
class Later:
    """Nothing to be told yet: look again at this time."""

    at: datetime


def stop_address(ctx: Context, token: str) -> str:
    """The page on which a contact is confirmed and stopped. Its token opens no seat."""
    return f"{ctx.base_url}/notices/{token}"


def judged(ctx: Context, payload: Mapping[str, Any]) -> Told | Later | None:
    """What is to be told now; None if there is nothing to tell any more."""
    due = Due.model_validate(payload)
    with ctx.store.read() as connection:
        contact = contacts.contact_row(connection, due.contact)
    if contact is None or contact.sealed is None:
        return None
    try:
        reached = opened_contact(ctx, contact.contact_id, contact.sealed)
        said = _said(ctx, contact, reached, due)
    except (Unreadable, Refusal):
        return None
    return Told(contact, reached, said) if isinstance(said, Notice) else said


def _said(ctx: Context, contact: ContactRow, reached: Reached, due: Due) -> Notice | Later | None:
    if due.event == "confirm":
        return _confirmation(ctx, contact, reached)
    if contact.confirmed_at is None:
        return None
    if due.event in ("lost", "replaced"):
        return _lost(ctx, contact, due.event)
    if contact.ended_at is not None or contact.tenure_until is not None:
        return None
    return _of_the_match(ctx, contact, due)


def _of_the_match(ctx: Context, contact: ContactRow, due: Due) -> Notice | Later | None:
    """What a seat's own page has to say of it."""
    page = seat_page(ctx, Key(role="seat", match_id=contact.match_id, seat=contact.seat))
    of = _about(ctx, page.match, contact.seat)
    match due.event:
        case "opened":
            return _phase_news(of, page, contact, due)
        case "reminder":
            return _reminder(ctx, of, page, contact, due)
        case "extended" | "resumed":
            return _more_time(ctx, of, page, due)
        case _:
            return _over(of, page)


def _about(ctx: Context, match: MatchPage, seat: int) -> About:
    return notice_texts.about(
        title=match.title,
        seat=next(one.name for one in match.seats if one.number == seat),
        zone=match.zone,
        match_url=f"{ctx.base_url}/matches/{match.match_id}",
        seat_number=seat,
    )


def _confirmation(ctx: Context, contact: ContactRow, reached: Reached) -> Notice | None:
    if contact.confirmed_at or contact.ended_at or contact.tenure_until:
        return None
    return notice_texts.confirmation(
        server=urlsplit(ctx.base_url).hostname or ctx.base_url,
        match_url=f"{ctx.base_url}/matches/{contact.match_id}",
        confirm_url=stop_address(ctx, reached.token),
        days=CONFIRM_WITHIN.days,
    )


def _phase_news(of: About, page: SeatPage, contact: ContactRow, due: Due) -> Notice | None:
    """That a phase is open and the one before has closed, in one message, as far as it is wanted."""
    match = page.match
    if match.status != "running" or match.phase is None or match.phase.number != due.phase:
        return None
    closed = _closed(of, match) if contact.wants_closed and due.phase > 1 else None
    opened = risk = None
    is_this = page.decision is not None and match.phase.due_at == due.due_at
    if is_this and not _has_moved(page):
        risk = page.risk
        opened = _opened(page) if contact.wants_opened or risk is not None else None
    elif is_this and contact.wants_opened:
        opened = _opened(page)
    if closed is None and opened is None:
        return None
    return notice_texts.phase_news(of, closed=closed, opened=opened, risk=risk)


def _reminder(
    ctx: Context, of: About, page: SeatPage, contact: ContactRow, due: Due
) -> Notice | Later | None:
    """Nothing has come from the seat. Whoever wants no reminder gets one only if the seat is at risk."""
    if not _is_open(page, due) or _has_moved(page) or page.standing_now is not None:
        return None
    phase = page.match.phase
    if phase is None or (contact.remind_minutes is None and page.risk is None):
        return None
    now = ctx.clock()
    if phase.paused_at is not None:
        return Later(now + LOOK_AGAIN)
    at = reminder_at(contact.remind_minutes, opened_at=phase.opened_at, due_at=phase.due_at)
    if now < at and contact.remind_minutes is not None:
        return Later(at)
    has_new_link = page.earlier_sealed and not page.submissions
    return notice_texts.reminder(of, _opened(page), risk=page.risk, has_new_link=has_new_link)


def _more_time(ctx: Context, of: About, page: SeatPage, due: Due) -> Notice | Later | None:
    if not _is_open(page, due):
        return None
    if page.match.phase is not None and page.match.phase.paused_at is not None:
        return Later(ctx.clock() + LOOK_AGAIN)
    return notice_texts.more_time(of, _opened(page), resumed=due.event == "resumed")


def _over(of: About, page: SeatPage) -> Notice | None:
    match = page.match
    if match.status == "cancelled":
        return notice_texts.over(of, reason=match.reason or "", last=None)
    if match.status != "finished":
        return None
    last = (match.history[0].title, of.match_url) if match.history else None
    return notice_texts.over(of, reason=None, last=last)


def _lost(ctx: Context, contact: ContactRow, event: Event) -> Notice | None:
    """Told after the tenure's end, of which nothing is shown but what everybody may see."""
    of = _about(ctx, match_page(ctx, contact.match_id, None), contact.seat)
    if event == "replaced":
        is_so = contact.ended_by == "over" and contact.tenure_until is None
        return notice_texts.lost(of, "replaced", holder="player") if is_so else None
    why = contact.tenure_ended_by
    if contact.ended_at is not None or why is None or why == "reclaimed":
        return None
    place = (contact.match_id, contact.seat)
    with ctx.store.read() as connection:
        held = seats.held_seats(connection, [place]).get(place)
    return None if held is None else notice_texts.lost(of, why, holder=held.holder)


def _is_open(page: SeatPage, due: Due) -> bool:
    """Whether this is still the phase, and the deadline, and the seat is asked in it."""
    match = page.match
    return (
        match.status == "running"
        and match.phase is not None
        and match.phase.number == due.phase
        and match.phase.due_at == due.due_at
        and page.decision is not None
    )


def _has_moved(page: SeatPage) -> bool:
    """Whether a move of the reader's own counts now, by what their page shows: never by what it hides."""
    return any(one.standing == "counts" and one.kind == "move" for one in page.submissions)


def _opened(page: SeatPage) -> Opened:
    phase = page.match.phase
    if phase is None:
        raise LookupError("a match with a phase that is open has one")
    return Opened(
        title=phase.title,
        is_choice=phase.kind == "choice",
        due_at=phase.due_at,
        is_paused=phase.paused_at is not None,
    )


def _closed(of: About, match: MatchPage) -> tuple[str, str] | None:
    if not match.history:
        return None
    phase = match.history[0]
    return phase.title, f"{of.match_url}/phases/{phase.number}"
