"""The rules alone, without a server: `referee resolve` and `referee games`."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from referee.cli.beginning import app, tell_skipped


@app.command(rich_help_panel="Without a server")
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
    games = GamesWhenAsked(GAMES_BY_SLUG, report=tell_skipped)
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


@app.command(rich_help_panel="Without a server")
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
        tell_skipped(skipped)
    if found.skipped:
        raise typer.Exit(1)
