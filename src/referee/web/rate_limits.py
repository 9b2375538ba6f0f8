"""How often one address may create, sign up, and try keys that nobody was given.

Counted in the database, so that several processes, and a process that starts anew, count together. What is
limited is what a stranger can do without a key; a player's own moves are limited by the size of a body and
nothing else, because refusing a move at the deadline would be worse than any flood.

Each process remembers for a moment what it was told: a flood that is refused costs the database nothing,
and a player who sends move after move is looked up once a second at most.
"""

import math
import re
import threading
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

from referee.services.context import Context
from referee.services.errors import TooMany
from referee.services.rates import Allowance, use, wait

Deed = Literal["create", "sign-up", "guess", "suppose", "notices"]


@dataclass(frozen=True)
class LimitSettings:
    """How often each deed is allowed to one address: "20/hour" is 20 at once, and one more every 3 minutes.

    ``guess`` counts only keys that are unknown: opening one's own link never uses it up.
    """

    create: str = "20/hour"
    sign_up: str = "60/hour"
    guess: str = "20/minute"
    suppose: str = "120/minute"
    notices: str = "30/hour"


_SENTENCES: dict[Deed, str] = {
    "create": "Many matches have been started from your address. Wait {wait}, then try again.",
    "sign-up": "Many people have signed up from your address. Wait {wait}, then try again.",
    "guess": "Too many unknown links have been tried from your address. Wait {wait}, then open "
    "yours again.",
    "notices": "Many addresses for notices have been named from yours. Wait {wait}, then try again.",
    "suppose": "That is a lot of supposing. Wait {wait}, then try again.",
}
_ROOM_KEPT: Final = timedelta(seconds=1)
"""How long a process relies on there being room; another's counts show after it."""
_MOST_REMEMBERED: Final = 10_000
_WINDOWS: Final = {
    "second": timedelta(seconds=1),
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
}


def allowance_of(text: str) -> Allowance:
    """An allowance as settings write it: "20/hour". Raises ValueError for anything else."""
    found = re.fullmatch(r"([1-9]\d{0,8})/(second|minute|hour|day)", text)
    if found is None:
        raise ValueError(f"“{text}” is no rate such as 20/hour")
    return Allowance(int(found[1]), _WINDOWS[found[2]])


class RateLimits:
    """An allowance for each deed and address. Safe to use from several threads."""

    def __init__(self, settings: LimitSettings, ctx: Context) -> None:
        self._ctx = ctx
        self._allowances: dict[Deed, Allowance] = {
            "create": allowance_of(settings.create),
            "sign-up": allowance_of(settings.sign_up),
            "guess": allowance_of(settings.guess),
            "suppose": allowance_of(settings.suppose),
            "notices": allowance_of(settings.notices),
        }
        self._lock = threading.Lock()
        self._full_until: dict[tuple[Deed, str], datetime] = {}
        self._room_until: dict[tuple[Deed, str], datetime] = {}

    def count(self, deed: Deed, address: str) -> None:
        """Count one deed against an address; raises `TooMany` when its allowance is used up."""
        self._refuse_known(deed, address)
        left = use(self._ctx, deed, address, self._allowances[deed])
        self._remember(deed, address, left, room=timedelta(0))
        if left:
            raise self._refusal(deed, left)

    def require_room(self, deed: Deed, address: str) -> None:
        """Raise `TooMany` when the allowance is used up, without counting anything."""
        if self.has_known_room(deed, address):
            return
        left = wait(self._ctx, deed, address, self._allowances[deed])
        self._remember(deed, address, left, room=_ROOM_KEPT)
        if left:
            raise self._refusal(deed, left)

    def has_known_room(self, deed: Deed, address: str) -> bool:
        """Whether this process remembers that there is room; False if the database has to be asked.

        It asks nobody, so it may be called where nothing may wait. Raises `TooMany` when it remembers that
        there is none.
        """
        self._refuse_known(deed, address)
        with self._lock:
            return self._room_until.get((deed, address), _NEVER) > self._ctx.clock()

    def _refuse_known(self, deed: Deed, address: str) -> None:
        with self._lock:
            full_until = self._full_until.get((deed, address), _NEVER)
        left = full_until - self._ctx.clock()
        if left > timedelta(0):
            raise self._refusal(deed, left)

    def _remember(self, deed: Deed, address: str, left: timedelta, *, room: timedelta) -> None:
        now = self._ctx.clock()
        with self._lock:
            for memory, until in ((self._full_until, now + left), (self._room_until, now + room)):
                if len(memory) >= _MOST_REMEMBERED:
                    memory.clear()
                memory[deed, address] = until
            if left:
                del self._room_until[deed, address]

    def _refusal(self, deed: Deed, left: timedelta) -> TooMany:
        seconds = max(1, math.ceil(left.total_seconds()))
        return TooMany(
            f"too-many-{deed}",
            _SENTENCES[deed].format(wait=_spoken(seconds)),
            retry_after=seconds,
        )


_NEVER: Final = datetime.min.replace(tzinfo=UTC)


def _spoken(seconds: int) -> str:
    if seconds == 1:
        return "a second"
    if seconds < 90:
        return f"{seconds} seconds"
    return f"{math.ceil(seconds / 60)} minutes"
