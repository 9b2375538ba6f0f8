"""Golden texts: compared with what is written now, or written anew with ``--regenerate-golden``."""

from collections.abc import Callable

import pytest

Golden = Callable[[str, str], None]
"""Takes a file's name and the text it should hold."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The one command that writes them all: ``pytest --regenerate-golden``; then review the diff."""
    parser.addoption("--regenerate-golden", action="store_true", help="write golden texts anew")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with a file in the folder ``golden`` beside the test.

    What nobody would see in a review is made visible there: U+2060 as ⁂, U+200E as ⟶.
    """
    folder = request.path.parent / "golden"

    def compare(name: str, text: str) -> None:
        shown = text.replace("\u2060", "⁂").replace("\u200e", "⟶")
        path = folder / name
        if request.config.getoption("--regenerate-golden"):
            folder.mkdir(exist_ok=True)
            path.write_text(shown, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == shown

    return compare
