"""Feeds of a match and of a seat, for calendars and feed readers. They need no key and tell no secret."""

from fastapi import APIRouter, Response

from referee.services.match_feeds import Published, match_calendar, match_news
from referee.web.dependencies import Ctx, MatchId, SeatNumber

router = APIRouter(prefix="/matches/{match}")


@router.get("/calendar.ics")
def show_match_calendar(ctx: Ctx, match: MatchId) -> Response:
    """Every deadline of the match, past and foretold."""
    return _sent(match_calendar(ctx, match))


@router.get("/feed.atom")
def show_match_news(ctx: Ctx, match: MatchId) -> Response:
    """What was announced, and until when the open round is."""
    return _sent(match_news(ctx, match))


@router.get("/seats/{seat}/calendar.ics")
def show_seat_calendar(ctx: Ctx, match: MatchId, seat: SeatNumber) -> Response:
    """The deadlines at which this seat owes a move."""
    return _sent(match_calendar(ctx, match, seat))


@router.get("/seats/{seat}/feed.atom")
def show_seat_news(ctx: Ctx, match: MatchId, seat: SeatNumber) -> Response:
    """What was announced, and until when this seat is asked."""
    return _sent(match_news(ctx, match, seat))


def _sent(feed: Published) -> Response:
    return Response(feed.body, media_type=feed.content_type)
