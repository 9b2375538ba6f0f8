"""The posts of a match, ready to be copied into a forum, one dialect at a time."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from referee.services.reading import match_page, post
from referee.services.rendering import DIALECTS
from referee.web.auth import Viewer
from referee.web.dependencies import Ctx, MatchId
from referee.web.pages.templating import page

router = APIRouter(prefix="/matches/{match}/posts")


@router.get("")
def show_posts(ctx: Ctx, match: MatchId, viewer: Viewer) -> Response:
    """All posts, newest first, the newest one opened."""
    shown = match_page(ctx, match, viewer)
    newest = post(ctx, match, shown.posts[0].post_id) if shown.posts else None
    values = {
        "match": shown,
        "post": newest,
        "dialect": DIALECTS["bbcode"],
        "dialects": DIALECTS.values(),
    }
    return page(ctx, "posts.html", values)


@router.get("/{post_id}")
def show_post(
    ctx: Ctx,
    match: MatchId,
    post_id: str,
    viewer: Viewer,
    dialect: Annotated[str, Query()] = "bbcode",
) -> Response:
    """One post in one dialect."""
    values = {
        "match": match_page(ctx, match, viewer),
        "post": post(ctx, match, post_id),
        "dialect": DIALECTS.get(dialect, DIALECTS["bbcode"]),
        "dialects": DIALECTS.values(),
    }
    return page(ctx, "posts.html", values)
