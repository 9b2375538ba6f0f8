"""Decisions as forms: what a phase asks, as inputs; what the browser sends back, as a move's JSON.

Generic over games: everything here follows from the `Decision`, nothing from a game's name. Whether an
answer is legal is the game's to say; here it is only whether something was chosen at all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from referee.core.decisions import Choice, Decision, Field
from referee.core.problems import Problem

PREFIX = "move."
"""Begins the name of every input that belongs to the move, so that no field can shadow the form's own."""

SHORT_NOTE = 24
"""What fits under a playing card, in characters."""

Answer = str | list[str] | None


class SentForm(Protocol):
    """What a browser sent: names, each with any number of strings (starlette's ``FormData`` is one)."""

    def getlist(self, key: str) -> list[object]:
        """All values of a name, in the order they stand in the form."""


@dataclass(frozen=True, slots=True)
class ChoiceInput:
    """One radio button or checkbox with everything that is written beside it."""

    id: str
    value: str
    choice: Choice | None
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Choices of one kind ("Attack"), in the order the decision gives them."""

    title: str
    inputs: tuple[ChoiceInput, ...]


@dataclass(frozen=True, slots=True)
class FieldInput:
    """One field of a decision as a group of inputs; ``name`` is the inputs' name in the form."""

    id: str
    name: str
    field: Field
    type: Literal["radio", "checkbox"]
    instruction: str
    groups: tuple[ChoiceGroup, ...]
    problems: tuple[Problem, ...]

    @property
    def inputs(self) -> tuple[ChoiceInput, ...]:
        """Every input of the field, whatever its group."""
        return tuple(item for group in self.groups for item in group.inputs)

    @property
    def is_playing(self) -> bool:
        """Whether playing cards are among the choices."""
        return any(choice.rank for choice in self.field.choices)

    @property
    def has_long_notes(self) -> bool:
        """Whether more is to be said about some card than fits under it."""
        return any(choice.rank and len(choice.note) > SHORT_NOTE for choice in self.field.choices)


def field_inputs(
    decision: Decision,
    answers: Mapping[str, Answer],
    problems: Sequence[Problem] = (),
) -> tuple[FieldInput, ...]:
    """The decision's fields as inputs, with ``answers`` (by field name) chosen and problems beside them."""
    return tuple(
        _field_input(field, index, answers.get(field.name, field.initial), problems)
        for index, field in enumerate(decision.fields)
    )


def stray_problems(decision: Decision, problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The problems that belong beside no field of the decision, to be shown above the form."""
    names = {field.name for field in decision.fields}
    return tuple(problem for problem in problems if problem.field not in names)


def read_answers(decision: Decision, form: SentForm) -> dict[str, Answer]:
    """The answers in a sent form, by field name; a field of which nothing was sent is left out.

    A field of kind ``one`` that may stay empty answers None when its "none of these" is chosen; one of
    kind ``several`` answers a list in the form's order, which is empty only if ``least`` is 0.
    """
    answers: dict[str, Answer] = {}
    for field in decision.fields:
        sent = [value for value in form.getlist(PREFIX + field.name) if isinstance(value, str)]
        if field.kind == "several":
            chosen = [value for value in sent if value]
            if chosen or field.least == 0:
                answers[field.name] = chosen
        elif sent and sent[-1]:
            answers[field.name] = sent[-1]
        elif field.least == 0:
            answers[field.name] = None
    return answers


def missing_answers(decision: Decision, answers: Mapping[str, Answer]) -> tuple[Problem, ...]:
    """A problem for each field that needs more answers, or fewer, than were given."""
    found = []
    for field in decision.fields:
        answer = answers.get(field.name)
        count = len(answer) if isinstance(answer, list) else int(answer is not None)
        if field.kind == "one" and count < field.least:
            found.append(_problem(field, "choice-missing", f"Choose one under “{field.label}”."))
        elif field.kind == "several" and not field.least <= count <= field.most:
            text = f"Choose {_how_many(field)} under “{field.label}”: you chose {count}."
            found.append(_problem(field, "choice-count", text))
    return tuple(found)


def _field_input(
    field: Field, index: int, answer: Answer, problems: Sequence[Problem]
) -> FieldInput:
    chosen = set(answer) if isinstance(answer, list) else {answer} if answer is not None else set()
    groups: dict[str, list[ChoiceInput]] = {}
    for at, choice in enumerate(field.choices):
        groups.setdefault(choice.group, []).append(
            ChoiceInput(
                id=f"f{index}c{at}",
                value=choice.value,
                choice=choice,
                label=choice.label,
                chosen=choice.value in chosen,
            )
        )
    if field.kind == "one" and field.least == 0 and field.initial is None:
        none = ChoiceInput(
            id=f"f{index}none", value="", choice=None, label=field.nothing, chosen=not chosen
        )
        groups.setdefault("", []).append(none)
    return FieldInput(
        id=f"f{index}",
        name=PREFIX + field.name,
        field=field,
        type="radio" if field.kind == "one" else "checkbox",
        instruction="" if field.kind == "one" else f"Choose {_how_many(field)}.",
        groups=tuple(
            ChoiceGroup(title=title, inputs=tuple(items)) for title, items in groups.items()
        ),
        problems=tuple(problem for problem in problems if problem.field == field.name),
    )


def _how_many(field: Field) -> str:
    if field.least == field.most:
        return f"exactly {field.least}"
    if field.least == 0:
        return f"at most {field.most}"
    return f"{field.least} to {field.most}"


def _problem(field: Field, code: str, text: str) -> Problem:
    return Problem(code=code, text=text, field=field.name)
