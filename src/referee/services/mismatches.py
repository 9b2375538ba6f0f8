"""The first thing about an export that does not hold, with both values."""

from collections.abc import Callable
from typing import ParamSpec

P = ParamSpec("P")


class Mismatch(Exception):
    """Something does not hold: where, what the file says, and what it would have to be."""

    def __init__(self, where: str, recorded: object, computed: object) -> None:
        super().__init__(where)
        self.where = where
        self.recorded = recorded
        self.computed = computed


def same(where: str, recorded: object, computed: object) -> None:
    """Raise `Mismatch` unless the two are equal."""
    if recorded != computed:
        raise Mismatch(where, recorded, computed)


def hashed(where: str, make: Callable[P, str], *given: P.args, **named: P.kwargs) -> str:
    """A hash; `Mismatch` if the file has values there that no record can have (a fraction, say)."""
    try:
        return make(*given, **named)
    except ValueError as wrong:
        raise Mismatch(where, "as in the file", f"none: {wrong}") from None
