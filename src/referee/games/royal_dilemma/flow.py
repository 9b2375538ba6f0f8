"""The round as a picture: who did what to whom."""

from collections.abc import Iterable

from referee.core.documents import Arrow, Flow
from referee.core.events import Event
from referee.core.seats import Seat
from referee.games.royal_dilemma.cards import SUIT, SUIT_WORD, VALUE, symbol
from referee.games.royal_dilemma.events import (
    Built,
    Captured,
    Fought,
    Invaded,
    Surrendered,
    Took,
)


def flow(round_number: int, seats: tuple[Seat, ...], events: Iterable[Event]) -> Flow:
    """Every player in the ring. Battles are harm, invasions watch; what changes sides is drawn as well.

    Numbers are strengths, powers and printed values; for cards from a hand, how many.
    """
    arrows = tuple(arrow for event in events for arrow in _arrows(event))
    return Flow(title=f"Who did what to whom in round {round_number}", seats=seats, arrows=arrows)


def _arrows(event: Event) -> Iterable[Arrow]:
    match event:
        case Built():
            yield Arrow(
                source=event.seat,
                target=event.seat,
                label=f"Build {symbol(event.card)}",
                value=VALUE[event.card],
                style="gift",
                icon=_suit(event.card),
            )
        case Fought():
            for seat, other, card, strength in (
                (event.first, event.second, event.first_card, event.first_strength),
                (event.second, event.first, event.second_card, event.second_strength),
            ):
                yield Arrow(
                    source=seat,
                    target=other,
                    label=f"Battle {symbol(card)}",
                    value=strength,
                    style="harm" if event.winner == seat else "stopped",
                    icon=_suit(card),
                )
        case Invaded():
            yield Arrow(
                source=event.seat,
                target=event.target,
                label=f"Invade {symbol(event.card)}",
                value=event.power,
                style="harm",
                icon=_suit(event.card),
            )
        case Captured():
            for claimant in event.claimants:
                yield Arrow(
                    source=claimant.seat,
                    target=event.target,
                    label=f"Capture {symbol(event.card)}",
                    value=VALUE[event.card],
                    style="take",
                    negated=claimant.seat not in event.winners,
                    icon=_suit(event.card),
                )
        case Took() if event.number:
            yield Arrow(
                source=event.seat, target=event.target, label="Card from the hand", style="take"
            )
        case Surrendered() if event.from_hand or event.in_play:
            yield Arrow(
                source=event.seat,
                target=event.to,
                label="Surrender",
                value=event.from_hand + len(event.in_play),
                style="gift",
            )
        case _:
            return


def _suit(card: str) -> str:
    """The drawing of a card's suit."""
    return SUIT_WORD[SUIT[card]]
