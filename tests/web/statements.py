"""What is asked of the database, statement by statement: how long an answer takes must tell nothing either."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from referee.services.context import Context


@contextmanager
def recorded(ctx: Context) -> Iterator[list[str]]:
    """The statements that this context's database is sent inside the block, in order."""
    engine = ctx.store._engine
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(engine, "before_cursor_execute", note)
