"""The command line: serve, resolve a situation, and what an operator needs now and then.

Whatever is heavy is imported where it is used, so that `referee resolve` starts as fast as it runs.
"""

from __future__ import annotations

import json
import os
import socket
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, NoReturn

import typer

if TYPE_CHECKING:
    from referee.services.context import Context
    from referee.services.installed_games import SkippedGame
    from referee.settings import Settings

app = typer.Typer(
    name="referee",
    help="Referees games played on web forums: sealed moves, exact results, announcements to post.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
database = typer.Typer(help="The database's tables.", no_args_is_help=True)
app.add_typer(database, name="db")

CANNOT_BEGIN = 2
"""The exit status when a command cannot begin: a bad setting, a taken port, no database."""

Host = Annotated[
    str | None, typer.Option(help="The address to listen on; REFEREE_HOST if left out.")
]
Port = Annotated[
    int | None,
    typer.Option(min=0, max=65535, help="The port, 0 for a free one; REFEREE_PORT if left out."),
]


def main() -> None:
    """The console script `referee`."""
    app()


@app.command()
def resolve(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Files with one situation a line; none, or -, is standard input.", metavar="FILE"
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Write the announcement instead of the result.")
    ] = False,
) -> None:
    """Resolve situations by the rules alone: one JSON situation a line in, one result a line out.

    A line that is bad gives an error object in its place, the rest goes on, and the exit status is 1.
    """
    from referee.games import GAMES_BY_SLUG
    from referee.services.installed_games import GamesWhenAsked
    from referee.services.situations import resolve_lines

    missing = [str(path) for path in files or () if str(path) != "-" and not path.is_file()]
    if missing:
        raise typer.BadParameter("No such file: " + ", ".join(missing))
    games = GamesWhenAsked(GAMES_BY_SLUG, report=_tell_skipped)
    bad = 0
    write = sys.stdout.buffer.write
    for path in files or [Path("-")]:
        with _opened(path) as lines:
            # Whoever writes a line into a pipe and waits for its result must get it.
            is_awaited = not stat.S_ISREG(os.fstat(lines.fileno()).st_mode)
            for answer in resolve_lines(lines, games, explain=explain):
                bad += answer.is_error
                write(answer.text.encode() + (b"\n\n" if explain else b"\n"))
                if is_awaited:
                    sys.stdout.buffer.flush()
    sys.stdout.buffer.flush()
    if bad:
        raise typer.Exit(1)


def _opened(path: Path) -> BinaryIO:
    return sys.stdin.buffer if str(path) == "-" else path.open("rb")


@app.command()
def games() -> None:
    """List the games of this server, those of installed packages too, and any that will not do.

    The exit status is 1 if one had to be skipped.
    """
    from referee.games import GAMES_BY_SLUG
    from referee.services.installed_games import find_games

    found = find_games(GAMES_BY_SLUG)
    for slug, game in found.games.items():
        package = found.packages.get(slug)
        typer.echo(f"{slug}: {game.info.title}" + (f", from {package}" if package else ""))
    for skipped in found.skipped:
        _tell_skipped(skipped)
    if found.skipped:
        raise typer.Exit(1)


def _tell_skipped(skipped: SkippedGame) -> None:
    typer.echo(
        f"Skipped the game “{skipped.name}” of {skipped.package}: {skipped.reason}", err=True
    )


@app.command()
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
    settings = _settings(host=host, port=port, worker=worker)
    if workers > 1 and settings.database_url.startswith("sqlite"):
        _give_up(
            "SQLite serves one process. For several, set REFEREE_DATABASE_URL to a PostgreSQL."
        )
    with _listening(settings) as listener:
        settings = _told_its_address(settings, listener)
        ctx = _context(settings)
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


@app.command()
def worker() -> None:
    """Close what is due and deliver what waits, without serving. Any number may run."""
    import signal
    import threading

    from referee.worker import run

    settings = _settings()
    ctx = _context(settings)
    stop = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stop.set())
    typer.echo("Referee's worker runs.")
    run(ctx, stop, poll_seconds=settings.poll_seconds)


