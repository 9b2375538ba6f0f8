"""Events: what a phase's resolution made happen, as facts in the past tense."""

from referee.core.values import Value


class Event(Value):
    """A fact of a resolution.

    Each game subclasses it once per kind of fact, with ``kind: Literal["…"]`` as the tag that tells
    them apart in JSON. ``rulings`` names the numbered rulings the fact rests on ("CS-22").
    """

    kind: str
    rulings: tuple[str, ...] = ()
