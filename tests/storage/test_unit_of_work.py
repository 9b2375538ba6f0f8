"""Units of work: whole or not at all, durable, and consistent to whoever reads."""

from collections.abc import Callable

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError

from referee.services.context import Context
from referee.services.matches import cancel_match
from referee.storage import matches, phases, resolutions, seats
from referee.storage.engine import new_engine
from referee.storage.unit_of_work import Store
from tests.databases import NewDatabase
from tests.services.playing import running_table
from tests.storage.rows import rows_of


def test_what_raises_leaves_nothing_behind(ctx: Context) -> None:
    table = running_table(ctx)
    before = rows_of(ctx, "matches")

    def change_and_fail() -> None:
        with ctx.store.write() as connection:
            matches.change_match(connection, table.match_id, title="Changed")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        change_and_fail()
    assert rows_of(ctx, "matches") == before


def test_a_reader_sees_one_moment_though_others_write(
    new_context: Callable[[str], Context], database_url: str
) -> None:
    reader, writer = new_context(database_url), new_context(database_url)
    table = running_table(writer)
    with reader.store.read() as connection:
        before = matches.match_row(connection, table.match_id)
        cancel_match(writer, table.desk, table.match_id, "Enough.")
        assert matches.match_row(connection, table.match_id) == before
        newest = phases.newest_phase(connection, table.match_id)
        assert newest is not None
        assert newest.status == "open"


def test_a_second_phase_of_one_number_cannot_be_stored(ctx: Context) -> None:
    table = running_table(ctx)
    with ctx.store.read() as connection:
        row = phases.phase_row(connection, table.match_id, 1)
    assert row is not None
    with pytest.raises(IntegrityError), ctx.store.write() as connection:
        phases.add_phase(connection, row, decisions="{}")


def test_a_second_first_version_of_a_result_cannot_be_stored(ctx: Context) -> None:
    table = running_table(ctx)
    with ctx.store.read() as connection:
        row = resolutions.resolution_row(connection, table.match_id, 0)
    assert row is not None
    with pytest.raises(IntegrityError), ctx.store.write() as connection:
        resolutions.add_resolution(connection, row)


def test_nothing_can_be_stored_for_a_match_that_is_not_there(ctx: Context) -> None:
    with pytest.raises(IntegrityError), ctx.store.write() as connection:
        connection.execute(
            text("INSERT INTO seats (match_id, number, name) VALUES ('nothing', 1, 'Ann')")
        )


def test_a_naive_time_cannot_be_stored(ctx: Context, clock) -> None:
    table = running_table(ctx)
    naive = clock.now.replace(tzinfo=None)
    with pytest.raises(Exception, match="aware"), ctx.store.write() as connection:
        phases.change_phase(connection, table.match_id, 1, due_at=naive)


def test_sqlite_waits_for_the_disk_and_for_its_turn(new_sqlite_url: NewDatabase) -> None:
    store = Store.open(new_sqlite_url())
    for unit in (store.read, store.write):
        with unit() as connection:
            pragmas = {
                name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            }
        assert pragmas == {
            "journal_mode": "wal",
            "synchronous": 2,
            "foreign_keys": 1,
            "busy_timeout": 10_000,
        }
    store.close()


@pytest.mark.postgres
def test_postgres_readers_cannot_write(new_postgres_url: NewDatabase) -> None:
    store = Store.open(new_postgres_url())
    with pytest.raises(DBAPIError, match="read-only"), store.read() as connection:
        connection.execute(text("DELETE FROM keys"))
    with store.write() as connection:
        connection.execute(text("DELETE FROM keys"))
    store.close()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://localhost/x"])
def test_any_other_database_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="sqlite:///FILE"):
        new_engine(url)


def test_a_databases_error_quotes_nothing_that_was_sent(ctx: Context) -> None:
    with pytest.raises(IntegrityError) as failed, ctx.store.write() as connection:
        seats.add_seat(connection, "nothing", 1, "Gwendolyn", practice=False, at=ctx.clock())
    assert "Gwendolyn" not in str(failed.value)
