"""The outbox, delivered: at least once, each errand by one worker at a time, dropped when it has expired.

Notices are not among it: a mail server may take a minute to answer, and no round waits for one. They are
the courier's (`couriering`).
"""

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from referee.services.context import Context
from referee.services.practice import play_practice
from referee.services.progress import PRACTICE
from referee.storage import outbox
from referee.storage.outbox import OutboxRow

MOST_ATTEMPTS = 8
FIRST_PAUSE = timedelta(seconds=5)
"""Before the second attempt; doubled each time."""

LEASE = timedelta(minutes=2)
"""How long a worker has for one errand before another may take it."""

MOST_AT_ONCE = 100


def _practice(ctx: Context, row: OutboxRow, payload: Mapping[str, Any]) -> None:
    play_practice(ctx, row.match_id, int(payload["phase"]))


_DELIVERIES: Mapping[str, Callable[[Context, OutboxRow, Mapping[str, Any]], None]] = {
    PRACTICE: _practice
}


def deliver_outbox(ctx: Context) -> int:
    """Do the errands that are ready, at most `MOST_AT_ONCE`; says how many were done or dropped."""
    done = 0
    while done < MOST_AT_ONCE and _deliver_next(ctx):
        done += 1
    return done


def _deliver_next(ctx: Context) -> bool:
    """Do one errand, if there is one that no other worker has in hand."""
    with ctx.store.write() as connection:
        row = outbox.claim_errand(connection, ctx.clock(), kinds=tuple(_DELIVERIES), lease=LEASE)
    if row is None:
        return False
    now = ctx.clock()
    error: str | None = None
    if now >= row.expires_at:
        error = "expired"
    else:
        try:
            _DELIVERIES[row.kind](ctx, row, json.loads(row.payload))
        except SQLAlchemyError:
            raise
        except Exception as failed:
            error = type(failed).__name__
    with ctx.store.write() as connection:
        if error is None or error == "expired" or row.attempts + 1 >= MOST_ATTEMPTS:
            outbox.finish_errand(connection, row.outbox_id, at=ctx.clock(), error=error)
        else:
            pause = FIRST_PAUSE * 2**row.attempts
            outbox.postpone_errand(
                connection, row.outbox_id, ready_at=ctx.clock() + pause, error=error
            )
    return True
