"""A real server that stands still at one moment of its first close, and waits there to be killed.

`python -m tests.processes.stalling_server --stall=MOMENT --days-ahead=N`. The moments: ``resolved``, the
rules have spoken and nothing is written; ``written``, all is written and not committed; ``committed``,
nobody has been told yet; ``never``. Its clock may be days ahead, so that what is due comes due at once.
"""

import argparse
import dataclasses
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection

from referee.bootstrap import build_app, build_context, now
from referee.core.dice import Dice
from referee.core.game import Resolution
from referee.core.seats import Seat
from referee.games.crossing_swords.game import CrossingSwords
from referee.games.crossing_swords.state import SwordsMove, SwordsState
from referee.settings import Settings
from referee.storage.migrating import migrate
from referee.storage.unit_of_work import Store
from referee.web.serving import serve


class Stalling:
    """Knows which thread is closing a round, and stops it for good when the moment has come."""

    def __init__(self, moment: str) -> None:
        self._moment = moment
        self._here = threading.local()

    def reached(self, moment: str) -> None:
        """The closing thread has come this far."""
        if moment == "resolved":
            self._here.is_closing = True
        if moment == self._moment and getattr(self._here, "is_closing", False):
            print("stalled", moment, flush=True)
            threading.Event().wait()


class StallingSwords(CrossingSwords):
    """Crossing Swords, resolved by the same rules; tells when it has spoken."""

    def __init__(self, stalling: Stalling) -> None:
        self._stalling = stalling

    def resolve(
        self, state: SwordsState, moves: Mapping[Seat, SwordsMove], dice: Dice
    ) -> Resolution[SwordsState]:
        resolution = super().resolve(state, moves, dice)
        self._stalling.reached("resolved")
        return resolution


class StallingStore(Store):
    """The real store; tells when a transaction is about to commit, and when it has."""

    stalling: Stalling

    @contextmanager
    def write(self) -> Iterator[Connection]:
        with super().write() as connection:
            yield connection
            self.stalling.reached("written")
        self.stalling.reached("committed")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--stall", required=True)
    parser.add_argument("--days-ahead", type=int, required=True)
    said = parser.parse_args()
    stalling = Stalling(said.stall)
    settings = Settings()
    migrate(settings.database_url)
    listener = socket.create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    ctx = build_context(settings, clock=lambda: now() + timedelta(days=said.days_ahead))
    store = StallingStore.open(settings.database_url)
    store.stalling = stalling
    games: dict[str, Any] = {**ctx.games, "crossing-swords": StallingSwords(stalling)}
    ctx = dataclasses.replace(ctx, store=store, games=games, base_url=url)
    print("serving", url, flush=True)
    serve(build_app(settings, ctx), listener)


if __name__ == "__main__":
    main()
