"""Standing moves: what a player who is away has said to play (CS-70 to CS-76)."""

from collections.abc import Callable, Iterable, Sequence

from referee.core.events import Event
from referee.core.game import StandingMove
from referee.core.seats import Seat
from referee.games.crossing_swords.cards import CardName
from referee.games.crossing_swords.events import Damage
from referee.games.crossing_swords.state import (
    Player,
    SwordsMove,
    SwordsView,
    player_named,
)

STANDING_MOVES = (
    StandingMove(name="block", words="Block against whoever dealt me most damage last round"),
    StandingMove(name="dodge", words="Dodge away from whoever dealt me most damage last round"),
    StandingMove(name="strike-back", words="Strike at whoever dealt me most damage last round"),
    StandingMove(name="strike-leader", words="Strike at whoever has most VP"),
    StandingMove(name="mend", words="Mend myself"),
)

_CARDS: dict[str, CardName] = {
    "block": "block",
    "dodge": "dodge",
    "strike-back": "strike",
    "strike-leader": "strike",
}


def standing_move(
    view: SwordsView, seat: Seat, name: str, events: Sequence[Event]
) -> SwordsMove | None:
    """The card and target that a standing move comes to on this table; None for a name not offered."""
    me = player_named(view.players, seat)
    if me is None or not me.life:
        return None
    if name == "mend":
        return SwordsMove(card="mend", target=seat)
    others = [player for player in _after(view.players, seat) if player.life]
    if name not in _CARDS or not others:
        return None
    dealt = _dealt_to(seat, events)
    foes = [other for other in others if dealt.get(other.name)]
    if name == "strike-leader" or not foes:
        target = _first_with_most(others, lambda other: other.vp)
    else:
        most = max(dealt[foe.name] for foe in foes)
        strongest = [foe for foe in foes if dealt[foe.name] == most]
        target = _first_with_most(strongest, lambda foe: foe.vp)
    return SwordsMove(card=_CARDS[name], target=target.name)


def _after(players: Sequence[Player], seat: Seat) -> list[Player]:
    """Everybody else, from the one who sits next round the table (CS-72)."""
    at = next(place for place, player in enumerate(players) if player.name == seat)
    return [*players[at + 1 :], *players[:at]]


def _dealt_to(seat: Seat, events: Iterable[Event]) -> dict[Seat, int]:
    """How much damage everybody else dealt to a player, with whatever card (CS-71)."""
    dealt: dict[Seat, int] = {}
    for event in events:
        if isinstance(event, Damage) and event.target == seat != event.source:
            dealt[event.source] = dealt.get(event.source, 0) + event.amount
    return dealt


def _first_with_most(players: Sequence[Player], number: Callable[[Player], int]) -> Player:
    most = max(number(player) for player in players)
    return next(player for player in players if number(player) == most)
