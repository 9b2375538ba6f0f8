"""The base of everything immutable that must survive a trip through JSON."""

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """An immutable value: equal by content, closed to unknown keys, written and read as JSON.

    Sequences in a value are tuples, so that nothing inside it can change either.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
