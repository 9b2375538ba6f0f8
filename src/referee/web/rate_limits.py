"""How often one address may create, sign up, and try keys that nobody was given.

Counted in this process's memory; the counts start anew with the process. What is limited is what a
stranger can do without a key; a player's own moves are limited by the size of a body and nothing else,
because refusing a move at the deadline would be worse than any flood.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, Storage
from limits.strategies import MovingWindowRateLimiter

from referee.services.errors import TooMany

Deed = Literal["create", "sign-up", "guess", "suppose"]


@dataclass(frozen=True)
class LimitSettings:
    """How often each deed is allowed to one address, in the notation of `limits` ("10/hour").

    ``guess`` counts only keys that are unknown: opening one's own link never uses it up.
    """

    create: str = "20/hour"
    sign_up: str = "60/hour"
    guess: str = "20/minute"
    suppose: str = "120/minute"


_SENTENCES: dict[Deed, str] = {
    "create": "Many matches have been started from your address. Wait {wait}, then try again.",
    "sign-up": "Many people have signed up from your address. Wait {wait}, then try again.",
    "guess": "Too many unknown links have been tried from your address. Wait {wait}, then open "
    "yours again.",
    "suppose": "That is a lot of supposing. Wait {wait}, then try again.",
}


class RateLimits:
    """A moving window for each deed and address. Safe to use from several threads."""

    def __init__(
        self,
        settings: LimitSettings,
        clock: Callable[[], datetime],
        storage: Storage | None = None,
    ) -> None:
        """``clock`` only tells how long is left to wait; the windows themselves follow `limits`."""
        self._clock = clock
        self._limiter = MovingWindowRateLimiter(storage or MemoryStorage())
        self._items: dict[Deed, RateLimitItem] = {
            "create": parse(settings.create),
            "sign-up": parse(settings.sign_up),
            "guess": parse(settings.guess),
            "suppose": parse(settings.suppose),
        }

    def count(self, deed: Deed, address: str) -> None:
        """Count one deed against an address; raises `TooMany` when its window is full."""
        if not self._limiter.hit(self._items[deed], deed, address):
            raise self._refusal(deed, address)

    def require_room(self, deed: Deed, address: str) -> None:
        """Raise `TooMany` when the window is full, without counting anything."""
        if not self._limiter.test(self._items[deed], deed, address):
            raise self._refusal(deed, address)

    def _refusal(self, deed: Deed, address: str) -> TooMany:
        item = self._items[deed]
        frees_at = self._limiter.get_window_stats(item, deed, address).reset_time
        seconds = math.ceil(frees_at - self._clock().timestamp())
        seconds = min(max(seconds, 1), item.get_expiry())
        return TooMany(
            f"too-many-{deed}",
            _SENTENCES[deed].format(wait=_spoken(seconds)),
            retry_after=seconds,
        )


def _spoken(seconds: int) -> str:
    if seconds == 1:
        return "a second"
    if seconds < 90:
        return f"{seconds} seconds"
    return f"{math.ceil(seconds / 60)} minutes"
