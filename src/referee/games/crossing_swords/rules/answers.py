"""Steps 3 and 4: what Block and Riposte deal back, and what a Lunge risks (CS-30 to CS-41)."""

from collections.abc import Iterable

from referee.core.seats import Seat
from referee.games.crossing_swords.cards import ATTACKS, CardName
from referee.games.crossing_swords.events import Damage, Part
from referee.games.crossing_swords.rules.attacks import is_focused
from referee.games.crossing_swords.rules.plays import Plays

_COUNTER: dict[CardName | None, tuple[int, tuple[Part, ...]]] = {
    "block": (2, (Part(reason="normal", change=2),)),
    "riposte": (3, (Part(reason="normal", change=3),)),
}
_RISK = Part(reason="normal", change=3)
_RISK_FOCUSED = Part(reason="was-focused", change=6)


def counter_damage(plays: Plays) -> list[Damage]:
    """What defenders deal to the target whose Attack card targets them, harmless or not (CS-30)."""
    damage = []
    for seat, play in plays.items():
        if play.card not in _COUNTER or play.target is None:
            continue
        attack = plays[play.target]
        if attack.card in ATTACKS and attack.target == seat:
            amount, parts = _COUNTER[play.card]
            damage.append(
                Damage(
                    cause="counter",
                    source=seat,
                    target=attack.seat,
                    card=play.card,
                    amount=amount,
                    parts=parts,
                    rulings=("CS-30", "CS-31"),
                )
            )
    return damage


def lunge_risk(plays: Plays, dealt: Iterable[Damage]) -> list[Damage]:
    """The extra damage to lungers whose target hurt them in steps 2 and 3: ``dealt`` (CS-40, CS-41)."""
    hurt: set[tuple[Seat, Seat]] = {(d.source, d.target) for d in dealt if d.amount > 0}
    damage = []
    for seat, play in plays.items():
        if play.card != "lunge" or play.target is None or (play.target, seat) not in hurt:
            continue
        focused = is_focused(play)
        damage.append(
            Damage(
                cause="risk",
                source=play.target,
                target=seat,
                card="lunge",
                amount=9 if focused else 3,
                parts=(_RISK, _RISK_FOCUSED) if focused else (_RISK,),
                rulings=("CS-40", "CS-41"),
            )
        )
    return damage
