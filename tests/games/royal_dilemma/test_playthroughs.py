"""A match of each edition, phase by phase: what is asked, what everybody sees, what is announced.

What the public sees is written out; of what a player sees, the lines that differ. Written anew, like all
golden texts, with ``pytest --regenerate-golden`` and then reviewed.
"""

from collections.abc import Iterator
from difflib import ndiff

import pytest

from referee.core.decisions import Decision
from referee.core.dice import Dice
from referee.core.documents import Document
from referee.core.seats import Seat
from referee.games.royal_dilemma.editions import EDITIONS
from referee.games.royal_dilemma.options import DilemmaOptions
from referee.games.royal_dilemma.state import DilemmaState
from referee.publishing import plain
from referee.publishing.scene import Scene
from tests.games.royal_dilemma.random_moves import random_moves
from tests.games.royal_dilemma.situations import GAME, NAMES
from tests.golden import Golden

SEATS = NAMES[:3]
SCENE = Scene(seats=SEATS, game="royal-dilemma", base_url="https://games.example", zone="UTC")


EVENTFUL: dict[str, int] = {
    "capture": 44,
    "capture-tribute": 4,
    "capture-plain": 242,
    "hand-capture": 210,
    "surrender-suited": 323,
    "surrender": 126,
}
"""Of four hundred random matches of each edition, the one in which most kinds of things happen."""


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_match_reads_as_reviewed(edition: str, golden: Golden) -> None:
    golden(f"{edition}.txt", "\n".join(_playthrough(edition)) + "\n")


def _playthrough(edition: str) -> Iterator[str]:
    seed = f"{edition} {EVENTFUL[edition]}".encode()
    chance = Dice(seed, 1_000_000)
    options = DilemmaOptions.model_validate({"edition": edition})
    state = GAME.setup(options, SEATS, Dice(seed, 0)).state
    number = 0
    while (phase := GAME.phase(state)) is not None:
        number += 1
        yield f"{'=' * 20} Phase {number}: {phase.title}"
        yield from _seen("board", lambda viewer, state=state: GAME.board(GAME.view(state, viewer)))  # type: ignore[misc]
        if number == 1 or phase.kind == "choice":  # every play phase asks alike
            for seat, decision in phase.decisions.items():
                yield from _asked(seat, decision)
        moves = random_moves(state, chance)
        for seat, move in moves.items():
            yield f"> {seat}: {GAME.words(state, seat, move)}    {move.model_dump_json()}"
        resolution = GAME.resolve(state, moves, Dice(seed, number))
        yield from _seen(
            "announcement",
            lambda viewer, told=(state, moves, resolution): GAME.report(*told, viewer),  # type: ignore[misc]
        )
        state = resolution.state
    yield from _standings(state)


def _seen(what: str, document_for) -> Iterator[str]:  # type: ignore[no-untyped-def]
    """A document for the public, and what is different about it for each player."""
    public = _lines(document_for(None))
    yield f"{'-' * 10} The {what}, to everybody"
    yield from public
    for seat in SEATS:
        different = [line for line in ndiff(public, _lines(document_for(seat))) if line[0] in "+-"]
        if different:
            yield f"{'-' * 10} The {what}, to {seat}"
            yield from (line.rstrip() for line in different)


def _lines(document: Document) -> list[str]:
    return [line.rstrip() for line in plain.render(document, SCENE).splitlines()]


def _asked(seat: Seat, decision: Decision) -> Iterator[str]:
    yield f"? {seat}: {decision.title}. {decision.default}"
    for field in decision.fields:
        yield f"    {field.name} ({field.kind}, {field.least} to {field.most}): {field.label}"
        for choice in field.choices:
            note = f"; {choice.note}" if choice.note else ""
            yield f"        {choice.value}: {choice.label}{note}"


def _standings(state: DilemmaState) -> Iterator[str]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    yield f"{'=' * 20} Standings"
    for standing in outcome.standings:
        yield f"{standing.rank}. {standing.seat}: {standing.score}"
