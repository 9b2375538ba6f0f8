"""The command line, run as people run it: in a process of its own."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import httpx
import pytest

from referee.games import GAMES_BY_SLUG
from referee.web.serving import GRACE_SECONDS
from tests.databases import NewDatabase
from tests.processes.servers import PATIENCE, ServerProcess

ANN_AND_BOB = json.dumps(
    {
        "game": "crossing-swords",
        "state": {
            "round": 3,
            "players": [
                {"name": "Ann", "life": 12, "vp": 9, "focused_on": "Bob", "dodged": None},
                {"name": "Bob", "life": 4, "vp": 2, "focused_on": None, "dodged": "Ann"},
            ],
        },
        "moves": {
            "Ann": {"card": "lunge", "target": "Bob"},
            "Bob": {"card": "riposte", "target": "Ann"},
        },
    }
)
get = partial(httpx.get, timeout=PATIENCE)
REFEREE = Path(sys.executable).with_name("referee")


def referee(
    *arguments: str, stdin: str | bytes = "", folder: Path | None = None, **settings: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command with these settings and no others, as if in a terminal 100 columns wide."""
    ambient = {name: text for name, text in os.environ.items() if "REFEREE" not in name}
    return subprocess.run(
        [REFEREE, *arguments],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        check=False,
        cwd=folder,
        env={**ambient, "COLUMNS": "100", "NO_COLOR": "1", **settings},
    )


def test_resolve_writes_one_result_a_line() -> None:
    done = referee("resolve", stdin=f"{ANN_AND_BOB}\n{ANN_AND_BOB}\n")
    assert (done.returncode, done.stderr) == (0, b"")
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert first == second
    assert first["standings"][0] == {"rank": 1, "name": "Bob", "vp": 18}


def test_a_bad_line_gives_an_error_in_its_place_and_the_rest_goes_on() -> None:
    bad = ANN_AND_BOB.replace('"riposte"', '"parry"')
    done = referee("resolve", stdin=f"{ANN_AND_BOB}\n{bad}\n{{\n{ANN_AND_BOB}\n")
    assert done.returncode == 1
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, True, False]
    assert answers[1]["error"]["line"] == 2
    assert answers[1]["error"]["field"] == "moves.Bob.card"
    assert "parry" in answers[1]["error"]["reason"]
    assert answers[2]["error"]["line"] == 3


def test_bytes_that_are_no_text_are_a_bad_line_and_no_more() -> None:
    done = referee("resolve", stdin=b"\xff\xfe\n" + ANN_AND_BOB.encode() + b"\n")
    assert done.returncode == 1
    assert ["error" in json.loads(line) for line in done.stdout.splitlines()] == [True, False]


def test_resolve_reads_files_in_order_and_a_dash_as_standard_input(tmp_path: Path) -> None:
    for number in (4, 5):
        text = ANN_AND_BOB.replace('"round": 3', f'"round": {number}')
        (tmp_path / f"{number}.jsonl").write_text(text)
    done = referee("resolve", "5.jsonl", "-", "4.jsonl", stdin=ANN_AND_BOB, folder=tmp_path)
    rounds = [json.loads(line)["state"]["round"] for line in done.stdout.splitlines()]
    assert rounds == [6, 4, 5]


