"""Step 5: how damage becomes VP, and what Taunt and Mend move (CS-45 to CS-53)."""

from collections.abc import Iterable, Mapping, Set

from referee.core.seats import Seat
from referee.games.crossing_swords.events import (
    Capped,
    Damage,
    Focused,
    Mended,
    Overkill,
    Share,
    Stole,
)
from referee.games.crossing_swords.options import SwordsOptions
from referee.games.crossing_swords.rules.plays import Plays

Scores = dict[Seat, int]


def mends(plays: Plays, negated: Set[Seat]) -> list[Mended]:
    """Every Mend that took effect: 3 life, or 7 after a Focus on anybody, and 1 VP (CS-45, CS-53)."""
    return [
        Mended(
            seat=seat,
            target=play.target,
            amount=7 if play.player.focused_on is not None else 3,
            vp=1,
            had_focused=play.player.focused_on is not None,
            rulings=("CS-45", "CS-53"),
        )
        for seat, play in plays.items()
        if play.card == "mend" and play.target is not None and seat not in negated
    ]


def focuses(plays: Plays, negated: Set[Seat]) -> list[Focused]:
    """Every Focus that took effect and so is remembered (CS-13, CS-64)."""
    return [
        Focused(seat=seat, target=play.target, rulings=("CS-64",))
        for seat, play in plays.items()
        if play.card == "focus" and play.target is not None and seat not in negated
    ]


def thefts(plays: Plays, negated: Set[Seat]) -> list[Stole]:
    """What every Taunt steals from the pools as they stood at the start of the round (CS-52)."""
    taunts = [
        (seat, play.target)
        for seat, play in plays.items()
        if play.card == "taunt" and play.target is not None and seat not in negated
    ]
    wanting: dict[Seat, int] = {}
    for _, target in taunts:
        wanting[target] = wanting.get(target, 0) + 1
    return [
        Stole(
            seat=seat,
            target=target,
            amount=min(3, plays[target].player.vp // wanting[target]),
            pool=plays[target].player.vp,
            taunts=wanting[target],
            rulings=("CS-52",),
        )
        for seat, target in taunts
    ]


def scored_damage(
    plays: Plays, damage: Iterable[Damage], counters: Mapping[Seat, int], options: SwordsOptions
) -> tuple[Scores, list[Overkill | Capped]]:
    """The VP each player's damage is worth, and what was lost on the way (CS-50, CS-51).

    ``counters`` is each living player's life with all Mends received.
    """
    dealt: dict[Seat, dict[Seat, int]] = {}
    risk: dict[tuple[Seat, Seat], int] = {}
    for blow in damage:
        sources = dealt.setdefault(blow.target, {})
        sources[blow.source] = sources.get(blow.source, 0) + blow.amount
        if blow.cause == "risk":
            risk[blow.source, blow.target] = blow.amount

    scores: Scores = dict.fromkeys(plays, 0)
    from_assail: Scores = {}
    events: list[Overkill | Capped] = []
    for victim in plays:  # seat order
        if victim not in dealt:
            continue
        by_source = {source: dealt[victim][source] for source in plays if dealt[victim].get(source)}
        total = sum(by_source.values())
        shares = by_source
        if total > counters[victim]:
            if options.overkill == "share":
                shares = shared_counters(by_source, counters[victim])
            events.append(_overkill(victim, counters[victim], by_source, shares, options))
        for source, score in shares.items():
            scores[source] += score
            if plays[source].card == "assail":
                beside = min(score, risk.get((source, victim), 0))
                from_assail[source] = from_assail.get(source, 0) + score - beside

    cap = options.assail_vp_cap
    if cap is not None:
        for seat in plays:
            if (scored := from_assail.get(seat, 0)) > cap:
                scores[seat] -= scored - cap
                events.append(Capped(seat=seat, scored=scored, cap=cap, rulings=("CS-51",)))
    return scores, events


def shared_counters(damage: Mapping[Seat, int], counters: int) -> Scores:
    """Share fewer counters than damage among its sources, in proportion to their damage (CS-50).

    Everyone gets the whole part of damage × counters ÷ total; what remains goes one each to the largest
    fractions; equal fractions that cannot all be served get nothing, and the rest is lost.
    """
    total = sum(damage.values())
    scores = {source: amount * counters // total for source, amount in damage.items()}
    remaining = counters - sum(scores.values())
    by_fraction: dict[int, list[Seat]] = {}
    for source, amount in damage.items():
        by_fraction.setdefault(amount * counters % total, []).append(source)
    for fraction in sorted(by_fraction, reverse=True):
        equals = by_fraction[fraction]
        if len(equals) > remaining:
            break
        for source in equals:
            scores[source] += 1
        remaining -= len(equals)
    return scores


def _overkill(
    victim: Seat,
    counters: int,
    damage: Mapping[Seat, int],
    scores: Mapping[Seat, int],
    options: SwordsOptions,
) -> Overkill:
    return Overkill(
        target=victim,
        counters=counters,
        damage=sum(damage.values()),
        rule=options.overkill,
        shares=tuple(
            Share(source=source, damage=amount, score=scores[source])
            for source, amount in damage.items()
        ),
        lost=max(0, counters - sum(scores.values())),
        rulings=("CS-50",),
    )
