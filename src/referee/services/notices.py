"""Where a seat's player wants to be told of deadlines: added, confirmed, changed, taken away.

A contact is the present holder's own: no other viewer's page, record, export or log says that there is one.
It begins only when somebody at the other end has pressed a button, so that nobody can have a stranger told.
"""

from datetime import datetime, timedelta
from typing import Final, Literal

from pydantic import Field
from sqlalchemy import Connection

from referee.core.values import Value
from referee.publishing.disarming import cleaned
from referee.schedule import LONGEST_PHASE
from referee.sealing import Unreadable, token_hash
from referee.services import notice_errands
from referee.services.access import Key, require_current, require_seat
from referee.services.contact_sealing import Reached, opened_contact, sealed_contact
from referee.services.context import Context
from referee.services.errors import Conflict, Invalid, NotFound, TooMany
from referee.services.notice_addresses import (
    looks_like_mail,
    read_mail_address,
    shown_mail_address,
)
from referee.services.notice_errands import CONFIRM_WITHIN
from referee.services.phases import match_of, match_over
from referee.services.rates import Allowance, use
from referee.services.senders import Unusable
from referee.storage import contacts, seats
from referee.storage.contacts import Channel, ContactRow

MOST_CONTACTS: Final = 3
"""Of one seat, those that wait to be confirmed included."""

_TO_ONE_ADDRESS: Final = Allowance(3, timedelta(days=1))
_OF_ONE_SEAT: Final = Allowance(10, timedelta(days=1))


class Wishes(Value):
    """What a contact wants to be told, beside what everybody is: more time, a seat at risk, a seat lost."""

    remind_minutes: int | None = Field(
        default=None,
        ge=1,
        le=LONGEST_PHASE // timedelta(minutes=1),
        description="Remind so many minutes before a deadline if nothing has been sent; null for never.",
        examples=[180],
    )
    opened: bool = Field(default=True, description="Tell when a round opens.")
    closed: bool = Field(default=True, description="Tell when a round has closed.")


class ContactRead(Value):
    """A contact as its own seat sees it: ``shown`` is enough of the address to know it by.

    ``waiting`` to be confirmed at the other end, ``on``, or ``off`` because too many notices in a row did not
    arrive.
    """

    contact_id: str
    channel: Channel
    shown: str
    state: Literal["waiting", "on", "off"]
    added_at: datetime
    wishes: Wishes


class ServiceRead(Value):
    """A kind of target that may be typed, and what an address of it looks like."""

    slug: str
    title: str
    example: str


class NoticesRead(Value):
    """What this server can send to a seat's player, and where it does. ``most`` is how many contacts there may be."""

    mail: bool
    services: tuple[ServiceRead, ...]
    contacts: tuple[ContactRead, ...]
    most: int = MOST_CONTACTS
    may_add: bool


class NoticeLink(Value):
    """What the link in a notice is for: which match, and whether its contact waits, is told, or is no more."""

    match_id: str
    match_title: str
    state: Literal["waiting", "on", "off"]


def notices_read(ctx: Context, key: Key, match_id: str, seat: int) -> NoticesRead:
    """The contacts of a seat, for its own player. Raises `NotFound`, `NotYours`, `KeyRevoked`."""
    with ctx.store.read() as connection:
        match = match_of(connection, match_id)
        require_seat(key, match_id, seat)
        require_current(connection, key)
        rows = _listed(ctx, connection, match_id, seat)
        held = seats.held_seats(connection, [(match_id, seat)]).get((match_id, seat))
    services = () if ctx.pusher is None else ctx.pusher.services
    in_use = [row for row in rows if row.ended_at is None]
    is_going = match.status in ("signup", "running", "quarantined")
    return NoticesRead(
        mail=ctx.mailer is not None,
        services=tuple(
            ServiceRead(slug=one.slug, title=one.title, example=one.example) for one in services
        ),
        contacts=tuple(_read(ctx, row) for row in rows),
        may_add=(ctx.mailer is not None or bool(services))
        and is_going
        and len(in_use) < MOST_CONTACTS
        and held is not None
        and held.holder == "player",
    )