@app.command()
def demo(host: Host = None, port: Port = None) -> None:
    """Serve with a demonstration match in its third round, and print the links into it.

    For the embedded database. Started again, it goes on with the same match until that is over.
    """
    from referee.bootstrap import configure_logging

    settings = _settings(host=host, port=port)
    if not settings.database_url.startswith("sqlite"):
        _give_up(
            "The demonstration is for the embedded database; leave REFEREE_DATABASE_URL unset."
        )
    if "log_level" not in settings.model_fields_set:
        # The links are to be seen, not to scroll away.
        settings = settings.model_copy(update={"log_level": "warning"})
        configure_logging(settings)
    with _listening(settings) as listener:
        settings = _told_its_address(settings, listener)
        ctx = _context(settings)
        shown = _demo_links(settings, ctx)
        typer.echo(
            "\nA match of Crossing Swords is in its third round. Seven of its eight players are "
            "practice players;\nthe eighth is you.\n\n"
            f"  What everybody sees  {settings.base_url}/matches/{shown['match_id']}\n"
            f"  Your seat            {settings.base_url}{shown['seat']}\n"
            f"  The referee's desk   {settings.base_url}{shown['desk']}\n\n"
            "Take the seat and send a move, then open the desk and close the round. Ctrl-C stops the server.\n"
        )
        _serve(settings, ctx, listener)


@database.command("upgrade")
def upgrade() -> None:
    """Give the database the tables of this version. Safe to repeat; make a backup first."""
    from referee.bootstrap import CannotStart, prepare_folder
    from referee.storage.migrating import migrate

    settings = _settings()
    try:
        prepare_folder(settings)
        migrate(settings.database_url)
    except (CannotStart, ValueError) as wrong:
        _give_up(str(wrong))
    typer.echo("The database is up to date.")


@app.command("operator-link")
def operator_link() -> None:
    """Print a new link that opens every desk; the one before stops working."""
    from referee.services.access import new_operator_token

    settings = _settings()
    typer.echo(f"{settings.base_url}/open/{new_operator_token(_context(settings))}")


@app.command()
def openapi() -> None:
    """Print the description of the API (OpenAPI, as JSON)."""
    from tempfile import TemporaryDirectory

    from referee.bootstrap import build_app, build_context
    from referee.settings import Settings
    from referee.web.api.documentation import openapi_text

    with TemporaryDirectory() as folder:
        # The description depends on no setting, and nothing is ever read from this database.
        settings = Settings(database_url=f"sqlite:///{folder}/none.sqlite3")
        typer.echo(openapi_text(build_app(settings, build_context(settings))), nl=False)


def _settings(**said: Any) -> Settings:
    """The settings, where the command line has said nothing else; exits if they make no sense."""
    from pydantic import ValidationError

    from referee.bootstrap import configure_logging
    from referee.settings import Settings

    try:
        settings = Settings(**{name: value for name, value in said.items() if value is not None})
    except ValidationError as wrong:
        _give_up(
            *(
                f"REFEREE_{'_'.join(map(str, error['loc'])).upper()}: {error['msg']}."
                for error in wrong.errors()
            )
        )
    configure_logging(settings)
    return settings


def _context(settings: Settings) -> Context:
    """The real context on a database with this version's tables; exits if there is none to be had."""
    from sqlalchemy.exc import SQLAlchemyError

    from referee.bootstrap import CannotStart, build_context
    from referee.storage.migrating import migrate, standing

    try:
        ctx = build_context(settings)
        match standing(settings.database_url):
            case "new":
                migrate(settings.database_url)
            case "older":
                _give_up(
                    "The database is of an older version. Make a backup, then: referee db upgrade"
                )
            case "newer":
                _give_up("The database is of a newer version of Referee than this one.")
    except CannotStart as wrong:
        _give_up(str(wrong))
    except SQLAlchemyError as wrong:
        _give_up(f"The database cannot be used: {str(wrong).splitlines()[0]}")
    return ctx


def _listening(settings: Settings) -> socket.socket:
    """A socket bound to the settings' address; exits in one sentence if that is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as wrong:
        _give_up(
            f"Cannot listen on {settings.host} port {settings.port}: {wrong.strerror}. "
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


def _demo_links(settings: Settings, ctx: Context) -> dict[str, str]:
    """Where the demonstration's match, seat and desk are, as paths; a new one where none is running.

    Links cannot be read from the database, which knows only their hashes, so they are kept beside it.
    """
    from referee.services.demo import build_demo
    from referee.services.errors import NotFound
    from referee.services.reading import match_page

    file = Path(f"{settings.database_url.removeprefix('sqlite:///')}.demo")
    try:
        shown: dict[str, str] = json.loads(file.read_text("utf-8"))
        if match_page(ctx, shown["match_id"], None).status == "running":
            return shown
    except (OSError, ValueError, KeyError, NotFound):
        pass
    made = build_demo(ctx)
    shown = {
        "match_id": made.match_id,
        "seat": made.seat_link.removeprefix(settings.base_url),
        "desk": made.referee_link.removeprefix(settings.base_url),
    }
    file.touch(mode=0o600)
    file.write_text(json.dumps(shown), "utf-8")
    return shown


def _give_up(*sentences: str) -> NoReturn:
    for sentence in sentences:
        typer.echo(sentence, err=True)
    raise typer.Exit(CANNOT_BEGIN)


if __name__ == "__main__":
    main()
