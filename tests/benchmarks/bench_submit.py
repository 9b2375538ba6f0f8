"""What gathering moves into one transaction is worth, on both databases, waiting for the disk as servers do.

Run it with ``python -m tests.benchmarks.bench_submit``; for each database it prints moves a second, one
transaction each and gathered by the `Writer`, and fails if gathering is not at least twice as fast.
"""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from referee.bootstrap import new_seed, new_token, now
from referee.games import GAMES_BY_SLUG
from referee.sealing import Sealer
from referee.services.context import Context
from referee.services.moves import MoveIn, submit
from referee.services.reading import match_page
from referee.services.reading_models import Receipt
from referee.services.writer import Writer
from referee.storage.migrating import migrate
from referee.storage.unit_of_work import Store
from tests.databases import Postgres
from tests.services.playing import Table, running_table

NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
MATCHES = 16
"""With eight seats each: 128 people send at the same deadline."""

RUNS = 3
LEAST_RATIO = 2.0


@contextmanager
def context(url: str) -> Iterator[Context]:
    """The real context on a database with its tables."""
    migrate(url)
    store = Store.open(url)
    yield Context(
        clock=now,
        new_token=new_token,
        new_seed=new_seed,
        store=store,
        games=GAMES_BY_SLUG,
        sealer=Sealer(bytes(32)),
        base_url="https://games.example",
    )
    store.close()


def everybodys_moves(tables: list[Table]) -> list[MoveIn]:
    """A new move from every seat of every match."""
    return [
        table.move_in(seat, "halt", NAMES[seat % len(NAMES)])
        for table in tables
        for seat in range(1, len(NAMES) + 1)
    ]


def seconds_one_by_one(ctx: Context, moves: list[MoveIn]) -> float:
    """A transaction for each move."""
    began = perf_counter()
    answers = [submit(ctx, [move])[0] for move in moves]
    taken = perf_counter() - began
    assert all(isinstance(answer, Receipt) for answer in answers)
    return taken


def seconds_gathered(ctx: Context, moves: list[MoveIn]) -> float:
    """All at once through the writer, as an asynchronous endpoint hands them in."""
    writer = Writer(ctx)
    writer.start()

    async def everybody() -> list[object]:
        return list(await asyncio.gather(*(writer.submit(move) for move in moves)))

    began = perf_counter()
    answers = asyncio.run(everybody())
    taken = perf_counter() - began
    writer.stop()
    assert all(isinstance(answer, Receipt) for answer in answers)
    return taken


def ratio(name: str, url: str) -> float:
    """Print how fast both ways are on this database; how many times faster gathering is."""
    with context(url) as ctx:
        tables = [running_table(ctx, NAMES, round_minutes=1440) for _ in range(MATCHES)]
        for table in tables:
            match_page(ctx, table.match_id, None)  # whoever sends has looked at the match
        alone, gathered = [], []
        for _ in range(RUNS):
            alone.append(seconds_one_by_one(ctx, everybodys_moves(tables)))
            gathered.append(seconds_gathered(ctx, everybodys_moves(tables)))
    count = MATCHES * len(NAMES)
    faster = median(alone) / median(gathered)
    print(
        f"{name}: one by one {count / median(alone):6.0f}/s, gathered {count / median(gathered):6.0f}/s, "
        f"{faster:.1f} times as fast"
    )
    return faster


def main() -> int:
    with TemporaryDirectory(prefix="referee-bench-") as folder:
        server = Postgres(Path(folder), durable=True)
        try:
            ratios = [
                ratio("SQLite    ", f"sqlite:///{folder}/bench.sqlite3"),
                ratio("PostgreSQL", server.new_database()),
            ]
        finally:
            server.stop()
    return 0 if min(ratios) >= LEAST_RATIO else 1


if __name__ == "__main__":
    sys.exit(main())
