"""What tests of the services start from, beside the contexts of all tests."""

from collections.abc import Callable

import pytest

from referee.services.context import Context


@pytest.fixture
def processes(new_context: Callable[[str], Context], database_url: str) -> tuple[Context, Context]:
    """Two contexts on one database, like two processes."""
    return new_context(database_url), new_context(database_url)
