"""A match as everybody sees it: the board, the latest round, the rounds before, the rules it is played by."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from referee.services.access import is_referee
from referee.services.reading import match_page, phase_report
from referee.services.reading_models import MatchPage, PhaseRead, SeatRead
from referee.web.auth import Viewer, seat_cookie
from referee.web.dependencies import Ctx, MatchId, PhaseNumber
from referee.web.pages.charts import chart
from referee.web.pages.templating import drawn, page

router = APIRouter(prefix="/matches/{match}")

ROUNDS_SHOWN: Final = 10
"""Rounds listed on the match's page, and fetched at a time after that."""


@router.get("")
def show_match(
    request: Request,
    ctx: Ctx,
    match: MatchId,
    viewer: Viewer,
    done: Annotated[str, Query()] = "",
    seat: Annotated[str, Query()] = "",
) -> Response:
    """The match's page for whoever looks; ``done`` names what was done just now, to which ``seat``."""
    shown = match_page(ctx, match, viewer)
    report = drawn(ctx, shown.latest.document if shown.latest else None, shown)
    values = {
        "match": shown,
        "mine": _held_seats(request, shown),
        "is_referee": is_referee(viewer, match),
        "board": drawn(ctx, shown.board, shown),
        "report": report,
        "chart": chart(ctx, shown),
        "said": _given_up(shown, seat) if done == "given-up" else "",
        **_rounds(shown.history, None),
    }
    return page(ctx, "match.html", values)


@router.get("/phases")
def show_phases(
    ctx: Ctx, match: MatchId, viewer: Viewer, before: Annotated[int | None, Query()] = None
) -> Response:
    """Closed rounds, newest first, a handful at a time; ``before`` is the number to go on from."""
    shown = match_page(ctx, match, viewer)
    values = {"match": shown, "before": before, **_rounds(shown.history, before)}
    return page(ctx, "phases.html", values)


@router.get("/phases/{number}")
def show_phase(ctx: Ctx, match: MatchId, number: PhaseNumber, viewer: Viewer) -> Response:
    """One closed round with every working."""
    shown = match_page(ctx, match, viewer)
    report = phase_report(ctx, match, number, viewer)
    numbers = {one.number: one for one in shown.history}
    values = {
        "match": shown,
        "report": report,
        "document": drawn(ctx, report.document, shown, level=1),
        "previous": numbers.get(number - 1),
        "following": numbers.get(number + 1),
    }
    return page(ctx, "phase.html", values)


def _given_up(shown: MatchPage, seat: str) -> str:
    """That a seat was given up. Before the start it is gone then, and perhaps somebody else's."""
    for one in shown.seats:
        if str(one.number) == seat and any(held.ended_by == "resigned" for held in one.tenures):
            return f"You have given up the seat of {one.name}. Your link opens it no more."
    return "You have given up your seat. Your link opens it no more."


def _rounds(history: tuple[PhaseRead, ...], before: int | None) -> dict[str, object]:
    """A page's worth of closed rounds, and how many older ones there are."""
    left = [one for one in history if before is None or one.number < before]
    return {"rounds": left[:ROUNDS_SHOWN], "more_rounds": max(0, len(left) - ROUNDS_SHOWN)}


def _held_seats(request: Request, shown: MatchPage) -> tuple[SeatRead, ...]:
    """The seats whose link this browser has opened; whether the link still works, their page tells."""
    return tuple(
        seat for seat in shown.seats if seat_cookie(shown.match_id, seat.number) in request.cookies
    )
