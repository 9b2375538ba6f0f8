"""Every threat names the test that covers it, or says that nothing does."""

import ast
import re
from functools import cache

from tests.docs.pages import ROOT

PAGE = ROOT / "docs/threats.md"
KINDS = ("Spoofing", "Tampering", "Repudiation", "Disclosure", "Denial", "Elevation")
UNCOVERED = "not covered"


def rows() -> list[tuple[str, str, str]]:
    """The threats: what it is, what stands against it, and its test."""
    found = []
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("| ") and not line.startswith("| threat |"):
            threat, against, covered = (cell.strip() for cell in line.strip("|").split("|"))
            found.append((threat, against, covered))
    return found


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_threat_names_its_tests_or_says_that_there_are_none() -> None:
    assert len(rows()) > 50
    for threat, against, covered in rows():
        assert against, threat
        is_named = re.fullmatch(r"(`tests/[\w/]+\.py::test_\w+` ?)+", covered)
        assert is_named or covered == UNCOVERED, f"{threat}: {covered}"


def test_every_test_that_is_named_exists() -> None:
    missing = [
        f"{path}::{name}"
        for path, name in re.findall(r"(tests/[\w/]+\.py)::(\w+)", PAGE.read_text("utf-8"))
        if not (ROOT / path).is_file() or name not in names_in(path)
    ]
    assert missing == []


def test_all_six_kinds_are_gone_through() -> None:
    headings = re.findall(r"^## (\w+)", PAGE.read_text("utf-8"), re.MULTILINE)
    assert tuple(headings) == KINDS
