"""Moves on their way to the writer: by the token as it came, because looking up its key is the writer's.

At the deadline everybody sends at once. Looking up each key by itself, in a thread, took as long as all the
rest; the writer looks up those of a whole batch at once. Whoever has no key hears what they would hear anywhere.
"""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute

from referee.services.errors import KeyMissing, KeyRevoked, NotYours, Refusal
from referee.services.moves import MoveIn
from referee.services.reading_models import Receipt
from referee.web.auth import seat_key
from referee.web.dependencies import client_address, rate_limits, writer


async def written(request: Request, move: MoveIn) -> Receipt | Refusal:
    """The receipt, or why there is none. Raises `KeyMissing`, `KeyRevoked` and `NotYours`; and `TooMany`.

    An unknown token counts against the client's address, here as wherever one is shown.
    """
    outcome = await writer(request).submit(move)
    if isinstance(outcome, KeyMissing):
        await run_in_threadpool(rate_limits(request).count, "guess", client_address(request))
    if isinstance(outcome, KeyMissing | KeyRevoked | NotYours):
        raise outcome
    return outcome


class KeyFirstRoute(APIRoute):
    """A seat's route that says what is wrong with the key before it says what is wrong with the body.

    What never reaches the writer would else be answered without anybody having looked up the key.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The route's own handler, with the key looked up when the body is not what it must be."""
        handle = super().get_route_handler()

        async def handle_key_first(request: Request) -> Response:
            try:
                return await handle(request)
            except RequestValidationError as invalid:
                # Nobody looks at a key while the address or the JSON itself cannot be read.
                errors = invalid.errors()
                if all(one["loc"][0] == "body" and one["type"] != "json_invalid" for one in errors):
                    match, seat = request.path_params["match"], int(request.path_params["seat"])
                    await run_in_threadpool(seat_key, request, match, seat)
                raise

        return handle_key_first
