"""How a use case says no. No HTTP words: the web maps each class to its status."""

from collections.abc import Iterable

from referee.core.problems import Problem


class Refusal(Exception):
    """Something was asked that is not done; nothing has changed.

    ``code`` is stable and kebab-case ("match-not-found"); ``text`` is one plain sentence that says what
    was wrong and what to do; ``field`` is the form field it concerns, if one; ``problems`` are a
    move's complaints.
    """

    def __init__(
        self,
        code: str,
        text: str,
        *,
        field: str | None = None,
        problems: Iterable[Problem] = (),
    ) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text
        self.field = field
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"


class NotFound(Refusal):
    """There is no such thing here."""


class KeyMissing(Refusal):
    """A link's key is needed here, and none, or an unknown one, was shown."""


class KeyRevoked(Refusal):
    """The link has been replaced by a newer one or withdrawn."""


class NotYours(Refusal):
    """The key is good, but for something else."""


class Invalid(Refusal):
    """What was sent cannot be understood."""


class Illegal(Refusal):
    """What was sent was understood, and the rules do not allow it."""


class Conflict(Refusal):
    """Understood and allowed, but not now: closed, late, stale, full, taken."""


class TooMany(Refusal):
    """Too often; ``retry_after`` says in how many seconds to try again."""

    def __init__(self, code: str, text: str, *, retry_after: int, field: str | None = None) -> None:
        super().__init__(code, text, field=field)
        self.retry_after = retry_after
