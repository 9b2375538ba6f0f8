"""My seat: what is asked, the move as it would be sent, and the proof of what was.

Nothing is said to be sent before it is committed: Send leads to the page with the receipt. A form made
for a phase that has closed meanwhile is never applied to the next one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, RedirectResponse

from referee.core.decisions import Decision
from referee.core.problems import Problem
from referee.services.access import Key, require_seat
from referee.services.asking import asked
from referee.services.context import Context
from referee.services.errors import Conflict, NotFound, Refusal
from referee.services.moves import MoveIn, preview
from referee.services.readiness import set_ready, take_ready_back
from referee.services.reading import seat_page
from referee.services.reading_models import Receipt, SeatPage
from referee.web.auth import SeatKey, SeatToken, seat_key
from referee.web.dependencies import Ctx, MatchId, SeatNumber
from referee.web.errors import status_of
from referee.web.forms import (
    Answer,
    field_inputs,
    missing_answers,
    read_answers,
    stray_problems,
)
from referee.web.pages.away import away_values
from referee.web.pages.boards import beside
from referee.web.pages.notices import notices_values
from referee.web.pages.receipts import receipt_text
from referee.web.pages.sent import Sent, SentForm
from referee.web.pages.templating import drawn, page
from referee.web.sending import written

router = APIRouter(prefix="/matches/{match}/seats/{seat}")


CLOSED_MEANWHILE: Final = (
    "The round you were choosing for has closed. Nothing was sent for it; what you see here is how things "
    "stand now."
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """What would be sent, in words; or which fields are still to be chosen."""

    words: str = ""
    problems: tuple[Problem, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def is_illegal(self) -> bool:
        """Whether the move would be refused."""
        return any(problem.is_illegal for problem in self.problems)


@router.get("")
def show_seat(
    ctx: Ctx,
    match: MatchId,
    seat: SeatNumber,
    key: SeatKey,
    sent: Annotated[int | None, Query()] = None,
) -> Response:
    """The seat's page; ``sent`` is the version whose receipt is shown as just come."""
    require_seat(key, match, seat)
    return _seat_response(ctx, seat_page(ctx, key), sent=sent)


@router.post("")
async def send_move(
    request: Request, ctx: Ctx, match: MatchId, seat: SeatNumber, token: SeatToken, form: SentForm
) -> Response:
    """Seal the move, and lead to its receipt; or say why not, with the choice kept."""
    asked_for = await run_in_threadpool(_asked_for, request, ctx, match, seat, form)
    key, phase, decision, answers, missing = asked_for
    if missing:
        return await run_in_threadpool(_incomplete, ctx, key, phase, answers, missing)
    sent = MoveIn(
        key=token,
        match_id=match,
        seat=seat,
        phase=phase,
        move=decision.move_json(answers) if decision else None,
        request_id=form.request_id,
        ready=form.is_set("ready"),
    )
    return await _answered(request, ctx, sent, answers)


@router.post("/check")
def check_move(
    ctx: Ctx, match: MatchId, seat: SeatNumber, key: SeatKey, form: SentForm
) -> Response:
    """The move as it would be sent, with its warnings; nothing is stored.

    The whole page, or with ``part=preview`` only the sentence.
    """
    require_seat(key, match, seat)
    shown = seat_page(ctx, key)
    phase = form.phase()
    answers: dict[str, Answer] = {}
    sentence: Sentence | None = None
    refusal: Refusal | None = None
    if shown.decision is not None and _is_open(shown, phase):
        answers = read_answers(shown.decision, form)
        sentence = _sentence(ctx, key, shown, shown.decision, phase, answers)
    else:
        refusal = Conflict("phase-closed", CLOSED_MEANWHILE)
    if form.text("part") == "preview":
        values = {
            "preview": sentence,
            "opening": _opening(shown),
            "counting": _counting(shown),
            "match": shown.match,
        }
        return page(ctx, "_preview.html", values)
    return _seat_response(
        ctx,
        shown,
        answers=answers,
        sentence=sentence,
        refusal=refusal,
        status=status_of(refusal) if refusal else 200,
    )


@router.post("/withdraw")
async def withdraw_move(
    request: Request, ctx: Ctx, match: MatchId, seat: SeatNumber, token: SeatToken, form: SentForm
) -> Response:
    """Take the move back: then it is as if nothing had been sent. Nothing is deleted."""
    try:
        phase = form.phase()
    except Refusal:
        # What is wrong with the key goes before what is wrong with the form.
        await run_in_threadpool(seat_key, request, match, seat)
        raise
    sent = MoveIn(
        key=token,
        match_id=match,
        seat=seat,
        phase=phase,
        move=None,
        withdraw=True,
        request_id=form.request_id,
    )
    return await _answered(request, ctx, sent, {})


@router.post("/ready")
def be_ready(ctx: Ctx, match: MatchId, seat: SeatNumber, key: SeatKey, form: SentForm) -> Response:
    """Say that the round may close early as far as this seat is concerned, or take that back."""
    require_seat(key, match, seat)
    act = set_ready if form.text("ready") == "yes" else take_ready_back
    try:
        act(ctx, key, match, seat, form.phase())
    except Refusal as refusal:
        return _seat_response(ctx, seat_page(ctx, key), refusal=refusal, status=status_of(refusal))
    return RedirectResponse(f"/matches/{match}/seats/{seat}#receipt", status_code=303)


