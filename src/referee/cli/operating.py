"""What an operator needs now and then: the database's tables, links, secrets, the API's description."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.beginning import app, context_of, database, give_up, settings_said


@database.command("upgrade")
def upgrade() -> None:
    """Give the database the tables of this version. Safe to repeat; make a backup first."""
    from referee.bootstrap import prepare_folder
    from referee.server_secrets import CannotStart
    from referee.storage.migrating import migrate

    settings = settings_said()
    try:
        prepare_folder(settings)
        migrate(settings.database_url)
    except (CannotStart, ValueError) as wrong:
        give_up(str(wrong))
    typer.echo("The database is up to date.")


@app.command("operator-link", rich_help_panel="Operating")
def operator_link() -> None:
    """Print a new link that opens every desk; the one before stops working."""
    from referee.services.access import new_operator_token

    settings = settings_said()
    typer.echo(f"{settings.base_url}/open/{new_operator_token(context_of(settings))}")


@app.command("desk-link", rich_help_panel="Operating")
def desk_link(
    match: Annotated[str, typer.Argument(help="The match's id, as in its address.")],
) -> None:
    """Print a new link to a match's desk; the one before stops working. The match tells everybody."""
    from referee.services.access import SYSTEM
    from referee.services.desk_links import replace_referee_link
    from referee.services.errors import NotFound

    settings = settings_said()
    ctx = context_of(settings)
    try:
        token = replace_referee_link(ctx, SYSTEM, match, request_id=ctx.new_token())
    except NotFound as wrong:
        give_up(wrong.text)
    typer.echo(f"{settings.base_url}/open/{token}")


@app.command("more-time", rich_help_panel="Operating")
def more_time(
    hours: Annotated[int, typer.Argument(help="How many hours more, for every open round.")],
) -> None:
    """Give every open round of every match more time; their pages say so."""
    from referee.services.access import SYSTEM
    from referee.services.outages import give_everybody_more

    try:
        given = give_everybody_more(context_of(settings_said()), SYSTEM, hours)
    except ValueError as wrong:
        give_up(str(wrong))
    unit = "hour" if hours == 1 else "hours"
    typer.echo(f"{given} {'round has' if given == 1 else 'rounds have'} {hours} {unit} more.")


@app.command("rotate-secret", rich_help_panel="Operating")
def rotate_secret() -> None:
    """Seal by a new secret from the next start on; what the present one has sealed can still be opened.

    Stop the server first, and start it again afterwards.
    """
    from referee.server_secrets import CannotStart, replace_secret

    try:
        replaced = replace_secret(settings_said())
    except CannotStart as wrong:
        give_up(str(wrong))
    if replaced.to_set is not None:
        typer.echo("Nothing has changed yet: the secret is set, and not kept in a file. Set:\n")
        typer.echo(f"REFEREE_SECRET={replaced.to_set}")
        typer.echo("REFEREE_OLD_SECRETS=… (what REFEREE_SECRET was, and what stood here)\n")
    typer.echo(f"From the next start on moves are sealed by the secret {replaced.names[0]}.")


@app.command("check-secret", rich_help_panel="Operating")
def check_secret(
    forget: Annotated[
        bool, typer.Option("--forget", help="Take out older secrets that nothing needs any more.")
    ] = False,
) -> None:
    """Say which secrets the server holds, who needs them, and which open rounds can no longer be opened.

    The exit status is 1 if a move of an open round, or what is to be sent for a player who is away, cannot be
    opened.
    """
    from referee.server_secrets import CannotStart, forget_secrets
    from referee.services.sealed_phases import check_secrets

    settings = settings_said()
    found = check_secrets(context_of(settings))
    for line in found.lines:
        typer.echo(line)
    if forget and found.idle:
        try:
            forget_secrets(settings, found.idle)
        except CannotStart as wrong:
            give_up(str(wrong))
        typer.echo(f"Forgotten: {', '.join(found.idle)}.")
    if found.lost:
        raise typer.Exit(1)


@app.command(rich_help_panel="Operating")
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
