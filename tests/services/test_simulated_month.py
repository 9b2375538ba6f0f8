"""A month of matches with everything in it that people and servers do, accounted for to the last move.

A few matches by default. ``REFEREE_SIMULATED_MATCHES=200`` plays a whole month of so many, and
``REFEREE_SIMULATION_SEED`` another one. On a busy machine a whole month takes longer than a test may here,
unless pytest is told ``-o faulthandler_timeout=0``. See `simulation`.
"""

import os
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from referee.services.context import Context
from tests.clock import Clock
from tests.services.simulation.audits import audit
from tests.services.simulation.diary import Did, Mailed, Race
from tests.services.simulation.month import Month, acted_out

MATCHES = int(os.environ.get("REFEREE_SIMULATED_MATCHES", "8"))
SEED = int(os.environ.get("REFEREE_SIMULATION_SEED", "1"))
IS_WHOLE = MATCHES >= 100
DAYS = 30 if IS_WHOLE else 6
LIMIT = timedelta(minutes=15) if IS_WHOLE else timedelta(hours=3)
"""Without a worker for so long, nothing closes by itself. A short simulation saves on looks."""

STARTS = (
    datetime(2026, 10, 3, tzinfo=UTC),
    datetime(2027, 3, 13, tzinfo=UTC),
    datetime(2026, 10, 24, tzinfo=UTC),
)
"""Shortly before the clocks change in Australia, America and Europe."""


_HERE = "tests/services/test_simulated_month.py"


def test_a_month_of_matches_leaves_nothing_unexplained(
    new_context: Callable[[str], Context], database_url: str, clock: Clock
) -> None:
    settings = f"REFEREE_SIMULATED_MATCHES={MATCHES} REFEREE_SIMULATION_SEED={SEED}"
    print(f"\nto repeat: {settings} pytest -o faulthandler_timeout=0 {_HERE}")
    clock.set(STARTS[SEED % len(STARTS)])
    month = acted_out(
        SEED, clock, lambda: new_context(database_url), matches=MATCHES, days=DAYS, limit=LIMIT
    )
    accounts = audit(month)
    print(_summary(month, Counter(one.status for one in accounts.values())))
    assert len(accounts) == MATCHES
    assert any(phase.closed_at for one in accounts.values() for phase in one.phases)
    if IS_WHOLE:
        _has_everything(month)


def _summary(month: Month, statuses: Counter[str]) -> str:
    done = [entry for entry in month.doings.diary if isinstance(entry, Did)]
    raced = [did for entry in month.doings.diary if isinstance(entry, Race) for did in entry.did]
    mails = sum(len(one.message_ids) for one in month.doings.diary if isinstance(one, Mailed))
    acts = Counter(did.act.kind for did in done if did.answer == "ok")
    refusals = Counter(did.answer for did in done + raced if did.answer != "ok")
    return (
        f"{dict(statuses)}; {len(month.doings.diary)} entries, {len(raced)} acts raced a close, {mails} mails, "
        f"outages {len(month.outages)}\ndone: {dict(acts)}\nrefused: {dict(refusals)}"
    )


def _has_everything(month: Month) -> None:
    """In so long a month everything has happened that may."""
    done = {
        entry.act.kind
        for entry in month.doings.diary
        if isinstance(entry, Did) and entry.answer == "ok"
    }
    wanted = {"send", "withdraw", "ready", "not-ready", "resign", "reclaim", "away", "here-again"}
    wanted |= {
        "extend",
        "pause",
        "resume",
        "close-by-hand",
        "cancel",
        "swap",
        "new-link",
        "tell-me",
    }
    assert wanted <= done
    assert month.outages
