"""The first steps of docs/adding-a-game.md, done literally: a copy by another name is a whole game."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, Page

PAGE = Page("docs/adding-a-game.md", (ROOT / "docs/adding-a-game.md").read_text("utf-8"))
OUTSIDE = "src/referee/games/__init__.py"


def inside(clone: Path, *arguments: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
    """The command of this clone."""
    return subprocess.run(
        [sys.executable, "-m", "referee.cli", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        text=True,
        cwd=clone,
        env={**os.environ, "PYTHONPATH": str(clone / "src")},
    )


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone in which the first two steps have been done."""
    top = tmp_path_factory.mktemp("clone")
    shutil.copytree(ROOT / "src", top / "src", ignore=shutil.ignore_patterns("__pycache__"))
    ((_, commands),) = PAGE.blocks("sh")
    subprocess.run(["sh", "-e", "-c", commands], cwd=top, check=True)
    ((_, added),) = PAGE.blocks("python")
    listing = top / OUTSIDE
    text = listing.read_text("utf-8")
    text = text.replace("from referee.games.", f"{added}from referee.games.", 1)
    text, times = re.subn(r"(?ms)^(GAMES\b.*?),?\s*\)$", r"\1, RockPaperScissors())", text, count=1)
    assert times == 1
    listing.write_text(text, "utf-8")
    return top


def test_the_copy_is_listed(clone: Path) -> None:
    listed = inside(clone, "games")
    assert listed.stderr == ""
    assert "rock-paper-scissors: Rock, Paper, Scissors" in listed.stdout.splitlines()
    assert "crossing-swords: Crossing Swords" in listed.stdout.splitlines()


def test_the_copy_resolves_and_explains_like_the_original(clone: Path) -> None:
    players = [
        {"name": name, "life": 5, "vp": 0, "focused_on": None, "dodged": None}
        for name in ("Ann", "Bob")
    ]
    situation = {
        "game": "crossing-swords",
        "state": {"round": 1, "players": players},
        "moves": {"Ann": {"card": "lunge", "target": "Bob"}},
    }
    original = json.dumps(situation)
    copied = json.dumps({**situation, "game": "rock-paper-scissors"})
    for how in ([], ["--explain"]):
        told = [inside(clone, "resolve", *how, stdin=text) for text in (original, copied)]
        assert [one.returncode for one in told] == [0, 0], told[1].stderr
        assert told[1].stdout.replace("RS-", "CS-") == told[0].stdout
    assert "RS-" in told[1].stdout


def test_nothing_of_the_original_is_left_in_the_copy(clone: Path) -> None:
    folder = clone / "src/referee/games/rock_paper_scissors"
    files = [file for file in folder.rglob("*") if file.suffix in (".py", ".md")]
    assert len(files) > 10
    left = [
        f"{file.name}: {line}"
        for file in files
        for line in file.read_text("utf-8").splitlines()
        if re.search(r"crossing.?swords|\bCS-|\bSwords[A-Z]", line, re.IGNORECASE)
    ]
    assert left == []


def test_only_the_list_of_games_names_the_copy(clone: Path) -> None:
    named = [
        file.relative_to(clone).as_posix()
        for file in clone.rglob("*.py")
        if "rock_paper_scissors" in file.read_text("utf-8")
        and "rock_paper_scissors" not in file.parts
    ]
    assert named == [OUTSIDE]


def test_no_code_outside_its_folder_names_a_game() -> None:
    """But for the list."""
    games = [path.name for path in (ROOT / "src/referee/games").iterdir() if path.is_dir()]
    names = "|".join(re.sub("_", "[-_ ]?", name) for name in games if name != "__pycache__")
    files = [
        file
        for kind in ("py", "html", "js", "css")
        for file in (ROOT / "src/referee").rglob(f"*.{kind}")
        if not (file.parent != ROOT / "src/referee/games" and "games" in file.parts)
    ]
    naming = {
        file.relative_to(ROOT).as_posix()
        for file in files
        if re.search(names, file.read_text("utf-8"), re.IGNORECASE)
    }
    assert naming == {OUTSIDE}
