"""What happens without anybody asking: phases close when they are due, and the outbox is delivered.

Every step is safe to repeat, and any number of workers may run: correctness lies in the database's locks
and unique keys, never in there being only one worker.
"""

import threading
from collections.abc import Callable

import structlog

from referee.services.closing import close_due, close_ready
from referee.services.context import Context
from referee.services.delivering import deliver_outbox
from referee.services.open_seats import end_waits
from referee.services.outages import beat, give_lost_time_back

POLL_SECONDS = 1.0

_log = structlog.get_logger(__name__)


STEPS: tuple[Callable[[Context], int], ...] = (
    give_lost_time_back,
    end_waits,
    deliver_outbox,
    close_ready,
    close_due,
    beat,
)
"""What was lost in an outage is given back before anything closes. Then the outbox: practice players move
before their phase closes. The heart beats only if what was due could be closed.
"""


def run_once(ctx: Context) -> int:
    """Do what is to be done now; says how many things were done. Raises what a step raises."""
    return sum(step(ctx) for step in STEPS)


def run(ctx: Context, stop: threading.Event, *, poll_seconds: float = POLL_SECONDS) -> None:
    """Work until ``stop`` is set. A step that fails is logged and tried again; it ends nothing."""
    while not stop.is_set():
        if _round(ctx) == 0:
            stop.wait(poll_seconds)


def _round(ctx: Context) -> int:
    """Every step once; without a heartbeat if what is due could not be closed."""
    done = 0
    failed: set[str] = set()
    for step in STEPS:
        if step is beat and close_due.__name__ in failed:
            continue
        try:
            done += step(ctx)
        except Exception as error:
            # The error's own words may quote what was sent, so only its kind is written down.
            _log.error("worker step failed", step=step.__name__, error=type(error).__name__)
            failed.add(step.__name__)
    return done


class Worker:
    """A worker in a thread of this process, for ``with``: runs inside the block."""

    def __init__(self, ctx: Context, *, poll_seconds: float = POLL_SECONDS) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=run,
            args=(ctx, self._stop),
            kwargs={"poll_seconds": poll_seconds},
            name="worker",
            daemon=True,
        )

    def __enter__(self) -> "Worker":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