@router.get("/receipts/{version}.txt")
def save_receipt(
    ctx: Ctx, match: MatchId, seat: SeatNumber, version: int, key: SeatKey
) -> Response:
    """One receipt of the phase that is open, as text to keep."""
    require_seat(key, match, seat)
    for receipt in seat_page(ctx, key).submissions:
        if receipt.version == version:
            name = f"receipt-{match}-phase-{receipt.phase}-version-{version}.txt"
            headers = {"Content-Disposition": f'attachment; filename="{name}"'}
            return PlainTextResponse(receipt_text(receipt, ctx.base_url), headers=headers)
    raise NotFound("receipt-not-found", "There is no such receipt in the round that is open now.")


def _asked_for(
    request: Request, ctx: Context, match: str, seat: int, form: Sent
) -> tuple[Key, int, Decision | None, Mapping[str, Answer], tuple[Problem, ...]]:
    """Whose form it is, its phase, what was asked then, the answers to it, and what is not answered.

    A form that comes after its phase has closed is read by the old question, so that the late move is kept as
    what it was and never taken for the next phase's.
    """
    key, phase = seat_key(request, match, seat), form.phase()
    decision = asked(ctx, key, match, seat, phase)
    answers = read_answers(decision, form) if decision else {}
    missing = missing_answers(decision, answers) if decision else ()
    return key, phase, decision, answers, missing


def _incomplete(
    ctx: Context,
    key: Key,
    phase: int,
    answers: Mapping[str, Answer],
    missing: tuple[Problem, ...],
) -> Response:
    """Say what is still to be chosen; or that it is too late to choose."""
    shown = seat_page(ctx, key)
    if not _is_open(shown, phase):
        refusal = Conflict("phase-closed", CLOSED_MEANWHILE)
        return _seat_response(ctx, shown, refusal=refusal, status=status_of(refusal))
    sentence = Sentence(missing=_labels(shown, missing))
    return _seat_response(
        ctx, shown, answers=answers, sentence=sentence, problems=missing, status=422
    )


async def _answered(
    request: Request, ctx: Context, sent: MoveIn, answers: Mapping[str, Answer]
) -> Response:
    """Send, and lead to the receipt; or show the refusal on the page as it is now."""
    result = await written(request, sent)
    if isinstance(result, Refusal):
        return await run_in_threadpool(_refused, request, ctx, sent, result, answers)
    place = f"/matches/{result.match_id}/seats/{result.seat}?sent={result.version}#receipt"
    return RedirectResponse(place, status_code=303)


def _refused(
    request: Request,
    ctx: Context,
    sent: MoveIn,
    refusal: Refusal,
    answers: Mapping[str, Answer],
) -> Response:
    shown = seat_page(ctx, seat_key(request, sent.match_id, sent.seat))
    is_open = _is_open(shown, sent.phase)
    return _seat_response(
        ctx,
        shown,
        answers=answers if is_open else None,
        refusal=refusal,
        problems=refusal.problems if is_open else (),
        status=status_of(refusal),
    )


def _is_open(shown: SeatPage, phase: int) -> bool:
    """Whether the page still shows the phase a form was made for."""
    return shown.match.phase is not None and shown.match.phase.number == phase


def _sentence(
    ctx: Context,
    key: Key,
    shown: SeatPage,
    decision: Decision,
    phase: int,
    answers: Mapping[str, Answer],
) -> Sentence:
    """What would be sent. A refusal to read the move is told as its problem."""
    if missing := missing_answers(decision, answers):
        return Sentence(missing=_labels(shown, missing))
    seat = shown.seat.number
    try:
        told = preview(ctx, key, shown.match.match_id, seat, phase, decision.move_json(answers))
    except Refusal as refusal:
        problem = Problem(code=refusal.code, text=refusal.text)
        return Sentence(words="", problems=refusal.problems or (problem,))
    return Sentence(words=told.words, problems=tuple(told.problems))


def _labels(shown: SeatPage, missing: tuple[Problem, ...]) -> tuple[str, ...]:
    names = {problem.field for problem in missing}
    fields = shown.decision.fields if shown.decision else ()
    return tuple(field.label for field in fields if field.name in names)


def _opening(shown: SeatPage) -> str:
    """The sentence that stands where a choice's words will come."""
    if shown.decision is None:
        return "This round has closed. Nothing can be sent for it any more."
    counting = _counting(shown)
    if counting:
        return f"Counts now: {counting.words}. Choose again to replace it."
    return "Nothing is chosen yet."


def _counting(shown: SeatPage) -> Receipt | None:
    return next(
        (one for one in shown.submissions if one.standing == "counts" and one.kind == "move"), None
    )


def _seat_response(
    ctx: Context,
    shown: SeatPage,
    *,
    answers: Mapping[str, Answer] | None = None,
    sentence: Sentence | None = None,
    problems: tuple[Problem, ...] = (),
    refusal: Refusal | None = None,
    sent: int | None = None,
    status: int = 200,
) -> Response:
    decision = shown.decision
    is_fresh = bool(shown.submissions) and shown.submissions[0].version == sent
    values: dict[str, Any] = {
        "page": shown,
        "form_fields": field_inputs(decision, answers or {}, problems) if decision else (),
        "stray": stray_problems(decision, problems) if decision and not refusal else (),
        "preview": sentence,
        "opening": _opening(shown),
        "counting": _counting(shown),
        "refusal": refusal,
        "fresh": is_fresh,
        "receipt_text": receipt_text,
        **away_values(ctx, shown),
        **notices_values(ctx, shown.match.match_id, shown.seat.number),
        "board": drawn(ctx, beside(shown.board, None if shown.locked else decision), shown.match),
        "report": drawn(ctx, shown.report.document if shown.report else None, shown.match),
    }
    return page(ctx, "seat.html", values, status=status)
