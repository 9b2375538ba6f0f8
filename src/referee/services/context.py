"""What a use case is given: the clock, chance, the store, the games. Bootstrap makes the real one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from referee.core.game import Game
from referee.sealing import Sealer
from referee.services.cache import Cache
from referee.services.senders import Mailer, Pusher
from referee.storage.unit_of_work import Store

if TYPE_CHECKING:
    from referee.services.match_pages import SeenMatch
    from referee.services.phases import LoadedPhase
    from referee.services.reading_models import PhaseReport

AnyGame = Game[Any, Any, Any, Any]
"""A game whose own types are nobody else's business."""


@dataclass(frozen=True)
class Context:
    """Everything that is not the use case's own.

    ``clock`` gives aware UTC; ``new_token`` 256 random bits for a URL; ``new_seed`` 32 random bytes;
    ``games`` are by slug; ``base_url`` has no slash at its end;
    ``mailer`` and ``pusher`` send notices, None where that is not set up;
    after ``downtime_limit`` without a worker the lost time is given back. The caches remember what has been parsed
    and made: a phase's content never changes once it is there, nor does a result, nor does what a match's
    revision looks like to one seat (or to the public).
    """

    clock: Callable[[], datetime]
    new_token: Callable[[], str]
    new_seed: Callable[[], bytes]
    store: Store
    games: Mapping[str, AnyGame]
    sealer: Sealer
    base_url: str
    downtime_limit: timedelta = timedelta(minutes=15)
    mailer: Mailer | None = None
    pusher: Pusher | None = None
    phases: Cache[tuple[str, int], LoadedPhase] = field(
        default_factory=lambda: Cache(256), repr=False
    )
    reports: Cache[tuple[str, int, int, str | None], PhaseReport] = field(
        default_factory=lambda: Cache(512), repr=False
    )
    matches: Cache[tuple[str, int, int | None], SeenMatch] = field(
        default_factory=lambda: Cache(128), repr=False
    )
    charts: Cache[tuple[str, int], str] = field(default_factory=lambda: Cache(128), repr=False)
