"""Fetching an export from another server."""

from urllib.parse import urlsplit

import httpx

from referee.services.export_files import UnreadableExport

LARGEST = 100_000_000
"""Bytes: far more than a match of a hundred rounds."""

_TIMEOUT = 30.0


def downloaded_export(url: str) -> bytes:
    """The export at this address; a match's own address (``…/matches/ID``) will do.

    Raises `UnreadableExport` if it cannot be had.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        raise UnreadableExport("this is no address.") from None
    if not parts.path.endswith((".json", "/export")):
        url = parts._replace(path=f"{parts.path.rstrip('/')}/export.json").geturl()
    received = bytearray()
    try:
        with httpx.stream("GET", url, timeout=_TIMEOUT, follow_redirects=True) as answer:
            if answer.status_code != httpx.codes.OK:
                raise UnreadableExport(f"the server answers {answer.status_code}.")
            for part in answer.iter_bytes():
                received += part
                if len(received) > LARGEST:
                    raise UnreadableExport("it is too large to be an export.")
    except (httpx.HTTPError, httpx.InvalidURL) as wrong:
        raise UnreadableExport(f"it cannot be fetched: {type(wrong).__name__}.") from None
    return bytes(received)
