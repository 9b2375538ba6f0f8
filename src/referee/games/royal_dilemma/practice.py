"""Practice players: they build what they can keep and invade where something is to be had.

They know what any player in their seat knows: the view, their own hand in it.
"""

from referee.core.decisions import Decision
from referee.core.dice import Dice
from referee.core.seats import Seat
from referee.games.royal_dilemma.cards import SUIT, VALUE
from referee.games.royal_dilemma.moves import DilemmaMove, Standing
from referee.games.royal_dilemma.view import DilemmaView, PlayerView


def practice_move(
    view: DilemmaView, seat: Seat, decision: Decision, dice: Dice
) -> DilemmaMove | None:
    """A play weighed by the table and drawn by the dice; choices are left to their defaults."""
    if view.is_choice or not view.hand:
        return _choice(decision, dice) if view.is_choice else None
    me = view.player(seat)
    plays = {
        (card, other.name): weight
        for card in dict.fromkeys(view.hand)
        for other in view.players
        if (weight := _weight(view, me, other, card))
    }
    standing = Standing(surrender="lowest") if dice.below(2) else None
    if not plays:
        return DilemmaMove.model_validate({"pass": True, "standing": standing})
    card, target = dice.weighed(plays)
    return DilemmaMove(card=card, target=target, standing=standing)


def _choice(decision: Decision, dice: Dice) -> DilemmaMove | None:
    """Now and then take something else than the default, if a capture is all that is asked."""
    captures = [field for field in decision.fields if field.path == ("capture",)]
    if not captures or dice.below(3):
        return None
    return DilemmaMove(capture=dice.pick(captures[0].choices).value)


def _weight(view: DilemmaView, me: PlayerView, other: PlayerView, card: str) -> int:
    """How inviting a play is; 0 is never."""
    value = VALUE[card]
    if other.name == me.name:
        # high cards are worth keeping for strength until the end is near
        last = view.deck_ran_out
        return 6 * value if last else 2 + value
    power = _power(view, me, other, card)
    match view.options.rules.captures:
        case "in-reach":
            prey = [VALUE[c] for c in other.in_play if _power(view, me, other, c) <= power]
        case "any-or-hand":
            prey = [VALUE[c] for c in other.in_play] or [3] * min(1, other.hand_size)
        case None:
            prey = [min(power, other.points + 3 * other.hand_size)]
    if not prey and not other.in_play and view.options.rules.levies == "if-bare":
        prey = [min(power, other.hand_size)]
    leads = other.points == max(player.points for player in view.players)
    return (max(prey) * 2 if leads else max(prey)) if prey else 0


def _power(view: DilemmaView, me: PlayerView, other: PlayerView, card: str) -> int:
    doubled = view.options.rules.doubling == "always" and SUIT[card] in (me.suit, other.suit)
    return VALUE[card] * (2 if doubled else 1)
