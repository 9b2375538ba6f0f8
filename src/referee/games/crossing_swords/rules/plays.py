"""What everybody plays once the moves are opened: the sealed ones, and the house rule's for the rest."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from referee.core.seats import Seat
from referee.games.crossing_swords.cards import CardName
from referee.games.crossing_swords.events import Played
from referee.games.crossing_swords.state import Player, SwordsMove, SwordsState


@dataclass(frozen=True, slots=True)
class Play:
    """A living player with the card and target in front of them; both may be missing (CS-04)."""

    player: Player
    seat: Seat
    card: CardName | None
    target: Seat | None
    received: bool


Plays = dict[Seat, Play]
"""One play for each living player, in seat order."""


def revealed_plays(state: SwordsState, moves: Mapping[Seat, SwordsMove]) -> Plays:
    """Everybody's play; who is living and sent no move does what the house rule says (CS-04)."""
    return {
        player.name: _play(player, moves.get(player.name), state.options.no_move)
        for player in state.players
        if player.life
    }


def _play(player: Player, move: SwordsMove | None, no_move: str) -> Play:
    seat = player.name
    if move is not None:
        return Play(player, seat, move.card, move.target, received=True)
    if no_move == "block":
        return Play(player, seat, "block", None, received=False)
    if no_move == "mend_self":
        return Play(player, seat, "mend", seat, received=False)
    return Play(player, seat, None, None, received=False)


def played_events(plays: Iterable[Play]) -> list[Played]:
    """The revealing, in seat order."""
    return [
        Played(
            seat=play.seat,
            card=play.card,
            target=play.target,
            received=play.received,
            rulings=("CS-01",) if play.received else ("CS-04",),
        )
        for play in plays
    ]