def test_a_file_that_is_not_there_is_named_before_anything_is_resolved(tmp_path: Path) -> None:
    (tmp_path / "good.jsonl").write_text(ANN_AND_BOB)
    done = referee("resolve", "good.jsonl", "missing.jsonl", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"missing.jsonl" in done.stderr


def test_explain_writes_the_announcement() -> None:
    done = referee("resolve", "--explain", stdin=ANN_AND_BOB)
    assert done.returncode == 0
    text = done.stdout.decode()
    assert "Ann: Lunge at Bob" in text
    assert "Bob wins with 18 VP." in text


def test_a_line_is_answered_before_the_next_is_written() -> None:
    with subprocess.Popen(
        [REFEREE, "resolve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(2):
            process.stdin.write(ANN_AND_BOB.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["finished"]
        process.stdin.close()
        assert process.wait(20) == 0


def test_resolve_loads_neither_web_nor_database() -> None:
    code = (
        "import sys; sys.argv = ['referee', 'resolve']\n"
        "from referee.cli import main\n"
        "try: main()\n"
        "finally: print(*sorted({name.split('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=ANN_AND_BOB, text=True, capture_output=True, check=True
    )
    loaded = set(done.stderr.split())
    assert "referee" in loaded
    assert not loaded & {"fastapi", "starlette", "uvicorn", "sqlalchemy", "alembic", "cryptography"}


def test_a_command_without_words_shows_what_there_is() -> None:
    done = referee()
    assert b"resolve" in done.stdout
    assert b"serve" in done.stdout


def test_serve_gives_a_new_database_its_tables_and_stops_when_told_to(tmp_path: Path) -> None:
    with served(tmp_path, "serve", "--port=0") as server:
        url = server.url()
        assert get(f"{url}/health").json()["status"] == "ok"
        assert get(f"{url}/").is_success
        assert server.stop() == 0
    assert (tmp_path / "data/referee.sqlite3").exists()


def test_serve_refuses_a_database_of_another_version(tmp_path: Path) -> None:
    assert referee("db", "upgrade", folder=tmp_path).returncode == 0
    with closing(sqlite3.connect(tmp_path / "data/referee.sqlite3")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = 'from the future'")
    done = referee("serve", "--port=0", folder=tmp_path)
    assert done.returncode == 2
    assert b"newer version" in done.stderr


def test_a_taken_port_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = referee("serve", f"--port={port}", folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr.decode() == (
        f"Cannot listen on 127.0.0.1 port {port}: Address already in use. Name another port with --port.\n"
    )


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("REFEREE_BASE_URL", "games.example"),
        ("REFEREE_PORT", "http"),
        ("REFEREE_DATABASE_URL", "mysql://somewhere/referee"),
        ("REFEREE_SECRET", "short"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named(tmp_path: Path, setting: str, value: str) -> None:
    done = referee("worker", folder=tmp_path, **{setting: value})
    assert done.returncode == 2
    assert setting in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_several_processes_are_refused_on_sqlite(tmp_path: Path) -> None:
    done = referee("serve", "--workers=2", "--port=0", folder=tmp_path)
    assert done.returncode == 2
    assert b"PostgreSQL" in done.stderr


@pytest.mark.postgres
def test_several_processes_serve_on_postgresql(
    new_postgres_url: NewDatabase, tmp_path: Path
) -> None:
    settings = {"REFEREE_DATABASE_URL": new_postgres_url(), "REFEREE_SECRET": "s" * 32}
    with served(tmp_path, "serve", "--port=0", "--workers=2", **settings) as server:
        url = server.url()
        statuses = {get(f"{url}/health").json()["status"] for _ in range(8)}
        assert statuses == {"ok"}
        assert server.stop() == 0


def test_a_worker_without_a_server_stops_when_told_to(tmp_path: Path) -> None:
    with served(tmp_path, "worker") as worker:
        worker.line_with("worker runs")
        assert worker.stop() == 0


def test_the_demonstrations_print_three_links_each_that_work_and_the_same_ones_again(
    tmp_path: Path,
) -> None:
    shown = []
    for _ in range(2):
        with served(tmp_path, "demo", "--port=0") as server:
            links = [[server.url() for _ in range(3)] for _ in GAMES_BY_SLUG]
            for (public, *keys), game in zip(links, GAMES_BY_SLUG.values(), strict=True):
                page = get(public).text
                assert game.info.title in page
                assert f"Round {game.info.demonstration.rounds_played + 1}" in page
                for link in keys:
                    assert get(link).is_success
                    opened = httpx.post(
                        link, timeout=PATIENCE, headers={"Origin": link.split("/open")[0]}
                    )
                    assert opened.status_code == 303
                    assert opened.cookies
            shown.append([link.split("/", 3)[3] for three in links for link in three])
            assert server.stop() == 0
    assert shown[0] == shown[1]


def test_a_stopping_server_does_not_wait_for_those_who_watch(tmp_path: Path) -> None:
    with served(tmp_path, "demo", "--port=0") as server:
        page, _, _ = (server.url() for _ in range(3))
        with httpx.stream("GET", f"{page}/live", timeout=PATIENCE) as stream:
            lines = stream.iter_lines()
            assert next(lines).startswith("retry")
            began = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - began < GRACE_SECONDS
            assert "event: changed" not in list(lines)


def test_an_operator_link_opens_desks_and_a_new_one_replaces_it(tmp_path: Path) -> None:
    first, second = (
        referee("operator-link", folder=tmp_path).stdout.decode().strip() for _ in range(2)
    )
    assert "/open/" in first
    with served(tmp_path, "serve", "--port=0") as server:
        url = server.url()
        keys = [
            get(f"{url}/api/key", headers={"Authorization": f"Bearer {link.rsplit('/', 1)[1]}"})
            for link in (first, second)
        ]
    assert keys[0].json()["code"] == "key-revoked"
    assert keys[1].json()["role"] == "operator"


def test_a_desks_link_that_got_out_is_replaced_on_the_command_line(tmp_path: Path) -> None:
    with served(tmp_path, "serve", "--port=0") as server:
        url = server.url()
        body = {"game": "crossing-swords", "title": "At the Inn"}
        made = httpx.post(f"{url}/api/matches", json=body, timeout=PATIENCE).json()
        link = referee("desk-link", made["match_id"], folder=tmp_path).stdout.decode().strip()
        old, new = (
            get(f"{url}/api/key", headers={"Authorization": f"Bearer {token}"}).json()
            for token in (made["token"], link.rsplit("/", 1)[1])
        )
        (told,) = get(f"{url}/api/matches/{made['match_id']}").json()["links_replaced"]
    assert old["code"] == "key-revoked"
    assert (new["role"], new["match_id"]) == ("referee", made["match_id"])
    assert (told["seat"], told["by"]) == (None, "operator")
    refused = referee("desk-link", "nosuchmatch", folder=tmp_path)
    assert (refused.returncode, b"There is no such match" in refused.stderr) == (2, True)


def test_more_time_is_given_to_every_open_round(tmp_path: Path) -> None:
    assert referee("more-time", "6", folder=tmp_path).stdout == b"0 rounds have 6 hours more.\n"
    refused = referee("more-time", "0", folder=tmp_path)
    assert (refused.returncode, refused.stderr) == (2, b"Give 1 to 1440 hours.\n")


def test_openapi_prints_the_description_of_the_api_and_leaves_nothing_behind(
    tmp_path: Path,
) -> None:
    done = referee("openapi", folder=tmp_path)
    assert json.loads(done.stdout)["openapi"].startswith("3.")
    assert list(tmp_path.iterdir()) == []


@contextmanager
def served(folder: Path, *arguments: str, **settings: str) -> Iterator[ServerProcess]:
    """A command that serves until it is stopped, in a folder of its own."""
    code = "import sys; sys.argv[0] = 'referee'; from referee.cli import main; main()"
    server = ServerProcess("-c", code, *arguments, settings=settings, folder=folder)
    try:
        yield server
    finally:
        server.stop()
