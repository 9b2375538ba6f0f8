"""The script in docs/verify-a-deal.md agrees with the deals of this server, and keeps its promises."""

import ast
import hashlib
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from referee.core.dice import Dice
from referee.games.royal_dilemma.editions import EDITIONS
from referee.games.royal_dilemma.events import Drew, Opened
from referee.games.royal_dilemma.options import DilemmaOptions
from tests.docs.pages import ROOT, Page
from tests.games.royal_dilemma.situations import GAME, NAMES

PAGE = "docs/verify-a-deal.md"
SEEDS = tuple(hashlib.sha256(f"deal {number}".encode()).digest() for number in range(2))


def script() -> str:
    page = Page(PAGE, (ROOT / PAGE).read_text(encoding="utf-8"))
    ((_, text),) = page.blocks("python")
    return text


@pytest.fixture(scope="module")
def verify(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stranger") / "verify.py"
    path.write_text(script(), encoding="utf-8")
    return path


def printed(verify: Path, *arguments: str) -> list[str]:
    """The script's output, run as a stranger would: alone, without this project on the path."""
    command = [sys.executable, "-I", str(verify), *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=verify.parent)
    return run.stdout.splitlines()


def test_it_is_at_most_forty_lines_of_the_standard_library() -> None:
    assert len(script().splitlines()) <= 40
    imported = {
        name.name
        for node in ast.walk(ast.parse(script()))
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert imported <= sys.stdlib_module_names
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(ast.parse(script())))


@pytest.mark.parametrize(("decks", "seed"), list(product((1, 2, 3, 4), SEEDS)))
def test_it_shuffles_as_the_server_does_for_every_deck_count(
    verify: Path, decks: int, seed: bytes
) -> None:
    options = DilemmaOptions(decks=decks)
    setup = GAME.setup(options, NAMES[:2], Dice(seed, 0))
    opened = [event.card for event in setup.events if isinstance(event, Opened)]
    digest, deck = printed(verify, seed.hex(), str(decks))
    assert digest.endswith(hashlib.sha256(seed).hexdigest())
    cards = deck.partition(": ")[2].split()
    assert len(cards) == 36 * decks
    assert cards[:2] == opened
    assert cards[-len(setup.state.deck) :] == list(setup.state.deck)


@pytest.mark.parametrize(
    ("seats", "edition"), [(2, "surrender"), (3, "capture"), (4, "hand-capture")]
)
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_it_deals_the_first_hands_as_the_server_does(
    verify: Path, seats: int, edition: str, decks: int
) -> None:
    seed = SEEDS[0]
    options = DilemmaOptions.model_validate({"edition": edition, "decks": decks})
    setup = GAME.setup(options, NAMES[:seats], Dice(seed, 0))
    _, _, *dealt = printed(verify, seed.hex(), str(decks), str(seats), edition)
    opened = {event.seat: event.card for event in setup.events if isinstance(event, Opened)}
    drew = {event.seat: event.cards for event in setup.events if isinstance(event, Drew)}
    assert dealt == [
        f"Seat {at}: opens with {opened[seat]}, draws {' '.join(drew[seat] or ())}"
        for at, seat in enumerate(NAMES[:seats], start=1)
    ]


def test_it_knows_which_editions_draw_for_their_own_suit() -> None:
    for name, edition in EDITIONS.items():
        assert name.startswith("capture") == edition.draws_own_suit
