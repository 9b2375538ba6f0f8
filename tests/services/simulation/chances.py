"""Chance for the simulation: named streams, so that nothing one actor does changes another's luck."""

from datetime import datetime, timedelta
from hashlib import sha256

from referee.core.dice import Dice


class Luck(Dice):
    """A stream of chance that belongs to a name."""

    def __init__(self, *name: object) -> None:
        super().__init__(sha256(repr(name).encode()).digest(), 0)
        self._name = name

    def of(self, *name: object) -> "Luck":
        """The stream of something that belongs to this one."""
        return Luck(*self._name, *name)

    def one_in(self, bound: int) -> bool:
        """True once in so many times."""
        return self.below(bound) == 0

    def between(self, start: datetime, end: datetime) -> datetime:
        """A moment from ``start`` on and before ``end``, to the microsecond; ``start`` if that is later."""
        span = (end - start) // timedelta(microseconds=1)
        return start + timedelta(microseconds=self.below(span) if span > 0 else 0)

    def seed(self) -> bytes:
        """32 bytes, for dice of somebody's own."""
        return sha256(f"{self._name} {self.below(1 << 62)}".encode()).digest()
