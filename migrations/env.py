"""Run by Alembic: by `referee db upgrade` with a connection, by the `alembic` command with a URL."""

import os

from alembic import context
from sqlalchemy import Connection

from referee.storage.engine import WRITES, new_engine
from referee.storage.tables import metadata


def run(connection: Connection) -> None:
    """Migrate on this connection, inside its transaction."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        compare_type=True,
        compare_server_default=True,
        render_as_batch=connection.dialect.name == "sqlite",
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    url = context.get_x_argument(as_dictionary=True).get("url") or os.environ.get(
        "REFEREE_DATABASE_URL"
    )
    if not url:
        raise SystemExit("Name the database: REFEREE_DATABASE_URL=… alembic …, or -x url=…")
    engine = new_engine(url)
    with engine.connect() as own:
        own.execution_options(**{WRITES: True})
        with own.begin():
            run(own)
    engine.dispose()
