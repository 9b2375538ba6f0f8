"""Migrations: from nothing to the tables the code has, on both databases, however many start at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Table, delete, inspect, text, update
from sqlalchemy.exc import DBAPIError

from referee.storage import tables
from referee.storage.engine import WRITES, new_engine
from referee.storage.migrating import migrate, migrations_config, standing
from referee.storage.tables import APPEND_ONLY, metadata
from tests.clock import MORNING
from tests.databases import NewDatabase


def differences(url: str) -> list[object]:
    engine = new_engine(url)
    try:
        with engine.connect() as connection:
            options = {"compare_type": True, "compare_server_default": True}
            return list(
                compare_metadata(MigrationContext.configure(connection, opts=options), metadata)
            )
    finally:
        engine.dispose()


def test_an_empty_database_gets_exactly_the_tables_of_the_code(
    new_database_url: NewDatabase,
) -> None:
    url = new_database_url(migrated=False)
    assert standing(url) == "new"
    migrate(url)
    assert differences(url) == []
    assert standing(url) == "current"


def test_migrating_again_changes_nothing(new_database_url: NewDatabase) -> None:
    url = new_database_url(migrated=False)
    migrate(url)
    migrate(url)
    assert differences(url) == []


def test_servers_that_start_at_once_on_an_empty_database_do_not_clash(
    new_database_url: NewDatabase,
) -> None:
    url = new_database_url(migrated=False)
    with ThreadPoolExecutor(4) as servers:
        list(servers.map(migrate, [url] * 4))
    assert differences(url) == []


def test_going_down_leaves_nothing_behind(new_database_url: NewDatabase) -> None:
    url = new_database_url()
    engine = new_engine(url)
    with engine.connect() as connection:
        connection.execution_options(**{WRITES: True})
        with connection.begin():
            command.downgrade(migrations_config(connection), "base")
        assert inspect(connection).get_table_names() == ["alembic_version"]
    engine.dispose()
    migrate(url)
    assert differences(url) == []


EXAMPLES = {
    "match_id": "m",
    "status": "open",
    "status_visibility": "hidden",
}


def example(table: Table) -> dict[str, object]:
    """A row for any table, whatever columns it has or will have."""
    by_type = {str: "x", int: 1, bool: False, bytes: b""}
    row: dict[str, object] = {
        column.name: MORNING
        if isinstance(column.type, tables.Moment)
        else EXAMPLES.get(column.name, by_type[column.type.python_type])
        for column in table.columns
        if not column.nullable
    }
    return {**row, "status": "running"} if table.name == "matches" else row


@pytest.mark.parametrize("table", APPEND_ONLY, ids=lambda table: table.name)
def test_what_is_append_only_cannot_be_changed_or_deleted_by_anybody(
    table: Table, new_database_url: NewDatabase
) -> None:
    engine = new_engine(new_database_url())
    with engine.connect() as connection:
        for needed in (tables.matches, tables.seats, tables.phases, table):
            connection.execute(needed.insert().values(example(needed)))
        connection.commit()
        before = connection.execute(table.select()).all()
        connection.commit()
        for act in (update(table).values(match_id="other"), delete(table)):
            with pytest.raises(DBAPIError, match="append-only"):
                connection.execute(act)
            connection.rollback()
        if connection.dialect.name == "postgresql":
            with pytest.raises(DBAPIError, match="append-only"):
                connection.execute(text(f"TRUNCATE {table.name}"))
            connection.rollback()
        assert connection.execute(table.select()).all() == before
    engine.dispose()
