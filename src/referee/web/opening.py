"""The door: opening a link, and leaving.

GET ``/open/{token}`` looks at nothing, so it looks the same for a good link and a bad one, and a mail
scanner that follows it changes nothing. Only the button's POST exchanges the token.
"""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from referee.web import auth
from referee.web.dependencies import Ctx
from referee.web.pages.sent import SentForm
from referee.web.pages.templating import page

router = APIRouter(include_in_schema=False)


@router.get("/open/{token}")
def open_page(ctx: Ctx, token: str) -> Response:
    """The button. Nothing is looked up, set or counted."""
    return page(ctx, "open.html", {"token": token})


@router.post("/open/{token}")
def open_link(request: Request, token: str, form: SentForm) -> Response:
    """Exchange the token for its cookie and lead to the seat or desk, or to the link of one's own."""
    return auth.opened(request, token, form.request_id)


@router.post("/leave")
def leave(request: Request, match: Annotated[str | None, Form()] = None) -> Response:
    """Let this browser forget the keys of a match, or all of them. The links keep working."""
    response = RedirectResponse(f"/matches/{match}" if match else "/", status_code=303)
    auth.forget_keys(request, response, match)
    return response
