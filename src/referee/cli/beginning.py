"""How every command begins: the application it belongs to, its settings, its context, or one sentence why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

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
app.add_typer(database, name="db", rich_help_panel="Operating")

CANNOT_BEGIN = 2
"""The exit status when a command cannot begin: a bad setting, a taken port, no database."""


def settings_said(**said: Any) -> Settings:
    """The settings, where the command line has said nothing else; exits if they make no sense."""
    from pydantic import ValidationError

    from referee.bootstrap import configure_logging
    from referee.settings import Settings

    try:
        settings = Settings(**{name: value for name, value in said.items() if value is not None})
    except ValidationError as wrong:
        give_up(
            *(
                f"REFEREE_{'_'.join(map(str, error['loc'])).upper()}: {error['msg']}."
                for error in wrong.errors()
            )
        )
    configure_logging(settings)
    return settings


def context_of(settings: Settings) -> Context:
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
                give_up(
                    "The database is of an older version. Make a backup, then: referee db upgrade"
                )
            case "newer":
                give_up("The database is of a newer version of Referee than this one.")
    except CannotStart as wrong:
        give_up(str(wrong))
    except SQLAlchemyError as wrong:
        give_up(f"The database cannot be used: {str(wrong).splitlines()[0]}")
    return ctx


def tell_skipped(skipped: SkippedGame) -> None:
    """Say that an installed game cannot be used, and why."""
    typer.echo(
        f"Skipped the game “{skipped.name}” of {skipped.package}: {skipped.reason}", err=True
    )


def give_up(*sentences: str) -> NoReturn:
    """End the command: say why it cannot begin, a sentence a line."""
    for sentence in sentences:
        typer.echo(sentence, err=True)
    raise typer.Exit(CANNOT_BEGIN)
