"""The contract every game keeps. Stateless, one level of inheritance, everything it touches immutable.

A rules change that alters any result gets a new ``rules_version``; a running match keeps its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import JsonValue, StringConstraints, TypeAdapter

from referee.core.decisions import Decision, Phase
from referee.core.dice import Dice
from referee.core.documents import Document
from referee.core.events import Event
from referee.core.outcome import Outcome
from referee.core.problems import Problem
from referee.core.seats import Seat
from referee.core.values import Value

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=64)]
"""A name for addresses: lower-case words joined by hyphens."""

LineDrawing = Annotated[str, StringConstraints(pattern=r"^M[MmLlHhVvCcSsQqTtAaZz0-9.,\s-]+$")]
"""An SVG path's data on a grid of 24 by 24: drawn as a line, never filled, and nothing but numbers."""


class Preset(Value):
    """A named set of options; what it leaves out has its default."""

    name: str
    title: str
    explanation: str
    options: Mapping[str, JsonValue] = {}


class Demonstration(Value):
    """How a game is shown to a newcomer: one seat among practice players, some rounds after the start.

    At most so many ``seats`` as these ``options`` allow.
    """

    title: str = "A demonstration"
    options: Mapping[str, JsonValue] = {}
    seats: int = 4
    rounds_played: int = 2


class StandingMove(Value):
    """An instruction for when its player is away: what to send if they send nothing themselves.

    ``words`` end the sentence "If I send nothing:", as the player would say it ("Block against whoever
    dealt me most last round"), without a full stop. How it is carried out, ties included, stands among
    the game's rulings.
    """

    name: Slug
    words: str


class GameInfo(Value):
    """What the rest of the house may know of a game without asking it to play.

    ``score`` names the standings' number in JSON ("vp"), ``score_title`` to a person ("VP").
    ``open_information`` means that every state is public: then players may suppose moves for everybody.
    ``symmetric`` means that permuting the seats permutes the result and changes nothing else.
    ``rules_prefix`` begins every ruling's number ("CS"); the rules page is ``rules.md`` in the game's
    own folder, in which each ruling stands as a list item that begins ``**CS-12**``.
    ``icons`` are line drawings of the game's own, by the names that its choices, cards and arrows use.
    ``has_choices`` means that a round may end in a `choice` phase, whose length is then worth setting.
    ``eliminates`` means that a seat which a main phase does not ask takes no more part; otherwise it is
    merely not asked this time.
    """

    slug: Slug
    title: str
    tagline: str
    rules_version: int
    rules_prefix: str
    score: str
    score_title: str
    open_information: bool
    symmetric: bool
    credits: str
    presets: tuple[Preset, ...]
    icons: Mapping[Slug, LineDrawing] = {}
    has_choices: bool = False
    eliminates: bool = False
    demonstration: Demonstration = Demonstration()


class GameOptions(Value):
    """A game's house rules: one field each, with a title, a description and a default.

    A field of a few words says in its schema's ``x-labels`` what each of them is called to people. One with
    ``x-always-told`` is named in posts even where it has its default.
    """


class GameState(Value):
    """Everything a game must know between two phases, the options it is played with included.

    Written without the fields that ``outside_interchange`` names it is the interchange form's
    ``state``; those other than ``options`` have defaults, which reading a situation gives them.
    """

    outside_interchange: ClassVar[frozenset[str]] = frozenset({"options"})

    options: Any


OptionsT = TypeVar("OptionsT", bound=GameOptions)
StateT = TypeVar("StateT", bound=GameState)
MoveT = TypeVar("MoveT", bound=Value)
ViewT = TypeVar("ViewT", bound=Value)


@dataclass(frozen=True, slots=True)
class Resolution(Generic[StateT]):
    """What the rules make of a phase: the state that follows and the facts that led there."""

    state: StateT
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class SeatCount:
    """How many seats a match may start with."""

    least: int
    most: int


