"""The server's secrets: made once, kept by their owner alone, replaced by a new one, forgotten in the end."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.sealing import secret_name
from referee.server_secrets import CannotStart, forget_secrets, replace_secret, server_secrets
from referee.settings import Settings


def settings(**values) -> Settings:
    return Settings(_env_file=None, **values)


def test_the_secret_is_made_once_beside_the_database_for_its_owner_alone(tmp_path: Path) -> None:
    own = settings(database_url=f"sqlite:///{tmp_path}/here.sqlite3")
    (secret,) = server_secrets(own)
    assert server_secrets(own) == (secret,)
    (file,) = tmp_path.iterdir()
    assert file.name == "here.sqlite3.secret"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert secret.hex() in file.read_text()


def test_processes_that_start_at_once_agree_on_one_secret(tmp_path: Path) -> None:
    own = settings(database_url=f"sqlite:///{tmp_path}/here.sqlite3")
    with ThreadPoolExecutor(8) as pool:
        made = set(pool.map(server_secrets, [own] * 16))
    assert len(made) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["here.sqlite3.secret"]


def test_a_secret_that_is_set_is_used_and_one_that_is_short_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/here.sqlite3"
    one, other = (server_secrets(settings(database_url=url, secret=letter * 40)) for letter in "ab")
    assert one != other
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(CannotStart, match="at least 32"):
        server_secrets(settings(database_url=url, secret="short"))


def test_a_damaged_secret_stops_the_start_rather_than_being_replaced(tmp_path: Path) -> None:
    own = settings(secret_file=tmp_path / "secret")
    for damaged in ("", "nonsense", "ab" * 8):
        (tmp_path / "secret").write_text(damaged)
        with pytest.raises(CannotStart, match="secret"):
            server_secrets(own)
        assert (tmp_path / "secret").read_text() == damaged


def test_with_postgresql_a_secret_must_be_set() -> None:
    with pytest.raises(CannotStart, match="REFEREE_SECRET"):
        server_secrets(settings(database_url="postgresql://localhost/x"))


def test_a_replaced_secret_is_kept_behind_the_new_one(tmp_path: Path) -> None:
    own = settings(secret_file=tmp_path / "secret")
    (first,) = server_secrets(own)
    replaced = replace_secret(own)
    second, kept = server_secrets(own)
    assert kept == first != second
    assert replaced.to_set is None
    assert replaced.names == (secret_name(second), secret_name(first))
    replace_secret(own)
    assert server_secrets(own)[1:] == (second, first)
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_forgotten_secrets_are_gone_and_the_present_one_stays(tmp_path: Path) -> None:
    own = settings(secret_file=tmp_path / "secret")
    for _ in range(3):
        replace_secret(own)
    present, *older = server_secrets(own)
    forget_secrets(own, {secret_name(present), secret_name(older[0]), secret_name(older[2])})
    assert server_secrets(own) == (present, older[1])
    assert len(list(tmp_path.iterdir())) == 1


def test_a_secret_that_is_set_is_replaced_by_setting_what_is_said(tmp_path: Path) -> None:
    before = settings(secret="a" * 40, secret_file=tmp_path / "secret")
    replaced = replace_secret(before)
    assert replaced.to_set is not None
    after = settings(secret=replaced.to_set, old_secrets="a" * 40)
    assert tuple(map(secret_name, server_secrets(after))) == replaced.names
    assert server_secrets(after)[1:] == server_secrets(before)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(CannotStart, match="REFEREE_OLD_SECRETS"):
        forget_secrets(after, [])
    with pytest.raises(CannotStart, match="at least 32"):
        server_secrets(settings(secret="a" * 40, old_secrets="short"))


def test_a_file_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="cannot be read or made"):
        replace_secret(settings(secret_file=tmp_path / "no such folder" / "secret"))
