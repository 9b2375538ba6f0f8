"""Rock, Paper, Scissors as the house knows it: the contract's questions, each answered by its own file."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.core.decisions import Decision, Phase
from referee.core.dice import Dice
from referee.core.documents import Document
from referee.core.game import Game, GameInfo, Resolution, SeatCount
from referee.core.outcome import Outcome
from referee.core.problems import Problem
from referee.core.seats import Seat
from tests.games.rock_paper_scissors import moves as asked
from tests.games.rock_paper_scissors.board import board
from tests.games.rock_paper_scissors.consistency import flaws
from tests.games.rock_paper_scissors.events import EVENTS, Began
from tests.games.rock_paper_scissors.info import INFO
from tests.games.rock_paper_scissors.options import SignsOptions
from tests.games.rock_paper_scissors.practice import practice_move
from tests.games.rock_paper_scissors.report import report
from tests.games.rock_paper_scissors.rules import resolved_round
from tests.games.rock_paper_scissors.state import Player, SignsMove, SignsState, SignsView


class RockPaperScissors(Game[SignsOptions, SignsState, SignsMove, SignsView]):
    """The game; it keeps nothing itself."""

    info: ClassVar[GameInfo] = INFO
    options_type = SignsOptions
    state_type = SignsState
    move_type = SignsMove
    view_type = SignsView
    event_type = EVENTS

    def seat_count(self, options: SignsOptions) -> SeatCount:
        """Three or more."""
        return SeatCount(least=3, most=16)

    def phase_bound(self, options: SignsOptions) -> int | None:
        """The last round."""
        return options.last_round

    def setup(
        self, options: SignsOptions, seats: Sequence[Seat], dice: Dice
    ) -> Resolution[SignsState]:
        """Everybody is in."""
        players = tuple(Player(name=seat, rounds=0) for seat in seats)
        return Resolution(
            state=SignsState(options=options, round=1, players=players),
            events=(Began(seats=tuple(seats)),),
        )

    def phase(self, state: SignsState) -> Phase | None:
        """One sign from everybody still in."""
        return asked.phase(state)

    def check(self, state: SignsState, seat: Seat, move: SignsMove) -> Sequence[Problem]:
        """Whoever is in may show any sign."""
        return asked.problems(state, seat)

    def words(self, state: SignsState, seat: Seat, move: SignsMove) -> str:
        """For example "Show rock"."""
        return asked.words(move)

    def resolve(
        self, state: SignsState, moves: Mapping[Seat, SignsMove], dice: Dice
    ) -> Resolution[SignsState]:
        """RS-01 to RS-05."""
        return resolved_round(state, moves)

    def flaws(self, state: SignsState) -> Sequence[Problem]:
        """Names twice, too few players, rounds that nobody can have come through."""
        return flaws(state)

    def view(self, state: SignsState, viewer: Seat | None) -> SignsView:
        """The whole table, for everybody."""
        return SignsView(
            round=state.round, last_round=state.options.last_round, players=state.players
        )

    def board(self, view: SignsView) -> Document:
        """Who is in, and how far everybody has come."""
        return board(view)

    def measures(self, view: SignsView) -> Mapping[str, Mapping[Seat, int]]:
        """The rounds come through."""
        return {"Rounds": {player.name: player.rounds for player in view.players}}

    def report(
        self,
        before: SignsState,
        moves: Mapping[Seat, SignsMove],
        resolution: Resolution[SignsState],
        viewer: Seat | None,
    ) -> Document:
        """The announcement, the same for everybody."""
        return report(before, resolution, self.view(resolution.state, viewer))

    def outcome(self, state: SignsState) -> Outcome | None:
        """By rounds, once the match is over (RS-05)."""
        if not state.is_over:
            return None
        return Outcome.by_score({player.name: player.rounds for player in state.players})

    def practice_move(
        self, view: SignsView, seat: Seat, decision: Decision, dice: Dice
    ) -> SignsMove | None:
        """Any sign."""
        return practice_move(decision, dice)
