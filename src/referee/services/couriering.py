"""Notices, sent: each at most once, by whichever worker comes first, and never by whoever closes rounds.

An errand is marked as done before its message is handed over. So a crash between the two loses a notice, and
cannot double it: a reminder that is missed costs its reader a look at the page, and one that comes twice, or
after a whole outage, costs the trust in all of them. What was certainly not taken loses its mark and is tried
again with growing pauses until it would be stale; what may have been taken is not (`senders.Unsure`). Beside
that a mail's Message-ID follows from the errand's key, for receivers that drop repeats by it.

A reminder that was sent and one that was not needed any more look the same in the outbox and in the log,
unless sending it has failed.
"""

import hashlib
import json
from datetime import timedelta
from typing import Final

import structlog
from sqlalchemy.exc import SQLAlchemyError

from referee.services.contact_sealing import seal_contacts_anew
from referee.services.context import Context
from referee.services.notice_errands import CONFIRM_WITHIN, NOTICE
from referee.services.notice_texts import as_text
from referee.services.noticing import Later, Told, judged, stop_address
from referee.services.senders import Mail, Push, Undelivered, Unsure
from referee.storage import contacts, outbox
from referee.storage.outbox import OutboxRow

FIRST_PAUSE: Final = timedelta(seconds=5)
"""Before the second attempt; doubled each time, up to `LONGEST_PAUSE`."""
LONGEST_PAUSE: Final = timedelta(hours=1)
LEASE: Final = timedelta(minutes=2)
MOST_FAILURES: Final = 5
"""Notices in a row that did not arrive, after which a contact is switched off."""
KEPT_AFTER: Final = timedelta(days=7)
"""How long after its end, its tenure's or its match's an address is forgotten."""

_log = structlog.get_logger(__name__)


def deliver_notices(ctx: Context, *, at_most: int = 1000) -> int:
    """Send the notices that are due, one after the other; says how many errands were looked at."""
    done = 0
    while done < at_most and (row := claim_notice(ctx)) is not None:
        deliver_notice(ctx, row)
        done += 1
    return done


def claim_notice(ctx: Context) -> OutboxRow | None:
    """Take the next notice in hand that is due, or None if there is none."""
    with ctx.store.write() as connection:
        return outbox.claim_errand(connection, ctx.clock(), kinds=(NOTICE,), lease=LEASE)


def deliver_notice(ctx: Context, row: OutboxRow) -> None:
    """Send a notice that was taken in hand, unless it has nothing to say any more."""
    now = ctx.clock()
    if now >= row.expires_at:
        with ctx.store.write() as connection:
            outbox.finish_errand(connection, row.outbox_id, at=now, error="expired")
        return
    try:
        said = judged(ctx, json.loads(row.payload))
    except SQLAlchemyError:
        raise
    except Exception as error:
        # Only its kind: the words of an error may quote what the match holds.
        _log.error("notice failed", error=type(error).__name__)
        said = None
    with ctx.store.write() as connection:
        if isinstance(said, Later):
            outbox.postpone_errand(connection, row.outbox_id, ready_at=said.at, error="waits")
            return
        is_ours = outbox.take_errand(connection, row.outbox_id, at=now)
    if said is not None and is_ours:
        _send(ctx, row, said)


def tidy_contacts(ctx: Context) -> int:
    """Forget the addresses that are not needed any more, and seal the others by the present secret."""
    now = ctx.clock()
    with ctx.store.write() as connection:
        forgotten = contacts.forget_contacts(
            connection,
            now=now,
            over_before=now - KEPT_AFTER,
            unconfirmed_before=now - CONFIRM_WITHIN,
        )
    return forgotten + seal_contacts_anew(ctx)


def _send(ctx: Context, row: OutboxRow, told: Told) -> None:
    """Hand it over; what follows if that fails."""
    try:
        _hand_over(ctx, row, told)
    except Unsure as unsure:
        _log.warning("notice unsure", channel=told.contact.channel, reason=str(unsure))
    except Undelivered as failed:
        _log.warning("notice not sent", channel=told.contact.channel, reason=str(failed))
        _failed(ctx, row, told, failed)
    except Exception as error:
        # Whether it was taken nobody knows, so it is not sent again.
        _log.error("notice failed", channel=told.contact.channel, error=type(error).__name__)
    else:
        if told.contact.failures:
            with ctx.store.write() as connection:
                contacts.change_contact(connection, told.contact.contact_id, failures=0)


def _hand_over(ctx: Context, row: OutboxRow, told: Told) -> None:
    """Raises `Undelivered` and `Unsure`, for anything that goes wrong."""
    is_asking = told.contact.confirmed_at is None
    stop_url = stop_address(ctx, told.reached.token)
    text = as_text(told.notice, stop_url=None if is_asking else stop_url)
    if told.contact.channel == "email":
        if ctx.mailer is None:
            raise Undelivered("no mail is set up", again=False, whose="server")
        ctx.mailer.send(
            Mail(
                to=told.reached.address,
                subject=told.notice.subject,
                text=text,
                message_id=hashlib.sha256(row.key.encode()).hexdigest()[:32],
                at=ctx.clock(),
                leave_url=f"{stop_url}/stop",
            )
        )
        return
    if ctx.pusher is None:
        raise Undelivered("no targets are set up", again=False, whose="server")
    push = Push(title=told.notice.subject, text=text, url=told.notice.url)
    ctx.pusher.send(told.reached.address, push)


def _failed(ctx: Context, row: OutboxRow, told: Told, failed: Undelivered) -> None:
    """Try again later, if it may help and would not come too late; else count it against the address."""
    now = ctx.clock()
    pause = min(FIRST_PAUSE * 2 ** min(row.attempts, 20), LONGEST_PAUSE)
    with ctx.store.write() as connection:
        if failed.again and now + pause < row.expires_at:
            outbox.reopen_errand(connection, row.outbox_id, ready_at=now + pause, error="not sent")
            return
        if failed.whose == "server":
            return
        contact_id = told.contact.contact_id
        failures = contacts.count_failure(connection, contact_id)
        if failures >= MOST_FAILURES or told.contact.confirmed_at is None:
            contacts.change_contact(connection, contact_id, ended_at=now, ended_by="failing")
