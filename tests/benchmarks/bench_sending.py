"""How many moves a second one server process takes when everybody sends at once, over HTTP, with receipts.

Run it with ``python -m tests.benchmarks.bench_sending``. A real `referee serve` on each database; 256 seats of
32 matches send, and send again, over 64 connections. Moves a second say more of the machine than of the server,
so what is held to a limit are two ratios within one run, each the median of several rounds in which everything
takes its turn:

- *cost*: the server's processor time for a move, to that for the same request without a key, which is refused at
  the door: what HTTP alone costs. At most `MOST_COST`. (Where the system does not tell a process's time, as Linux
  does, it is the time on the clock, which whatever else the machine does makes unsteady.)
- *gain*: how many times as fast moves are when all are sent at once, to one after the other over one connection. At
  least `LEAST_GAIN`.
"""

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
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
ROUNDS = 7
ALONE = 64
"""How many moves are sent one by one in each round."""

MOST_COST = 4.0
LEAST_GAIN = 1.5
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


def without_key(request: bytes) -> bytes:
    """The same request from somebody who has no key."""
    lines = request.split(b"\r\n")
    return b"\r\n".join(line for line in lines if not line.startswith(b"Authorization:"))


async def send_all(
    url: str, requests: Sequence[bytes], *, connections: int = CONNECTIONS, status: int = 201
) -> list[float]:
    """Send everything over so many connections at once; seconds until each answer."""
    waited: list[float] = []
    host, port = urlsplit(url).hostname, urlsplit(url).port

    async def one_connection(mine: Sequence[bytes]) -> None:
        reader, writer = await asyncio.open_connection(host, port)
        for request in mine:
            began = perf_counter()
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            if not head.startswith(f"HTTP/1.1 {status}".encode()):
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

    await asyncio.gather(*(one_connection(requests[at::connections]) for at in range(connections)))
    return waited


@dataclass
class Burst:
    """Many requests: how many a second were answered, the server's seconds for each, and how long each waited."""

    rate: float
    cost: float
    waited: list[float]


def burst(
    server: ServerProcess,
    url: str,
    requests: Sequence[bytes],
    *,
    connections: int = CONNECTIONS,
    status: int = 201,
) -> Burst:
    """Send all of them."""
    began, spent = perf_counter(), seconds_spent(server)
    waited = asyncio.run(send_all(url, requests, connections=connections, status=status))
    spent = seconds_spent(server) - spent
    return Burst(len(waited) / (perf_counter() - began), spent / len(waited), waited)


def seconds_spent(server: ServerProcess) -> float:
    """The processor time a server has used so far; where nobody tells it, the time on the clock."""
    try:
        told = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return perf_counter()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Measured:
    """One database, round by round."""

    at_once: list[Burst] = field(default_factory=list)
    alone: list[Burst] = field(default_factory=list)
    refused: list[Burst] = field(default_factory=list)

    @property
    def cost(self) -> float:
        """How many requests refused at the door one move costs."""
        rounds = zip(self.at_once, self.refused, strict=True)
        return median(at_once.cost / refused.cost for at_once, refused in rounds)

    @property
    def gain(self) -> float:
        """How many times as fast as one by one."""
        rounds = zip(self.at_once, self.alone, strict=True)
        return median(at_once.rate / alone.rate for at_once, alone in rounds)


def measured(database_url: str, folder: Path) -> Measured:
    """One database, over a server of its own."""
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
    keyless = [without_key(request) for request in requests]
    found = Measured()
    try:
        url = server.url()
        for match in matches:  # whoever sends has looked at the match
            httpx.get(f"{url}/api/matches/{match}", timeout=PATIENCE).raise_for_status()
        asyncio.run(send_all(url, requests[:CONNECTIONS]))
        for _ in range(ROUNDS):
            found.refused.append(burst(server, url, keyless, status=401))
            found.at_once.append(burst(server, url, requests))
            found.alone.append(burst(server, url, requests[:ALONE], connections=1))
        return found
    finally:
        server.stop()


def main() -> int:
    """Print a line for each database; 1 if one of them misses a limit."""
    is_good = True
    print(
        f"{'database':10} {'moves/s':>8} {'median (ms)':>12} {'p99 (ms)':>9} {'cost':>6} {'gain':>6}"
    )
    with tempfile.TemporaryDirectory(prefix="referee-bench-") as name:
        folder = Path(name)
        postgres = Postgres(folder)
        try:
            for kind, url in (
                ("SQLite", SqliteFolder(folder).new_database(template=None)),
                ("PostgreSQL", postgres.new_database(migrated=False)),
            ):
                found = measured(url, folder)
                cuts = quantiles((one for each in found.at_once for one in each.waited), n=100)
                print(
                    f"{kind:10} {median(one.rate for one in found.at_once):8.0f} "
                    f"{cuts[49] * 1000:12.1f} {cuts[98] * 1000:9.1f} {found.cost:6.2f} {found.gain:6.2f}"
                )
                is_good &= found.cost <= MOST_COST and found.gain >= LEAST_GAIN
        finally:
            postgres.stop()
    print(f"The cost is to be at most {MOST_COST}, the gain at least {LEAST_GAIN}.")
    return int(not is_good)


if __name__ == "__main__":
    sys.exit(main())
