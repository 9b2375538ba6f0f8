"""Chance that anybody can check: a written-out generator, the same in every language.

Block ``i`` of phase ``p`` is ``HMAC-SHA256(key=seed, message="phase {p} block {i}")`` in ASCII, ``i``
from 0. The blocks are cut into big-endian 64-bit numbers, four each, and used in order. A number below
``n`` is ``x mod n`` for the first ``x`` under the largest multiple of ``n`` that 64 bits hold (rejection
sampling, so that every result is equally likely). A shuffle is Fisher and Yates', from the end.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")

_RANGE = 1 << 64


class Dice:
    """The stream of chance that belongs to one phase of one match; phase 0 is the setup.

    The only thing a game is handed that changes as it is used. Two dice made alike roll alike.
    """

    def __init__(self, seed: bytes, phase: int) -> None:
        self._seed = seed
        self._phase = phase
        self._block = 0
        self._numbers: list[int] = []

    def _next(self) -> int:
        if not self._numbers:
            message = f"phase {self._phase} block {self._block}".encode("ascii")
            digest = hmac.new(self._seed, message, hashlib.sha256).digest()
            self._block += 1
            self._numbers = [int.from_bytes(digest[at : at + 8], "big") for at in (24, 16, 8, 0)]
        return self._numbers.pop()

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each equally likely. ``bound`` is at least 1."""
        if bound < 1:
            raise ValueError("a bound is at least 1")
        limit = _RANGE - _RANGE % bound
        while (number := self._next()) >= limit:
            pass
        return number % bound

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def weighed(self, weights: Mapping[T, int]) -> T:
        """One of the keys, each as likely as its weight.

        The first key by which the weights, added up in order, pass a number below their sum.
        """
        number = self.below(sum(weights.values()))
        for key, weight in weights.items():
            number -= weight
            if number < 0:
                return key
        raise AssertionError("a number below a sum is passed by its parts")

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a random order: for i from the last down to 1, swap i with one of 0..i."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)
