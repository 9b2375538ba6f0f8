"""What every response carries and every request must pass, whatever the route: no route can forget it.

Pure ASGI, so that streams stay streams. From the outside in: `Headers` adds the headers, answers
faults, and lets HEAD be asked of every page; `OriginCheck` refuses what another site sends;
`BodyLimit` refuses what is too large, counting what really arrives.
"""

from typing import Final
from urllib.parse import urlsplit

from fastapi import Request
from starlette.datastructures import Headers as HeaderMap
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.web.auth import is_key_cookie
from referee.web.errors import Shown, answer, broken

BODY_LIMIT: Final = 64 * 1024
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


def _shows_key(headers: HeaderMap) -> bool:
    if "authorization" in headers:
        return True
    names = (part.split("=", 1)[0].strip() for part in headers.get("cookie", "").split(";"))
    return any(is_key_cookie(name) for name in names)


class Headers:
    """Adds the security headers to every response, and turns a fault into an answer that has them."""

    def __init__(self, app: ASGIApp, base_url: str) -> None:
        self._app = app
        self._headers = dict(_HEADERS)
        if base_url.startswith("https:"):
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the headers; a fault becomes an answer too."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        keyed = _shows_key(HeaderMap(scope=scope)) or path.startswith(("/open/", "/notices/"))
        keyed = keyed and not path.startswith("/static/")
        # An event stream has no end, so it alone cannot be asked for its head.
        headless = scope["method"] == "HEAD" and not path.endswith("/live")
        if headless:
            scope = {**scope, "method": "GET"}
        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                self._complete(MutableHeaders(scope=message), keyed=keyed)
            elif headless:
                message = {**message, "body": b""}
            await send(message)

        try:
            await self._app(scope, receive, guarded)
        except Exception as error:
            if started:  # too late for an answer; the server cuts the connection
                raise
            request = Request(scope, receive)
            await broken(request, error)(scope, receive, guarded)

    def _complete(self, headers: MutableHeaders, *, keyed: bool) -> None:
        for name, value in self._headers.items():
            headers.setdefault(name, value)
        if keyed or any(name == "set-cookie" for name in headers):
            headers["Cache-Control"] = "no-store"
        elif "cache-control" not in headers:
            headers["Cache-Control"] = "no-cache"
            headers.add_vary_header("Cookie")
            headers.add_vary_header("Authorization")


class OriginCheck:
    """Refuses unsafe requests that a browser sends on behalf of another site.

    Browsers say where a request comes from in ``Sec-Fetch-Site`` and ``Origin``. Because our
    referrer policy is ``no-referrer``, the ``Origin`` of our own forms is ``null`` (Fetch, "append a
    request Origin header"); there ``Sec-Fetch-Site`` decides. Browsers do not send that over plain
    HTTP except to this very machine; only there is a bare ``null`` accepted, and the cookies' SameSite
    is what remains. A request with none of these headers does not come from a browser: it passes
    unless it brings a cookie.
    """

    def __init__(self, app: ASGIApp, base_url: str) -> None:
        self._app = app
        parts = urlsplit(base_url)
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._is_https = parts.scheme == "https"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what is not our own, pass on the rest."""
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            headers = HeaderMap(scope=scope)
            if not self._is_own(headers, scope["scheme"]):
                error = Shown(
                    403,
                    "foreign-origin",
                    "This came from another site, or your browser hides where it came from. Open the "
                    "page here and send it again.",
                )
                await answer(Request(scope, receive), error)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _is_own(self, headers: HeaderMap, scheme: str) -> bool:
        site, origin, host = (headers.get(name) for name in ("sec-fetch-site", "origin", "host"))
        if site is not None and site not in ("same-origin", "none"):
            return False
        if origin is None:
            return site is not None or "cookie" not in headers
        if origin == "null":
            is_told = self._is_https or scheme == "https" or _is_loopback(host or "")
            return site is not None or not is_told
        # The host the browser asked for is as good as the configured one: a page there is ours.
        return origin in (self._origin, f"{scheme}://{host}")


def _is_loopback(host: str) -> bool:
    try:
        return urlsplit(f"//{host}").hostname in _LOOPBACK
    except ValueError:
        return False


class BodyLimit:
    """Refuses a body of more than ``limit`` bytes, by its announced length or by what arrives."""

    def __init__(self, app: ASGIApp, limit: int = BODY_LIMIT) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body, refuse it if it is too large, pass it on whole."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        length = HeaderMap(scope=scope).get("content-length", "")
        if length.isdecimal() and int(length) > self._limit:
            await self._refuse(scope, receive, send)
            return
        if scope["method"] in SAFE_METHODS:
            await self._app(scope, receive, send)
            return
        body = await self._whole_body(receive)
        if body is None:
            await self._refuse(scope, receive, send)
            return
        await self._app(scope, _replayed(body, receive), send)

    async def _whole_body(self, receive: Receive) -> bytes | None:
        """The body, read before anything acts on it; None as soon as it is too large."""
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return bytes(body)
            body += message.get("body", b"")
            if len(body) > self._limit:
                return None
            if not message.get("more_body", False):
                return bytes(body)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        error = Shown(
            413,
            "body-too-large",
            f"That is too large: at most {self._limit // 1024} kB can be sent here.",
            headers={"Connection": "close"},
        )
        await answer(Request(scope, receive), error)(scope, receive, send)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A ``receive`` that gives the body again, then whatever comes after it."""
    given = False

    async def again() -> Message:
        nonlocal given
        if not given:
            given = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again
