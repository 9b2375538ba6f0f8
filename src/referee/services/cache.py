"""A bounded memory for what is costly to make and never changes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """The values used last, at most ``size`` of them. For any number of threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def known(self, key: K) -> V | None:
        """The value kept for this key, or None. Leaves no trace."""
        with self._lock:
            return self._values.get(key)

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value kept for this key, or a new one. Two threads may make the same value at once."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = make()
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._size:
                self._values.popitem(last=False)
        return value