def add_contact(
    ctx: Context, key: Key, match_id: str, seat: int, *, address: str, wishes: Wishes
) -> ContactRead:
    """Ask for notices at an e-mail address or a target. One message goes there; nothing more before it is confirmed.

    Naming an address that the seat has already only changes its wishes. Raises `NotFound`, `NotYours`,
    `KeyRevoked`, `Invalid` (address-unusable), `Conflict` (match-over, match-cancelled, seat-open, contacts-full),
    `TooMany` (too-many-notices).
    """
    require_seat(key, match_id, seat)
    channel, usable = _usable(ctx, address)
    with ctx.store.read() as connection:
        known = _known(ctx, connection, match_id, seat, (channel, usable))
    if known is not None:
        return change_contact(ctx, key, match_id, seat, known, wishes=wishes)
    _use_up(ctx, match_id, seat, usable)
    with ctx.store.write() as connection:
        match = match_of(connection, match_id, lock=True)
        require_current(connection, key)
        if match.status not in ("signup", "running", "quarantined"):
            raise match_over(match)
        held = seats.held_seats(connection, [(match_id, seat)]).get((match_id, seat))
        if held is None:
            raise NotFound("seat-not-found", "This match has no such seat.")
        if held.holder != "player":
            raise Conflict("seat-open", "Nobody holds this seat now. Take it back first.")
        # A form sent twice at once comes here twice.
        known = _known(ctx, connection, match_id, seat, (channel, usable))
        if known is not None:
            return _changed(ctx, connection, match_id, seat, known, wishes)
        in_use = [row for row in _listed(ctx, connection, match_id, seat) if row.ended_at is None]
        if len(in_use) >= MOST_CONTACTS:
            raise Conflict(
                "contacts-full",
                f"A seat can have {MOST_CONTACTS} addresses for notices. Take one away first.",
            )
        now, token = ctx.clock(), ctx.new_token()
        hashed = token_hash(token)
        contact_id = token_hash(f"contact {token}")[:16]
        reached = Reached(address=usable, token=token)
        contacts.add_contact(
            connection,
            contact_id=contact_id,
            tenure_id=held.tenure_id,
            channel=channel,
            sealed=sealed_contact(ctx, contact_id, reached),
            token_hash=hashed,
            remind_minutes=wishes.remind_minutes,
            wants_opened=wishes.opened,
            wants_closed=wishes.closed,
            created_at=now,
        )
        row = _own(ctx, connection, match_id, seat, contact_id)
        notice_errands.confirmation_asked(connection, row, now=now)
    return _read(ctx, row)


def change_contact(
    ctx: Context, key: Key, match_id: str, seat: int, contact_id: str, *, wishes: Wishes
) -> ContactRead:
    """Tell a contact something else from now on. Raises `NotFound` (contact-not-found, …), `NotYours`, `KeyRevoked`."""
    with ctx.store.write() as connection:
        match_of(connection, match_id, lock=True)
        require_seat(key, match_id, seat)
        require_current(connection, key)
        return _changed(ctx, connection, match_id, seat, contact_id, wishes)


def remove_contact(ctx: Context, key: Key, match_id: str, seat: int, contact_id: str) -> None:
    """Take a contact away, and forget its address. Twice is once.

    Raises `NotFound` (match-not-found), `NotYours`, `KeyRevoked`.
    """
    with ctx.store.write() as connection:
        match_of(connection, match_id, lock=True)
        require_seat(key, match_id, seat)
        require_current(connection, key)
        mine = {row.contact_id for row in contacts.seat_contacts(connection, match_id, seat)}
        if contact_id in mine:
            contacts.change_contact(
                connection, contact_id, sealed=None, ended_at=ctx.clock(), ended_by="removed"
            )


def notice_link(ctx: Context, token: str) -> NoticeLink:
    """What a notice's link is for; changes nothing. Raises `NotFound` (notice-link-unknown)."""
    with ctx.store.read() as connection:
        row = _by_token(connection, token)
        match = match_of(connection, row.match_id)
    return NoticeLink(
        match_id=match.match_id, match_title=cleaned(match.title), state=_state(ctx, row)
    )


def confirm_contact(ctx: Context, token: str) -> NoticeLink:
    """Somebody at the other end wants the notices: they begin. Twice is once.

    Raises `NotFound` (notice-link-unknown), `Conflict` (notice-link-over).
    """
    with ctx.store.write() as connection:
        match_of(connection, _by_token(connection, token).match_id, lock=True)
        row = _by_token(connection, token)
        if _state(ctx, row) == "off":
            raise Conflict(
                "notice-link-over",
                "This was taken away, or it has waited too long. Ask for notices again on your seat’s page.",
            )
        if row.confirmed_at is None:
            now = ctx.clock()
            contacts.change_contact(connection, row.contact_id, confirmed_at=now, failures=0)
            notice_errands.contact_changed(connection, _by_token(connection, token), now=now)
    return notice_link(ctx, token)


def stop_contact(ctx: Context, token: str) -> NoticeLink:
    """No more notices there; the address is forgotten. Twice is once. Raises `NotFound` (notice-link-unknown)."""
    with ctx.store.write() as connection:
        row = _by_token(connection, token)
        if row.sealed is not None:
            contacts.change_contact(
                connection,
                row.contact_id,
                sealed=None,
                ended_at=row.ended_at or ctx.clock(),
                ended_by="unsubscribed",
            )
    return notice_link(ctx, token)


