"""Whether what somebody would surrender is theirs, and enough, and not too much (RD-32 to RD-44)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from referee.core.problems import Problem
from referee.core.seats import Seat
from referee.games.royal_dilemma.cards import symbol, symbols
from referee.games.royal_dilemma.claims import Claims, Due, left_after
from referee.games.royal_dilemma.complaints import illegal, not_in_hand
from referee.games.royal_dilemma.moves import Given
from referee.games.royal_dilemma.state import DilemmaState
from referee.games.royal_dilemma.surrender import Payable, meets, spare
from referee.games.royal_dilemma.table import Player


def about_surrender(
    state: DilemmaState, claims: Claims, player: Player, given: Mapping[Seat, Given]
) -> Iterator[Problem]:
    """What is wrong with these sets, creditor by creditor in the order of service (RD-44)."""
    dues = claims.dues(player.name)
    creditors = {due.attack.attacker for due in dues}
    for to in given:
        if to not in creditors:
            yield illegal(
                "creditor-unknown",
                f"You owe “{to}” nothing this round.",
                f"surrender.{to}",
                "RD-32",
            )
            return
    yield from _cards_not_there(state, player, given, by_value=claims.edition.levies == "value")
    # which cards are left for the next creditor is only known while the answer makes sense
    gone: list[tuple[str, bool]] = []
    for due in dues:
        cards = given.get(due.attack.attacker, Given())
        if claims.edition.levies != "value":
            yield from _about_number(due, cards)
            continue
        payable = _left_or_none(claims.payable(due.attack), gone)
        chosen = None if payable is None else _chosen(payable, cards)
        if payable is None or chosen is None:
            return
        yield from _about_value(due, payable, chosen)
        gone += ((card.card, card.in_play) for card in chosen)


def _cards_not_there(
    state: DilemmaState, player: Player, given: Mapping[Seat, Given], *, by_value: bool
) -> Iterator[Problem]:
    """Cards that are not where the answer takes them from, or are given away twice."""
    hand, in_play = Counter(player.hand), Counter(player.in_play)
    for to, cards in given.items():
        if cards.in_play and not by_value:
            yield illegal(
                "surrender-from-hand-only",
                f"{symbol(cards.in_play[0])} cannot be surrendered from among the cards in play: "
                "what is owed comes from the hand.",
                f"surrender.{to}.in_play",
                "RD-32",
                "RD-36",
            )
        for place, left, named in (("hand", hand, cards.hand), ("in_play", in_play, cards.in_play)):
            held = player.hand if place == "hand" else player.in_play
            for card in named:
                left[card] -= 1
                if left[card] >= 0:
                    continue
                field = f"surrender.{to}.{place}"
                if card in held:
                    yield illegal(
                        "card-given-twice",
                        f"You would surrender {symbol(card)} more often than you have it.",
                        field,
                        "RD-44",
                    )
                elif place == "hand":
                    yield not_in_hand(state, player, card, field)
                else:
                    yield illegal(
                        "card-not-in-play",
                        f"{symbol(card)} is not in play under your control.",
                        field,
                        "RD-42",
                    )


def _about_number(due: Due, cards: Given) -> Iterator[Problem]:
    to, number = due.attack.attacker, len(cards.hand)
    field = f"surrender.{to}.hand"
    owed = f"{due.amount} card" + ("" if due.amount == 1 else "s")
    if number < due.amount:
        named = symbols(cards.hand) or "none"
        yield illegal(
            "surrender-too-little",
            f"You owe {to} {owed} and named {named}: {due.amount - number} more.",
            field,
            "RD-32",
            "RD-36",
        )
    elif number > due.amount:
        extra = symbols(cards.hand[due.amount :])
        yield illegal(
            "surrender-too-much",
            f"You owe {to} {owed} and named {number}: leave out {extra} or another.",
            field,
            "RD-32",
            "RD-36",
        )


def _left_or_none(
    cards: Sequence[Payable], gone: Sequence[tuple[str, bool]]
) -> list[Payable] | None:
    """The cards left, or None if some of those gone were never there."""
    have = Counter((card.card, card.in_play) for card in cards)
    return None if Counter(gone) - have else left_after(cards, gone)


def _chosen(payable: Sequence[Payable], cards: Given) -> list[Payable] | None:
    """The named cards as payment, or None if some of them are not there."""
    named = [*((card, False) for card in cards.hand), *((card, True) for card in cards.in_play)]
    rest = _left_or_none(payable, named)
    if rest is None:
        return None
    remaining = Counter((card.card, card.in_play) for card in rest)
    chosen: list[Payable] = []
    for card in payable:
        if remaining[card.card, card.in_play] > 0:
            remaining[card.card, card.in_play] -= 1
        else:
            chosen.append(card)
    return chosen


def _about_value(
    due: Due, payable: Sequence[Payable], chosen: Sequence[Payable]
) -> Iterator[Problem]:
    to = due.attack.attacker
    field = f"surrender.{to}.hand"
    worth = sum(card.counts for card in chosen)
    if not meets(payable, due.amount):
        if len(chosen) < len(payable):
            left_out = left_after(payable, [(card.card, card.in_play) for card in chosen])
            yield illegal(
                "surrender-too-little",
                f"All you have left does not meet the {due.amount} you owe {to}, so all of it goes: "
                f"{symbols(card.card for card in left_out)} too.",
                field,
                "RD-42",
            )
    elif worth < due.amount:
        named = symbols(card.card for card in chosen) or "nothing"
        yield illegal(
            "surrender-too-little",
            f"You owe {to} {due.amount}, and {named} counts {worth}: {due.amount - worth} short.",
            field,
            "RD-42",
        )
    elif (extra := spare(chosen, due.amount)) is not None:
        yield illegal(
            "surrender-too-much",
            f"Without {symbol(extra.card)} the rest still meets the {due.amount} you owe {to}: "
            "leave it out.",
            field,
            "RD-43",
        )
