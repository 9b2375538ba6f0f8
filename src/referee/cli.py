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


Export = Annotated[
    str,
    typer.Argument(
        help="An export: a file, - for standard input, or a match's address.", metavar="FILE|URL"
    ),
]


@app.command()
def verify(
    source: Export,
    record: Annotated[
        list[str] | None,
        typer.Option(help="A record as an announcement shows it; it must be one of the match's."),
    ] = None,
) -> None:
    """Check a match's export: every hash, every deal, every result. Needs no database and no server.

    The exit status is 0 if all holds, 1 if something does not, 2 if the export cannot be read.
    """
    from rich.console import Console
    from rich.text import Text

    from referee.games import GAMES_BY_SLUG
    from referee.services.export_files import UnreadableExport
    from referee.services.installed_games import GamesWhenAsked
    from referee.services.verification_words import verification_lines
    from referee.services.verifying import verify as verify_export

    signs = {"holds": ("✓ ", "green"), "fails": ("✗ ", "red"), "not-yet": ("· ", "yellow")}
    try:
        text = _export_text(source)
        found = verify_export(
            text, GamesWhenAsked(GAMES_BY_SLUG, report=_tell_skipped), record or ()
        )
    except UnreadableExport as wrong:
        _give_up(f"{source}: {wrong}")
    console = Console(soft_wrap=True)
    for line in verification_lines(found):
        console.print(Text.assemble(signs.get(line.kind, ("", "")), line.text))
    if found.mismatch is not None:
        raise typer.Exit(1)


@app.command("export")
def export_command(
    match: Annotated[str, typer.Argument(help="The match's id, as in its address.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A file; standard output if left out.")
    ] = None,
) -> None:
    """Write a match as JSON: its record and what may be shown by now. A running match stays sealed."""
    from referee.services.errors import NotFound
    from referee.services.exporting import export_match, format_export

    try:
        text = format_export(export_match(_context(_settings()), match)).encode()
    except NotFound as refusal:
        _give_up(refusal.text)
    if output is None:
        sys.stdout.buffer.write(text)
    else:
        output.write_bytes(text)


@app.command("import")
def import_command(source: Export) -> None:
    """Take a match that is over into this server's database, after verifying it."""
    from referee.services.export_files import UnreadableExport
    from referee.services.importing import CannotImport, import_match

    settings = _settings()
    try:
        match = import_match(_context(settings), _export_text(source))
    except UnreadableExport as wrong:
        _give_up(f"{source}: {wrong}")
    except CannotImport as wrong:
        typer.echo(str(wrong), err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{settings.base_url}/matches/{match}")


def _export_text(source: str) -> bytes:
    """An export's text, from wherever it is; exits in one sentence if it cannot be had."""
    if source == "-":
        return sys.stdin.buffer.read()
    try:
        if source.startswith(("http://", "https://")):
            from referee.services.downloading import downloaded_export

            return downloaded_export(source)
        return Path(source).read_bytes()
    except OSError as wrong:
        _give_up(f"{source}: {wrong.strerror or wrong}.")


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
    _tell_lost(ctx)
    typer.echo("Referee's worker runs.")
    run(ctx, stop, poll_seconds=settings.poll_seconds)


@app.command()
def demo(host: Host = None, port: Port = None) -> None:
    """Serve with a demonstration match of each game, and print the links into them.

    For the embedded database. Started again, it goes on with the same matches until they are over.
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


@database.command("upgrade")
def upgrade() -> None:
    """Give the database the tables of this version. Safe to repeat; make a backup first."""
    from referee.bootstrap import prepare_folder
    from referee.server_secrets import CannotStart
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


@app.command("rotate-secret")
def rotate_secret() -> None:
    """Seal by a new secret from the next start on; what the present one has sealed can still be opened.

    Stop the server first, and start it again afterwards.
    """
    from referee.server_secrets import CannotStart, replace_secret

    try:
        replaced = replace_secret(_settings())
    except CannotStart as wrong:
        _give_up(str(wrong))
    if replaced.to_set is not None:
        typer.echo("Nothing has changed yet: the secret is set, and not kept in a file. Set:\n")
        typer.echo(f"REFEREE_SECRET={replaced.to_set}")
        typer.echo("REFEREE_OLD_SECRETS=… (what REFEREE_SECRET was, and what stood here)\n")
    typer.echo(f"From the next start on moves are sealed by the secret {replaced.names[0]}.")


@app.command("check-secret")
def check_secret(
    forget: Annotated[
        bool, typer.Option("--forget", help="Take out older secrets that no open round needs.")
    ] = False,
) -> None:
    """Say which secrets the server holds, who needs them, and which open rounds can no longer be opened.

    The exit status is 1 if a move of an open round cannot be opened.
    """
    from referee.server_secrets import CannotStart, forget_secrets
    from referee.services.sealed_phases import check_secrets

    settings = _settings()
    found = check_secrets(_context(settings))
    for line in found.lines:
        typer.echo(line)
    if forget and found.idle:
        try:
            forget_secrets(settings, found.idle)
        except CannotStart as wrong:
            _give_up(str(wrong))
        typer.echo(f"Forgotten: {', '.join(found.idle)}.")
    if found.lost:
        raise typer.Exit(1)


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

    from referee.bootstrap import build_context
    from referee.server_secrets import CannotStart
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


def _tell_lost(ctx: Context) -> None:
    """Say which open rounds nobody can resolve, because the secret that sealed their moves is gone."""
    from referee.services.sealed_phases import lost_phases, lost_words

    for phase in lost_phases(ctx):
        typer.echo(lost_words(phase), err=True)


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


def _give_up(*sentences: str) -> NoReturn:
    for sentence in sentences:
        typer.echo(sentence, err=True)
    raise typer.Exit(CANNOT_BEGIN)


if __name__ == "__main__":
    main()
