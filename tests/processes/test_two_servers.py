"""Two servers on one PostgreSQL play a whole match between them, each with its worker inside."""

import itertools
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.databases import NewDatabase
from tests.processes.match_client import (
    EIGHT,
    MatchClient,
    first_state,
    next_state,
    outcome,
    played_out,
    script,
)
from tests.processes.servers import ServerProcess

OPTIONS = {"starting_life": 9}
"""Nine rounds, several eliminations, and a winner."""


@pytest.mark.postgres
def test_eight_players_play_through_two_servers_from_signup_to_standings(
    new_postgres_url: NewDatabase, tmp_path: Path
) -> None:
    settings = {
        "REFEREE_DATABASE_URL": new_postgres_url(),
        "REFEREE_SECRET": "what both servers must share, or neither opens the other's moves",
    }
    with ExitStack() as exits:
        servers = [
            ServerProcess(
                "-m", "referee.cli", "serve", "--port=0", settings=settings, folder=tmp_path
            )
            for _ in range(2)
        ]
        for server in servers:
            exits.callback(server.stop)
        client = MatchClient([server.url() for server in servers])
        exits.callback(client.close)

        played = play(client)

        match = client.match()
        assert match["status"] == "finished"
        last = outcome(list(played_out(EIGHT, OPTIONS))[-1])
        assert last
        assert match["standings"] == last.model_dump(mode="json")
        numbers = list(range(played, 0, -1))
        assert [closed["number"] for closed in match["history"]] == numbers
        posts = client.posts()
        assert sorted(post["phase"] for post in posts if post["kind"] == "round") == numbers[::-1]
        assert [post["kind"] for post in posts].count("final") == 1
        assert [server.stop() for server in servers] == [0, 0]


def play(client: MatchClient) -> int:
    """Play the match to its end; says how many phases it had.

    In every other round all have sent, and whichever worker comes first closes it. In the rounds between,
    one player sends nothing, and the referee closes it through both servers.
    """
    client.open_match(
        title="Two houses",
        options=OPTIONS,
        closing={"early_close": "ready"},
        status_visibility="count",
    )
    for name in EIGHT:
        client.sign_up(name)
    client.start()
    state = first_state(EIGHT, OPTIONS)
    for phase in itertools.count(1):
        silent = (state.round - 1) % 2
        moves = script(state, silent=silent)
        receipts = {name: client.send(name, phase, move) for name, move in moves.items()}
        if silent:
            first, second = client.close_phase_everywhere(phase)
            assert first == second
        client.after(phase)
        revealed = {move["seat_name"]: move for move in client.report(phase)["moves"]}
        assert revealed.keys() == moves.keys()
        for name, receipt in receipts.items():
            assert revealed[name]["commitment"] == receipt["commitment"]
        state = next_state(state, moves)
        if outcome(state) is not None:
            return phase
    raise AssertionError("unreachable")
