"""Plugging real things together: settings, the secret, the database."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from referee.bootstrap import build_context, build_mailer, build_pusher
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


def test_without_a_mail_server_no_mail_is_sent_and_an_empty_setting_is_none() -> None:
    assert build_mailer(settings()) is None
    assert build_mailer(settings(mail_host="", mail_from="", mail_user="")) is None


def test_a_mail_server_needs_a_sender_and_a_password_needs_encryption(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("secret\n")
    host = {"mail_host": "mail.example"}
    for wrong, told in (
        ({}, "REFEREE_MAIL_FROM"),
        ({"mail_from": "nobody"}, "REFEREE_MAIL_FROM"),
        ({"mail_from": "r@x.example", "mail_password_file": tmp_path / "gone"}, "PASSWORD_FILE"),
        ({"mail_from": "r@x.example", "mail_ca_file": tmp_path / "gone"}, "CA_FILE"),
        (
            {
                "mail_from": "r@x.example",
                "mail_password_file": tmp_path / "password",
                "mail_security": "none",
            },
            "MAIL_SECURITY",
        ),
    ):
        with pytest.raises(CannotStart, match=told):
            build_mailer(settings(**host, **wrong))
    good = {"mail_from": "R <r@x.example>", "mail_password_file": tmp_path / "password"}
    assert build_mailer(settings(**host, **good)) is not None


def test_the_targets_offered_are_those_that_are_set() -> None:
    pusher = build_pusher(settings(targets="ntfys, Discord"))
    assert pusher is not None
    assert [one.slug for one in pusher.services] == ["discord", "ntfys"]
    assert build_pusher(settings(targets="")) is None
    with pytest.raises(CannotStart, match="REFEREE_TARGETS"):
        build_pusher(settings(targets="discord,json"))
