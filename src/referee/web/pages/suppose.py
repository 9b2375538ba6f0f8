"""Practice against the rules: suppose moves for everybody, read what would follow. Nothing is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Response
from pydantic import JsonValue

from referee.core.decisions import Decision
from referee.core.documents import Document
from referee.core.problems import Problem
from referee.services.access import Key, require_seat
from referee.services.asking import asked_of_all
from referee.services.context import Context
from referee.services.errors import Conflict, Refusal
from referee.services.moves import suppose
from referee.services.reading import seat_page
from referee.services.reading_models import SeatPage
from referee.web.auth import SeatKey
from referee.web.dependencies import Address, Ctx, Limits, MatchId, SeatNumber
from referee.web.errors import status_of
from referee.web.forms import FieldInput, SentForm, field_inputs, missing_answers, read_answers
from referee.web.pages import sent
from referee.web.pages.templating import drawn, page

router = APIRouter(prefix="/matches/{match}/seats/{seat}/suppose")


@dataclass(frozen=True, slots=True)
class SupposedSeat:
    """One seat's row of the form: its fields as lists to choose from, and what is wrong with the choice."""

    number: int
    name: str
    fields: tuple[FieldInput, ...]
    problems: tuple[Problem, ...]


class _RowOf:
    """The part of the form that belongs to one seat, as if it were a form of its own."""

    def __init__(self, form: SentForm, seat: int) -> None:
        self._form = form
        self._prefix = row_prefix(seat)

    def getlist(self, key: str) -> list[object]:
        """All values of a name in this row."""
        return self._form.getlist(self._prefix + key)


class _Nothing:
    """A form of which nothing was sent."""

    def getlist(self, key: str) -> list[object]:  # noqa: ARG002 -- a form's shape
        """No values."""
        return []


def row_prefix(seat: int) -> str:
    """What the names of a seat's inputs begin with."""
    return f"seat{seat}."


@router.get("")
def show_suppose(ctx: Ctx, match: MatchId, seat: SeatNumber, key: SeatKey) -> Response:
    """The form, empty."""
    require_seat(key, match, seat)
    shown = seat_page(ctx, key)
    decisions = _decisions(ctx, key, shown)
    return _suppose_response(ctx, shown, _rows(shown, decisions, _Nothing(), {}))


@router.post("")
def show_supposed(
    ctx: Ctx,
    match: MatchId,
    seat: SeatNumber,
    key: SeatKey,
    form: sent.SentForm,
    limits: Limits,
    address: Address,
) -> Response:
    """The announcement that would follow these moves, above the form with the moves still in it."""
    require_seat(key, match, seat)
    limits.count("suppose", address)
    shown = seat_page(ctx, key)
    decisions = _decisions(ctx, key, shown)
    names = {one.number: one.name for one in shown.match.seats}
    moves: dict[str, JsonValue] = {}
    wrong: dict[int, tuple[Problem, ...]] = {}
    for number, decision in decisions.items():
        answers = read_answers(decision, _RowOf(form, number))
        if not any(answers.values()):
            continue
        if missing := missing_answers(decision, answers):
            wrong[number] = missing
        else:
            moves[names[number]] = decision.move_json(answers)
    document: Document | None = None
    refusal: Refusal | None = None
    if not wrong:
        try:
            document = suppose(ctx, key, match, moves)
        except Refusal as error:
            refusal = error
    rows = _rows(shown, decisions, form, wrong)
    return _suppose_response(ctx, shown, rows, document=document, refusal=refusal)


def _decisions(ctx: Context, key: Key, shown: SeatPage) -> Mapping[int, Decision]:
    phase = shown.match.phase
    if shown.match.status != "running" or phase is None:
        raise Conflict(
            "match-not-running", "There is a board to suppose on only while the match runs."
        )
    return asked_of_all(ctx, key, shown.match.match_id, phase.number)


def _rows(
    shown: SeatPage,
    decisions: Mapping[int, Decision],
    form: SentForm,
    wrong: Mapping[int, tuple[Problem, ...]],
) -> Sequence[SupposedSeat]:
    names = {one.number: one.name for one in shown.match.seats}
    return [
        SupposedSeat(
            number=number,
            name=names[number],
            fields=field_inputs(decision, read_answers(decision, _RowOf(form, number))),
            problems=wrong.get(number, ()),
        )
        for number, decision in decisions.items()
    ]


def _suppose_response(
    ctx: Context,
    shown: SeatPage,
    rows: Sequence[SupposedSeat],
    *,
    document: Document | None = None,
    refusal: Refusal | None = None,
) -> Response:
    values: dict[str, Any] = {
        "page": shown,
        "rows": rows,
        "row_prefix": row_prefix,
        "document": drawn(ctx, document, shown.match),
        "refusal": refusal,
    }
    return page(ctx, "suppose.html", values, status=status_of(refusal) if refusal else 200)
