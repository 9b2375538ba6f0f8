"""A second reading of the rules: slow, flat, exact fractions, nothing shared with the real resolver.

It was written from the rules document, takes and gives plain dictionaries in the interchange form, and
goes victim by victim where the resolver goes step by step. Where the two differ, one has misread a rule.
"""

from fractions import Fraction
from typing import Any

DEFAULTS: dict[str, Any] = {
    "assail_hits_self": True,
    "assail_vp_cap": None,
    "focused_assail": "target",
    "overkill": "share",
    "no_move": "hold",
    "max_rounds": None,
}


def result(situation: dict[str, Any]) -> dict[str, Any]:
    """The situation's result without events."""
    options = {**DEFAULTS, **situation["options"]}
    before = {p["name"]: p for p in situation["state"]["players"]}
    alive = [name for name, p in before.items() if p["life"] > 0]
    card: dict[str, str | None] = {}
    aim: dict[str, str | None] = {}
    for name in alive:
        if name in situation["moves"]:
            card[name] = situation["moves"][name]["card"]
            aim[name] = situation["moves"][name]["target"]
        else:
            card[name], aim[name] = {
                "hold": (None, None),
                "block": ("block", None),
                "mend_self": ("mend", name),
            }[options["no_move"]]

    def halters_of(name: str) -> list[str]:
        return [other for other in alive if card[other] == "halt" and aim[other] == name]

    def is_mutual(name: str) -> bool:
        other = aim[name]
        return other is not None and other != name and other in halters_of(name)

    def stands(name: str, asked: tuple[str, ...] = ()) -> bool | None:
        """Whether a Halt stands; None while that leads round in a circle."""
        if is_mutual(name):
            return False
        if name in asked:
            return None
        verdicts = [stands(other, (*asked, name)) for other in halters_of(name)]
        if True in verdicts:
            return False
        return None if None in verdicts else True

    standing = [name for name in alive if card[name] == "halt" and stands(name) is True]
    negated = [
        name
        for name in alive
        if card[name] in ("taunt", "focus", "mend", "halt")
        and any(aim[halter] == name for halter in standing)
    ]

    # hurt[victim][source] = [damage by Halt, by Attack cards, by counters, by Lunge's risk]
    hurt = {victim: {source: [0, 0, 0, 0] for source in alive} for victim in alive}
    for victim in alive:
        for source in alive:
            blows = hurt[victim][source]
            if source in standing and aim[source] == victim and victim in negated:
                blows[0] = 3
            blows[1] = attack(source, victim, card, aim, before, negated, options)
            if (
                card[source] in ("block", "riposte")
                and aim[source] == victim
                and card[victim] in ("strike", "lunge", "assail")
                and aim[victim] == source
            ):
                blows[2] = 2 if card[source] == "block" else 3
    for lunger in alive:
        target = aim[lunger]
        if card[lunger] == "lunge" and target is not None:
            blows = hurt[lunger][target]
            if blows[1] + blows[2] > 0:
                blows[3] = 9 if before[lunger]["focused_on"] == target else 3

    life = {name: before[name]["life"] for name in alive}
    vp = {name: p["vp"] for name, p in before.items()}
    for name in alive:
        target = aim[name]
        if card[name] == "mend" and name not in negated and target is not None:
            life[target] += 7 if before[name]["focused_on"] else 3
            vp[name] += 1

    assailed = dict.fromkeys(alive, 0)
    for victim in alive:
        damage = {source: sum(blows) for source, blows in hurt[victim].items() if sum(blows)}
        scores = damage
        if sum(damage.values()) > life[victim] and options["overkill"] == "share":
            scores = share(damage, life[victim])
        for source, score in scores.items():
            risk = hurt[victim][source][3]
            if card[source] == "assail":
                vp[source] += min(score, risk)
                assailed[source] += max(0, score - risk)
            else:
                vp[source] += score
        life[victim] = max(0, life[victim] - sum(damage.values()))
    for name, score in assailed.items():
        vp[name] += (
            score if options["assail_vp_cap"] is None else min(score, options["assail_vp_cap"])
        )

    taunters = [name for name in alive if card[name] == "taunt" and name not in negated]
    for target in alive:
        thieves = [name for name in taunters if aim[name] == target]
        each = 3
        while each * len(thieves) > before[target]["vp"]:
            each -= 1
        for thief in thieves:
            vp[thief] += each
            vp[target] -= each

    left = [name for name in alive if life[name] > 0]
    number = situation["state"]["round"]
    is_last = options["max_rounds"] is not None and number >= options["max_rounds"]
    finished = len(left) <= 1 or is_last
    if finished:
        for name in left:
            vp[name] += life[name]
            life[name] = 0

    players = []
    for name in before:
        lives = life.get(name, 0) > 0
        players.append(
            {
                "name": name,
                "life": life.get(name, 0),
                "vp": vp[name],
                "focused_on": aim[name]
                if lives and card[name] == "focus" and name not in negated
                else None,
                "dodged": aim[name] if lives and card[name] == "dodge" else None,
            }
        )
    answer: dict[str, Any] = {
        "state": {"round": number + 1, "players": players},
        "finished": finished,
    }
    if finished:
        answer["standings"] = sorted(
            (
                {
                    "rank": 1 + sum(1 for v in vp.values() if v > vp[name]),
                    "name": name,
                    "vp": vp[name],
                }
                for name in before
            ),
            key=lambda line: line["rank"],
        )
    return answer


def attack(
    source: str,
    victim: str,
    card: dict[str, str | None],
    aim: dict[str, str | None],
    before: dict[str, Any],
    negated: list[str],
    options: dict[str, Any],
) -> int:
    """What the source's Attack card deals the victim."""
    mine, theirs = card[source], card[victim]
    if mine not in ("strike", "lunge", "assail"):
        return 0
    is_target = aim[source] == victim
    if mine == "assail":
        if source == victim and not options["assail_hits_self"]:
            return 0
    elif not is_target:
        return 0
    damage = {"strike": 3, "lunge": 5, "assail": 1}[mine]
    if before[source]["focused_on"] == aim[source] and (
        is_target or options["focused_assail"] == "everyone"
    ):
        damage = damage * 2 + 1
    if theirs == "taunt" and victim not in negated and victim != source:
        damage += 1
    if mine == "assail" and is_target:
        return damage
    if theirs == "dodge" and aim[victim] == source:
        return 0
    if theirs == "riposte" and aim[victim] == source and is_target:
        return 0
    if theirs == "dodge":
        damage -= 3
    if theirs == "block":
        damage -= 2
    if before[victim]["dodged"] == source:
        damage -= 3
    return max(damage, 0)


def share(damage: dict[str, int], counters: int) -> dict[str, int]:
    """The victim's counters among the sources of damage, by exact fractions."""
    total = sum(damage.values())
    exact = {source: Fraction(amount * counters, total) for source, amount in damage.items()}
    scores = {source: int(part) for source, part in exact.items()}
    rest = counters - sum(scores.values())
    waiting = {source: part - int(part) for source, part in exact.items()}
    while rest and waiting:
        largest = max(waiting.values())
        equals = [source for source, part in waiting.items() if part == largest]
        if len(equals) > rest:
            break
        for source in equals:
            scores[source] += 1
            rest -= 1
            del waiting[source]
    return scores
