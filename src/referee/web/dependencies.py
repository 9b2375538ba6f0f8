"""What an endpoint may ask for: the context, the writer, the limits, and who is asking.

The application is composed once (`referee.web.app`) and keeps its parts in ``app.state``; endpoints
name what they need as annotated dependencies and never reach into the state themselves.
"""

import ipaddress
from typing import Annotated, Final

from fastapi import Depends, Path, Request

from referee.services.context import Context
from referee.services.writer import Writer
from referee.web.rate_limits import RateLimits


def context(request: Request) -> Context:
    """The context every service takes first."""
    ctx: Context = request.app.state.ctx
    return ctx


def writer(request: Request) -> Writer:
    """The process's writer, which commits waiting moves together."""
    held: Writer = request.app.state.writer
    return held


def rate_limits(request: Request) -> RateLimits:
    """The process's rate limits."""
    held: RateLimits = request.app.state.rate_limits
    return held


def client_address(request: Request) -> str:
    """Whom a rate limit counts against: the client's address, for IPv6 its /64.

    Behind a trusted proxy the server (uvicorn's ``forwarded_allow_ips``) has already put the real
    client's address in the scope; a header is never believed here. A /64 is what one household or one
    rented machine gets, so counting single IPv6 addresses would limit nobody.
    """
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host or "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


# Asynchronous, because FastAPI hands every other dependency to a thread, which costs more than these do.


async def _context(request: Request) -> Context:
    return context(request)


async def _rate_limits(request: Request) -> RateLimits:
    return rate_limits(request)


async def _client_address(request: Request) -> str:
    return client_address(request)


Ctx = Annotated[Context, Depends(_context)]
Limits = Annotated[RateLimits, Depends(_rate_limits)]
Address = Annotated[str, Depends(_client_address)]

# What cannot be an id or a number at all is answered like one that is not there, by every route alike.
MatchId = Annotated[
    str, Path(pattern=r"^[a-z0-9]{1,32}$", description="The match's id, as in its address.")
]
MOST_SEATS: Final = 99
"""As many as an address can name."""
SeatNumber = Annotated[int, Path(ge=1, le=MOST_SEATS, description="The seat's number, from 1.")]
PhaseNumber = Annotated[
    int,
    Path(ge=1, le=1_000_000, description="The phase's number, counted through the match from 1."),
]
