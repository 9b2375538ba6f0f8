"""Home: what is open, what is running, what has finished; and the rules of each game."""

from fastapi import APIRouter, Response

from referee.services.reading import game_list, home
from referee.services.rules_pages import rules_page
from referee.web.dependencies import Ctx
from referee.web.pages.templating import page

router = APIRouter()


@router.get("/")
def show_home(ctx: Ctx) -> Response:
    """All matches of this server."""
    values = {"home": home(ctx), "games": game_list(ctx), "here": "home"}
    return page(ctx, "home.html", values)


@router.get("/games/{slug}/rules")
def show_rules(ctx: Ctx, slug: str) -> Response:
    """A game's rules; every ruling has its number as its anchor."""
    return page(ctx, "rules.html", {"rules": rules_page(ctx, slug)})
