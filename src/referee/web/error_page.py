"""The page that shows an error to a person; the words come from `referee.web.errors`."""

import re

from fastapi import Request, Response

from referee.web.errors import Shown
from referee.web.pages.templating import page

_MATCH = re.compile(r"^/matches/([a-z0-9]+)(?=/)")
_SEAT = re.compile(r"^/matches/[a-z0-9]+/seats/")
_GAVE_UP = "If you gave this seat up, that is done: only the referee can seat you again."


def error_page(request: Request, error: Shown) -> Response:
    """The error as a page of the site, with a way back to the match it happened in."""
    inside = _MATCH.match(request.url.path)
    is_lost = error.code == "match-not-found"
    # Whoever gives a seat up has its key taken from this browser, and may still go back to its page.
    is_keyless_seat = error.code == "key-missing" and _SEAT.match(request.url.path)
    return page(
        request.app.state.ctx,
        "error.html",
        {
            "title": error.heading,
            "text": error.text,
            "what_to_do": _GAVE_UP if is_keyless_seat else None,
            "back": f"/matches/{inside[1]}" if inside and not is_lost else None,
            "code": error.code,
        },
        status=error.status,
    )
