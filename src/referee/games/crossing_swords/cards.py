"""The ten cards: their names in moves, their kinds and the printed words."""

from typing import Literal

from referee.core.values import Value

CardName = Literal[
    "strike",
    "lunge",
    "assail",
    "dodge",
    "block",
    "riposte",
    "taunt",
    "focus",
    "mend",
    "halt",
]
Kind = Literal["Attack", "Defense", "Action"]


class CardFace(Value):
    """What is printed on a card. ``toward`` joins it to its target's name: "Lunge at Bob"."""

    name: CardName
    title: str
    kind: Kind
    effect: str
    toward: str


CARDS: dict[CardName, CardFace] = {
    face.name: face
    for face in (
        CardFace(
            name="strike",
            title="Strike",
            kind="Attack",
            effect="3 damage to the target.",
            toward=" at ",
        ),
        CardFace(
            name="lunge",
            title="Lunge",
            kind="Attack",
            effect=(
                "5 damage to the target. If the target damages you this round, they deal 3 more to "
                "you, and another 6 if you were Focused on them."
            ),
            toward=" at ",
        ),
        CardFace(
            name="assail",
            title="Assail",
            kind="Attack",
            effect=(
                "1 damage to every player. The target's Defense cards cannot reduce this damage."
            ),
            toward=" at ",
        ),
        CardFace(
            name="dodge",
            title="Dodge",
            kind="Defense",
            effect=(
                "The target's Attack cards deal you no damage this round, and 3 less next round. "
                "Every other Attack card deals you 3 less this round."
            ),
            toward=" away from ",
        ),
        CardFace(
            name="block",
            title="Block",
            kind="Defense",
            effect=(
                "Every Attack card deals you 2 less this round. If the target targets you with an "
                "Attack card this round, you deal them 2."
            ),
            toward=" against ",
        ),
        CardFace(
            name="riposte",
            title="Riposte",
            kind="Defense",
            effect=(
                "If the target targets you with an Attack card this round, its damage becomes 0 and "
                "you deal them 3."
            ),
            toward=" against ",
        ),
        CardFace(
            name="taunt",
            title="Taunt",
            kind="Action",
            effect=(
                "Steal 3 VP from the target. Every other player's Attack cards deal you 1 extra "
                "damage this round."
            ),
            toward=" at ",
        ),
        CardFace(
            name="focus",
            title="Focus",
            kind="Action",
            effect=(
                "If you use an Attack card on the target next round, you deal twice your normal "
                "damage plus 1 (reductions apply after this)."
            ),
            toward=" on ",
        ),
        CardFace(
            name="mend",
            title="Mend",
            kind="Action",
            effect=(
                "The target gains 3 life counters, or 7 if you Focused last round (whoever the "
                "Focus was on). You gain 1 VP."
            ),
            toward=" for ",
        ),
        CardFace(
            name="halt",
            title="Halt",
            kind="Action",
            effect=(
                "If the target plays an Action card, you deal them 3 damage and negate its effect. "
                "If two players Halt each other, nothing happens."
            ),
            toward=" against ",
        ),
    )
}

ATTACKS: frozenset[CardName] = frozenset(n for n, face in CARDS.items() if face.kind == "Attack")
ACTIONS: frozenset[CardName] = frozenset(n for n, face in CARDS.items() if face.kind == "Action")
