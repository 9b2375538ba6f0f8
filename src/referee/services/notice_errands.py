"""Which notices are to be sent, written into the outbox by the transactions that cause them.

Each is keyed by contact, phase, deadline and event, so that it is there once whoever writes it again.
Whether it still says something, and what, is decided when it is sent (`couriering`): here nobody looks at
what a seat has sent, and what is written is the same whatever that is.
"""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, Literal

from sqlalchemy import Connection

from referee.storage import contacts, outbox, phases, seats
from referee.storage.contacts import ContactRow
from referee.storage.outbox import NewErrand
from referee.storage.phases import PhaseRow

NOTICE: Final = "notice"
"""The errand of telling one contact one thing."""

Event = Literal["confirm", "opened", "reminder", "extended", "resumed", "over", "lost", "replaced"]

CONFIRM_WITHIN: Final = timedelta(days=7)
"""How long a contact waits to be confirmed; then it counts as never asked for."""
NEWS_FOR: Final = timedelta(days=1)
"""How long it is worth telling that a match is over, or a seat lost."""


def phase_opened(
    connection: Connection, match_id: str, *, phase: int, due_at: datetime, now: datetime
) -> None:
    """A phase was opened, and the one before it perhaps closed: everybody is told what they want of it."""
    told = contacts.told_contacts(connection, match_id)
    outbox.add_errands(
        connection,
        [
            errand
            for contact in told
            for errand in (
                _errand(contact, "opened", phase, due_at, ready_at=now, expires_at=due_at),
                _reminder(contact, phase, opened_at=now, due_at=due_at),
            )
        ],
    )


def deadline_moved(
    connection: Connection, row: PhaseRow, *, due_at: datetime, now: datetime
) -> None:
    """A phase that is locked was given another due time, or its clock goes on: all are told, and reminded anew."""
    event: Event = "extended" if row.paused_at is None else "resumed"
    told = contacts.told_contacts(connection, row.match_id)
    outbox.add_errands(
        connection,
        [
            errand
            for contact in told
            for errand in (
                _errand(contact, event, row.number, due_at, ready_at=now, expires_at=due_at),
                _reminder(contact, row.number, opened_at=now, due_at=due_at),
            )
        ],
    )


def match_over(connection: Connection, match_id: str, *, now: datetime) -> None:
    """A match has ended, by its rules or by its referee."""
    _add(connection, contacts.told_contacts(connection, match_id), "over", now=now)


def seat_lost(connection: Connection, match_id: str, seat: int, *, now: datetime) -> None:
    """Whoever holds a seat is about to hold it no more. Called before their tenure ends."""
    _add(connection, contacts.told_contacts(connection, match_id, seat=seat), "lost", now=now)


def link_replaced(connection: Connection, match_id: str, seat: int, *, now: datetime) -> None:
    """A seat has a new link: what was asked for through the one before ends, and is told so.

    Else whoever the link was taken from would go on hearing of the seat. Of a seat that is open after too many
    misses they would once its player is back (`seat_taken_back`), so that ends, too.
    """
    _add(connection, contacts.told_contacts(connection, match_id, seat=seat), "replaced", now=now)
    asked = contacts.seat_contacts(connection, match_id, seat)
    held = [one for one in seats.tenure_rows(connection, match_id) if one.seat == seat]
    if held[-1].holder == "nobody":
        asked += contacts.tenure_contacts(connection, held[-2].tenure_id)
    for contact in asked:
        contacts.change_contact(connection, contact.contact_id, ended_at=now, ended_by="over")


def seat_taken_back(
    connection: Connection, *, old_tenure: int, new_tenure: int, now: datetime
) -> None:
    """The player who had lost a seat holds it again: their contacts go on, from the phase that is open."""
    contacts.carry_contacts(connection, old_tenure=old_tenure, new_tenure=new_tenure)
    for contact in contacts.tenure_contacts(connection, new_tenure):
        contact_changed(connection, contact, now=now)


def confirmation_asked(connection: Connection, contact: ContactRow, *, now: datetime) -> None:
    """A contact was added: it is asked whether it wants to be."""
    expires_at = now + CONFIRM_WITHIN
    errand = _errand(contact, "confirm", 0, now, ready_at=now, expires_at=expires_at)
    outbox.add_errands(connection, [errand])


def contact_changed(connection: Connection, contact: ContactRow, *, now: datetime) -> None:
    """A contact was confirmed, or wants something else, in the middle of a phase: its reminder is set anew.

    None is sent at once: whoever has just been at the page needs none.
    """
    row = phases.newest_phase(connection, contact.match_id)
    if contact.confirmed_at is None or row is None or row.status != "open":
        return
    reminder = _reminder(contact, row.number, opened_at=row.opened_at, due_at=row.due_at)
    if reminder.ready_at > now:
        outbox.add_errands(connection, [reminder], anew=True)


def reminder_at(remind_minutes: int | None, *, opened_at: datetime, due_at: datetime) -> datetime:
    """When a contact is reminded: so long before the deadline; else, or if that is past already, half-way.

    Whoever has set no reminder gets one only if their seat is at risk.
    """
    half_way = opened_at + (due_at - opened_at) / 2
    if remind_minutes is None:
        return half_way
    wanted = due_at - timedelta(minutes=remind_minutes)
    return wanted if wanted > opened_at else half_way


def _reminder(
    contact: ContactRow, phase: int, *, opened_at: datetime, due_at: datetime
) -> NewErrand:
    at = reminder_at(contact.remind_minutes, opened_at=opened_at, due_at=due_at)
    return _errand(contact, "reminder", phase, due_at, ready_at=at, expires_at=due_at)


def _add(
    connection: Connection, told: Sequence[ContactRow], event: Event, *, now: datetime
) -> None:
    outbox.add_errands(
        connection,
        [_errand(one, event, 0, now, ready_at=now, expires_at=now + NEWS_FOR) for one in told],
    )


def _errand(
    contact: ContactRow,
    event: Event,
    phase: int,
    due_at: datetime,
    *,
    ready_at: datetime,
    expires_at: datetime,
) -> NewErrand:
    """One errand. Of what has no deadline, ``due_at`` is when it came about."""
    deadline = due_at.isoformat()
    return NewErrand(
        key=f"{NOTICE}:{contact.contact_id}:{phase}:{deadline}:{event}",
        kind=NOTICE,
        match_id=contact.match_id,
        payload=json.dumps(
            {
                "contact": contact.contact_id,
                "event": event,
                "phase": phase,
                "due_at": due_at.isoformat(),
            }
        ),
        ready_at=ready_at,
        expires_at=expires_at,
    )
