"""Standing moves: what a player who is away has said to play (RD-50 to RD-54)."""

from collections.abc import Sequence

from referee.core.game import StandingMove
from referee.core.seats import Seat
from referee.games.royal_dilemma.cards import highest_first, lowest_first
from referee.games.royal_dilemma.editions import Edition
from referee.games.royal_dilemma.moves import DilemmaMove, Standing
from referee.games.royal_dilemma.view import DilemmaView, PlayerView

STANDING_MOVES = (
    StandingMove(name="build-highest", words="Build my highest card"),
    StandingMove(name="build-lowest", words="Build my lowest card"),
    StandingMove(
        name="invade-leader", words="Invade whoever else has most points, with my highest card"
    ),
    StandingMove(name="pass", words="Pass and keep my cards"),
)


def standing_move(view: DilemmaView, seat: Seat, name: str) -> DilemmaMove | None:
    """The play that a standing move comes to with this hand; None for a name not offered."""
    if view.is_choice or not view.hand:
        return None
    standing = _answers(view.options.rules)
    highest, lowest = highest_first(view.hand)[0], lowest_first(view.hand)[0]
    match name:
        case "build-highest":
            return DilemmaMove(card=highest, target=seat, standing=standing)
        case "build-lowest":
            return DilemmaMove(card=lowest, target=seat, standing=standing)
        case "invade-leader":
            leader = _leader(_after(view.players, seat))
            return DilemmaMove(card=highest, target=leader, standing=standing)
        case "pass":
            return DilemmaMove.model_validate({"pass": True, "standing": standing})
    return None


def _answers(rules: Edition) -> Standing:
    """The standing choices of RD-10, as far as the edition asks anything: nobody waits for who is away."""
    return Standing(
        capture=None if rules.captures is None else "highest",
        surrender=None if rules.levies is None else "lowest",
    )


def _after(players: Sequence[PlayerView], seat: Seat) -> list[PlayerView]:
    """Everybody else, from the one who sits next round the table (RD-53)."""
    at = next(place for place, player in enumerate(players) if player.name == seat)
    return [*players[at + 1 :], *players[:at]]


def _leader(players: Sequence[PlayerView]) -> Seat:
    most = max(player.points for player in players)
    return next(player.name for player in players if player.points == most)
