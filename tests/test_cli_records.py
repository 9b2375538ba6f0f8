"""Matches as files, by command: export, verify, import, with the exit status that scripts go by."""

import json
from pathlib import Path

import pytest

from referee.bootstrap import build_context
from referee.core.dice import Dice
from referee.sealing import short_hash
from referee.settings import Settings
from referee.storage.migrating import migrate
from tests.clock import Clock
from tests.services.whole_matches import finished_match
from tests.test_cli import get, referee, served


@pytest.fixture
def played(tmp_path: Path, clock: Clock) -> tuple[Path, str]:
    """A folder with a server's database in it, and the id of a finished match."""
    folder = tmp_path / "here"
    folder.mkdir()
    settings = Settings(_env_file=None, database_url=f"sqlite:///{folder}/data/referee.sqlite3")
    ctx = build_context(settings, clock=clock)
    migrate(settings.database_url)
    return folder, finished_match(ctx, clock, Dice(b"command", 0), "royal-dilemma")


def test_a_match_is_exported_verified_and_imported_elsewhere(
    played: tuple[Path, str], tmp_path: Path
) -> None:
    folder, match_id = played
    done = referee("export", match_id, "-o", "match.json", folder=folder)
    assert (done.returncode, done.stderr) == (0, b"")
    exported = (folder / "match.json").read_bytes()
    assert referee("export", match_id, folder=folder).stdout == exported

    checked = referee("verify", "match.json", folder=folder)
    assert checked.returncode == 0, checked.stdout
    said = checked.stdout.decode()
    assert "✗" not in said
    assert "The newest announcement shows Record " in said
    assert referee("verify", "-", stdin=exported).stdout == checked.stdout

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "match.json").write_bytes(exported)
    done = referee("import", "match.json", folder=elsewhere)
    assert done.returncode == 0, done.stderr
    assert match_id in done.stdout.decode()
    assert referee("export", match_id, folder=elsewhere).stdout == exported
    again = referee("import", "match.json", folder=elsewhere)
    assert again.returncode == 1
    assert "already" in again.stderr.decode()


def test_a_changed_export_is_named_with_both_values_and_not_imported(
    played: tuple[Path, str],
) -> None:
    folder, match_id = played
    export = json.loads(referee("export", match_id, folder=folder).stdout)
    deck = export["phases"][0]["result"]["state"]["deck"]
    first, second = deck[0], deck[1]
    deck[0], deck[1] = second, first
    text = json.dumps(export)
    done = referee("verify", "-", stdin=text)
    assert done.returncode == 1
    said = [line.strip() for line in done.stdout.decode().splitlines()[-3:]]
    assert said == [
        "✗ The setup: state.deck.0",
        f"in the file  {second}",
        f"should be    {first}",
    ]
    refused = referee("import", "-", stdin=text, folder=folder)
    assert refused.returncode == 1
    assert "does not hold" in refused.stderr.decode()


def test_a_record_read_in_the_forum_is_looked_for(played: tuple[Path, str]) -> None:
    folder, match_id = played
    text = referee("export", match_id, folder=folder).stdout
    announced = short_hash(json.loads(text)["record"][-2]["hash"])
    assert referee("verify", "-", "--record", announced, stdin=text).returncode == 0
    other = "3F2A-91C0-77DE-0B14-A5F3"
    done = referee("verify", "-", "--record", announced, "--record", other, stdin=text)
    assert done.returncode == 1
    assert other in done.stdout.decode()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("verify", "nowhere.json"), "No such file"),
        (("verify", "-"), "This is not JSON"),
        (("verify", "http://127.0.0.1:1/matches/nothing"), "cannot be fetched"),
        (("verify", "http://["), "no address"),
        (("import", "-"), "This is not JSON"),
        (("export", "nothing"), "no such match"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_line(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    done = referee(*arguments, folder=tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert words in line


@pytest.mark.parametrize(
    ("output", "words"), [("nowhere/match.json", "No such file"), (".", "Is a directory")]
)
def test_an_export_that_cannot_be_written_is_said_in_a_line(
    played: tuple[Path, str], output: str, words: str
) -> None:
    folder, match_id = played
    done = referee("export", match_id, "-o", output, folder=folder)
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert words in line


def test_a_match_is_verified_by_its_address(played: tuple[Path, str]) -> None:
    folder, match_id = played
    with served(folder, "serve", "--port=0") as server:
        url = server.url()
        page = f"{url}/matches/{match_id}"
        for address in (
            page,
            f"{page}/",
            f"{page}/export.json",
            f"{url}/api/matches/{match_id}/export",
        ):
            done = referee("verify", address)
            assert done.returncode == 0, done.stderr
        assert referee("verify", f"{url}/matches/nothing").returncode == 2
        exported = referee("export", match_id, folder=folder).stdout
        assert get(f"{page}/export.json").content == exported
