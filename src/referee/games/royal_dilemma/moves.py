"""Moves as they are written: a play or a pass, or the answer to what a choice phase asks."""

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import (
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    field_validator,
    model_serializer,
    model_validator,
)

from referee.core.seats import Seat
from referee.core.values import Value

NOTHING = "none"
"""As a capture: take nothing. In JSON it is null; a form's answer may say "none"."""

NO_CARD = "pass"
"""A form's answer instead of a card."""

ASK = "ask"
"""A form's answer instead of a standing choice."""

COPY = "/"
"""Stands in a form's answer between a card's name and which of its copies is meant."""


class Standing(Value):
    """Answers given beforehand, by the edition's defaults (RD-10); None means: ask me."""

    capture: Literal["highest"] | None = None
    surrender: Literal["lowest"] | None = None

    @field_validator("capture", "surrender", mode="before")
    @classmethod
    def _ask_is_none(cls, answer: object) -> object:
        return None if answer == ASK else answer

    @model_serializer(mode="wrap")
    def _only_what_is_said(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {key: value for key, value in handler(self).items() if value is not None}


class Given(Value):
    """Cards handed to one creditor, from the hand and from those in play.

    A form tells copies of a card apart, "5H" and "5H/2"; here they are two of "5H".
    """

    hand: tuple[str, ...] = ()
    in_play: tuple[str, ...] = ()

    @field_validator("hand", "in_play", mode="after")
    @classmethod
    def _copies_are_the_same_card(cls, cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card.partition(COPY)[0] for card in cards)


class DilemmaMove(Value):
    """A play (``target`` and ``card``), a pass, or an answer (``capture``, ``surrender`` or both).

    A play or a pass may carry ``standing`` choices. A move that says nothing at all is a pass in a play
    phase and leaves everything to its default in a choice phase.
    """

    model_config = ConfigDict(serialize_by_alias=True)

    target: Seat | None = None
    card: str | None = None
    is_pass: bool = Field(default=False, alias="pass", strict=True)
    standing: Standing | None = None
    capture: str | None = None
    surrender: Mapping[Seat, Given] | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_form_or_interchange(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        data = dict(data)
        if "capture" in data and data["capture"] is None:
            data["capture"] = NOTHING
        if data.get("card") == NO_CARD:
            del data["card"]
            data.pop("target", None)
            data["pass"] = True
        return data

    @field_validator("standing", mode="after")
    @classmethod
    def _asking_is_no_standing_choice(cls, standing: Standing | None) -> Standing | None:
        return None if standing == Standing() else standing

    @model_validator(mode="after")
    def _is_one_kind(self) -> Self:
        says_play = self.target is not None or self.card is not None
        if self.is_pass and says_play:
            raise ValueError("a pass names no card and no target")
        if self.is_answer and (says_play or self.is_pass or self.standing):
            raise ValueError("a move is a play, a pass, or an answer to a choice: not two of them")
        return self

    @model_serializer(mode="wrap")
    def _only_what_is_said(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        said = {key: value for key, value in handler(self).items() if value not in (None, False)}
        if self.capture == NOTHING:
            said["capture"] = None
        return said

    @property
    def is_answer(self) -> bool:
        """Whether this answers a choice phase's question."""
        return self.capture is not None or self.surrender is not None

    @property
    def is_play(self) -> bool:
        """Whether this commits a card, or tries to."""
        return self.target is not None or self.card is not None

    def stands_for(self, what: Literal["capture", "surrender"]) -> bool:
        """Whether a standing choice answers this kind of question (RD-10)."""
        return self.standing is not None and getattr(self.standing, what) is not None
