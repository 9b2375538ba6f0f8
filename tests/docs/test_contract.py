"""The page for authors of games speaks of everything the contract asks, and of the files that are there."""

import inspect
import re

from referee.core.game import Game
from tests.docs.pages import ROOT

ADDING = (ROOT / "docs/adding-a-game.md").read_text("utf-8")
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text("utf-8")


def questions() -> dict[str, inspect.Signature]:
    """What the contract asks a game, and with which arguments."""
    return {
        name: inspect.signature(function)
        for name, function in vars(Game).items()
        if inspect.isfunction(function) and not name.startswith("_")
    }


def test_every_question_of_the_contract_is_explained_with_its_arguments() -> None:
    missing = [
        name
        for name, signature in questions().items()
        if f"`{name}({', '.join(list(signature.parameters)[1:])})`" not in ADDING
    ]
    assert missing == []


def test_every_part_of_the_house_is_on_the_map() -> None:
    parts = {
        path.stem
        for path in (ROOT / "src/referee").iterdir()
        if not path.name.startswith("_") and path.name != "py.typed"
    }
    house = re.findall(r"^  ([a-z_]+)(?:\.py|/)? ", ARCHITECTURE.split("```")[1], re.MULTILINE)
    assert set(house) == parts
