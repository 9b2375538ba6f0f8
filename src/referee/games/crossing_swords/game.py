"""Crossing Swords as the house knows it: the contract's questions, each answered by its own file."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.core.decisions import Decision, Phase
from referee.core.dice import Dice
from referee.core.documents import Document
from referee.core.events import Event
from referee.core.game import Game, GameInfo, Resolution, SeatCount, StandingMove
from referee.core.outcome import Outcome
from referee.core.problems import Problem
from referee.core.seats import Seat
from referee.games.crossing_swords import moves as asked
from referee.games.crossing_swords.board import board
from referee.games.crossing_swords.consistency import flaws
from referee.games.crossing_swords.events import EVENTS, Began
from referee.games.crossing_swords.info import INFO
from referee.games.crossing_swords.options import SwordsOptions
from referee.games.crossing_swords.practice import practice_move
from referee.games.crossing_swords.report import report
from referee.games.crossing_swords.rules.round import resolved_round
from referee.games.crossing_swords.standing import STANDING_MOVES, standing_move
from referee.games.crossing_swords.state import Player, SwordsMove, SwordsState, SwordsView


class CrossingSwords(Game[SwordsOptions, SwordsState, SwordsMove, SwordsView]):
    """The game; it keeps nothing itself."""

    info: ClassVar[GameInfo] = INFO
    options_type = SwordsOptions
    state_type = SwordsState
    move_type = SwordsMove
    view_type = SwordsView
    event_type = EVENTS

    def seat_count(self, options: SwordsOptions) -> SeatCount:
        """Two, up to what the house rule allows."""
        return SeatCount(least=2, most=options.max_players)

    def phase_bound(self, options: SwordsOptions) -> int | None:
        """The last round, where there is one; without it players could Mend for ever."""
        return options.max_rounds

    def setup(
        self,
        options: SwordsOptions,
        seats: Sequence[Seat],
        dice: Dice,  # noqa: ARG002 (nothing here is left to chance)
    ) -> Resolution[SwordsState]:
        """Everybody with the same life and no VP."""
        state = SwordsState(
            options=options,
            round=1,
            players=tuple(Player(name=seat, life=options.starting_life, vp=0) for seat in seats),
        )
        return Resolution(
            state=state, events=(Began(seats=tuple(seats), life=options.starting_life),)
        )

    def phase(self, state: SwordsState) -> Phase | None:
        """One card and one target from everybody who lives."""
        return asked.phase(state)

    def check(self, state: SwordsState, seat: Seat, move: SwordsMove) -> Sequence[Problem]:
        """By CS-02 and CS-03; and a warning where a move defeats its own purpose."""
        return asked.problems(state, seat, move)

    def words(self, state: SwordsState, seat: Seat, move: SwordsMove) -> str:  # noqa: ARG002
        """For example "Lunge at Bob"."""
        return asked.words(seat, move)

    def resolve(
        self,
        state: SwordsState,
        moves: Mapping[Seat, SwordsMove],
        dice: Dice,  # noqa: ARG002
    ) -> Resolution[SwordsState]:
        """The order of calculation, CS-10 to CS-64."""
        return resolved_round(state, moves)

    def flaws(self, state: SwordsState) -> Sequence[Problem]:
        """Names twice or unknown, too few or too many players."""
        return flaws(state)

    def view(self, state: SwordsState, viewer: Seat | None) -> SwordsView:  # noqa: ARG002
        """The whole table, for everybody."""
        return SwordsView(options=state.options, round=state.round, players=state.players)

    def board(self, view: SwordsView) -> Document:
        """Life as meters; life, VP and memories as a table."""
        return board(view)

    def measures(self, view: SwordsView) -> Mapping[str, Mapping[Seat, int]]:
        """Life and VP."""
        return {
            "Life": {player.name: player.life for player in view.players},
            "VP": {player.name: player.vp for player in view.players},
        }

    def report(
        self,
        before: SwordsState,
        moves: Mapping[Seat, SwordsMove],  # noqa: ARG002 (the events say what was played)
        resolution: Resolution[SwordsState],
        viewer: Seat | None,  # noqa: ARG002 (everybody reads the same)
    ) -> Document:
        """The announcement, the same for everybody."""
        return report(before, resolution)

    def outcome(self, state: SwordsState) -> Outcome | None:
        """By VP once nobody has life left (CS-62)."""
        if any(player.life for player in state.players):
            return None
        return Outcome.by_score({player.name: player.vp for player in state.players})

    def practice_move(
        self, view: SwordsView, seat: Seat, decision: Decision, dice: Dice
    ) -> SwordsMove | None:
        """A lively move that follows from the table alone."""
        return practice_move(view, seat, decision, dice)

    def standing_moves(self, options: SwordsOptions) -> tuple[StandingMove, ...]:  # noqa: ARG002
        """The same five under every house rule (CS-70 to CS-76)."""
        return STANDING_MOVES

    def standing_move(  # noqa: PLR0917 (the contract's question)
        self,
        view: SwordsView,
        seat: Seat,
        decision: Decision,  # noqa: ARG002 (the table says what may be chosen)
        name: str,
        events: Sequence[Event],
        dice: Dice,  # noqa: ARG002 (nothing here is left to chance)
    ) -> SwordsMove | None:
        """What follows from the table and from who dealt whom what last round."""
        return standing_move(view, seat, name, events)
