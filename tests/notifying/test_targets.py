"""Targets that players type: what is taken, what is kept of it, and that none leads into the inside."""

import ipaddress
from typing import Any

import pytest

from referee.notifying.hosts import Hosts, is_public
from referee.notifying.ntfy import NtfySender
from referee.notifying.pushing import Targets, offered_schemes
from referee.notifying.target_addresses import SCHEMES
from referee.services.senders import Undelivered, Unusable

DISCORD = "123456789012345678/" + "aB3_-" * 13
PUBLIC = ["93.184.215.14"]


def targets(lookup: Any = lambda host, port: PUBLIC, *, allowed: tuple[str, ...] = ()) -> Targets:
    hosts = Hosts(allowed, lookup)
    return Targets(offered_schemes(SCHEMES), NtfySender(hosts), hosts)


@pytest.mark.parametrize(
    ("typed", "kept", "shown"),
    [
        (
            f"https://discord.com/api/webhooks/{DISCORD}",
            f"discord://{DISCORD}",
            "Discord, webhook 123456789012345678",
        ),
        (
            f" https://ptb.discordapp.com/api/v10/webhooks/{DISCORD}/ ",
            f"discord://{DISCORD}",
            "Discord, webhook 123456789012345678",
        ),
        ("https://ntfy.sh/my-topic", "ntfys://ntfy.sh/my-topic", "ntfy, a topic at ntfy.sh"),
        (
            "ntfys://NTFY.example.org:443/my-topic",
            "ntfys://ntfy.example.org/my-topic",
            "ntfy, a topic at ntfy.example.org",
        ),
        (
            "ntfy://ntfy.example.org:8080/t",
            "ntfy://ntfy.example.org:8080/t",
            "ntfy, a topic at ntfy.example.org:8080",
        ),
        (
            f"tgram://123456789:{'a' * 35}/-100123456",
            f"tgram://123456789:{'a' * 35}/-100123456",
            "Telegram, chat -100123456",
        ),
        (
            f"https://hooks.slack.com/services/T12345678/B12345678/{'c' * 24}",
            f"slack://T12345678/B12345678/{'c' * 24}",
            "Slack, webhook B12345678",
        ),
        (
            "https://chat.googleapis.com/v1/spaces/AAAAxyz/messages"
            f"?key={'k' * 39}&token={'t' * 43}",
            f"gchat://AAAAxyz/{'k' * 39}/{'t' * 43}",
            "Google Chat, space AAAAxyz",
        ),
        (f"pover://{'u' * 30}@{'t' * 30}", f"pover://{'u' * 30}@{'t' * 30}", "Pushover"),
    ],
)
def test_a_target_is_kept_in_one_form_and_shown_without_its_secret(
    typed: str, kept: str, shown: str
) -> None:
    found = targets()
    assert found.read(typed) == kept
    assert found.read(kept) == kept
    assert found.shown(kept) == shown


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "ann@example.org",
        "https://evil.example/api/webhooks/" + DISCORD,
        "https://discord.com.evil.example/api/webhooks/" + DISCORD,
        "https://discord.com@evil.example/api/webhooks/" + DISCORD,
        f"https://discord.com/api/webhooks/{DISCORD}?wait=true",
        f"discord://{DISCORD}?template=/etc/passwd",
        f"discord://{DISCORD}#x",
        f"discord://{DISCORD}\r\nHost: evil.example",
        f"discord://bot@{DISCORD}",
        "ntfys://user:password@ntfy.sh/topic",
        "ntfys://ntfy.sh/topic?attach=http://127.0.0.1/",
        "ntfys://ntfy.sh/topic/../../v1/account",
        "ntfys://ntfy.sh/one,two",
        "ntfys://ntfy.sh:99999/topic",
        "ntfys://-x-/topic",
        "ntfys://[::1]/topic",
        "ntfys:///topic",
        "json://localhost/",
        "mailto://user:pass@example.org",
        "file:///etc/passwd",
        "syslog://",
        "exec://rm",
        f"tgram://123456789:{'a' * 35}/",
        f"tgram://123456789:{'a' * 35}/123/456",
        f"slack://T12345678/B12345678/{'c' * 24}/#general",
        "x" * 501,
        f"ntfys://ntfy.sh/{'t' * 65}",
        "ntfys://ntfy.sh/töpic",
    ],
)
def test_anything_else_is_refused(typed: str) -> None:
    with pytest.raises(Unusable):
        targets().read(typed)


INSIDE = [
    "127.0.0.1",
    "127.1.2.3",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.5.5",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "fe80::1",
    "fec0::1",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "2001:0:53aa:64c:0:0:80ff:fffe",
]
OUTSIDE = ["93.184.215.14", "8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", INSIDE)
def test_no_address_of_the_inside_is_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", OUTSIDE)
def test_addresses_of_the_open_internet_are(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", INSIDE)
@pytest.mark.parametrize("others", [[], PUBLIC])
def test_a_host_with_any_inside_address_is_refused_when_typed_and_when_sent_to(
    address: str, others: list[str]
) -> None:
    found = targets(lambda host, port: [*others, address])
    with pytest.raises(Unusable):
        found.read("ntfys://ntfy.example.org/topic")
    with pytest.raises(Undelivered) as refused:
        Hosts((), lambda host, port: [*others, address]).checked("ntfy.example.org", 443)
    assert not refused.value.again


def test_an_address_typed_as_a_host_is_judged_like_any_other() -> None:
    for host in ("127.0.0.1", "10.0.0.1", "localhost"):
        with pytest.raises(Unusable):
            Targets(offered_schemes(["ntfy"]), NtfySender(Hosts()), Hosts()).read(
                f"ntfy://{host}/topic"
            )


def test_nobody_can_try_out_the_names_of_the_inside() -> None:
    """One that is not there and one that is inside are refused in the same words."""

    def lookup(host: str, port: int) -> list[str]:
        if host == "missing.example":
            raise OSError("no such host")
        return ["10.0.0.1"]

    said = []
    for host in ("missing.example", "intranet.example"):
        with pytest.raises(Unusable) as refused:
            targets(lookup).read(f"ntfys://{host}/topic")
        said.append(str(refused.value).replace(host, "HOST"))
    assert said[0] == said[1]


def test_only_ports_that_speak_http_will_do() -> None:
    for port in (22, 25, 6379, 5432):
        with pytest.raises(Unusable):
            targets().read(f"ntfys://ntfy.example.org:{port}/topic")
    assert targets().read("ntfys://ntfy.example.org:8443/topic")


def test_the_operator_may_allow_a_host_by_name() -> None:
    inside = targets(lambda host, port: ["10.0.0.7"], allowed=("ntfy.lan:9000", "push.lan"))
    assert inside.read("ntfy://ntfy.lan:9000/topic") == "ntfy://ntfy.lan:9000/topic"
    assert inside.read("ntfy://push.lan:1234/topic") == "ntfy://push.lan:1234/topic"
    with pytest.raises(Unusable):
        inside.read("ntfy://ntfy.lan/topic")


def test_only_what_is_offered_is_taken() -> None:
    hosts = Hosts((), lambda host, port: PUBLIC)
    few = Targets(offered_schemes(["ntfys"]), NtfySender(hosts), hosts)
    assert [one.slug for one in few.services] == ["ntfys"]
    with pytest.raises(Unusable):
        few.read(f"discord://{DISCORD}")
    with pytest.raises(ValueError, match="json"):
        offered_schemes(["discord", "json"])
