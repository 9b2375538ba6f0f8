"""The one place where real things are plugged together: the clock, chance, the database, the secret."""

import logging
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import structlog
from fastapi import FastAPI

from referee.courier import Courier
from referee.games import GAMES_BY_SLUG
from referee.notifying.hosts import Hosts
from referee.notifying.mail import Relay, SmtpMailer
from referee.notifying.ntfy import NtfySender
from referee.notifying.pushing import Targets, offered_schemes
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
        mailer=build_mailer(settings),
        pusher=build_pusher(settings),
    )


def build_mailer(settings: Settings) -> SmtpMailer | None:
    """What sends mail, if a mail server is set. Raises `CannotStart`."""
    if not settings.mail_host:
        return None
    if not settings.mail_from:
        raise CannotStart(
            "REFEREE_MAIL_HOST: mail needs a sender; set REFEREE_MAIL_FROM, too, such as "
            "Referee <referee@games.example>."
        )
    password = _mail_password(settings)
    if password is not None and settings.mail_security == "none":
        raise CannotStart(
            "REFEREE_MAIL_SECURITY: without encryption the password could be read on its way."
        )
    relay = Relay(
        host=settings.mail_host,
        port=settings.mail_port,
        security=settings.mail_security,
        sender=settings.mail_from,
        user=settings.mail_user or None,
        password=password,
        ca_file=settings.mail_ca_file,
        timeout=settings.mail_timeout_seconds,
    )
    try:
        return SmtpMailer(relay, base_url=settings.base_url)
    except OSError as wrong:
        raise CannotStart(f"REFEREE_MAIL_CA_FILE: {wrong.strerror or wrong}.") from None
    except ValueError as wrong:
        raise CannotStart(f"REFEREE_MAIL_FROM: {wrong}.") from None


def _mail_password(settings: Settings) -> str | None:
    if settings.mail_password is not None and settings.mail_password.get_secret_value():
        return settings.mail_password.get_secret_value()
    if settings.mail_password_file is None:
        return None
    try:
        return settings.mail_password_file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as wrong:
        raise CannotStart(f"REFEREE_MAIL_PASSWORD_FILE: {wrong}.") from None


def build_pusher(settings: Settings) -> Targets | None:
    """What sends to the targets that players type, if any are offered. Raises `CannotStart`."""
    try:
        offered = offered_schemes(_listed(settings.targets))
    except ValueError as wrong:
        raise CannotStart(f"REFEREE_TARGETS: {wrong}.") from None
    hosts = Hosts(_listed(settings.target_hosts))
    return Targets(offered, NtfySender(hosts), hosts) if offered else None


def _listed(text: str) -> list[str]:
    return [one.strip().lower() for one in text.split(",") if one.strip()]


def every_game() -> Mapping[str, AnyGame]:
    """The house's games and those of installed packages, by slug; what will not do is logged."""
    found = find_games(GAMES_BY_SLUG)
    for skipped in found.skipped:
        structlog.get_logger(__name__).warning(
            "game skipped", game=skipped.name, package=skipped.package, reason=skipped.reason
        )
    return found.games


def build_app(settings: Settings, ctx: Context) -> FastAPI:
    """The site and the API, with a worker and a courier beside them if the settings say so."""
    return create_app(ctx, beside=_at_work(settings, ctx) if settings.worker else None)


@contextmanager
def _at_work(settings: Settings, ctx: Context) -> Iterator[None]:
    """Rounds are closed and notices sent, as long as this lasts."""
    poll = settings.poll_seconds
    with Courier(ctx, poll_seconds=poll), Worker(ctx, poll_seconds=poll):
        yield


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
    for chatty in ("uvicorn.error", "alembic", "httpx", "httpcore", "urllib3", "requests"):
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
