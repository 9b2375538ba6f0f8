"""Royal Dilemma as the house knows it: the contract's questions, each answered by its own file."""

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
from referee.games.royal_dilemma import decisions, rules
from referee.games.royal_dilemma.board import board
from referee.games.royal_dilemma.checks import problems
from referee.games.royal_dilemma.consistency import flaws
from referee.games.royal_dilemma.events import EVENTS, seen_by
from referee.games.royal_dilemma.info import INFO
from referee.games.royal_dilemma.moves import DilemmaMove
from referee.games.royal_dilemma.options import DilemmaOptions
from referee.games.royal_dilemma.practice import practice_move
from referee.games.royal_dilemma.report import report
from referee.games.royal_dilemma.silence import silence
from referee.games.royal_dilemma.standing import STANDING_MOVES, standing_move
from referee.games.royal_dilemma.state import DilemmaState
from referee.games.royal_dilemma.view import DilemmaView, view
from referee.games.royal_dilemma.wording import words


class RoyalDilemma(Game[DilemmaOptions, DilemmaState, DilemmaMove, DilemmaView]):
    """The game; it keeps nothing itself."""

    info: ClassVar[GameInfo] = INFO
    options_type = DilemmaOptions
    state_type = DilemmaState
    move_type = DilemmaMove
    view_type = DilemmaView
    event_type = EVENTS

    def seat_count(self, options: DilemmaOptions) -> SeatCount:  # noqa: ARG002
        """Two to four, whatever the edition (RD-01)."""
        return SeatCount(least=2, most=4)

    def phase_bound(self, options: DilemmaOptions) -> int | None:
        """Two phases a round; two players draw at least four cards a round from what the opening left.

        Cards never leave play, so everybody draws at least one for each player every round.
        """
        rounds = -(-(36 * options.decks - 2) // 4)
        return 2 * rounds

    def setup(
        self, options: DilemmaOptions, seats: Sequence[Seat], dice: Dice
    ) -> Resolution[DilemmaState]:
        """The shuffle, everybody's opening card, the first draw (RD-03, RD-20, RD-21)."""
        return rules.dealt(options, seats, dice)

    def phase(self, state: DilemmaState) -> Phase | None:
        """A play from everybody with a card in hand, or the choices owed (RD-09)."""
        return decisions.phase(state)

    def check(self, state: DilemmaState, seat: Seat, move: DilemmaMove) -> Sequence[Problem]:
        """By the cards the seat has and the questions it was asked."""
        return problems(state, seat, move)

    def words(self, state: DilemmaState, seat: Seat, move: DilemmaMove) -> str:
        """For example "Invade Bob with 7♦, power 7"."""
        return words(state, seat, move)

    def resolve(
        self, state: DilemmaState, moves: Mapping[Seat, DilemmaMove], dice: Dice
    ) -> Resolution[DilemmaState]:
        """The plays, or the choices they led to; then the round's end (RD-08, RD-09)."""
        if state.phase == "play":
            return rules.plays_revealed(state, moves, dice)
        return rules.choices_revealed(state, moves, dice)

    def flaws(self, state: DilemmaState) -> Sequence[Problem]:
        """Cards unknown, too often or missing; plays and questions that do not fit them."""
        return flaws(state)

    def view(self, state: DilemmaState, viewer: Seat | None) -> DilemmaView:
        """The open table and the viewer's own hand (RD-04)."""
        return view(state, viewer)

    def board(self, view: DilemmaView) -> Document:
        """The hand, the cards in play by controller, deck and discards."""
        return board(view)

    def measures(self, view: DilemmaView) -> Mapping[str, Mapping[Seat, int]]:
        """Points, cards in play, and cards in hand: all public."""
        return {
            "Points": {player.name: player.points for player in view.players},
            "Cards in play": {player.name: len(player.in_play) for player in view.players},
            "Cards in hand": {player.name: player.hand_size for player in view.players},
        }

    def report(
        self,
        before: DilemmaState,
        moves: Mapping[Seat, DilemmaMove],
        resolution: Resolution[DilemmaState],
        viewer: Seat | None,
    ) -> Document:
        """The announcement, from what this viewer may know before and after."""
        return report(
            view(before, viewer),
            view(resolution.state, viewer),
            tuple(seen_by(event, viewer) for event in resolution.events),
            silence(before, moves),
        )

    def may_read(
        self,
        before: DilemmaState,
        seat: Seat,
        move: DilemmaMove,  # noqa: ARG002 (even that there is a default is the seat's own affair)
        viewer: Seat | None,
    ) -> bool:
        """All but a choice about what leaves a hand (RD-04)."""
        return decisions.may_read(before, seat, viewer)

    def outcome(self, state: DilemmaState) -> Outcome | None:
        """By points in play, once the match is over (RD-08)."""
        return rules.outcome(state)

    def practice_move(
        self, view: DilemmaView, seat: Seat, decision: Decision, dice: Dice
    ) -> DilemmaMove | None:
        """A sensible play that follows from the view alone."""
        return practice_move(view, seat, decision, dice)

    def standing_moves(self, options: DilemmaOptions) -> tuple[StandingMove, ...]:  # noqa: ARG002
        """The same four in every edition (RD-50 to RD-54)."""
        return STANDING_MOVES

    def standing_move(  # noqa: PLR0917 (the contract's question)
        self,
        view: DilemmaView,
        seat: Seat,
        decision: Decision,  # noqa: ARG002 (the hand says what may be played)
        name: str,
        events: Sequence[Event],  # noqa: ARG002 (what is hidden in them is no seat's to see)
        dice: Dice,  # noqa: ARG002 (nothing here is left to chance)
    ) -> DilemmaMove | None:
        """What follows from the table and the seat's own hand."""
        return standing_move(view, seat, name)