def _changed(  # noqa: PLR0917 (whose contact, and what it wants)
    ctx: Context,
    connection: Connection,
    match_id: str,
    seat: int,
    contact_id: str,
    wishes: Wishes,
) -> ContactRead:
    """Tell a contact something else from now on, under the match's lock."""
    _own(ctx, connection, match_id, seat, contact_id)
    contacts.change_contact(
        connection,
        contact_id,
        remind_minutes=wishes.remind_minutes,
        wants_opened=wishes.opened,
        wants_closed=wishes.closed,
    )
    row = _own(ctx, connection, match_id, seat, contact_id)
    notice_errands.contact_changed(connection, row, now=ctx.clock())
    return _read(ctx, row)


def _usable(ctx: Context, typed: str) -> tuple[Channel, str]:
    """The channel of what was typed, and the address as it is kept. Raises `Invalid`."""
    try:
        if looks_like_mail(typed) or (ctx.mailer is not None and ctx.pusher is None):
            if ctx.mailer is None:
                raise Unusable("This server sends no mail.")
            return "email", read_mail_address(typed)
        if ctx.pusher is None:
            raise Unusable("This server sends no notices; subscribe to the calendar or the feed.")
        return "target", ctx.pusher.read(typed)
    except Unusable as wrong:
        raise Invalid("address-unusable", str(wrong), field="address") from None


def _use_up(ctx: Context, match_id: str, seat: int, address: str) -> None:
    """Count one more message that asks for a confirmation, against who asks and who would get it."""
    for deed, who, allowance in (
        ("notices of a seat", f"{match_id} {seat}", _OF_ONE_SEAT),
        ("notices to an address", address.casefold(), _TO_ONE_ADDRESS),
    ):
        wait = use(ctx, deed, who, allowance)
        if wait:
            hours = max(1, -(-wait // timedelta(hours=1)))
            raise TooMany(
                "too-many-notices",
                "That has been asked for often today. Try again in "
                f"{'an hour' if hours == 1 else f'{hours} hours'}.",
                retry_after=max(1, int(wait.total_seconds())),
            )


def _listed(ctx: Context, connection: Connection, match_id: str, seat: int) -> list[ContactRow]:
    """The contacts of who holds the seat now, but for those that were never confirmed in time."""
    rows = contacts.seat_contacts(connection, match_id, seat)
    return [row for row in rows if row.confirmed_at or row.ended_at or not _is_too_late(ctx, row)]


def _is_too_late(ctx: Context, row: ContactRow) -> bool:
    return ctx.clock() >= row.created_at + CONFIRM_WITHIN


def _known(
    ctx: Context,
    connection: Connection,
    match_id: str,
    seat: int,
    place: tuple[Channel, str],
) -> str | None:
    """The id of the seat's contact that goes to this place already."""
    channel, address = place
    for row in _listed(ctx, connection, match_id, seat):
        if row.ended_at is None and row.channel == channel and row.sealed is not None:
            try:
                reached = opened_contact(ctx, row.contact_id, row.sealed)
            except Unreadable:
                continue
            if reached.address == address:
                return row.contact_id
    return None


def _own(
    ctx: Context, connection: Connection, match_id: str, seat: int, contact_id: str
) -> ContactRow:
    for row in _listed(ctx, connection, match_id, seat):
        if row.contact_id == contact_id and row.ended_at is None:
            return row
    raise NotFound("contact-not-found", "No notices go there any more. Reload the page.")


def _by_token(connection: Connection, token: str) -> ContactRow:
    row = contacts.contact_by_token(connection, token_hash(token))
    if row is None:
        raise NotFound(
            "notice-link-unknown",
            "No notices belong to this link. Check that it is complete; or they have ended, and nothing is "
            "left to stop.",
        )
    return row


def _state(ctx: Context, row: ContactRow) -> Literal["waiting", "on", "off"]:
    if row.ended_at is not None or row.tenure_until is not None:
        return "off"
    if row.confirmed_at is not None:
        return "on"
    return "off" if _is_too_late(ctx, row) else "waiting"


def _read(ctx: Context, row: ContactRow) -> ContactRead:
    shown = "an address that cannot be opened any more"
    if row.sealed is not None:
        try:
            address = opened_contact(ctx, row.contact_id, row.sealed).address
        except Unreadable:
            pass
        else:
            shown = _shown(ctx, row.channel, address)
    return ContactRead(
        contact_id=row.contact_id,
        channel=row.channel,
        shown=shown,
        state=_state(ctx, row),
        added_at=row.created_at,
        wishes=Wishes(
            remind_minutes=row.remind_minutes, opened=row.wants_opened, closed=row.wants_closed
        ),
    )


def _shown(ctx: Context, channel: Channel, address: str) -> str:
    if channel == "email":
        return shown_mail_address(address)
    return "a target" if ctx.pusher is None else ctx.pusher.shown(address)
