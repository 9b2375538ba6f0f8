"""What runs until it is stopped: `referee serve`, `referee worker` and `referee demo`."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.beginning import app, context_of, give_up, settings_said

if TYPE_CHECKING:
    from referee.services.context import Context
    from referee.settings import Settings

Host = Annotated[
    str | None, typer.Option(help="The address to listen on; REFEREE_HOST if left out.")
]
Port = Annotated[
    int | None,
    typer.Option(min=0, max=65535, help="The port, 0 for a free one; REFEREE_PORT if left out."),
]


@app.command(rich_help_panel="Serving")
def serve(
    host: Host = None,
    port: Port = None,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Web processes; more than one needs PostgreSQL.")
    ] = 1,
    worker: Annotated[
        bool | None,
        typer.Option("--worker/--no-worker", help="Close what is due; REFEREE_WORKER if left out."),
    ] = None,
) -> None:
    """Serve the site and the API, and close what is due.

    A new database gets its tables; an older one is left alone until `referee db upgrade`.
    """
    settings = settings_said(host=host, port=port, worker=worker)
    if workers > 1 and settings.database_url.startswith("sqlite"):
        give_up("SQLite serves one process. For several, set REFEREE_DATABASE_URL to a PostgreSQL.")
    with _listening(settings) as listener:
        settings = _told_its_address(settings, listener)
        ctx = context_of(settings)
        _tell_lost(ctx)
        typer.echo(f"Referee serves {settings.base_url}, listening on {_address(listener)}")
        if workers == 1:
            _serve(settings, ctx, listener)
            return
        from referee.bootstrap import web_process
        from referee.web.serving import serve_in_processes

        ctx.store.close()
        # Each process reads its settings anew: it must find what this command line has said.
        os.environ["REFEREE_BASE_URL"] = settings.base_url
        os.environ["REFEREE_WORKER"] = str(settings.worker)
        serve_in_processes(web_process, workers, listener, trusted_proxies=_proxies(settings))


@app.command(rich_help_panel="Serving")
def worker() -> None:
    """Close what is due, deliver what waits and send notices, without serving. Any number may run."""
    import signal
    import threading

    from referee.courier import Courier
    from referee.worker import run

    settings = settings_said()
    ctx = context_of(settings)
    stop = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stop.set())
    _tell_lost(ctx)
    typer.echo("Referee's worker runs.")
    with Courier(ctx, poll_seconds=settings.poll_seconds):
        run(ctx, stop, poll_seconds=settings.poll_seconds)


@app.command(rich_help_panel="Serving")
def demo(host: Host = None, port: Port = None) -> None:
    """Serve with a demonstration match of each game, and print the links into them.

    For the embedded database. Started again, it goes on with the same matches until they are over.
    """
    from referee.bootstrap import configure_logging

    settings = settings_said(host=host, port=port)
    if not settings.database_url.startswith("sqlite"):
        give_up("The demonstration is for the embedded database; leave REFEREE_DATABASE_URL unset.")
    if "log_level" not in settings.model_fields_set:
        # The links are to be seen, not to scroll away.
        settings = settings.model_copy(update={"log_level": "warning"})
        configure_logging(settings)
    with _listening(settings) as listener:
        settings = _told_its_address(settings, listener)
        ctx = context_of(settings)
        for game, shown in _demo_links(settings, ctx).items():
            typer.echo(
                f"\nA match of {ctx.games[game].info.title} has begun; all its players but you are practice "
                "players.\n\n"
                f"  What everybody sees  {settings.base_url}/matches/{shown['match_id']}\n"
                f"  Your seat            {settings.base_url}{shown['seat']}\n"
                f"  The referee's desk   {settings.base_url}{shown['desk']}"
            )
        typer.echo(
            "\nTake a seat and send a move, then open the desk and close the round. Ctrl-C stops the server.\n"
        )
        _serve(settings, ctx, listener)


def _tell_lost(ctx: Context) -> None:
    """Say which open rounds nobody can resolve, because the secret that sealed their moves is gone.

    So may be what was sealed for players who are away.
    """
    from referee.services.sealed_absences import lost_absences, lost_absences_words
    from referee.services.sealed_phases import lost_phases, lost_words

    for phase in lost_phases(ctx):
        typer.echo(lost_words(phase), err=True)
    for lost in lost_absences(ctx):
        typer.echo(lost_absences_words(lost), err=True)


def _listening(settings: Settings) -> socket.socket:
    """A socket bound to the settings' address; exits in one sentence if that is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as wrong:
        why, _, _ = (wrong.strerror or str(wrong)).partition(" (while ")
        give_up(
            f"Cannot listen on {settings.host} port {settings.port}: {why}. "
            "Name another port with --port."
        )


def _told_its_address(settings: Settings, listener: socket.socket) -> Settings:
    """Settings whose links lead to where the server really listens, unless they say where it is reached."""
    if "base_url" in settings.model_fields_set:
        return settings
    return settings.model_copy(update={"base_url": f"http://{_address(listener)}"})


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _serve(settings: Settings, ctx: Context, listener: socket.socket) -> None:
    from referee.bootstrap import build_app
    from referee.web.serving import serve as serve_app

    try:
        serve_app(build_app(settings, ctx), listener, trusted_proxies=_proxies(settings))
    finally:
        ctx.store.close()


def _proxies(settings: Settings) -> list[str]:
    return [proxy.strip() for proxy in settings.trusted_proxies.split(",") if proxy.strip()]


def _demo_links(settings: Settings, ctx: Context) -> dict[str, dict[str, str]]:
    """Where each game's demonstration, its seat and desk are, as paths; a new one where none is running.

    Links cannot be read from the database, which knows only their hashes, so they are kept beside it.
    """
    from referee.services.demo import build_demo
    from referee.services.errors import NotFound
    from referee.services.reading import match_page

    file = Path(f"{settings.database_url.removeprefix('sqlite:///')}.demo")
    try:
        kept = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        kept = {}
    shown: dict[str, dict[str, str]] = {}
    for game in ctx.games:
        try:
            if match_page(ctx, kept[game]["match_id"], None).status == "running":
                shown[game] = kept[game]
                continue
        except (KeyError, TypeError, NotFound):
            pass
        made = build_demo(ctx, game)
        shown[game] = {
            "match_id": made.match_id,
            "seat": made.seat_link.removeprefix(settings.base_url),
            "desk": made.referee_link.removeprefix(settings.base_url),
        }
    file.touch(mode=0o600)
    file.write_text(json.dumps(shown), "utf-8")
    return shown
