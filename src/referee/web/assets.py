"""Static files under addresses that name their content, so that browsers may keep them for ever.

``/static/theme.css?v=3f2a9c41d07b`` names the first 48 bits of the SHA-256 of the file's bytes (the
templates write it so); a changed file has another address. Without the hash, or with an old one, the
file is sent too, but is to be asked for again.
"""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

PREFIX = "/static"
DIGEST_LENGTH = 12
_FOREVER = "public, max-age=31536000, immutable"
_COMPRESSIBLE = ("text/", "image/svg", "application/json", "application/manifest")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, ready to send. ``compressed`` is None where compressing saves nothing."""

    body: bytes
    compressed: bytes | None
    media_type: str
    digest: str


class Assets:
    """All static files, read once when the application is made, as an ASGI application."""

    def __init__(self, folder: Traversable | None = None) -> None:
        self._assets: dict[str, Asset] = {}
        root = folder or files("referee.web") / "static"
        if root.is_dir():
            self._read(root, "")

    def _read(self, folder: Traversable, prefix: str) -> None:
        for entry in folder.iterdir():
            if entry.is_dir():
                self._read(entry, f"{prefix}{entry.name}/")
            else:
                self._assets[prefix + entry.name] = _asset(entry)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file that the rest of the path names."""
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        name = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        asset = self._assets.get(name)
        if asset is None:
            raise HTTPException(404)
        forever = parse_qs(scope["query_string"].decode("latin-1")).get("v") == [asset.digest]
        headers = {
            "Cache-Control": _FOREVER if forever else "no-cache",
            "ETag": f'"{asset.digest}"',
            "Vary": "Accept-Encoding",
        }
        asked = Headers(scope=scope)
        if asked.get("if-none-match") == headers["ETag"]:
            await Response(status_code=304, headers=headers)(scope, receive, send)
            return
        body = asset.body
        if asset.compressed is not None and "gzip" in asked.get("accept-encoding", ""):
            body = asset.compressed
            headers["Content-Encoding"] = "gzip"
        response = Response(body, headers=headers, media_type=asset.media_type)
        await response(scope, receive, send)


def _asset(entry: Traversable) -> Asset:
    body = entry.read_bytes()
    media_type = mimetypes.guess_type(entry.name)[0] or "application/octet-stream"
    compressed = None
    if media_type.startswith(_COMPRESSIBLE) or media_type.endswith("javascript"):
        smaller = gzip.compress(body, mtime=0)
        compressed = smaller if len(smaller) < len(body) else None
    return Asset(body, compressed, media_type, hashlib.sha256(body).hexdigest()[:DIGEST_LENGTH])
