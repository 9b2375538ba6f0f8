"""What one viewer may know: everybody's cards in play, nobody's hand but their own (RD-04)."""

from collections.abc import Mapping

from referee.core.seats import Seat
from referee.core.values import Value
from referee.games.royal_dilemma.cards import VALUE, Face, Suit
from referee.games.royal_dilemma.options import DilemmaOptions
from referee.games.royal_dilemma.state import DilemmaState
from referee.games.royal_dilemma.table import Owed, Play, Player, player_named


class PlayerView(Value):
    """What is public of one player."""

    name: Seat
    face: Face
    suit: Suit
    hand_size: int
    in_play: tuple[str, ...]

    @property
    def points(self) -> int:
        """The printed values in play under their control (RD-08)."""
        return sum(VALUE[card] for card in self.in_play)


class DilemmaView(Value):
    """The table as ``viewer`` sees it; None is the public.

    ``hand`` and ``owed`` are the viewer's own, None where they have none. ``plays`` are revealed ones.
    """

    options: DilemmaOptions
    round: int
    is_choice: bool
    is_over: bool
    deck_size: int
    deck_ran_out: bool
    discard: tuple[str, ...]
    players: tuple[PlayerView, ...]
    plays: Mapping[Seat, Play]
    viewer: Seat | None
    hand: tuple[str, ...] | None
    owed: Owed | None

    def player(self, seat: Seat) -> PlayerView:
        """What is public of the player in this seat."""
        return next(player for player in self.players if player.name == seat)


def view(state: DilemmaState, viewer: Seat | None) -> DilemmaView:
    """Built up from nothing, by naming what may be known."""
    own = player_named(state.players, viewer) if viewer is not None else None
    return DilemmaView(
        options=state.options,
        round=state.round,
        is_choice=state.phase == "choice",
        is_over=state.finished,
        deck_size=len(state.deck),
        deck_ran_out=state.deck_ran_out,
        discard=state.discard,
        players=tuple(_seen(player) for player in state.players),
        plays=dict(state.plays or {}),
        viewer=None if own is None else own.name,
        hand=None if own is None else own.hand,
        owed=None if own is None else (state.owed or {}).get(own.name),
    )


def _seen(player: Player) -> PlayerView:
    return PlayerView(
        name=player.name,
        face=player.face,
        suit=player.suit,
        hand_size=len(player.hand),
        in_play=player.in_play,
    )
