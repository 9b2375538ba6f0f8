"""Live refresh: a stream that says when this viewer's page has changed, and nothing else.

The stream carries the page's revision, which changes exactly when the viewer's own page would; so it can
tell nobody more than reloading would. The page decides what to fetch again.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final
from weakref import WeakValueDictionary

from anyio.to_thread import run_sync
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from referee.services import reading
from referee.services.access import Key
from referee.services.context import Context
from referee.services.errors import Refusal, TooMany
from referee.web.auth import Viewer, viewer
from referee.web.dependencies import client_address, context

POLL_SECONDS: Final = 1.0
KEEPALIVE_SECONDS: Final = 20.0
RETRY_MILLISECONDS: Final = 3000
STREAMS_PER_ADDRESS: Final = 40
STREAMS_PER_PROCESS: Final = 500


class OpenStreams:
    """Counts the streams that are open, by address, so that nobody can hold all connections."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_address: dict[str, int] = {}

    def enter(self, address: str) -> None:
        """Count one more stream; raises `TooMany` when the address or the process has its fill."""
        with self._lock:
            mine = self._by_address.get(address, 0)
            if mine >= STREAMS_PER_ADDRESS or sum(self._by_address.values()) >= STREAMS_PER_PROCESS:
                raise TooMany(
                    "too-many-streams",
                    "Too many pages are watching at once. Close some, or reload this one by hand.",
                    retry_after=60,
                )
            self._by_address[address] = mine + 1

    def leave(self, address: str) -> None:
        """Count one stream less."""
        with self._lock:
            rest = self._by_address[address] - 1
            if rest:
                self._by_address[address] = rest
            else:
                del self._by_address[address]


class Revisions:
    """The present revisions, each read at most once a poll however many streams watch it.

    A match watched by two hundred people would otherwise be read two hundred times a second.
    """

    def __init__(self, *, keep_seconds: float) -> None:
        self.keep_seconds = keep_seconds
        self._locks: WeakValueDictionary[tuple[str, Key | None], asyncio.Lock] = (
            WeakValueDictionary()
        )
        self._known: dict[tuple[str, Key | None], tuple[float, str]] = {}

    async def present(self, ctx: Context, match_id: str, key: Key | None) -> str:
        """The revision of one viewer, at most ``keep_seconds`` old. Raises `NotFound`."""
        loop, watched = asyncio.get_running_loop(), (match_id, key)
        lock = self._locks.setdefault(watched, asyncio.Lock())
        async with lock:
            at, revision = self._known.get(watched, (float("-inf"), ""))
            if loop.time() - at >= self.keep_seconds:
                revision = await run_sync(reading.revision, ctx, match_id, key)
                self._forget_stale(loop.time())
                self._known[watched] = (loop.time(), revision)
            return revision

    def _forget_stale(self, now: float) -> None:
        stale = [
            watched for watched, (at, _) in self._known.items() if now - at >= self.keep_seconds
        ]
        for watched in stale:
            del self._known[watched]


async def changes(
    present: Callable[[], Awaitable[str]],
    is_over: Callable[[], bool],
    *,
    poll_seconds: float,
    keepalive_seconds: float = KEEPALIVE_SECONDS,
) -> AsyncIterator[bytes]:
    """Events as bytes: first how soon to reconnect and the present revision, then every new one.

    Ends when ``is_over`` says that the server stops, or when ``present`` refuses (a revoked link).
    """
    try:
        latest = await present()
        yield _event("revision", latest, retry=RETRY_MILLISECONDS)
        silence = 0.0
        while not is_over():
            await asyncio.sleep(poll_seconds)
            silence += poll_seconds
            revision = await present()
            if revision != latest:
                latest, silence = revision, 0.0
                yield _event("changed", latest)
            elif silence >= keepalive_seconds:
                silence = 0.0
                yield b": still here\n\n"
    except Refusal:
        return


def _event(name: str, revision: str, *, retry: int | None = None) -> bytes:
    first = f"retry: {retry}\n" if retry is not None else ""
    return f"{first}event: {name}\nid: {revision}\ndata: {revision}\n\n".encode()


class _CountedStream(StreamingResponse):
    """A stream that is counted as open exactly while it is served, even if it never began."""

    def __init__(self, events: AsyncIterator[bytes], streams: OpenStreams, address: str) -> None:
        super().__init__(
            events,
            media_type="text/event-stream",
            headers={"X-Accel-Buffering": "no", "Cache-Control": "no-store"},
        )
        self._streams = streams
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams.leave(self._address)


def stream(request: Request, match: str, key: Key | None) -> StreamingResponse:
    """The stream of one viewer of one match. Raises `NotFound` and `TooMany` before it begins."""
    state, ctx = request.app.state, context(request)
    streams: OpenStreams = state.open_streams
    revisions: Revisions = state.revisions
    reading.revision(ctx, match, key)
    address = client_address(request)
    streams.enter(address)

    async def present() -> str:
        # A link that is revoked meanwhile must end what it opened.
        now_key = key if key is None else await run_sync(viewer, request, match)
        return await revisions.present(ctx, match, now_key)

    events = changes(present, lambda: bool(state.stopping), poll_seconds=revisions.keep_seconds)
    return _CountedStream(events, streams, address)


router = APIRouter(include_in_schema=False)


@router.get("/matches/{match}/live")
def live(request: Request, match: str, key: Viewer) -> StreamingResponse:
    """Tell when the viewer's page has changed, as server-sent events."""
    return stream(request, match, key)
