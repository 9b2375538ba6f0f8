"""What posts and letters are made of: the facts they are told, and the phrases they share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from referee.core.documents import Block, Document, Inline, Line, Name, Strong, line
from referee.core.seats import Seat


class Draft(NamedTuple):
    """A post not yet in any dialect."""

    title: str
    document: Document


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The match a post is about. ``base_url`` has no slash at its end."""

    match_id: str
    title: str
    game: str
    game_title: str
    zone: str
    base_url: str

    @property
    def page(self) -> str:
        """The match's public page."""
        return f"{self.base_url}/matches/{self.match_id}"

    @property
    def rules(self) -> str:
        """The rules page of its game."""
        return f"{self.base_url}/games/{self.game}/rules"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """When phases are due, in words without a full stop, and how they close, in sentences."""

    words: str
    closing: Sequence[str] = ()


HolderKind = Literal["player", "practice player", "nobody"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Who holds a seat that the player of its name does not: ``player`` by name, None for who is no player.

    ``since`` is the round in which they took it over; None where it was theirs from the start.
    """

    kind: HolderKind
    player: str | None = None
    since: int | None = None


class Option(Protocol):
    """One house rule as told to people."""

    @property
    def title(self) -> str:
        """What the rule is called."""

    @property
    def value(self) -> str:
        """Its value, in words."""

    @property
    def is_default(self) -> bool:
        """Whether it is the game's own value."""

    @property
    def is_always_told(self) -> bool:
        """Whether players ask for it even where it is."""

    @property
    def description(self) -> str:
        """What it decides, in a sentence."""


StatusVisibility = Literal["hidden", "count", "names"]
PhaseKind = Literal["main", "choice"]


def draft(title: str, *blocks: Block) -> Draft:
    """A draft of these blocks."""
    return Draft(title=title, document=Document(blocks=blocks))


def is_open(phase_title: str, kind: PhaseKind) -> str:
    """That a phase is open, as a sentence begins it: choices *are* open."""
    return f"{phase_title} {'are' if kind == 'choice' else 'is'} open"


def strong(words: str) -> Strong:
    """Words of our own, stronger than those around them."""
    return Strong(content=line(words))


def sentence(words: str) -> str:
    """The words with a full stop, unless they end already."""
    return words if words.endswith((".", "!", "?")) else f"{words}."


def listed(seats: Sequence[Seat]) -> Line:
    """Names as a sentence lists them: "Ann, Bob and Cal"."""
    return joined([line(Name(seat=seat)) for seat in seats])


def joined(told: Sequence[Line]) -> Line:
    """Words as a sentence lists them: "these, those and others"."""
    parts: list[str | Inline] = []
    for place, words in enumerate(told):
        if place:
            parts.append(" and " if place == len(told) - 1 else ", ")
        parts += words
    return line(*parts)
