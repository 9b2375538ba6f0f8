"""Step 1: which Halts stand, and what they stop (CS-10 to CS-15)."""

from dataclasses import dataclass, field

from referee.core.seats import Seat
from referee.games.crossing_swords.cards import ACTIONS
from referee.games.crossing_swords.events import Damage, HaltMissed, HaltsCancelled, Negated, Part
from referee.games.crossing_swords.rules.plays import Plays

_HALT_DAMAGE = (Part(reason="normal", change=3),)


@dataclass(slots=True)
class Halts:
    """What step 1 found: whose Action cards are negated, the damage dealt, and the facts to tell."""

    negated: set[Seat] = field(default_factory=set)
    without_effect: set[Seat] = field(default_factory=set)
    damage: list[Damage] = field(default_factory=list)
    events: list[HaltsCancelled | Negated | HaltMissed] = field(default_factory=list)


def settled_halts(plays: Plays) -> Halts:
    """Decide every Halt from the revealed plays alone."""
    halts = Halts()
    targets = {
        seat: play.target
        for seat, play in plays.items()
        if play.card == "halt" and play.target is not None
    }
    if not targets:
        return halts
    pairs = _mutual_pairs(targets)
    paired = {seat for pair in pairs for seat in pair}
    standing = _standing({s: t for s, t in targets.items() if s not in paired}, targets)
    # Whatever neither stands nor is targeted by a standing Halt forms a ring (CS-12).
    stopped = {targets[seat] for seat in standing}
    ringed = [s for s in targets if s not in paired and s not in standing and s not in stopped]
    halts.without_effect = paired | set(ringed)
    halts.events.extend(HaltsCancelled(seats=pair, rulings=("CS-10",)) for pair in pairs)
    halts.events.extend(
        HaltsCancelled(seats=ring, rulings=("CS-12",)) for ring in _rings(ringed, targets)
    )

    by: dict[Seat, list[Seat]] = {}
    for seat, target in targets.items():  # seat order
        if seat not in standing:
            continue
        if plays[target].card in ACTIONS:
            by.setdefault(target, []).append(seat)
        else:
            halts.events.append(HaltMissed(seat=seat, target=target, rulings=("CS-13",)))
    for seat, play in plays.items():
        if seat not in by or play.card is None or play.target is None:
            continue
        halts.negated.add(seat)
        rulings = ["CS-13"]
        if play.card == "halt":
            rulings.insert(0, "CS-11")
        if len(by[seat]) > 1 or seat in halts.without_effect:
            rulings.append("CS-14")
        halts.events.append(
            Negated(
                seat=seat,
                card=play.card,
                target=play.target,
                by=tuple(by[seat]),
                rulings=tuple(rulings),
            )
        )
        halts.damage.extend(
            Damage(
                cause="halt",
                source=source,
                target=seat,
                card="halt",
                amount=3,
                parts=_HALT_DAMAGE,
                rulings=("CS-13", "CS-15"),
            )
            for source in by[seat]
        )
    return halts


def _mutual_pairs(targets: dict[Seat, Seat]) -> list[tuple[Seat, Seat]]:
    """Two players who Halt each other, each pair once and in seat order (CS-10)."""
    order = {seat: place for place, seat in enumerate(targets)}
    return [
        (seat, target)
        for seat, target in targets.items()
        if target in targets and targets[target] == seat and order[seat] < order[target]
    ]


def _standing(open_halts: dict[Seat, Seat], targets: dict[Seat, Seat]) -> set[Seat]:
    """The Halts that stand (CS-11): found outwards from those that nobody contests.

    A Halt stands once every Halt aimed at its player is known not to stand; it falls once one of them
    does. Those that are never decided form rings (CS-12). ``open_halts`` leaves out the mutual pairs,
    whose members target only each other and so contest nobody else.
    """
    standing: set[Seat] = set()
    fallen: set[Seat] = set()
    contested_by: dict[Seat, set[Seat]] = {seat: set() for seat in open_halts}
    for seat in open_halts:
        if targets[seat] in contested_by:
            contested_by[targets[seat]].add(seat)
    changed = True
    while changed:
        changed = False
        for seat, rivals in contested_by.items():
            if seat in standing or seat in fallen:
                continue
            if rivals & standing:
                fallen.add(seat)
                changed = True
            elif rivals <= fallen:
                standing.add(seat)
                changed = True
    return standing


def _rings(ringed: list[Seat], targets: dict[Seat, Seat]) -> list[tuple[Seat, ...]]:
    """The undecided Halts as rings, each told from its first seat in the order of the Halts."""
    rings: list[tuple[Seat, ...]] = []
    told: set[Seat] = set()
    for first in ringed:
        if first in told:
            continue
        ring = [first]
        while (following := targets[ring[-1]]) != first:
            ring.append(following)
        told.update(ring)
        rings.append(tuple(ring))
    return rings
