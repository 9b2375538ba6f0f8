"""Rows as they lie in the database, for tests that must not take anybody's word for it."""

from typing import Any

from referee.services.context import Context
from referee.storage.tables import metadata


def rows_of(ctx: Context, table: str) -> list[dict[str, Any]]:
    """All rows of a table."""
    with ctx.store.read() as connection:
        return [dict(row) for row in connection.execute(metadata.tables[table].select()).mappings()]
