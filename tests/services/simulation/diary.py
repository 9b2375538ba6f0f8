"""What happened in a simulated month, in the order in which it did: nothing but acts and their answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Act:
    """Something that somebody does; ``given`` is what they say with it.

    ``who`` is the person, counted from 0 in their match, who does it through the link they have; None for
    the referee.
    """

    kind: str
    match_id: str
    seat: int = 0
    phase: int = 0
    who: int | None = None
    given: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Did:
    """An act and its answer: "ok" with what was ``got``, or a refusal's code."""

    at: datetime
    act: Act
    answer: str
    got: Any = None


@dataclass(frozen=True, slots=True)
class Look:
    """A worker looked for what is due, and nobody else did anything."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Race:
    """Both workers looked at the same moment as these acts were done, at most one to a match.

    Another look, undisturbed and at the same time, follows each.
    """

    at: datetime
    did: tuple[Did, ...]


@dataclass(frozen=True, slots=True)
class Mailed:
    """Mails that a mail server has taken, by their Message-IDs."""

    at: datetime
    message_ids: tuple[str, ...]


Entry = Did | Look | Race | Mailed
