"""What is wrong, or merely unwise, about a move: data, never an exception."""

from typing import Literal

from referee.core.values import Value


class Problem(Value):
    """One complaint about one move.

    ``code`` is stable and lower-case with hyphens ("target-eliminated"); ``text`` is one plain sentence
    that says what is wrong and what to do; ``field`` is the decision field it concerns, if one.
    A move with an ``illegal`` problem is refused; a ``warning`` is shown and the move stands.
    """

    code: str
    text: str
    field: str | None = None
    severity: Literal["illegal", "warning"] = "illegal"
    rulings: tuple[str, ...] = ()

    @property
    def is_illegal(self) -> bool:
        """Whether the move must be refused."""
        return self.severity == "illegal"
