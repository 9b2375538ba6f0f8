"""Mail to real mail servers: taken, refused, silent, encrypted; and no way to slip a header in."""

import time
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from referee.notifying.mail import Relay, SmtpMailer, sender_parts
from referee.services.senders import Mail, Undelivered, Unsure
from tests.clock import MORNING
from tests.notifying.servers import (
    Inbox,
    mail_server,
    new_certificate,
    silent_server,
)


def a_mail(**values: Any) -> Mail:
    return Mail(
        **{
            "to": "ann@example.org",
            "subject": "Summer melee: Round 1 is open — “soon”",
            "text": "Send your move.\n\nhttps://games.example/matches/abc\n",
            "message_id": "0123456789abcdef",
            "at": MORNING,
            "leave_url": "https://games.example/notices/token",
            **values,
        }
    )


def mailer(port: int, *, base_url: str = "https://games.example", **values: Any) -> SmtpMailer:
    relay = Relay(
        **{
            "host": "127.0.0.1",
            "port": port,
            "security": "none",
            "sender": "Referee <referee@games.example>",
            "timeout": 5.0,
            **values,
        }
    )
    return SmtpMailer(relay, base_url=base_url)


def text_of(message: EmailMessage) -> str:
    """A message's text with the line ends of a text."""
    return str(message.get_content()).replace("\r\n", "\n")


def test_a_mail_arrives_as_it_was_written() -> None:
    inbox = Inbox()
    with mail_server(inbox) as server:
        mailer(server.port).send(a_mail())
    (message,) = inbox.messages
    assert inbox.recipients == ["ann@example.org"]
    assert message["Subject"] == "Summer melee: Round 1 is open — “soon”"
    assert message["From"] == "Referee <referee@games.example>"
    assert message["To"] == "ann@example.org"
    assert message["Message-ID"] == "<0123456789abcdef@games.example>"
    assert message["Date"].datetime == MORNING
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Unsubscribe"] == "<https://games.example/notices/token>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert text_of(message) == "Send your move.\n\nhttps://games.example/matches/abc\n"
    assert message.get_content_type() == "text/plain"


def test_a_long_link_stays_one_in_the_message_as_it_is_sent() -> None:
    """Folded headers encode what is too long for a line, and no mail program finds a link in that."""
    link = f"https://a-rather-long-name-of-a-host.games.example/notices/{'x' * 43}/stop"
    message = mailer(1).message(a_mail(leave_url=link, subject="Ä long subject " * 12))
    sent = message.as_bytes().decode()
    assert f"List-Unsubscribe: <{link}>\r\n" in sent
    assert max(map(len, sent.split("\r\n"))) <= 998
    assert message["Subject"] == ("Ä long subject " * 12)


def test_one_click_is_offered_over_https_only() -> None:
    """RFC 8058 knows no other; and over http the token would go in the clear."""
    inbox = Inbox()
    with mail_server(inbox) as server:
        mailer(server.port, base_url="http://127.0.0.1:8000").send(a_mail())
    assert inbox.messages[0]["List-Unsubscribe"] is not None
    assert inbox.messages[0]["List-Unsubscribe-Post"] is None


@pytest.mark.filterwarnings("ignore:Requiring AUTH")  # of the tests’ own server
@pytest.mark.parametrize("how", ["tls", "starttls"])
def test_mail_goes_encrypted_with_a_name_and_a_password(tmp_path: Path, how: Any) -> None:
    certificate, inbox = new_certificate(tmp_path, "localhost"), Inbox()
    context = {how: certificate.server}
    with mail_server(inbox, password="right", **context) as server:
        relay = {"security": how, "ca_file": certificate.file, "user": "referee"}
        mailer(server.port, password="right", **relay).send(a_mail())
        with pytest.raises(Undelivered) as refused:
            mailer(server.port, password="wrong", **relay).send(a_mail())
    assert (refused.value.again, refused.value.whose) == (True, "server")
    assert inbox.encrypted == [True]


def test_a_certificate_that_nobody_vouches_for_is_not_taken(tmp_path: Path) -> None:
    inbox = Inbox()
    tls = new_certificate(tmp_path, "localhost").server
    with mail_server(inbox, tls=tls) as server, pytest.raises(Undelivered):
        mailer(server.port, security="tls").send(a_mail())
    assert inbox.messages == []


def test_nothing_goes_unencrypted_where_encryption_was_asked_for() -> None:
    inbox = Inbox()
    with mail_server(inbox) as server, pytest.raises(Undelivered) as refused:
        mailer(server.port, security="starttls").send(a_mail())
    assert refused.value.whose == "server"
    assert inbox.messages == []


@pytest.mark.parametrize(
    ("answer", "again"), [("550 No such user", False), ("450 Mailbox busy", True)]
)
def test_who_is_refused_for_good_is_not_tried_again(answer: str, again: bool) -> None:
    for step in ("rcpt_answer", "data_answer"):
        inbox = Inbox(**{step: answer})
        with mail_server(inbox) as server, pytest.raises(Undelivered) as refused:
            mailer(server.port).send(a_mail())
        assert (refused.value.again, refused.value.whose) == (again, "recipient")


def test_a_relay_that_is_not_there_is_our_own_trouble_and_tried_again() -> None:
    with silent_server([]) as server:
        port = server.port
    with pytest.raises(Undelivered) as failed:
        mailer(port).send(a_mail())
    assert (failed.value.again, failed.value.whose) == (True, "server")


def test_a_relay_that_says_nothing_is_given_up_in_time() -> None:
    with silent_server([]) as server:
        began = time.monotonic()
        with pytest.raises(Undelivered) as failed:
            mailer(server.port, timeout=0.3).send(a_mail())
        assert time.monotonic() - began < 5
    assert (failed.value.again, failed.value.whose) == (True, "server")


def test_a_relay_that_falls_silent_after_the_message_may_have_taken_it() -> None:
    inbox = Inbox(hangs_after_data=True)
    with mail_server(inbox) as server, pytest.raises(Unsure):
        mailer(server.port, timeout=0.5).send(a_mail())
    assert len(inbox.messages) == 1


@pytest.mark.parametrize("field", ["subject", "to", "leave_url", "message_id"])
@pytest.mark.parametrize(
    "end", ["\r\nBcc: all@example.org", "\nBcc: all@example.org", "\r\n\r\nHello"]
)
def test_no_header_can_be_slipped_in(field: str, end: str) -> None:
    inbox = Inbox()
    with mail_server(inbox) as server, pytest.raises(ValueError, match=r"\S"):
        mailer(server.port).send(a_mail(**{field: str(getattr(a_mail(), field)) + end}))
    assert inbox.messages == []


def test_a_text_that_looks_like_the_end_of_a_message_ends_nothing() -> None:
    inbox = Inbox()
    text = "one\n.\nRCPT TO:<all@example.org>\n..\nFrom me\n"
    with mail_server(inbox) as server:
        mailer(server.port).send(a_mail(text=text))
    assert text_of(inbox.messages[0]) == text
    assert inbox.recipients == ["ann@example.org"]


def test_what_is_no_sender_is_refused_at_the_start() -> None:
    assert sender_parts("Referee <r@games.example>") == ("Referee", "r@games.example")
    for wrong in ("Referee", "", "a@b\r\nBcc: c@d", "<>"):
        with pytest.raises(ValueError, match=r"."):
            sender_parts(wrong)
    assert "secret" not in repr(Relay("h", 1, "tls", "a@b", password="secret"))
    assert "ann@" not in repr(a_mail())
