"""How long a match's page takes after a hundred rounds, against after one.

Run it with ``python -m tests.benchmarks.bench_match_page``; it prints the medians and their ratio and
fails if the long match's page takes more than twice as long. Once with everything drawn before, once with
nothing remembered, as right after a round has closed and the server has been restarted.
"""

import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter

import structlog

from referee.bootstrap import new_seed, new_token
from referee.games import GAMES_BY_SLUG
from referee.sealing import Sealer
from referee.services.cache import Cache
from referee.services.context import Context
from referee.storage.migrating import migrate
from referee.storage.unit_of_work import Store
from referee.web.app import create_app
from tests.clock import Clock
from tests.web.client import ORIGIN, Client
from tests.web.long_match import long_match

ROUNDS = (1, 100)
MOST = 2.0
RUNS = 31


def milliseconds(ctx: Context, match_id: str, *, remembering: bool) -> float:
    """The median of one page's times."""
    client, taken = Client(create_app(ctx), origin=ORIGIN), []
    for _ in range(RUNS + 1):
        if not remembering:
            bare = replace(ctx, charts=Cache(8), reports=Cache(8), phases=Cache(8))
            client = Client(create_app(bare), origin=ORIGIN)
        start = perf_counter()
        answer = client.get(f"/matches/{match_id}")
        taken.append((perf_counter() - start) * 1000)
        assert answer.status == 200
    return median(taken[1:])


def main() -> int:
    """Print the times; 1 if a hundred rounds take more than twice as long as one."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        migrate(url)
        ctx = Context(
            clock=Clock(),
            new_token=new_token,
            new_seed=new_seed,
            store=Store.open(url),
            games=GAMES_BY_SLUG,
            sealer=Sealer(b"a secret of at least thirty-two bytes"),
            base_url=ORIGIN,
        )
        ids = [long_match(ctx, rounds) for rounds in ROUNDS]
        worst = 0.0
        for remembering in (True, False):
            short, long = (milliseconds(ctx, one, remembering=remembering) for one in ids)
            worst = max(worst, long / short)
            told = "drawn before" if remembering else "nothing remembered"
            print(
                f"{told:19} 1 round {short:6.1f} ms   100 rounds {long:6.1f} ms   {long / short:.2f}"
            )
        ctx.store.close()
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main())
