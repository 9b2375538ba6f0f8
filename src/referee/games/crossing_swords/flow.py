"""The round as a picture: who did what to whom."""

from collections.abc import Sequence
from typing import Literal

from referee.core.documents import Arrow, Flow
from referee.core.events import Event
from referee.games.crossing_swords.cards import CARDS, CardName
from referee.games.crossing_swords.events import (
    Damage,
    Focused,
    HaltMissed,
    HaltsCancelled,
    Mended,
    Negated,
    Played,
    Stole,
)


def flow(round_: int, events: Sequence[Event]) -> Flow:
    """Every living player in the ring; an arrow for every deed, the fruitless ones too."""
    plays = [event for event in events if isinstance(event, Played)]
    arrows: list[Arrow] = []
    answered = {
        event.source for event in events if isinstance(event, Damage) and event.cause == "counter"
    }
    targets = {play.seat: play.target for play in plays}
    for play in plays:
        if (
            play.card in ("dodge", "block", "riposte")
            and play.target is not None
            and play.seat not in answered
        ):
            arrows.append(
                Arrow(
                    source=play.seat,
                    target=play.target,
                    label=_title(play.card),
                    style="watch",
                    icon=play.card,
                )
            )
    for event in events:
        match event:
            case Damage():
                arrows.append(
                    Arrow(
                        source=event.source,
                        target=event.target,
                        label="Lunge's risk" if event.cause == "risk" else _title(event.card),
                        value=event.amount,
                        style="harm" if event.amount else "stopped",
                        icon=event.card,
                    )
                )
            case Stole():
                arrows.append(
                    Arrow(
                        source=event.seat,
                        target=event.target,
                        label="Taunt",
                        value=event.amount,
                        style="take",
                        icon="taunt",
                    )
                )
            case Mended():
                arrows.append(
                    Arrow(
                        source=event.seat,
                        target=event.target,
                        label="Mend",
                        value=event.amount,
                        style="gift",
                        icon="mend",
                    )
                )
            case Focused():
                arrows.append(
                    Arrow(
                        source=event.seat,
                        target=event.target,
                        label="Focus",
                        style="watch",
                        icon="focus",
                    )
                )
            case HaltMissed():
                arrows.append(
                    Arrow(
                        source=event.seat,
                        target=event.target,
                        label="Halt",
                        style="watch",
                        icon="halt",
                    )
                )
            case Negated():
                arrows.append(_negated(event))
            case HaltsCancelled():
                negated = {e.seat for e in events if isinstance(e, Negated)}
                arrows.extend(
                    Arrow(
                        source=seat,
                        target=target,
                        label="Halt",
                        style="watch",
                        negated=True,
                        icon="halt",
                    )
                    for seat in event.seats
                    if seat not in negated and (target := targets[seat]) is not None
                )
    place = {play.seat: place for place, play in enumerate(plays)}
    arrows.sort(key=lambda arrow: place[arrow.source])
    return Flow(
        title=f"Who did what to whom in round {round_}",
        seats=tuple(play.seat for play in plays),
        arrows=tuple(arrows),
    )


def _negated(event: Negated) -> Arrow:
    style: Literal["take", "gift", "watch"] = "watch"
    match event.card:
        case "taunt":
            style = "take"
        case "mend":
            style = "gift"
    return Arrow(
        source=event.seat,
        target=event.target,
        label=_title(event.card),
        style=style,
        negated=True,
        icon=event.card,
    )


def _title(card: CardName) -> str:
    return CARDS[card].title
