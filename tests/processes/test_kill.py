"""kill -9 in the middle of a close loses no move and closes the round once, on both databases.

The server stands still at a chosen moment (`stalling_server`), so that the kill lands exactly there.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from referee.core.seats import Seat
from tests.processes.match_client import MatchClient, Moves, first_state, next_state, script
from tests.processes.servers import ServerProcess

NAMES = ("Ann", "Bob", "Cleo")
DAYS_TO_A_DEADLINE = 1
SECRET = "a secret that outlives every process of this test"


class House:
    """One database, and the server processes that serve it one after the other."""

    def __init__(self, database_url: str, folder: Path) -> None:
        self._settings = {
            "REFEREE_DATABASE_URL": database_url,
            "REFEREE_SECRET": SECRET,
            # The clock is set to the deadline; here that is no outage.
            "REFEREE_DOWNTIME_MINUTES": str(2 * DAYS_TO_A_DEADLINE * 24 * 60),
        }
        self._folder = folder
        self._exits = ExitStack()

    def server(self, *, stall: str = "never", days_ahead: int = 0) -> tuple[ServerProcess, str]:
        """A running server, which stalls when it comes to a moment of a close, and its URL."""
        process = ServerProcess(
            "-m",
            "tests.processes.stalling_server",
            f"--stall={stall}",
            f"--days-ahead={days_ahead}",
            settings=self._settings,
            folder=self._folder,
        )
        self._exits.callback(process.stop)
        return process, process.url()

    def client(self, *urls: str) -> MatchClient:
        """A client that is closed with the house."""
        client = MatchClient(urls)
        self._exits.callback(client.close)
        return client

    def moved(self, client: MatchClient, *urls: str) -> MatchClient:
        """The same match on another server."""
        other = client.moved_to(*urls)
        self._exits.callback(other.close)
        return other

    def close(self) -> None:
        """End everything that was begun."""
        self._exits.close()


@pytest.fixture
def house(database_url: str, tmp_path: Path) -> Iterator[House]:
    house = House(database_url, tmp_path)
    yield house
    house.close()


def begin(client: MatchClient) -> tuple[Moves, dict[str, dict[str, Any]]]:
    """Start a match and send everybody's first move; the moves and their receipts by name."""
    rounds = {"pace": "interval", "minutes": DAYS_TO_A_DEADLINE * 24 * 60}
    client.open_match(title="A long night", schedule={"rounds": rounds})
    for name in NAMES:
        client.sign_up(name)
    client.start()
    moves = script(first_state(NAMES, {}))
    return moves, {name: client.send(name, 1, move) for name, move in moves.items()}


def assert_closed_once(
    client: MatchClient, moves: Moves, receipts: dict[str, dict[str, Any]]
) -> None:
    """Round 1 has closed, once, with every move for which there was a receipt, and by the rules."""
    match = client.match()
    assert [closed["number"] for closed in match["history"]] == [1]
    assert (match["phase"]["number"], match["phase"]["status"]) == (2, "open")
    assert [post["phase"] for post in client.posts() if post["kind"] == "round"] == [1]
    revealed = {move["seat_name"]: move for move in client.report(1)["moves"]}
    assert {name: move["move"] for name, move in revealed.items()} == {
        name: move.model_dump(mode="json") for name, move in moves.items()
    }
    for name, receipt in receipts.items():
        assert revealed[name]["commitment"] == receipt["commitment"]
        assert revealed[name]["version"] == receipt["version"]
    players = next_state(first_state(NAMES, {}), moves).players
    assert client.numbers_now("Life") == {player.name: player.life for player in players}
    assert client.numbers_now("VP") == {player.name: player.vp for player in players}


@pytest.mark.parametrize("moment", ["resolved", "written", "committed"])
def test_a_server_killed_while_the_referee_closes_a_round_loses_nothing(
    house: House, moment: str
) -> None:
    doomed, url = house.server(stall=moment)
    client = house.client(url)
    moves, receipts = begin(client)
    with in_vain(lambda: client.close_phase(1)):
        doomed.line_with(f"stalled {moment}")
        if moment == "committed":
            doomed.kill()
        else:
            # Whoever changes their mind now waits for the close, and gets no receipt: so it must not count.
            other = moves[Seat("Bob")]
            with in_vain(lambda: house.moved(client, url).send("Ann", 1, other)):
                doomed.kill()

    _, url = house.server()
    client = house.moved(client, url)
    if moment != "committed":
        assert client.match()["phase"]["number"] == 1
        assert client.receipts("Ann") == [receipts["Ann"]]
    closed = client.close_phase(1)
    assert_closed_once(client, moves, receipts)
    assert client.close_phase(1) == closed
    assert_closed_once(client, moves, receipts)


def test_a_server_killed_while_a_deadline_closes_a_round_closes_it_when_it_is_back(
    house: House,
) -> None:
    server, url = house.server()
    client = house.client(url)
    moves, receipts = begin(client)
    assert server.stop() == 0
    doomed, _ = house.server(stall="written", days_ahead=DAYS_TO_A_DEADLINE)
    doomed.line_with("stalled written")
    doomed.kill()

    _, url = house.server(days_ahead=DAYS_TO_A_DEADLINE)
    client = house.moved(client, url)
    client.after(1)
    assert_closed_once(client, moves, receipts)


@contextmanager
def in_vain(ask: Callable[[], object]) -> Iterator[None]:
    """Ask something, all through the block, of a server that dies before it can answer."""
    unanswered: list[httpx.TransportError] = []

    def asking() -> None:
        try:
            ask()
        except httpx.TransportError as error:
            unanswered.append(error)

    thread = Thread(target=asking)
    thread.start()
    yield
    thread.join()
    assert unanswered
