"""Targets as people type them, and as they are kept: taken apart by strict patterns and put together anew.

A kept target is an address of the scheme that apprise reads, without a single option: nothing that somebody
typed can name another host, a file, a template or a setting.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from referee.services.senders import Service, Unusable

LONGEST_TARGET = 500

_WORD = r"[A-Za-z0-9_-]"


@dataclass(frozen=True, slots=True)
class Scheme:
    """One kind of target: patterns of what may be typed, what is kept of it, and what is shown.

    ``kept`` and ``shown`` are templates over the pattern's groups; ``open_host`` means that the host is the
    player's to choose.
    """

    slug: str
    title: str
    example: str
    patterns: tuple[re.Pattern[str], ...]
    kept: str
    shown: str
    open_host: bool = False

    @property
    def service(self) -> Service:
        """As it is told to people."""
        return Service(slug=self.slug, title=self.title, example=self.example)


def _patterns(*texts: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(text, re.ASCII) for text in texts)


_NTFY_PLACE = rf"(?P<place>[A-Za-z0-9.-]{{1,253}}(?::[0-9]{{1,5}})?)/(?P<topic>{_WORD}{{1,64}})/?"

SCHEMES: Mapping[str, Scheme] = {
    scheme.slug: scheme
    for scheme in (
        Scheme(
            slug="discord",
            title="Discord",
            example="https://discord.com/api/webhooks/…/…",
            patterns=_patterns(
                rf"discord://(?P<id>[0-9]{{5,25}})/(?P<token>{_WORD}{{20,120}})/?",
                r"https://(?:(?:canary|ptb)\.)?discord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/"
                rf"(?P<id>[0-9]{{5,25}})/(?P<token>{_WORD}{{20,120}})/?",
            ),
            kept="discord://{id}/{token}",
            shown="Discord, webhook {id}",
        ),
        Scheme(
            slug="ntfys",
            title="ntfy",
            example="ntfys://ntfy.sh/a-topic-nobody-guesses",
            patterns=_patterns(
                rf"ntfys://{_NTFY_PLACE}",
                rf"https://(?P<place>ntfy\.sh)/(?P<topic>{_WORD}{{1,64}})/?",
            ),
            kept="ntfys://{place}/{topic}",
            shown="ntfy, a topic at {place}",
            open_host=True,
        ),
        Scheme(
            slug="ntfy",
            title="ntfy without encryption",
            example="ntfy://host/topic",
            patterns=_patterns(rf"ntfy://{_NTFY_PLACE}"),
            kept="ntfy://{place}/{topic}",
            shown="ntfy, a topic at {place}",
            open_host=True,
        ),
        Scheme(
            slug="tgram",
            title="Telegram",
            example="tgram://bot-token/chat-id",
            patterns=_patterns(
                rf"tgram://(?P<bot>[0-9]{{5,20}}):(?P<token>{_WORD}{{20,64}})/"
                r"(?P<chat>-?[0-9]{1,20}|[A-Za-z][A-Za-z0-9_]{3,40})/?",
            ),
            kept="tgram://{bot}:{token}/{chat}",
            shown="Telegram, chat {chat}",
        ),
        Scheme(
            slug="slack",
            title="Slack",
            example="https://hooks.slack.com/services/T…/B…/…",
            patterns=_patterns(
                r"(?:slack://|https://hooks\.slack\.com/services/)"
                r"(?P<a>[A-Z0-9]{5,20})/(?P<b>[A-Z0-9]{5,20})/(?P<c>[A-Za-z0-9]{15,40})/?",
            ),
            kept="slack://{a}/{b}/{c}",
            shown="Slack, webhook {b}",
        ),
        Scheme(
            slug="gchat",
            title="Google Chat",
            example="https://chat.googleapis.com/v1/spaces/…/messages?key=…&token=…",
            patterns=_patterns(
                rf"gchat://(?P<space>{_WORD}{{5,40}})/(?P<key>{_WORD}{{20,80}})/(?P<token>{_WORD}{{20,100}})/?",
                rf"https://chat\.googleapis\.com/v1/spaces/(?P<space>{_WORD}{{5,40}})/messages"
                rf"\?key=(?P<key>{_WORD}{{20,80}})&token=(?P<token>{_WORD}{{20,100}})",
            ),
            kept="gchat://{space}/{key}/{token}",
            shown="Google Chat, space {space}",
        ),
        Scheme(
            slug="pover",
            title="Pushover",
            example="pover://user-key@app-token",
            patterns=_patterns(r"pover://(?P<user>[A-Za-z0-9]{30})@(?P<token>[A-Za-z0-9]{30})/?"),
            kept="pover://{user}@{token}",
            shown="Pushover",
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Target:
    """A target taken apart: its scheme and the groups of its pattern."""

    scheme: Scheme
    parts: Mapping[str, str]

    @property
    def kept(self) -> str:
        """Put together anew."""
        return self.scheme.kept.format_map(self.parts)

    @property
    def shown(self) -> str:
        """Without what is secret in it."""
        return self.scheme.shown.format_map(self.parts)

    @property
    def host(self) -> str:
        """Of an open host: its name, in lower case."""
        return self.parts["place"].partition(":")[0].lower()

    @property
    def port(self) -> int:
        """Of an open host: its port."""
        typed = self.parts["place"].partition(":")[2]
        return int(typed) if typed else 443 if self.scheme.slug == "ntfys" else 80


def read_target(typed: str, offered: Mapping[str, Scheme]) -> Target:
    """What was typed, taken apart. Raises `Unusable` for anything but the schemes that are offered."""
    typed = typed.strip()
    if len(typed) <= LONGEST_TARGET:
        for scheme in offered.values():
            for pattern in scheme.patterns:
                found = pattern.fullmatch(typed)
                if found is not None:
                    return _placed(Target(scheme, found.groupdict()))
    examples = "; ".join(f"{one.title}: {one.example}" for one in offered.values())
    raise Unusable(f"That is no target that this server can send to. It can be: {examples}")


def _placed(target: Target) -> Target:
    """An open host in lower case, with its port only if it is not the usual one."""
    if not target.scheme.open_host:
        return target
    host, port = target.host, target.port
    labels = host.split(".")
    if not all(re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", label) for label in labels):
        raise Unusable(f"“{host}” is no name of a host.")
    if not 0 < port <= 65535:
        raise Unusable(f"There is no port {port}.")
    usual = 443 if target.scheme.slug == "ntfys" else 80
    place = host if port == usual else f"{host}:{port}"
    return Target(target.scheme, {**target.parts, "place": place})
