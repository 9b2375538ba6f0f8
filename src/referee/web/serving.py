"""Running the application in uvicorn, with the settings that the rest of the web relies on."""

import socket
from collections.abc import Sequence
from types import FrameType
from typing import Any, Final

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

GRACE_SECONDS: Final = 10
"""How long a stop waits for requests under way. A move that is being committed needs far less."""


class Server(uvicorn.Server):
    """A uvicorn that ends the live streams when it is told to stop, rather than wait for their readers."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The signal to stop has come."""
        served: Any = self.config.loaded_app if self.config.loaded else None
        while served is not None and not isinstance(served, FastAPI):
            # What uvicorn has wrapped around the application (the proxies' headers).
            served = getattr(served, "app", None)
        if served is not None:
            served.state.stopping = True
        super().handle_exit(sig, frame)


def serve(
    app: FastAPI, listener: socket.socket, *, trusted_proxies: Sequence[str] = ("127.0.0.1",)
) -> None:
    """Serve the application on a bound socket until a signal.

    ``trusted_proxies`` are the addresses or networks whose ``X-Forwarded-For`` and ``-Proto`` are
    believed; rate limits count against the address that results.
    """
    Server(_config(app, trusted_proxies)).run(sockets=[listener])


def serve_in_processes(
    factory: str,
    count: int,
    listener: socket.socket,
    *,
    trusted_proxies: Sequence[str] = ("127.0.0.1",),
) -> None:
    """Serve on one socket from several processes until a signal; one that dies is replaced.

    Each makes its application by calling ``factory`` ("module:function").
    """
    config = _config(factory, trusted_proxies, factory=True, workers=count)
    Multiprocess(config, target=Server(config).run, sockets=[listener]).run()


def _config(
    app: FastAPI | str, trusted_proxies: Sequence[str], *, factory: bool = False, workers: int = 1
) -> uvicorn.Config:
    # uvicorn's own access log is off: it would write tokens (`referee.web.access_log` writes ours).
    return uvicorn.Config(
        app,
        factory=factory,
        workers=workers,
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
