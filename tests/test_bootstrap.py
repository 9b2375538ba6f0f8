"""Plugging real things together: settings, the secret, the database."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from referee.bootstrap import build_context
from referee.server_secrets import CannotStart
from referee.settings import Settings


def settings(**values) -> Settings:
    return Settings(_env_file=None, **values)


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
