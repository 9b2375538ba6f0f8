"""Pushes: to a real HTTP server that stands for an ntfy; and by apprise, to hosts that are its own."""

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import requests

from referee.notifying.hosts import Hosts
from referee.notifying.ntfy import NtfySender
from referee.notifying.pushing import Targets, offered_schemes
from referee.notifying.target_addresses import SCHEMES
from referee.services.senders import Push, Undelivered, Unsure
from tests.notifying.servers import (
    Background,
    Certificate,
    Requests,
    http_server,
    new_certificate,
    silent_server,
)

PUSH = Push(
    title="Summer melee: Round 1 is open",
    text="Send your move, “Ännchen”.\nNo more notices: https://games.example/notices/token\n",
    url="https://games.example/matches/abc/seats/1",
)


def sender(
    server: Background, *, certificate: Certificate | None = None, timeout: float = 5.0
) -> Targets:
    """An ntfy of the operator's own, called ntfy.test, which is on this machine."""
    hosts = Hosts((f"ntfy.test:{server.port}",), lambda host, port: ["127.0.0.1"])
    tls = None if certificate is None else certificate.client
    return Targets(offered_schemes(SCHEMES), NtfySender(hosts, tls=tls, timeout=timeout), hosts)


@pytest.mark.parametrize("scheme", ["ntfy", "ntfys"])
def test_a_push_arrives_at_the_topic_with_the_hosts_name(scheme: str, tmp_path: Path) -> None:
    got = Requests()
    certificate = new_certificate(tmp_path, "ntfy.test")
    with http_server(got, tls=certificate.server if scheme == "ntfys" else None) as server:
        sender(server, certificate=certificate).send(
            f"{scheme}://ntfy.test:{server.port}/my-topic", PUSH
        )
        port = server.port
    assert got.bodies == [
        {"topic": "my-topic", "title": PUSH.title, "message": PUSH.text, "click": PUSH.url}
    ]
    assert f"\r\nHost: ntfy.test:{port}\r\n" in got.heads[0]
    assert got.heads[0].startswith("POST / HTTP/1.1\r\n")


def test_a_certificate_for_another_name_is_not_taken(tmp_path: Path) -> None:
    got, certificate = Requests(), new_certificate(tmp_path, "other.test")
    with http_server(got, tls=certificate.server) as server, pytest.raises(Undelivered):
        sender(server, certificate=certificate).send(f"ntfys://ntfy.test:{server.port}/topic", PUSH)
    assert got.bodies == []


@pytest.mark.parametrize(
    ("status", "again"), [("403 Forbidden", False), ("429 Too Many", True), ("503 Busy", True)]
)
def test_a_refusal_is_certain_and_tried_again_if_that_may_help(status: str, again: bool) -> None:
    got = Requests(answer=f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode())
    with http_server(got) as server, pytest.raises(Undelivered) as refused:
        sender(server).send(f"ntfy://ntfy.test:{server.port}/topic", PUSH)
    assert (refused.value.again, refused.value.whose) == (again, "recipient")


def test_nobody_is_led_on_to_another_host() -> None:
    inside = Requests()
    with http_server(inside) as target:
        to = f"http://127.0.0.1:{target.port}/"
        got = Requests(
            answer=f"HTTP/1.1 307 On\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n".encode()
        )
        with http_server(got) as server, pytest.raises(Undelivered):
            sender(server).send(f"ntfy://ntfy.test:{server.port}/topic", PUSH)
    assert len(got.bodies) == 1
    assert inside.bodies == []


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: Any) -> None:
    """The name leads elsewhere by the time it is sent: it is not looked up again."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    looked_up = []

    def lookup(host: str, port: int) -> list[str]:
        looked_up.append(host)
        return ["127.0.0.1"] if len(looked_up) == 1 else ["192.0.2.1"]

    got = Requests()
    with http_server(got) as server:
        hosts = Hosts((f"ntfy.test:{server.port}",), lookup)
        Targets(offered_schemes(SCHEMES), NtfySender(hosts), hosts).send(
            f"ntfy://ntfy.test:{server.port}/topic", PUSH
        )
    assert looked_up == ["ntfy.test"]
    assert len(got.bodies) == 1


@pytest.mark.parametrize("temper", ["hangs", "drips"])
def test_a_host_that_never_comes_to_an_end_is_given_up_and_may_have_taken_it(temper: str) -> None:
    got = Requests(**{temper: True})
    with http_server(got) as server:
        began = time.monotonic()
        with pytest.raises(Unsure):
            sender(server, timeout=0.5).send(f"ntfy://ntfy.test:{server.port}/topic", PUSH)
        assert time.monotonic() - began < 5
    assert len(got.bodies) == 1


def test_a_host_that_is_not_there_is_tried_again() -> None:
    with silent_server([]) as server:
        gone = server
    with pytest.raises(Undelivered) as failed:
        sender(gone).send(f"ntfy://ntfy.test:{gone.port}/topic", PUSH)
    assert failed.value.again


# Apprise


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What apprise would post to the world, which no test may reach."""
    calls: list[dict[str, Any]] = []

    def request(method: str, url: str, **how: Any) -> Any:
        calls.append({"method": method, "url": url, **how})
        return SimpleNamespace(status_code=STATUS[0], content=b"ok", text="ok", headers={})

    monkeypatch.setattr(requests, "request", request)
    monkeypatch.setattr(requests, "post", lambda url, **how: request("POST", url, **how))
    monkeypatch.setattr(requests, "get", lambda url, **how: request("GET", url, **how))
    STATUS[0] = 200
    return calls


STATUS = [200]

FIXED = {
    f"discord://123456789/{'a' * 60}": "https://discord.com/",
    f"slack://T12345678/B12345678/{'c' * 24}": "https://hooks.slack.com/",
    f"tgram://123456789:{'a' * 35}/-10012345": "https://api.telegram.org/",
    f"gchat://SPACE12/{'k' * 39}/{'t' * 43}": "https://chat.googleapis.com/",
    f"pover://{'u' * 30}@{'t' * 30}": "https://api.pushover.net/",
}


@pytest.mark.parametrize("target", FIXED)
def test_a_service_is_reached_at_its_own_host_once_and_in_time(
    target: str, posted: list[dict[str, Any]]
) -> None:
    hosts = Hosts()
    Targets(offered_schemes(SCHEMES), NtfySender(hosts), hosts).send(target, PUSH)
    (call,) = posted
    assert call["url"].startswith(FIXED[target])
    assert call["allow_redirects"] is False
    assert call["verify"] is True
    assert max(call["timeout"]) <= 10
    assert PUSH.url in repr(call)


def test_what_a_service_refuses_is_tried_again(
    posted: list[dict[str, Any]], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(1)
    STATUS[0] = 503
    target = next(iter(FIXED))
    hosts = Hosts()
    with pytest.raises(Undelivered) as refused:
        Targets(offered_schemes(SCHEMES), NtfySender(hosts), hosts).send(target, PUSH)
    assert (refused.value.again, refused.value.whose) == (True, "recipient")
    assert "a" * 60 not in caplog.text, "a webhook's address is a secret"


def test_what_is_no_longer_offered_is_not_sent(posted: list[dict[str, Any]]) -> None:
    hosts = Hosts()
    few = Targets(offered_schemes(["ntfys"]), NtfySender(hosts), hosts)
    with pytest.raises(Undelivered) as refused:
        few.send(next(iter(FIXED)), PUSH)
    assert (refused.value.again, refused.value.whose) == (False, "server")
    assert posted == []
