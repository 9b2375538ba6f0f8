"""The command line, run as people run it: in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

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
