"""Running the application in uvicorn, with the settings that the rest of the web relies on."""

import multiprocessing
import signal
import socket
import threading
from collections.abc import Callable, Sequence
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Any, Final

import structlog
import uvicorn
from fastapi import FastAPI

GRACE_SECONDS: Final = 10
"""How long a stop waits for requests under way. A move that is being committed needs far less."""

WATCH_SECONDS: Final = 1.0
"""How soon a web process that has died is replaced."""


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
    # Having stopped, uvicorn raises the signal once more; to have stopped when asked to is no error.
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, _heard)
    Server(_config(app, trusted_proxies)).run(sockets=[listener])


def serve_in_processes(
    make_app: Callable[[], FastAPI],
    count: int,
    listener: socket.socket,
    *,
    trusted_proxies: Sequence[str] = ("127.0.0.1",),
) -> None:
    """Serve on one socket from several processes until a signal; one that dies is replaced.

    ``make_app`` is a function of a module, called in each process: applications cannot be handed over.
    """
    stop = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stop.set())
    spawning = multiprocessing.get_context("spawn")

    def begun() -> SpawnProcess:
        process = spawning.Process(
            target=_serve_one, args=(make_app, listener, tuple(trusted_proxies)), name="web"
        )
        process.start()
        return process

    processes = [begun() for _ in range(count)]
    while not stop.wait(WATCH_SECONDS):
        for place, process in enumerate(processes):
            if not process.is_alive():
                structlog.get_logger("referee.web").error(
                    "web-process-died", exit_status=process.exitcode
                )
                processes[place] = begun()
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()


def _heard(_signal: int, _frame: FrameType | None) -> None:
    """A signal that has been acted upon."""


def _serve_one(
    make_app: Callable[[], FastAPI], listener: socket.socket, trusted_proxies: Sequence[str]
) -> None:
    serve(make_app(), listener, trusted_proxies=trusted_proxies)


def _config(app: FastAPI, trusted_proxies: Sequence[str]) -> uvicorn.Config:
    # uvicorn's own access log is off: it would write tokens (`referee.web.access_log` writes ours).
    return uvicorn.Config(
        app,
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
