"""The published schema: it is the code's, exports keep it, and it leaves nothing out of the hashes."""

import json
from collections.abc import Callable

import pytest
from jsonschema import Draft202012Validator

from referee.services.context import Context
from tests.clock import Clock
from tests.services.export_schema import FILE, schema_text
from tests.services.test_verifying import NAMES, export_of


def test_the_published_schema_is_the_codes() -> None:
    """After a change of the form that keeps its meaning: python -m tests.services.export_schema."""
    assert FILE.read_text("utf-8") == schema_text()


@pytest.mark.parametrize("name", NAMES)
def test_every_export_keeps_the_published_schema(
    new_context: Callable[[str], Context],
    new_sqlite_url: Callable[[], str],
    clock: Clock,
    name: str,
) -> None:
    schema = json.loads(FILE.read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    export = json.loads(export_of(new_context(new_sqlite_url()), clock, name))
    assert [error.message for error in Draft202012Validator(schema).iter_errors(export)] == []


def test_the_schema_marks_nothing_as_left_out_of_the_hashes() -> None:
    """The mutations in `test_verifying` therefore spare nothing."""
    assert "x-not-covered" not in FILE.read_text("utf-8")
