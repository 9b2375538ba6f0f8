"""Every dependency has its reason written down, and every reason a dependency."""

import re
import tomllib
from pathlib import Path

from tests.docs.pages import ROOT, Page

REASONS = ROOT / "docs/decisions/0007-dependencies.md"


def declared() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    requirements = [*project["dependencies"], *(each for extra in extras for each in extra)]
    return {re.split(r"[\[<>=!~ ;]", requirement)[0] for requirement in requirements}


def test_every_dependency_has_a_reason_and_every_reason_a_dependency() -> None:
    reasons = {
        name
        for line in REASONS.read_text("utf-8").splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`([^`]+)`", line.split("|")[1])
    }
    assert reasons == declared()


def test_every_dependency_is_pinned() -> None:
    pins = Path(ROOT / "constraints.txt").read_text().lower()
    assert [
        name for name in sorted(declared()) if f"\n{name}==" not in pins.replace("_", "-")
    ] == []


def test_every_decision_is_listed() -> None:
    index = Page("docs/decisions/README.md", (ROOT / "docs/decisions/README.md").read_text("utf-8"))
    files = {path.name for path in (ROOT / "docs/decisions").glob("0*.md")}
    assert set(index.links()) == files
