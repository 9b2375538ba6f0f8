"""The courier: sends notices in threads of its own, so that no mail server ever holds up a round.

Any number may run; each notice is taken in hand by one of them. A few are under way at the same time, so
that one target that does not answer delays the others by little.
"""

import threading
from datetime import datetime, timedelta
from typing import Final

import structlog

from referee.services.context import Context
from referee.services.couriering import claim_notice, deliver_notice, tidy_contacts

POLL_SECONDS: Final = 1.0
AT_ONCE: Final = 4
TIDY_EVERY: Final = timedelta(hours=1)
PARTING_SECONDS: Final = 5.0
"""How long it waits, when it is stopped, for what is under way. What is not done by then was marked before it
was sent, so that it is not sent twice."""

_log = structlog.get_logger(__name__)


class Courier:
    """A courier in threads of this process, for ``with``: runs inside the block."""

    def __init__(self, ctx: Context, *, poll_seconds: float = POLL_SECONDS) -> None:
        self._ctx = ctx
        self._poll_seconds = poll_seconds
        self._stop = threading.Event()
        self._free = threading.Semaphore(AT_ONCE)
        self._under_way: set[threading.Thread] = set()
        self._tidy_at: datetime | None = None
        self._thread = threading.Thread(target=self._run, name="courier", daemon=True)

    def __enter__(self) -> "Courier":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._free.release()  # in case it waits for one that hangs
        self._thread.join()
        for thread in tuple(self._under_way):
            thread.join(PARTING_SECONDS / AT_ONCE)

    def _run(self) -> None:
        """Until it is stopped. Whatever fails is logged by its kind, and tried again."""
        while not self._stop.is_set():
            self._free.acquire()
            if self._stop.is_set() or not self._sent_off():
                self._free.release()
                self._stop.wait(self._poll_seconds)

    def _sent_off(self) -> bool:
        """Take the next notice in hand and send it on its way; False if there is none."""
        try:
            self._tidy()
            row = claim_notice(self._ctx)
        except Exception as error:
            _log.error("courier failed", error=type(error).__name__)
            return False
        if row is None:
            return False

        def deliver() -> None:
            try:
                deliver_notice(self._ctx, row)
            except Exception as error:
                _log.error("courier failed", error=type(error).__name__)
            finally:
                self._under_way.discard(threading.current_thread())
                self._free.release()

        thread = threading.Thread(target=deliver, name="courier, one notice", daemon=True)
        self._under_way.add(thread)
        thread.start()
        return True

    def _tidy(self) -> None:
        now = self._ctx.clock()
        if self._tidy_at is None or now >= self._tidy_at:
            self._tidy_at = now + TIDY_EVERY
            tidy_contacts(self._ctx)
