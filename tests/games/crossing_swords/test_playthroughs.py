"""Whole matches of two, four and eight players, phase by phase: seen, asked, sent, announced.

Nothing is hidden between rounds, so what the public sees is what every player sees; the laws hold the game
to that, and a line says so if it ever fails. Written anew, like all golden texts, with
``pytest --regenerate-golden`` and then reviewed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from referee.core.decisions import Decision
from referee.core.dice import Dice
from referee.core.documents import Document
from referee.core.seats import Seat
from referee.games.crossing_swords.events import Ended, Kept
from referee.games.crossing_swords.game import CrossingSwords
from referee.games.crossing_swords.options import SwordsOptions
from referee.games.crossing_swords.state import SwordsState
from referee.publishing import plain
from referee.publishing.scene import Scene
from tests.games.crossing_swords.situations import NAMES
from tests.games.playing import random_moves
from tests.golden import Golden

GAME = CrossingSwords()


@dataclass(frozen=True)
class Playthrough:
    """One match: its random moves follow from the seed. Of two thousand, the seed gives the one in which
    most kinds of things happen, and for eight players that a fallen player wins.
    """

    seats: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return {2: "two", 4: "four", 8: "eight"}[self.seats]

    def play(self) -> Iterator[tuple[SwordsState, Any, Any]]:
        """State, moves and resolution of each round."""
        chance = Dice(f"{self.name} {self.seed}".encode(), 0)
        state: SwordsState = GAME.setup(
            SwordsOptions(**self.options), [Seat(name) for name in NAMES[: self.seats]], chance
        ).state
        while GAME.outcome(state) is None:
            moves: Any = random_moves(GAME, state, chance)
            resolution = GAME.resolve(state, moves, chance)
            yield state, moves, resolution
            state = resolution.state


PLAYTHROUGHS = (
    Playthrough(seats=2, seed=1734),
    Playthrough(
        seats=4, seed=597, options={"self_target": "any", "no_move": "block", "max_rounds": 6}
    ),
    Playthrough(
        seats=8, seed=750, options={"starting_life": 12, "assail_vp_cap": 4, "no_move": "mend_self"}
    ),
)


@pytest.mark.parametrize("played", PLAYTHROUGHS, ids=lambda played: played.name)
def test_a_whole_match_reads_as_reviewed(played: Playthrough, golden: Golden) -> None:
    golden(f"{played.name}.txt", "\n".join(_told(played)) + "\n")


def test_a_fallen_player_wins_the_match_of_eight() -> None:
    *_, (_, _, last) = PLAYTHROUGHS[2].play()
    outcome = GAME.outcome(last.state)
    assert outcome is not None
    standing = {event.seat for event in last.events if isinstance(event, Kept)}
    assert outcome.standings[0].rank == 1
    assert outcome.standings[0].seat not in standing
    assert any(isinstance(event, Ended) for event in last.events)


def _told(played: Playthrough) -> Iterator[str]:
    seats = tuple(Seat(name) for name in NAMES[: played.seats])
    scene = Scene(seats=seats, game="crossing-swords", base_url="https://games.example", zone="UTC")

    def lines(document: Document) -> list[str]:
        return [line.rstrip() for line in plain.render(document, scene).splitlines()]

    state = None
    for before, moves, resolution in played.play():
        phase = GAME.phase(before)
        assert phase is not None
        yield f"{'=' * 20} {phase.title}"
        public = lines(GAME.board(GAME.view(before, None)))
        yield f"{'-' * 10} The board, to everybody"
        yield from public
        for seat in seats:
            if lines(GAME.board(GAME.view(before, seat))) != public:
                yield f"{'-' * 10} BUT {seat} SEES SOMETHING ELSE"
        yield f"{'-' * 10} What is asked"
        for seat, decision in phase.decisions.items():
            yield from _asked(seat, decision)
        yield f"{'-' * 10} What is sent"
        for seat in phase.decisions:
            if seat not in moves:
                yield f"{seat}: nothing"
                continue
            yield f"{seat}: {GAME.words(before, seat, moves[seat])}"
            for problem in GAME.check(before, seat, moves[seat]):
                yield f"    {problem.severity}: {problem.text}"
        yield f"{'-' * 10} The announcement"
        yield from lines(GAME.report(before, moves, resolution, None))
        state = resolution.state
    assert state is not None
    yield f"{'=' * 20} After the match"
    yield from lines(GAME.board(GAME.view(state, None)))


def _asked(seat: Seat, decision: Decision) -> Iterator[str]:
    """The targets, and the cards about which there is something to say; all ten are always there."""
    card, target = decision.fields
    yield f"{seat}: {decision.title}. {decision.default}"
    for choice in card.choices:
        if choice.note:
            yield f"    {choice.label}: {choice.note}"
    for choice in target.choices:
        yield f"    > {choice.label}: {choice.note}"
