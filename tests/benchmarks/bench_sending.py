"""How many moves a second one server process takes when everybody sends at once, over HTTP, with receipts.

Run it with ``python -m tests.benchmarks.bench_sending``. A real `referee serve` on each database; 256 seats of
32 matches send, and send again, over 64 connections. It prints moves a second and how long a player waits
for the receipt, and fails under `LEAST`, which is twice what the nearest peer takes on the same databases.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from urllib.parse import urlsplit

import httpx

from referee.bootstrap import build_context
from referee.services.access import key_of
from referee.services.context import Context
from referee.services.matches import NewMatch, create_match, sign_up, start_match
from referee.settings import Settings
from referee.storage.migrating import migrate
from tests.databases import Postgres, SqliteFolder
from tests.processes.servers import PATIENCE, ServerProcess

MATCHES = 32
NAMES = ("Ann", "Bob", "Cleo", "Dirk", "Emma", "Fritz", "Gwen", "Hugo")
CONNECTIONS = 64
VERSIONS = 12
"""How often each seat sends."""

LEAST = 260
SECRET = "the same for whoever makes the matches and the server"


def sending_requests(ctx: Context) -> tuple[list[str], list[bytes]]:
    """Many new matches, and one request for each of their seats, as it goes over the wire."""
    made, requests = [], []
    for number in range(MATCHES):
        created = create_match(
            ctx,
            NewMatch(game="crossing-swords", title=f"Burst {number}"),
            request_id=ctx.new_token(),
        )
        match = created.match_id
        made.append(match)
        seats = [sign_up(ctx, match, name, request_id=ctx.new_token()) for name in NAMES]
        start_match(ctx, key_of(ctx, created.referee_token), match)
        for seat in seats:
            target = NAMES[seat.seat % len(NAMES)]
            body = json.dumps({"phase": 1, "move": {"card": "lunge", "target": target}})
            requests.append(
                f"POST /api/matches/{match}/seats/{seat.seat}/moves HTTP/1.1\r\nHost: localhost\r\n"
                f"Authorization: Bearer {seat.token}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
            )
    return made, requests


async def send_all(url: str, requests: Sequence[bytes]) -> list[float]:
    """Send everything over all connections at once; seconds until each receipt."""
    waited: list[float] = []
    host, port = urlsplit(url).hostname, urlsplit(url).port

    async def one_connection(mine: Sequence[bytes]) -> None:
        reader, writer = await asyncio.open_connection(host, port)
        for request in mine:
            began = perf_counter()
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 201"):
                raise AssertionError(head.decode())
            (length,) = (
                int(line.split(b":")[1])
                for line in head.lower().splitlines()
                if line.startswith(b"content-length:")
            )
            await reader.readexactly(length)
            waited.append(perf_counter() - began)
        writer.close()
        await writer.wait_closed()

    await asyncio.gather(*(one_connection(requests[at::CONNECTIONS]) for at in range(CONNECTIONS)))
    return waited


def measured(database_url: str, folder: Path) -> tuple[float, list[float]]:
    """Moves a second on this database, and how long each took."""
    migrate(database_url)
    ctx = build_context(Settings(database_url=database_url, secret=SECRET))
    matches, requests = sending_requests(ctx)
    ctx.store.close()
    server = ServerProcess(
        "-m",
        "referee.cli",
        "serve",
        "--port=0",
        settings={"REFEREE_DATABASE_URL": database_url, "REFEREE_SECRET": SECRET},
        folder=folder,
    )
    try:
        url = server.url()
        for match in matches:  # whoever sends has looked at the match
            httpx.get(f"{url}/api/matches/{match}", timeout=PATIENCE).raise_for_status()
        asyncio.run(send_all(url, requests[:CONNECTIONS]))
        began = perf_counter()
        waited = asyncio.run(send_all(url, requests * VERSIONS))
        return len(waited) / (perf_counter() - began), waited
    finally:
        server.stop()


def main() -> int:
    """Print a line for each database; 1 if one of them takes too few moves."""
    slowest = float("inf")
    print(f"{'database':12} {'moves/s':>8} {'median (ms)':>12} {'p99 (ms)':>9}")
    with tempfile.TemporaryDirectory(prefix="referee-bench-") as name:
        folder = Path(name)
        postgres = Postgres(folder)
        try:
            for kind, url in (
                ("SQLite", SqliteFolder(folder).new_database(template=None)),
                ("PostgreSQL", postgres.new_database(migrated=False)),
            ):
                rate, waited = measured(url, folder)
                cuts = quantiles(waited, n=100)
                slowest = min(slowest, rate)
                print(f"{kind:12} {rate:8.0f} {cuts[49] * 1000:12.1f} {cuts[98] * 1000:9.1f}")
        finally:
            postgres.stop()
    print(f"At least {LEAST}.")
    return int(slowest < LEAST)


if __name__ == "__main__":
    sys.exit(main())
