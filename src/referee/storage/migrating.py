"""Bringing a database to the tables this version has; from a checkout or an installed wheel alike."""

from pathlib import Path
from typing import Literal

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from referee.storage.engine import WRITES, new_engine

_PACKAGE = Path(__file__).parents[1]
_MIGRATING = 0x5EFE_2EE0
"""PostgreSQL's advisory lock number under which one process migrates and the others wait."""


def migrate(url: str) -> None:
    """Create or upgrade the tables. Safe to repeat, and from several processes at once."""
    engine = new_engine(url)
    try:
        with engine.connect() as connection:
            connection.execution_options(**{WRITES: True})
            with connection.begin():
                if connection.dialect.name == "postgresql":
                    connection.execute(
                        text("SELECT pg_advisory_xact_lock(:number)"), {"number": _MIGRATING}
                    )
                command.upgrade(migrations_config(connection), "head")
    finally:
        engine.dispose()


def standing(url: str) -> Literal["new", "older", "current", "newer"]:
    """How a database's tables stand to this version's; ``new`` has none, ``newer`` some we do not know.

    Raises whatever the database raises when it cannot be reached.
    """
    engine = new_engine(url)
    try:
        with engine.connect() as connection:
            scripts = ScriptDirectory.from_config(migrations_config(connection))
            known = {script.revision for script in scripts.walk_revisions()}
            present = MigrationContext.configure(connection).get_current_revision()
            if present is None:
                return "new"
            if present not in known:
                return "newer"
            return "current" if present == scripts.get_current_head() else "older"
    finally:
        engine.dispose()


def migrations_config(connection: Connection) -> Config:
    """Alembic's configuration for this connection."""
    config = Config()
    config.set_main_option("script_location", str(_scripts()).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _scripts() -> Path:
    """In a wheel the migrations are packed into the package; in a checkout they stand beside src."""
    packed = _PACKAGE / "migrations"
    return packed if packed.is_dir() else _PACKAGE.parents[1] / "migrations"
