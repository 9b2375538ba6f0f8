"""What all tests share: a clock that stands still, chance that repeats, and both databases, real ones.

A test that takes ``database_url`` or ``ctx`` runs twice, on SQLite and on PostgreSQL.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from referee.games import GAMES_BY_SLUG
from referee.sealing import Sealer
from referee.services.context import Context
from referee.storage.migrating import migrate
from referee.storage.unit_of_work import Store
from tests.chance import Chance
from tests.clock import Clock
from tests.databases import NewDatabase, Postgres, SqliteFolder
from tests.golden import golden, pytest_addoption

__all__ = ["golden", "pytest_addoption"]  # fixtures and hooks that live elsewhere

settings.register_profile("shared-machine", deadline=None)  # a busy machine is not a failure
settings.load_profile("shared-machine")

SECRET = b"a secret of at least 32 bytes, for tests"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Chance:
    """The same tokens and seeds each time that this test runs, and others than in any other test."""
    return Chance(request.node.nodeid)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The tests' own PostgreSQL server."""
    # Not in pytest's folder: that is closed to all other users, and PostgreSQL never runs as root.
    with TemporaryDirectory(prefix="referee-postgres-") as folder:
        server = Postgres(Path(folder))
        yield server
        server.stop()


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with tables and nothing in them, to be copied."""
    file = tmp_path_factory.mktemp("migrated") / "template.sqlite3"
    migrate(f"sqlite:///{file}")
    return file


@pytest.fixture
def new_postgres_url(postgres: Postgres) -> Iterator[NewDatabase]:
    """Makes PostgreSQL databases: ``new_postgres_url(migrated=False)`` is one without tables."""
    made: list[str] = []

    def make(*, migrated: bool = True) -> str:
        made.append(postgres.new_database(migrated=migrated))
        return made[-1]

    yield make
    for url in made:
        postgres.drop(url)


@pytest.fixture
def new_sqlite_url(migrated_sqlite: Path, tmp_path: Path) -> NewDatabase:
    """Makes SQLite databases: ``new_sqlite_url(migrated=False)`` is one without tables."""
    folder = SqliteFolder(tmp_path)

    def make(*, migrated: bool = True) -> str:
        return folder.new_database(template=migrated_sqlite if migrated else None)

    return make


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def new_database_url(request: pytest.FixtureRequest) -> NewDatabase:
    """Makes databases, on each kind of server in turn."""
    kind = "sqlite" if request.param == "sqlite" else "postgres"
    make: NewDatabase = request.getfixturevalue(f"new_{kind}_url")
    return make


@pytest.fixture
def database_url(new_database_url: NewDatabase) -> str:
    """A database with its tables, on each kind of server in turn."""
    return new_database_url()


@pytest.fixture
def new_context(clock: Clock, chance: Chance) -> Iterator[Callable[[str], Context]]:
    """Makes contexts on a database, all with the same clock and secret: each is like a process."""
    made: list[Context] = []

    def make(url: str) -> Context:
        ctx = Context(
            clock=clock,
            new_token=chance.new_token,
            new_seed=chance.new_seed,
            store=Store.open(url),
            games=GAMES_BY_SLUG,
            sealer=Sealer(SECRET),
            base_url="https://games.example",
            # Tests move the clock by hours at a step; what that means to a real server has its own tests.
            downtime_limit=timedelta(days=3650),
        )
        made.append(ctx)
        return ctx

    yield make
    for ctx in made:
        ctx.store.close()


@pytest.fixture
def ctx(new_context: Callable[[str], Context], database_url: str) -> Context:
    """A context, on each kind of database in turn."""
    return new_context(database_url)
