"""The editions as data: the game's revisions differ in these answers and in nothing else.

The two-colour editions and `spend` are still to come. They will add answers here (a colour, a cost, an
opening hand), not engines beside this one.
"""

from dataclasses import dataclass
from typing import Literal

EditionName = Literal[
    "capture", "capture-tribute", "capture-plain", "hand-capture", "surrender-suited", "surrender"
]


@dataclass(frozen=True, slots=True)
class Edition:
    """One revision of the rules.

    ``draws_own_suit``: everybody draws the number of cards in play, and with this also the number of
    those of their own suit (RD-30, RD-41).
    ``doubling``: where RD-25 counts a suit of the pair double.
    ``captures``: what an invader chooses from the target: cards in play up to the power (RD-31), any
    card in play or one at random from the hand (RD-40), or nothing.
    ``levies``: what the target hands over of their own choice: cards from the hand by the power if
    nothing of theirs is in play (RD-32, RD-35), one card from the hand to each invader (RD-36), cards
    worth the demand (RD-42 to RD-44), or nothing.
    ``battle_owes``: what the winner of a battle has against the loser: their strength, as an invader
    has their power (RD-33), or the difference in strengths (RD-42).
    ``ends_empty``: whether RD-45 ends the game too.
    """

    name: EditionName
    title: str
    explanation: str
    draws_own_suit: bool
    doubling: Literal["always", "battles", "never"]
    captures: Literal["in-reach", "any-or-hand"] | None
    levies: Literal["if-bare", "tribute", "value"] | None
    battle_owes: Literal["strength", "difference"] = "strength"
    ends_empty: bool = False


EDITIONS: dict[EditionName, Edition] = {
    edition.name: edition
    for edition in (
        Edition(
            name="capture",
            title="Capture",
            explanation=(
                "The current rules. Invaders capture a card in play that their power reaches; whoever "
                "has nothing in play pays from the hand. Cards in either player's suit count double."
            ),
            draws_own_suit=True,
            doubling="always",
            captures="in-reach",
            levies="if-bare",
        ),
        Edition(
            name="capture-tribute",
            title="Capture with tribute",
            explanation=(
                "The revision before. As Capture, but everybody who is invaded also hands one card of "
                "their choice to each invader, whatever they have in play."
            ),
            draws_own_suit=True,
            doubling="always",
            captures="in-reach",
            levies="tribute",
        ),
        Edition(
            name="capture-plain",
            title="Plain capture",
            explanation="As Capture, but hands are safe: nothing is ever surrendered.",
            draws_own_suit=True,
            doubling="always",
            captures="in-reach",
            levies=None,
        ),
        Edition(
            name="hand-capture",
            title="Hand capture",
            explanation=(
                "Older. Invaders take any card in play, or one at random from the hand. Suits count "
                "double in battles only, and nobody draws more for their own suit."
            ),
            draws_own_suit=False,
            doubling="battles",
            captures="any-or-hand",
            levies=None,
        ),
        Edition(
            name="surrender-suited",
            title="Surrender, suits doubled",
            explanation=(
                "Older still. The target pays the power in cards of their own choice, in play or from "
                "the hand. Cards in either player's suit count double."
            ),
            draws_own_suit=False,
            doubling="always",
            captures=None,
            levies="value",
            battle_owes="difference",
            ends_empty=True,
        ),
        Edition(
            name="surrender",
            title="Surrender",
            explanation=(
                "The target pays the power in cards of their own choice, in play or from the hand. "
                "Nothing counts double."
            ),
            draws_own_suit=False,
            doubling="never",
            captures=None,
            levies="value",
            battle_owes="difference",
            ends_empty=True,
        ),
    )
}
