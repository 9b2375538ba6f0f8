"""Migrations: from nothing to the tables the code has, on both databases, however many start at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import delete, inspect, text, update
from sqlalchemy.exc import DBAPIError

from referee.storage.engine import WRITES, new_engine
from referee.storage.migrating import migrate, migrations_config, standing
from referee.storage.tables import APPEND_ONLY, metadata
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


ROWS = (
    "INSERT INTO matches (match_id, game, rules_version, title, options, zone, round_minutes, seats_least, "
    "seats_most, early_close, status_visibility, status, seed, created_at) VALUES ('m', 'g', 1, 't', '{}', "
    "'UTC', 60, 2, 8, false, 'hidden', 'running', '', '2030-01-01 00:00:00+00:00')",
    "INSERT INTO seats (match_id, number, name) VALUES ('m', 1, 'Ann')",
    "INSERT INTO phases (match_id, number, round, title, kind, status, opened_at, due_at, base, decisions, "
    "owed) VALUES ('m', 1, 1, 'Round 1', 'main', 'open', '2030-01-01 00:00:00+00:00', "
    "'2030-01-02 00:00:00+00:00', 1, '{}', '[1]')",
    "INSERT INTO submissions (match_id, phase, seat, version, request_id, request_use, received_at, late, "
    "sealed, commitment) VALUES ('m', 1, 1, 1, 'r', 1, '2030-01-01 00:00:00+00:00', false, '', 'c')",
    "INSERT INTO resolutions (match_id, phase, version, rules_version, made_at, made_by, moves, events, "
    "state, measures) VALUES ('m', 0, 1, 1, '2030-01-01 00:00:00+00:00', 'start', '[]', '[]', '{}', '{}')",
)


@pytest.mark.parametrize("table", APPEND_ONLY, ids=lambda table: table.name)
def test_what_is_append_only_cannot_be_changed_or_deleted_by_anybody(
    table, new_database_url: NewDatabase
) -> None:
    engine = new_engine(new_database_url())
    with engine.connect() as connection:
        for row in ROWS:
            connection.execute(text(row))
        connection.commit()
        before = connection.execute(table.select()).all()
        connection.commit()
        for act in (update(table).values(version=2), delete(table)):
            with pytest.raises(DBAPIError, match="append-only"):
                connection.execute(act)
            connection.rollback()
        if connection.dialect.name == "postgresql":
            with pytest.raises(DBAPIError, match="append-only"):
                connection.execute(text(f"TRUNCATE {table.name}"))
            connection.rollback()
        assert connection.execute(table.select()).all() == before
    engine.dispose()
