"""Step 2: what every Attack card does to every victim (CS-20 to CS-28).

For each of them: normal damage, then Focus, then Taunt, then reductions, and never below 0.
"""

from collections.abc import Iterator, Set

from referee.core.seats import Seat
from referee.games.crossing_swords.cards import ATTACKS, CardName
from referee.games.crossing_swords.events import Damage, Part
from referee.games.crossing_swords.options import SwordsOptions
from referee.games.crossing_swords.rules.plays import Play, Plays

NORMAL_DAMAGE: dict[CardName, int] = {"strike": 3, "lunge": 5, "assail": 1}

# Parts and the rulings they rest on are the same all match long: made once.
_NORMAL = {card: Part(reason="normal", change=amount) for card, amount in NORMAL_DAMAGE.items()}
_FOCUS = {card: Part(reason="focus", change=amount + 1) for card, amount in NORMAL_DAMAGE.items()}
_TAUNT = Part(reason="taunt", change=1)
_DODGE = Part(reason="dodge", change=-3)
_DODGE_LAST_ROUND = Part(reason="dodge-last-round", change=-3)
_BLOCK = Part(reason="block", change=-2)


def attack_damage(plays: Plays, negated: Set[Seat], options: SwordsOptions) -> list[Damage]:
    """Every Attack card against every victim, attackers and then victims in seat order.

    ``negated`` are those whose Action card was halted: their Taunt raises nothing (CS-13).
    """
    return [
        _attack(attack, attack.card, victim, negated, options)
        for attack in plays.values()
        if attack.card is not None and attack.card in ATTACKS
        for victim in _victims(attack, plays, options)
    ]


def is_focused(attack: Play) -> bool:
    """Whether the attacker's Focus of last round is on the player they now attack (CS-22)."""
    return attack.target is not None and attack.player.focused_on == attack.target


def _victims(attack: Play, plays: Plays, options: SwordsOptions) -> Iterator[Play]:
    for seat, play in plays.items():
        if attack.card == "assail":
            if seat != attack.seat or options.assail_hits_self:
                yield play
        elif seat == attack.target:
            yield play


def _attack(
    attack: Play, card: CardName, victim: Play, negated: Set[Seat], options: SwordsOptions
) -> Damage:
    is_target = victim.seat == attack.target
    amount = NORMAL_DAMAGE[card]
    parts = [_NORMAL[card]]
    rulings = ["CS-21" if card == "assail" else "CS-20"]

    if is_focused(attack) and (is_target or options.focused_assail == "everyone"):
        parts.append(_FOCUS[card])
        rulings.append("CS-22")
        amount += amount + 1

    if victim.card == "taunt" and victim.seat not in negated and victim.seat != attack.seat:
        parts.append(_TAUNT)
        rulings.append("CS-23")
        amount += 1

    if card == "assail" and is_target:
        if _defends_against(attack, victim):
            rulings.append("CS-28")
    else:
        amount = _reduce(attack, victim, amount, parts, rulings)

    return Damage(
        cause="attack",
        source=attack.seat,
        target=victim.seat,
        card=card,
        amount=amount,
        parts=tuple(parts),
        rulings=tuple(rulings),
    )


def _reduce(attack: Play, victim: Play, amount: int, parts: list[Part], rulings: list[str]) -> int:
    """The amount after the victim's Defense cards, each of which adds its part (CS-24 to CS-27)."""
    if victim.card == "dodge":
        rulings.append("CS-24")
        if victim.target == attack.seat:
            parts.append(Part(reason="stopped-by-dodge", change=-amount))
            return 0
        parts.append(_DODGE)
        amount -= 3
    elif victim.card == "block":
        rulings.append("CS-26")
        parts.append(_BLOCK)
        amount -= 2
    elif victim.card == "riposte" and victim.target == attack.seat and attack.target == victim.seat:
        rulings.append("CS-27")
        parts.append(Part(reason="stopped-by-riposte", change=-amount))
        return 0
    if victim.player.dodged == attack.seat:
        rulings.append("CS-25")
        parts.append(_DODGE_LAST_ROUND)
        amount -= 3
    if amount < 0:
        parts.append(Part(reason="floor", change=-amount))
        amount = 0
    return amount


def _defends_against(attack: Play, target: Play) -> bool:
    """Whether an Assail's own target has a Defense card that would otherwise have helped (CS-28)."""
    return (
        target.card in ("dodge", "block")
        or (target.card == "riposte" and target.target == attack.seat)
        or target.player.dodged == attack.seat
    )
