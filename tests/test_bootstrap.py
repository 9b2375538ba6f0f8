"""Plugging real things together: settings, the secret, the database."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pydantic import ValidationError

from referee.bootstrap import CannotStart, build_context, server_secret
from referee.settings import Settings


def settings(**values) -> Settings:
    return Settings(_env_file=None, **values)


def test_the_secret_is_made_once_beside_the_database_for_its_owner_alone(tmp_path: Path) -> None:
    own = settings(database_url=f"sqlite:///{tmp_path}/here.sqlite3")
    secret = server_secret(own)
    assert server_secret(own) == secret
    (file,) = tmp_path.iterdir()
    assert file.name == "here.sqlite3.secret"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert secret.hex() in file.read_text()


def test_processes_that_start_at_once_agree_on_one_secret(tmp_path: Path) -> None:
    own = settings(database_url=f"sqlite:///{tmp_path}/here.sqlite3")
    with ThreadPoolExecutor(8) as pool:
        secrets = set(pool.map(server_secret, [own] * 16))
    assert len(secrets) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["here.sqlite3.secret"]


def test_a_secret_that_is_set_is_used_and_one_that_is_short_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/here.sqlite3"
    one, other = (server_secret(settings(database_url=url, secret=letter * 40)) for letter in "ab")
    assert one != other
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(CannotStart, match="at least 32"):
        server_secret(settings(database_url=url, secret="short"))


def test_a_damaged_secret_stops_the_start_rather_than_being_replaced(tmp_path: Path) -> None:
    own = settings(secret_file=tmp_path / "secret")
    for damaged in ("", "nonsense", "ab" * 8):
        (tmp_path / "secret").write_text(damaged)
        with pytest.raises(CannotStart, match="secret"):
            server_secret(own)
        assert (tmp_path / "secret").read_text() == damaged


def test_with_postgresql_a_secret_must_be_set() -> None:
    with pytest.raises(CannotStart, match="REFEREE_SECRET"):
        server_secret(settings(database_url="postgresql://localhost/x"))


@pytest.mark.parametrize("url", ["nonsense", "mysql://x/y", "sqlite://"])
def test_another_database_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(CannotStart, match="REFEREE_DATABASE_URL"):
        build_context(settings(database_url=url, secret="x" * 40))


def test_a_first_start_needs_no_folder(tmp_path: Path) -> None:
    own = settings(database_url=f"sqlite:///{tmp_path}/new/folder/here.sqlite3")
    ctx = build_context(own)
    assert len(ctx.new_token()) == 43
    assert len(ctx.new_seed()) == 32
    assert ctx.clock().tzinfo is not None
    assert "crossing-swords" in ctx.games
    ctx.store.close()


def test_the_address_has_no_slash_at_its_end_and_must_be_one() -> None:
    assert settings(base_url="https://games.example/").base_url == "https://games.example"
    with pytest.raises(ValidationError):
        settings(base_url="games.example")


def test_every_setting_is_described() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, name
        assert field.description.endswith("."), name


def test_no_setting_shows_the_secret() -> None:
    assert "sssss" not in repr(settings(secret="s" * 40))
