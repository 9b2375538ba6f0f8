"""A match as a file: `referee verify`, `referee export` and `referee import`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.beginning import app, context_of, give_up, settings_said, tell_skipped

Export = Annotated[
    str,
    typer.Argument(
        help="An export: a file, - for standard input, or a match's address.", metavar="FILE|URL"
    ),
]


@app.command(rich_help_panel="Matches as files")
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
            text, GamesWhenAsked(GAMES_BY_SLUG, report=tell_skipped), record or ()
        )
    except UnreadableExport as wrong:
        give_up(f"{source}: {wrong}")
    console = Console(soft_wrap=True)
    for line in verification_lines(found):
        console.print(Text.assemble(signs.get(line.kind, ("", "")), line.text))
    if found.mismatch is not None:
        raise typer.Exit(1)


@app.command("export", rich_help_panel="Matches as files")
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
        text = format_export(export_match(context_of(settings_said()), match)).encode()
    except NotFound as refusal:
        give_up(refusal.text)
    if output is None:
        sys.stdout.buffer.write(text)
        return
    try:
        output.write_bytes(text)
    except OSError as wrong:
        give_up(f"{output}: {wrong.strerror or wrong}.")


@app.command("import", rich_help_panel="Matches as files")
def import_command(source: Export) -> None:
    """Take a match that is over into this server's database, after verifying it."""
    from referee.services.export_files import UnreadableExport
    from referee.services.importing import CannotImport, import_match

    settings = settings_said()
    try:
        match = import_match(context_of(settings), _export_text(source))
    except UnreadableExport as wrong:
        give_up(f"{source}: {wrong}")
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
        give_up(f"{source}: {wrong.strerror or wrong}.")
