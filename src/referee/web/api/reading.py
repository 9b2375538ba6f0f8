"""What everybody may read: matches, rounds, series, posts, games and their rules."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import StreamingResponse

from referee.core.documents import Series
from referee.services import reading
from referee.services.reading_models import GameRead, Home, MatchPage, PhaseReport, PostRead
from referee.services.rules_pages import RulesPage, rules_page
from referee.web import live
from referee.web.api.keys import MAY_SHOW_KEY
from referee.web.api.problems import KEY_SHOWN, answers
from referee.web.auth import Viewer
from referee.web.dependencies import Ctx, MatchId, PhaseNumber

router = APIRouter(tags=["matches"])


@router.get("/games", summary="The games", responses=answers())
def read_games(ctx: Ctx) -> tuple[GameRead, ...]:
    """Every game there is, with the schema of its options and its presets."""
    return reading.game_list(ctx)


@router.get("/games/{game}/rules", summary="A game's rules", responses=answers("game-not-found"))
def read_rules(ctx: Ctx, game: Annotated[str, Path(description="The game's slug.")]) -> RulesPage:
    """The rules as safe HTML; every ruling's number is the id of its element."""
    return rules_page(ctx, game)


@router.get("/matches", summary="All matches", responses=answers())
def read_matches(ctx: Ctx) -> Home:
    """Matches open for signup, running and finished."""
    return reading.home(ctx)


@router.get(
    "/matches/{match}",
    summary="A match",
    responses=answers("match-not-found", *KEY_SHOWN),
    openapi_extra=MAY_SHOW_KEY,
)
def read_match(ctx: Ctx, match: MatchId, key: Viewer) -> MatchPage:
    """The board, the seats, the phase and its deadline, and the history, newest first.

    With a key, what its holder may know; without one, what everybody may.
    """
    return reading.match_page(ctx, match, key)


@router.get(
    "/matches/{match}/phases/{phase}",
    summary="A closed phase",
    responses=answers("match-not-found", "phase-not-found", "phase-open", *KEY_SHOWN),
    openapi_extra=MAY_SHOW_KEY,
)
def read_phase(ctx: Ctx, match: MatchId, phase: PhaseNumber, key: Viewer) -> PhaseReport:
    """The announcement of a closed phase with its workings, the revealed moves and their commitments."""
    return reading.phase_report(ctx, match, phase, key)


@router.get(
    "/matches/{match}/series", summary="Numbers by round", responses=answers("match-not-found")
)
def read_series(ctx: Ctx, match: MatchId) -> tuple[Series, ...]:
    """The public numbers over time, a line for each seat: life and score by round."""
    return reading.series(ctx, match)


@router.get("/matches/{match}/posts", summary="The posts", responses=answers("match-not-found"))
def read_posts(ctx: Ctx, match: MatchId) -> tuple[PostRead, ...]:
    """The posts written so far, in every dialect, ready for the forum."""
    return reading.posts(ctx, match)


@router.get(
    "/matches/{match}/posts/{post}",
    summary="A post",
    responses=answers("match-not-found", "post-not-found"),
)
def read_post(
    ctx: Ctx, match: MatchId, post: Annotated[str, Path(description="The post's id.")]
) -> PostRead:
    """One post in every dialect."""
    return reading.post(ctx, match, post)


@router.get(
    "/matches/{match}/live",
    summary="Live changes",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "Server-sent events. `revision` comes first with the present revision, "
            "`changed` whenever what this viewer may see has changed; nothing else is told.",
            "content": {
                "text/event-stream": {
                    "schema": {"type": "string"},
                    "example": "retry: 3000\nevent: revision\nid: 17\ndata: 17\n\n",
                }
            },
        },
        **answers("match-not-found", "too-many-streams", *KEY_SHOWN),
    },
    openapi_extra=MAY_SHOW_KEY,
)
def read_live(request: Request, match: MatchId, key: Viewer) -> StreamingResponse:
    """A stream that tells when to read the match again."""
    return live.stream(request, match, key)
