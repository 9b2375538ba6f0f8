"""Static files under addresses that name their content, so that browsers may keep them for ever.

``/static/theme.3f2a9c41d07b.css`` holds the first 48 bits of the SHA-256 of its bytes; a changed file has
another address, and an old address shows the new bytes rather than nothing, but is not kept.
"""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

PREFIX = "/static"
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

    def address(self, name: str) -> str:
        """The path of a file ("theme.css"), with the hash of its content in it.

        Raises `KeyError` where there is no such file, so that a template cannot name a missing one.
        """
        path = PurePosixPath(name)
        hashed = path.with_name(f"{path.stem}.{self._assets[name].digest}{path.suffix}")
        return f"{PREFIX}/{hashed}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file that the rest of the path names, hashed or plain."""
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        name = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        asset, forever = self._found(name)
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

    def _found(self, name: str) -> tuple[Asset, bool]:
        if name in self._assets:
            return self._assets[name], False
        path = PurePosixPath(name)
        stem, _, digest = path.stem.rpartition(".")
        plain = str(path.with_name(stem + path.suffix)) if stem else ""
        if plain not in self._assets:
            raise HTTPException(404)
        asset = self._assets[plain]
        return asset, asset.digest == digest


def _asset(entry: Traversable) -> Asset:
    body = entry.read_bytes()
    media_type = mimetypes.guess_type(entry.name)[0] or "application/octet-stream"
    compressed = None
    if media_type.startswith(_COMPRESSIBLE) or media_type.endswith("javascript"):
        smaller = gzip.compress(body, mtime=0)
        compressed = smaller if len(smaller) < len(body) else None
    return Asset(body, compressed, media_type, hashlib.sha256(body).hexdigest()[:12])
