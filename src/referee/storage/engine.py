"""How to talk to each database, so that a committed move stays committed and writers queue in turn."""

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url

BUSY_TIMEOUT = 10_000
"""Milliseconds one SQLite process waits for another's write."""

WRITES = "referee_writes"
"""The execution option of a connection that is going to write."""


def new_engine(url: str, *, pool_size: int = 10) -> Engine:
    """The engine for ``sqlite:///file`` or ``postgresql+psycopg://…`` (``postgresql://`` will do).

    Its errors quote no parameters: those are people's names and sealed moves, and errors are logged.
    Raises ValueError for any other database, and for SQLite without a file: what is sealed must last.
    """
    address = make_url(url)
    backend = address.get_backend_name()
    if backend == "postgresql":
        return create_engine(
            address.set(drivername="postgresql+psycopg"),
            pool_size=pool_size,
            max_overflow=30,
            pool_pre_ping=True,
            hide_parameters=True,
        )
    if backend == "sqlite" and address.database and address.database != ":memory:":
        engine = create_engine(address, pool_size=pool_size, max_overflow=30, hide_parameters=True)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    raise ValueError("the database must be sqlite:///FILE or postgresql://…")


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # Python's driver must not begin transactions by itself: it would begin them deferred.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={BUSY_TIMEOUT}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A deferred transaction that reads and then writes fails at once when another has written in
    # between, whatever the busy timeout; so whoever will write says so at the start.
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
