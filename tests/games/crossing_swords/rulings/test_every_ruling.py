"""Every numbered ruling has a test by itself; the shared cases hold the common ones, these the corners."""

import re
from importlib import import_module
from importlib.resources import files
from pathlib import Path


def test_every_ruling_of_the_rules_page_has_a_test_here() -> None:
    page = (files("referee.games.crossing_swords") / "rules.md").read_text(encoding="utf-8")
    rulings = set(re.findall(r"^- \*\*CS-(\d+)\*\*", page, re.MULTILINE))
    tested = {
        name.split("_")[2]
        for path in Path(__file__).parent.glob("test_*.py")
        for name in vars(import_module(f"{__package__}.{path.stem}"))
        if name.startswith("test_cs_")
    }
    assert len(rulings) == 40
    assert tested == rulings
