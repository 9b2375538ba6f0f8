"""Units of work: everything a use case reads or writes happens inside one, and commits or not as a whole."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Lock

from sqlalchemy import Connection, Engine

from referee.storage.engine import WRITES, new_engine


class Store:
    """One database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._is_sqlite = engine.dialect.name == "sqlite"
        # SQLite's writers would poll for their turn; threads of one process can simply wait.
        self._turn: AbstractContextManager[object] = Lock() if self._is_sqlite else nullcontext()

    @classmethod
    def open(cls, url: str) -> "Store":
        """The store at this database URL. Its tables must be there (`migrating.migrate`)."""
        return cls(new_engine(url))

    @property
    def url(self) -> str:
        """Where the database is, with its password. Not for logs."""
        return self._engine.url.render_as_string(hide_password=False)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """One consistent snapshot. Writes nothing."""
        with self._engine.connect() as connection:
            if not self._is_sqlite:
                connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            with connection.begin():
                yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One transaction: committed when the block ends, undone when it raises.

        On PostgreSQL each statement sees what is committed by then, so that what is read after a lock is
        current; on SQLite only one such block runs at a time.
        """
        with self._turn, self._engine.connect() as connection:
            connection.execution_options(**{WRITES: True})
            with connection.begin():
                yield connection

    def close(self) -> None:
        """Give all connections back."""
        self._engine.dispose()
