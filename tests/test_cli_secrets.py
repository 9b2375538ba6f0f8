"""Replacing the server's secret by command, and what is said where one is lost."""

from pathlib import Path

from referee.bootstrap import build_context
from referee.sealing import secret_name
from referee.server_secrets import server_secrets
from referee.services.closing import close_phase
from referee.settings import Settings
from referee.storage.migrating import migrate
from tests.services.playing import Table, running_table
from tests.test_cli import get, referee, served


def a_match_with_a_move(folder: Path) -> tuple[Settings, Table]:
    """A match in a new database in this folder, in whose first round one move is sealed."""
    settings = Settings(_env_file=None, database_url=f"sqlite:///{folder}/data/referee.sqlite3")
    ctx = build_context(settings)
    migrate(settings.database_url)
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    return settings, table


def names(settings: Settings) -> list[str]:
    return [secret_name(one) for one in server_secrets(settings)]


def test_a_secret_is_replaced_and_the_old_one_forgotten_once_no_round_needs_it(
    tmp_path: Path,
) -> None:
    settings, table = a_match_with_a_move(tmp_path)
    (first,) = names(settings)
    done = referee("rotate-secret", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    second, kept = names(settings)
    assert kept == first != second
    assert f"sealed by the secret {second}." in done.stdout.decode()
    assert not any(one.hex() in done.stdout.decode() for one in server_secrets(settings))

    done = referee("check-secret", "--forget", folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout.decode().splitlines() == [
        f"Secret {second}, the present one: needed by no open round.",
        f"Secret {first}: needed by one open round.",
    ]
    close_phase(build_context(settings), table.desk, table.match_id, 1)
    done = referee("check-secret", "--forget", folder=tmp_path)
    assert done.stdout.decode().splitlines()[2:] == [f"Forgotten: {first}."]
    assert names(settings) == [second]


def test_a_lost_secret_is_told_by_command_at_the_start_and_at_the_health_page(
    tmp_path: Path,
) -> None:
    settings, table = a_match_with_a_move(tmp_path)
    (lost,) = names(settings)
    (tmp_path / "data" / "referee.sqlite3.secret").unlink()
    done = referee("check-secret", folder=tmp_path)
    assert done.returncode == 1
    told = done.stdout.decode().splitlines()[1]
    assert f"({table.match_id}, phase 1) holds moves that were sealed by the secret {lost}" in told
    with served(tmp_path, "serve", "--port=0") as server:
        assert get(f"{server.url()}/health").json()["status"] == "secret-missing"
        assert told in server.log()
        assert server.stop() == 0


def test_a_secret_that_is_set_is_for_the_operator_to_replace(tmp_path: Path) -> None:
    done = referee("rotate-secret", folder=tmp_path, REFEREE_SECRET="s" * 40)
    told = done.stdout.decode()
    assert done.returncode == 0
    (line,) = (line for line in told.splitlines() if line.startswith("REFEREE_SECRET="))
    new = line.removeprefix("REFEREE_SECRET=")
    assert secret_name(server_secrets(Settings(_env_file=None, secret=new))[0]) in told
    assert "s" * 40 not in told
    done = referee(
        "check-secret",
        "--forget",
        folder=tmp_path,
        REFEREE_SECRET=new,
        REFEREE_OLD_SECRETS="s" * 40,
    )
    assert done.returncode == 2
    assert b"take the old ones out of REFEREE_OLD_SECRETS" in done.stderr
