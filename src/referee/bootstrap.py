"""The one place where real things are plugged together: the clock, chance, the database, the secret."""

import logging
import secrets
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

import structlog
from fastapi import FastAPI

from referee.games import GAMES_BY_SLUG
from referee.sealing import Sealer
from referee.server_secrets import CannotStart, server_secrets, sqlite_file
from referee.services.context import AnyGame, Context
from referee.services.installed_games import find_games
from referee.settings import Settings
from referee.storage.unit_of_work import Store
from referee.web.app import create_app
from referee.worker import Worker


def build_context(settings: Settings, *, clock: Callable[[], datetime] | None = None) -> Context:
    """The real context. The database's tables must be there (`referee db upgrade`).

    Raises `CannotStart`.
    """
    prepare_folder(settings)
    try:
        store = Store.open(settings.database_url)
    except ValueError as wrong:
        raise CannotStart(f"REFEREE_DATABASE_URL: {wrong}.") from None
    secret, *older = server_secrets(settings)
    return Context(
        clock=clock or now,
        new_token=new_token,
        new_seed=new_seed,
        store=store,
        games=every_game(),
        sealer=Sealer(secret, older),
        base_url=settings.base_url,
        downtime_limit=timedelta(minutes=settings.downtime_minutes),
    )


def every_game() -> Mapping[str, AnyGame]:
    """The house's games and those of installed packages, by slug; what will not do is logged."""
    found = find_games(GAMES_BY_SLUG)
    for skipped in found.skipped:
        structlog.get_logger(__name__).warning(
            "game skipped", game=skipped.name, package=skipped.package, reason=skipped.reason
        )
    return found.games


def build_app(settings: Settings, ctx: Context) -> FastAPI:
    """The site and the API, with a worker beside them if the settings say so."""
    worker = Worker(ctx, poll_seconds=settings.poll_seconds) if settings.worker else None
    return create_app(ctx, beside=worker)


def web_process() -> FastAPI:
    """The application of one of several web processes; its settings are in the environment."""
    settings = Settings()
    configure_logging(settings)
    return build_app(settings, build_context(settings))


def configure_logging(settings: Settings) -> None:
    """Everything that is logged goes to standard error, an event a line, ours and the libraries' alike."""
    before: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Tracebacks are plain: a pretty one shows local variables, which may be moves or keys.
    rendering: list[structlog.typing.Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if settings.log_format == "json"
        else [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        ]
    )
    structlog.configure(
        processors=[*before, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=before,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *rendering,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(settings.log_level.upper())
    for chatty in ("uvicorn.error", "alembic", "httpx", "httpcore"):
        # Each start and stop, each request with its whole address: not for us.
        logging.getLogger(chatty).setLevel(max(root.level, logging.WARNING))


def now() -> datetime:
    """The server's clock."""
    return datetime.now(UTC)


def new_token() -> str:
    """256 random bits for a URL."""
    return secrets.token_urlsafe(32)


def new_seed() -> bytes:
    """32 random bytes."""
    return secrets.token_bytes(32)


def prepare_folder(settings: Settings) -> None:
    """Make the folder of an SQLite file, so that a first start needs no preparation."""
    file = sqlite_file(settings)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