class Game(ABC, Generic[OptionsT, StateT, MoveT, ViewT]):
    """A set of rules. Subclasses set the class variables and answer the questions below.

    Every argument is well formed (parsed by the types named here); states come from `setup` or
    `resolve` of the same rules version; moves passed to `resolve` have no illegal problem.
    """

    info: ClassVar[GameInfo]
    options_type: ClassVar[type[GameOptions]]
    state_type: ClassVar[type[GameState]]
    move_type: ClassVar[type[Value]]
    view_type: ClassVar[type[Value]]
    event_type: ClassVar[TypeAdapter[Any]]
    """Reads one event, whatever its kind, from JSON."""

    @abstractmethod
    def seat_count(self, options: OptionsT) -> SeatCount:
        """How many seats a match with these options may start with."""

    @abstractmethod
    def phase_bound(self, options: OptionsT) -> int | None:
        """The most phases a match can have, or None if nothing bounds it."""

    @abstractmethod
    def setup(self, options: OptionsT, seats: Sequence[Seat], dice: Dice) -> Resolution[StateT]:
        """The first state for these seats, in seat order."""

    @abstractmethod
    def phase(self, state: StateT) -> Phase | None:
        """What is asked now, and of whom; None when the match is over."""

    @abstractmethod
    def check(self, state: StateT, seat: Seat, move: MoveT) -> Sequence[Problem]:
        """What is wrong or unwise about this seat's move, taken alone. Never raises."""

    @abstractmethod
    def words(self, state: StateT, seat: Seat, move: MoveT) -> str:
        """The move as a short plain phrase for its own player ("Lunge at Bob"), without a full stop."""

    @abstractmethod
    def resolve(self, state: StateT, moves: Mapping[Seat, MoveT], dice: Dice) -> Resolution[StateT]:
        """The result of a phase; a seat left out sent no move. The mapping's order never matters."""

    def flaws(self, state: StateT) -> Sequence[Problem]:  # noqa: ARG002
        """What makes a well-formed state that somebody wrote by hand impossible; nothing by default.

        Asked by the interchange form alone, never about states of `setup` or `resolve`. A problem's
        ``field`` says where in the state: "players.1.focused_on".
        """
        return ()

    @abstractmethod
    def view(self, state: StateT, viewer: Seat | None) -> ViewT:
        """What one viewer may know, built up from nothing; None is the public."""

    @abstractmethod
    def board(self, view: ViewT) -> Document:
        """The view in words and pictures."""

    @abstractmethod
    def measures(self, view: ViewT) -> Mapping[str, Mapping[Seat, int]]:
        """The public numbers worth a line over time, by title then seat ({"Life": {"Ann": 12}}).

        The game's score is among them, under ``info.score_title``.
        """

    @abstractmethod
    def report(
        self,
        before: StateT,
        moves: Mapping[Seat, MoveT],
        resolution: Resolution[StateT],
        viewer: Seat | None,
    ) -> Document:
        """The announcement of a phase as one viewer may read it, every number with its working."""

    def may_read(  # a default answer needs none of the arguments
        self,
        before: StateT,  # noqa: ARG002
        seat: Seat,  # noqa: ARG002
        move: MoveT,  # noqa: ARG002
        viewer: Seat | None,  # noqa: ARG002
    ) -> bool:
        """Whether this viewer may read the seat's own move once its phase has closed (never earlier).

        True unless a game hides moves for longer: a card that went from hand to hand, say.
        """
        return True

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """The standings; None exactly while a move is owed."""

    @abstractmethod
    def practice_move(
        self, view: ViewT, seat: Seat, decision: Decision, dice: Dice
    ) -> MoveT | None:
        """A sensible legal move for a practice player, who knows no more than this view."""

    def standing_moves(self, options: OptionsT) -> tuple[StandingMove, ...]:  # noqa: ARG002
        """What a player who will be away may leave behind; nothing by default.

        The house itself offers "practice" beside these: what a practice player would do.
        """
        return ()

    def standing_move(  # noqa: PLR0917 (a default answer needs none of the arguments)
        self,
        view: ViewT,  # noqa: ARG002
        seat: Seat,  # noqa: ARG002
        decision: Decision,  # noqa: ARG002
        name: str,  # noqa: ARG002
        events: Sequence[Event],  # noqa: ARG002
        dice: Dice,  # noqa: ARG002
    ) -> MoveT | None:
        """The legal move that the standing move of this name comes to; None if it comes to none.

        Asked of main phases only: a choice is left to its default. ``events`` are those of the round
        before this phase, where ``info.open_information`` and there was one; else there are none. So
        nothing goes in but what the seat itself may know.
        """
        return None
