"""A client that speaks ASGI to the application directly and keeps every byte and header of the answer.

Nothing between test and application: no redirects followed, no decoding, and cookies only as told. The
lifespan is left alone; `serving` in the fixtures enters it.
"""

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import quote, unquote, urlencode, urlsplit

from starlette.datastructures import Headers

ORIGIN = "http://testserver"
LOOP = asyncio.Runner()
"""One loop for all tests of the process: making one for each request takes longer than the request."""


@dataclass(frozen=True)
class Answer:
    """What came back: the status, the headers as sent, the whole body."""

    status: int
    raw_headers: tuple[tuple[bytes, bytes], ...]
    body: bytes = field(repr=False)

    @property
    def headers(self) -> Headers:
        return Headers(raw=list(self.raw_headers))

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def set_cookies(self) -> dict[str, str]:
        """The cookies set, by name."""
        jar: dict[str, str] = {}
        for name, value in self.raw_headers:
            if name.lower() == b"set-cookie":
                jar.update({key: held.value for key, held in SimpleCookie(value.decode()).items()})
        return jar


class Client:
    """Sends requests to one application."""

    def __init__(self, app: Any, *, origin: str = ORIGIN) -> None:
        self.app = app
        self.origin = origin

    def get(self, path: str, **how: Any) -> Answer:
        return self.request("GET", path, **how)

    def post(self, path: str, **how: Any) -> Answer:
        return self.request("POST", path, **how)

    def request(self, method: str, path: str, **how: Any) -> Answer:
        """One request, waited for; see `exchange`."""
        return LOOP.run(self.exchange(method, path, **how))

    async def exchange(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        cookies: Mapping[str, str] | None = None,
        token: str | None = None,
        json: Any = None,
        form: Mapping[str, Any] | None = None,
        body: bytes | Iterable[bytes] = b"",
        client: str = "192.0.2.1",
    ) -> Answer:
        """One request. With cookies it comes from our own page (Origin), unless ``headers`` say otherwise."""
        sent = {"host": urlsplit(self.origin).netloc}
        if json is not None:
            body = _dumped(json)
            sent["content-type"] = "application/json"
        if form is not None:
            body = urlencode(form, doseq=True).encode()
            sent["content-type"] = "application/x-www-form-urlencoded"
        if cookies:
            sent["cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
            sent["origin"] = self.origin
        if token is not None:
            sent["authorization"] = f"Bearer {token}"
        sent.update({name.lower(): value for name, value in (headers or {}).items()})
        chunks = iter([body] if isinstance(body, bytes) else body)
        if isinstance(body, bytes) and body:
            sent.setdefault("content-length", str(len(body)))
        return await self._exchange(method, path, sent, chunks, client)

    async def _exchange(
        self, method: str, path: str, sent: Mapping[str, str], chunks: Iterator[bytes], client: str
    ) -> Answer:
        got: list[dict[str, Any]] = []
        never = asyncio.Event()

        is_sent = False

        async def receive() -> dict[str, Any]:
            nonlocal is_sent
            if is_sent:
                await never.wait()
            chunk = next(chunks, None)
            is_sent = chunk is None
            return {"type": "http.request", "body": chunk or b"", "more_body": not is_sent}

        async def send(message: dict[str, Any]) -> None:
            got.append(message)

        await self.app(scope_of(method, path, sent, self.origin, client), receive, send)
        return collected(got)


def scope_of(
    method: str, path: str, headers: Mapping[str, str], origin: str, client: str
) -> dict[str, Any]:
    """The ASGI scope of a request."""
    parts = urlsplit(path)
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": urlsplit(origin).scheme,
        "path": unquote(parts.path),
        "raw_path": quote(parts.path, safe="/%").encode(),
        "query_string": parts.query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": (client, 50000),
        "server": ("testserver", 80),
    }


def collected(messages: list[dict[str, Any]]) -> Answer:
    """The answer that these messages make."""
    start = next(message for message in messages if message["type"] == "http.response.start")
    body = b"".join(
        message.get("body", b"") for message in messages if message["type"] == "http.response.body"
    )
    return Answer(start["status"], tuple(start["headers"]), body)


def _dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=True).encode()
