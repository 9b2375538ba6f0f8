"""Running the application in uvicorn, with the settings that the rest of the web relies on."""

import socket
from collections.abc import Sequence
from types import FrameType
from typing import Final

import uvicorn
from fastapi import FastAPI

GRACE_SECONDS: Final = 10
"""How long a stop waits for requests under way. A move that is being committed needs far less."""


class Server(uvicorn.Server):
    """A uvicorn that ends the live streams when it is told to stop, rather than wait for their readers."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._fastapi = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The signal to stop has come."""
        self._fastapi.state.stopping = True
        super().handle_exit(sig, frame)


def new_server(
    app: FastAPI, *, host: str, port: int, trusted_proxies: Sequence[str] = ("127.0.0.1",)
) -> Server:
    """A server for the application; ``run()`` serves until a signal.

    ``trusted_proxies`` are the addresses or networks whose ``X-Forwarded-For`` and ``-Proto`` are
    believed; rate limits count against the address that results. uvicorn's own access log is off,
    because it would write tokens (`referee.web.access_log` writes ours).
    """
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        loop="uvloop",
        http="httptools",
        ws="none",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=",".join(trusted_proxies),
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    return Server(config, app)


def serve(
    app: FastAPI,
    *,
    host: str,
    port: int,
    trusted_proxies: Sequence[str] = ("127.0.0.1",),
    sockets: list[socket.socket] | None = None,
) -> None:
    """Serve until a signal; on ``sockets``, if given, instead of ``host`` and ``port``."""
    new_server(app, host=host, port=port, trusted_proxies=trusted_proxies).run(sockets=sockets)
