"""How the documentation says that an endpoint needs a key."""

from typing import Any, Final

NEEDS_KEY: Final[dict[str, Any]] = {"security": [{"token": []}, {"cookie": []}]}
MAY_SHOW_KEY: Final[dict[str, Any]] = {"security": [{}, {"token": []}, {"cookie": []}]}
SCHEMES: Final[dict[str, Any]] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a seat's or a referee's link: the part after `/open/`.",
    },
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "seat-MATCH-SEAT",
        "description": "In a browser: the cookie that opening the link has set "
        "(`seat-MATCH-SEAT`, or `desk-MATCH` for the referee). Unsafe requests must come from this site.",
    },
}
