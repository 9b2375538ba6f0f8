"""Whether a state can be: states of matches always can, those written by hand need not."""

from collections.abc import Sequence

from referee.core.problems import Problem
from referee.core.seats import Seat
from tests.games.rock_paper_scissors.state import SignsState


def flaws(state: SignsState) -> Sequence[Problem]:
    """The first thing that cannot be, if anything."""
    if len(state.players) < 3:
        return _flaw("players", "A match has at least 3 players.")
    names: set[Seat] = set()
    for place, player in enumerate(state.players):
        if player.name in names:
            return _flaw(f"players.{place}.name", f"Two players are called “{player.name}”.")
        names.add(player.name)
        played = state.round - 1
        if player.rounds != played and not (player.is_out and player.rounds < played):
            return _flaw(
                f"players.{place}.rounds",
                f"{player.name} cannot have come through {player.rounds} of {played} rounds.",
            )
    return ()


def _flaw(field: str, text: str) -> Sequence[Problem]:
    return (Problem(code="state-impossible", text=text, field=field),)
