"""Practice players: they keep a table lively, fight sensibly, and bring a match to its end.

They know what any player knows, the table. Early on they try everything; as the rounds pass they defend
and Mend less and less, so that a match among them always ends.
"""

from referee.core.decisions import Decision
from referee.core.dice import Dice
from referee.core.seats import Seat
from referee.games.crossing_swords.cards import CardName
from referee.games.crossing_swords.state import (
    Player,
    SwordsMove,
    SwordsView,
    living,
    player_named,
)

_PATIENCE = 10
"""The round from which practice players only press forward."""


def practice_move(
    view: SwordsView,
    seat: Seat,
    decision: Decision,  # noqa: ARG001 (the table says what may be chosen)
    dice: Dice,
) -> SwordsMove | None:
    """One card and one target, weighed by the table and drawn by the dice."""
    me = player_named(view.players, seat)
    others = [player for player in living(view.players) if player.name != seat]
    if me is None or not me.life:
        return None
    if not others:
        return SwordsMove(card="mend", target=seat)
    prey = next((other for other in others if other.name == me.focused_on), None)
    if prey is not None and dice.below(10) < 8:
        return SwordsMove(card=dice.pick(("strike", "lunge", "lunge")), target=prey.name)
    card = dice.weighed(_card_weights(view, me, others))
    if card == "mend":
        return SwordsMove(card="mend", target=seat)
    target = dice.weighed({other.name: _target_weight(card, me, other) for other in others})
    return SwordsMove(card=card, target=target)


def _card_weights(view: SwordsView, me: Player, others: list[Player]) -> dict[CardName, int]:
    """How much each card is worth trying; 0 is never."""
    patience = max(0, _PATIENCE - view.round)
    threatened = any(other.focused_on == me.name for other in others)
    wounded = me.life * 2 < view.options.starting_life
    rich = max(other.vp for other in others) >= 3
    weights: dict[CardName, int] = {
        "strike": 8,
        "lunge": 5 if me.life > 5 else 2,
        "assail": 2 * len(others) if me.life > 2 else 0,
        "taunt": 5 if rich and me.life > 3 else 0,
        "focus": 6 if patience else 2,
        "halt": 3,
        "dodge": 0,
        "block": 0,
        "riposte": 0,
        "mend": 0,
    }
    if patience:
        weights["dodge"] = 8 if threatened else 2
        weights["riposte"] = 8 if threatened else 3
        weights["block"] = 4
        weights["mend"] = (10 if me.focused_on is not None else 6) if wounded else 0
    return weights


def _target_weight(card: CardName, me: Player, other: Player) -> int:
    """How inviting a target is for a card; at least 1, so that nobody is safe."""
    weight = 2
    if card in ("dodge", "block", "riposte"):
        weight += 20 if other.focused_on == me.name else 0
    elif card == "taunt":
        weight = 1 + 4 * min(3, other.vp)
    elif card in ("strike", "lunge"):
        weight += 4 if other.life <= 5 else 0
        weight += 3 if other.vp > me.vp else 0
    elif card == "halt":
        # Whoever is badly hurt is the likeliest to Mend.
        weight += 4 if other.life <= 8 else 0
    return weight
