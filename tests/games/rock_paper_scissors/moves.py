"""What a round asks of a player, and what is wrong about an answer."""

from collections.abc import Sequence

from referee.core.decisions import Choice, Decision, Field, Phase
from referee.core.problems import Problem
from referee.core.seats import Seat
from tests.games.rock_paper_scissors.signs import BEATEN_BY, BEATS, SIGNS
from tests.games.rock_paper_scissors.state import SignsMove, SignsState

_SILENCE = {
    "out": "If no move comes you show nothing and are out.",
    "rock": "If no move comes you show rock.",
}


def phase(state: SignsState) -> Phase | None:
    """One sign from everybody still in; None once the match is over."""
    if state.is_over:
        return None
    decision = Decision(
        title="Your sign",
        fields=(
            Field(
                path=("sign",),
                label="Sign",
                help="All signs are shown at the same moment.",
                look="cards",
                choices=tuple(
                    Choice(
                        value=sign,
                        label=sign.capitalize(),
                        icon=sign,
                        explanation=f"Beats {BEATS[sign]}, loses to {BEATEN_BY[sign]}.",
                    )
                    for sign in SIGNS
                ),
            ),
        ),
        default=_SILENCE[state.options.silence],
    )
    return Phase(
        round=state.round,
        title=f"Round {state.round} of {state.options.last_round}",
        decisions={player.name: decision for player in state.remaining},
    )


def problems(state: SignsState, seat: Seat) -> Sequence[Problem]:
    """Whoever is in may show any sign."""
    if state.is_over:
        return (Problem(code="match-over", text="The match is over: no more moves are taken."),)
    player = next((player for player in state.players if player.name == seat), None)
    if player is None:
        text = f"Nobody called “{seat}” plays in this match."
        return (Problem(code="seat-unknown", text=text),)
    if player.is_out:
        text = "This seat is out and shows no more signs."
        return (Problem(code="seat-out", text=text, rulings=("RS-01",)),)
    return ()


def words(move: SignsMove) -> str:
    """The move in a short phrase: "Show rock"."""
    return f"Show {move.sign}"
