"""What sends a notice, as the services see it: mail, and pushes to a target such as a Discord channel.

Bootstrap plugs in the real ones, or none. All that a sender may say of a failure is here, because what
follows from it differs: what was certainly not taken may be sent again, what may have been taken may not,
or somebody would be told twice.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

Whose = Literal["recipient", "server"]
"""Whose trouble a failure is: the address's, which may be switched off for it, or our own relay's."""


class Undelivered(Exception):
    """The message was certainly not taken. ``again``: later it may be."""

    def __init__(self, reason: str, *, again: bool, whose: Whose) -> None:
        super().__init__(reason)
        self.again = again
        self.whose = whose


class Unsure(Exception):
    """The message may have been taken: the connection ended before the answer came."""


class Unusable(ValueError):
    """What was typed as an address cannot be used; the words say why, and what would do."""


@dataclass(frozen=True, slots=True)
class Mail:
    """One message to one address, checked before (`notice_addresses`).

    ``message_id`` is the part before the @ of its Message-ID: the same notice always has the same.
    ``leave_url`` is where a press of a button, or a POST by the mail program itself (RFC 8058), ends such mail.
    """

    to: str = field(repr=False)
    subject: str
    text: str
    message_id: str
    at: datetime
    leave_url: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Push:
    """A short message with its title; ``url`` is where a press on it leads."""

    title: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Service:
    """A kind of target that may be typed: its name to people, and what an address of it looks like."""

    slug: str
    title: str
    example: str


class Mailer(Protocol):
    """Sends mail. Takes at most a minute, whatever the other side does."""

    def send(self, mail: Mail) -> None:
        """Hand a message over. Raises `Undelivered` or `Unsure`."""


class Pusher(Protocol):
    """Sends pushes. Takes at most a minute, whatever the other side does."""

    @property
    def services(self) -> tuple[Service, ...]:
        """The kinds of target that are offered."""

    def read(self, typed: str) -> str:
        """A target as it is kept, made of nothing but its own parts. Raises `Unusable`."""

    def shown(self, target: str) -> str:
        """A kept target without what is secret in it: "Discord, webhook 1234…"."""

    def send(self, target: str, push: Push) -> None:
        """Hand a message over. Raises `Undelivered` or `Unsure`."""
