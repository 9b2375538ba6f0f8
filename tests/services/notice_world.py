"""What the tests of notices share: senders that keep what they are given, and seats that want to be told."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from referee.services import notices
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.couriering import deliver_notices
from referee.services.notices import ContactRead, Wishes
from referee.services.senders import Mail, Push, Service
from tests.services.playing import Table


@dataclass
class Postbox:
    """A mail server that takes everything, unless it is told what to raise."""

    mails: list[Mail] = field(default_factory=list)
    fails: Callable[[Mail], Exception | None] = lambda mail: None

    def send(self, mail: Mail) -> None:
        failure = self.fails(mail)
        if failure is not None:
            raise failure
        self.mails.append(mail)

    def to(self, address: str) -> list[Mail]:
        return [mail for mail in self.mails if mail.to == address]

    def taken(self) -> list[Mail]:
        """What has come since this was last asked."""
        mails, self.mails = self.mails, []
        return mails

    def subjects(self) -> list[str]:
        """The subjects of what has come since this was last asked."""
        return [mail.subject for mail in self.taken()]


@dataclass
class Pager:
    """A push service that takes everything; its targets look like pager://name."""

    pushes: list[tuple[str, Push]] = field(default_factory=list)
    services: tuple[Service, ...] = (Service("pager", "Pager", "pager://name"),)

    def read(self, typed: str) -> str:
        return typed.strip()

    def shown(self, target: str) -> str:
        return "a pager"

    def send(self, target: str, push: Push) -> None:
        self.pushes.append((target, push))


def with_senders(ctx: Context, **senders: Any) -> Context:
    """The same server with a mail server and a pager."""
    return replace(ctx, **{"mailer": Postbox(), "pusher": Pager(), **senders})


def postbox(ctx: Context) -> Postbox:
    assert isinstance(ctx.mailer, Postbox)
    return ctx.mailer


def told(table: Table, seat: int, address: str = "ann@example.org", **wishes: Any) -> ContactRead:
    """A seat that is told at this address; everything that led to it is forgotten."""
    ctx = table.ctx
    asked = ask(table, seat, address, **wishes)
    deliver_notices(ctx)
    notices.confirm_contact(ctx, token_in(postbox(ctx).mails[-1]))
    deliver_notices(ctx)
    postbox(ctx).taken()
    return asked


def token_in(mail: Mail) -> str:
    """The token of the link in a mail."""
    (token,) = set(re.findall(r"/notices/([A-Za-z0-9_-]+)", mail.text))
    assert isinstance(token, str)
    return token


def delivered(ctx: Context) -> list[Mail]:
    """What comes of sending everything that is due now."""
    deliver_notices(ctx)
    return postbox(ctx).taken()


def ask(table: Table, seat: int, address: str, **wishes: Any) -> ContactRead:
    """A seat names where it wants to be told; nothing is confirmed yet."""
    return notices.add_contact(
        table.ctx,
        table.seat(seat),
        table.match_id,
        seat,
        address=address,
        wishes=Wishes(**wishes),
    )


def listed(table: Table, seat: int) -> list[tuple[str, str]]:
    """What a seat is shown of where it is told, and in which state that is."""
    page = notices.notices_read(table.ctx, table.seat(seat), table.match_id, seat)
    return [(one.shown, one.state) for one in page.contacts]


def close(table: Table, phase: int) -> None:
    """The referee closes a round."""
    close_phase(table.ctx, table.desk, table.match_id, phase)
