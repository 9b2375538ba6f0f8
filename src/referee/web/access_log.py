"""The access log: what was asked and how it went, and nothing that anybody must keep to themselves.

The server's own access log writes every path as it came, and so every token in ``/open/{token}``. Ours
writes the route instead of the path. It also stays silent about seats: a line saying that somebody
posted to a seat would tell whoever reads the log who has moved, and the log's reader may be playing.
Faults are logged by `referee.web.errors` whatever the route.
"""

import asyncio
from typing import Any, Final

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SILENT: Final = ("/static/", "/health")

LONGEST_STEP: Final = 40
"""A token has 43 characters; nothing in an address of ours that may be told is nearly as long."""


class AccessLog:
    """Writes a line for each request that may be told, after it is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._log = structlog.get_logger("referee.access")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request, then log it."""
        if scope["type"] != "http" or scope["path"].startswith(SILENT):
            await self._app(scope, receive, send)
            return
        status = 500
        clock = asyncio.get_running_loop().time
        began_at = clock()

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            path = told_path(scope["path"])
            if path is not None:
                self._write(scope["method"], path, status, clock() - began_at)

    def _write(self, method: str, path: str, status: int, seconds: float) -> None:
        line: dict[str, Any] = {
            "method": method,
            "path": path,
            "status": status,
            "milliseconds": round(seconds * 1000, 1),
        }
        self._log.info("request", **line)


def told_path(path: str) -> str | None:
    """The path as the log may hold it: tokens struck out; None for anything about a seat.

    Links are pasted by hand and mangled by forums and proxies, so a token is struck out wherever it stands
    (a second slash, another case, a folder before it), and so is whatever is as long as one.
    """
    steps = path.split("/")
    if "seats" in steps or "receipts" in steps:
        return None
    told: list[str] = []
    for step in steps:
        if told and told[-1].lower() == "open" and step:
            return "/".join((*told, "…"))
        told.append(step if len(step) < LONGEST_STEP else "…")
    return "/".join(told)
