"""E-mail addresses as they are typed: which will do, and how one is shown to whoever looks over a shoulder."""

import re

from referee.services.senders import Unusable

LONGEST_ADDRESS = 254
"""What fits a mail server's command (RFC 5321, 4.5.3.1.3)."""

_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_LABEL = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
_LOOKS_LIKE_ONE = re.compile(r"[^\s@:/]+@[^\s@:/]+")


def looks_like_mail(typed: str) -> bool:
    """Whether somebody who typed this meant an e-mail address rather than a target."""
    return _LOOKS_LIKE_ONE.fullmatch(typed.strip()) is not None


def read_mail_address(typed: str) -> str:
    """An address that every mail server takes: plain ASCII, a dotted domain with a name, no comments.

    The domain is in lower case. Raises `Unusable`.
    """
    local, at, domain = typed.strip().rpartition("@")
    labels = domain.lower().split(".")
    is_one = (
        at
        and len(typed.strip()) <= LONGEST_ADDRESS
        and len(local) <= 64
        and _LOCAL.fullmatch(local)
        and len(labels) >= 2
        and all(_LABEL.fullmatch(label) for label in labels)
        and not labels[-1].isdigit()
    )
    if not is_one:
        raise Unusable(
            "That is no e-mail address that can be written to. One looks like ann@example.org."
        )
    return f"{local}@{'.'.join(labels)}"


def shown_mail_address(address: str) -> str:
    """Enough to know one's own address by: "a…@example.org"."""
    local, _, domain = address.rpartition("@")
    return f"{local[:1]}…@{domain}"
