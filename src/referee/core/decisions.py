"""What a phase asks of a seat, as data: one form renderer and one JSON schema serve every game."""

from collections.abc import Mapping
from typing import Literal

from pydantic import JsonValue

from referee.core.seats import Seat
from referee.core.values import Value


class Choice(Value):
    """One answer a field offers.

    ``value`` is what goes into the move's JSON; ``label`` names it to a person ("Lunge"); a label that
    is a seat's name says so by ``seat``. ``group`` is its kind ("Attack"), ``icon`` the name of a line
    drawing, the game's own (`GameInfo.icons`) or a suit's, ``explanation`` its standing text ("5 damage
    to the target."), and ``note`` what matters now ("You are Focused on Bob: this does 11 to him.").
    A playing card has a ``rank`` ("7") and its suit as ``icon``; ``spoken`` is how a label made of signs
    is said aloud ("seven of diamonds").
    """

    value: str
    label: str
    seat: Seat | None = None
    group: str = ""
    icon: str = ""
    explanation: str = ""
    note: str = ""
    rank: str = ""
    spoken: str = ""


class Field(Value):
    """One thing to choose: exactly one, or from ``least`` to ``most`` of several.

    ``path`` says where the answer goes in the move's JSON: ``("card",)``, or nested
    ``("surrender", "Ann", "hand")``. A field of kind ``one`` yields a string, or null if ``least`` is 0
    and nothing is chosen; ``several`` yields a list. ``look`` tells a page how to draw the choices.
    ``nothing`` is what a person is offered as choosing nothing, where that may be; ``initial`` is the
    value that stands chosen in a form at first, and then says itself what choosing nothing would.
    """

    path: tuple[str, ...]
    label: str
    help: str = ""
    kind: Literal["one", "several"] = "one"
    look: Literal["cards", "seats", "plain"] = "plain"
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    nothing: str = "None of these"
    initial: str | None = None

    @property
    def name(self) -> str:
        """The path in one word, for problems and forms; unique within a decision."""
        return ".".join(self.path)


class Decision(Value):
    """Everything one seat is asked in one phase.

    ``default`` is one sentence: what happens if no move comes. ``optional`` means that sending nothing
    is an ordinary answer. ``fixed`` is merged into the move's JSON (a tag a game needs, say).
    """

    title: str
    fields: tuple[Field, ...]
    default: str
    optional: bool = False
    fixed: Mapping[str, JsonValue] = {}

    def move_json(self, answers: Mapping[str, str | list[str] | None]) -> dict[str, JsonValue]:
        """The move's JSON from answers by field name; fields without an answer are left out.

        Only puts answers in their places: whether they are understood and legal is the game's to say.
        Raises TypeError if the game's own paths collide.
        """
        move: dict[str, JsonValue] = dict(self.fixed)
        for field in self.fields:
            if field.name not in answers:
                continue
            answer = answers[field.name]
            place: dict[str, JsonValue] = move
            for step in field.path[:-1]:
                inner = place.setdefault(step, {})
                if not isinstance(inner, dict):
                    raise TypeError(f"the paths of {field.name} and another field collide")
                place = inner
            place[field.path[-1]] = list(answer) if isinstance(answer, list) else answer
        return move


class Phase(Value):
    """One collection of sealed moves: its title and what each seat that owes an answer is asked.

    Who owes is public; what a seat is asked is for that seat alone. A ``choice`` phase follows up on
    plays already revealed and may have its own, shorter length.
    """

    round: int
    title: str
    kind: Literal["main", "choice"] = "main"
    decisions: Mapping[Seat, Decision]
