"""The round as a picture: who did what to whom."""

from collections.abc import Iterable, Mapping

from referee.core.documents import Arrow, ArrowStyle, Flow
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

_KEY: Mapping[ArrowStyle, str] = {
    "harm": "attack, the wider the stronger",
    "stopped": "battle not won",
    "gift": "built or handed over",
    "take": "taken",
}


def flow(round_number: int, seats: tuple[Seat, ...], events: Iterable[Event]) -> Flow:
    """Every player in the ring: battles, invasions, and what changes sides.

    Numbers are strengths, powers and printed values; for cards from a hand, how many.
    """
    return Flow(
        title=f"Who did what to whom in round {round_number}",
        seats=seats,
        arrows=tuple(arrow for event in events for arrow in _arrows(event)),
        key=_KEY,
    )


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
                told="",
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
                    told=f"strength {strength}, {_battled(seat, event.winner)}",
                )
        case Invaded():
            yield Arrow(
                source=event.seat,
                target=event.target,
                label=f"Invade {symbol(event.card)}",
                value=event.power,
                style="harm",
                icon=_suit(event.card),
                told=f"power {event.power}",
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
                    told="",
                )
        case Took() if event.number:
            yield Arrow(
                source=event.seat, target=event.target, label="Card from the hand", style="take"
            )
        case Surrendered() if event.from_hand or event.in_play:
            number = event.from_hand + len(event.in_play)
            yield Arrow(
                source=event.seat,
                target=event.to,
                label="Surrender",
                value=number,
                style="gift",
                told=f"{number} card{'' if number == 1 else 's'}",
            )
        case _:
            return


def _battled(seat: Seat, winner: Seat | None) -> str:
    if winner is None:
        return "equal"
    return "wins" if winner == seat else "loses"


def _suit(card: str) -> str:
    """The drawing of a card's suit."""
    return SUIT_WORD[SUIT[card]]
