"""Golden texts: compared with what is written now, or written anew with ``--regenerate-golden``."""

import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("shared-machine", deadline=None)
settings.load_profile("shared-machine")

GOLDEN = Path(__file__).parent / "golden"

Golden = Callable[[str, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    with contextlib.suppress(ValueError):  # the root conftest may have it already
        parser.addoption(
            "--regenerate-golden",
            action="store_true",
            help="write golden texts anew, to review as diffs",
        )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a text with the golden file of this name, joiners made visible as ⁂."""

    def compare(name: str, text: str) -> None:
        shown = text.replace("\u2060", "⁂").replace("\u200e", "⟶")
        path = GOLDEN / name
        if request.config.getoption("--regenerate-golden", default=False):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(shown, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == shown

    return compare
