"""What the README shows is what the program writes."""

import subprocess
import sys
from pathlib import Path

from tests.docs.pages import ROOT, Page

README = Page("README.md", (ROOT / "README.md").read_text("utf-8"))
EXAMPLE = "docs/examples/four-players.jsonl"


def test_the_announcement_shown_is_part_of_what_resolve_writes() -> None:
    ((_, shown),) = README.blocks("text")
    referee = Path(sys.executable).with_name("referee")
    written = subprocess.run(
        [referee, "resolve", "--explain", EXAMPLE],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    parts = [part.strip() for part in shown.split("[…]")]
    assert len(parts) > 1
    places = [written.find(part) for part in parts]
    assert -1 not in places
    assert places == sorted(places)


def test_the_first_screen_says_what_it_is_for_whom_and_how_to_try_it() -> None:
    first_screen = "\n".join(README.text.splitlines()[:45])
    assert "make run" in first_screen
    assert "forum" in first_screen.split("\n\n")[1]
