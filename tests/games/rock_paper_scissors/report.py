"""The announcement of a round: who showed what, who is out and why, and where all stand."""

from collections.abc import Iterator, Sequence

from referee.core.documents import (
    Arrow,
    Block,
    Card,
    Cards,
    Document,
    Flow,
    Heading,
    Inline,
    Item,
    Line,
    List,
    Name,
    Paragraph,
    Ruling,
    Strong,
    Text,
    line,
)
from referee.core.events import Event
from referee.core.game import Resolution
from referee.core.seats import Seat
from tests.games.rock_paper_scissors.board import board
from tests.games.rock_paper_scissors.events import Beaten, Ended, Shown, Silenced, Undecided
from tests.games.rock_paper_scissors.signs import SIGNS
from tests.games.rock_paper_scissors.state import SignsState, SignsView


def report(before: SignsState, resolution: Resolution[SignsState], after: SignsView) -> Document:
    """The announcement of the round that led from ``before`` to the resolution's state."""
    events = resolution.events
    blocks: list[Block] = [
        Heading(level=1, content=line(f"Round {before.round}")),
        *(Paragraph(content=told) for told in _news(events)),
        *_flow(before, events),
        *_hands(events),
        Heading(content=line("Sign by sign")),
        List(items=tuple(_signs(events))),
        Heading(content=line("Where all stand")),
        *board(after).blocks,
    ]
    ended = next((event for event in events if isinstance(event, Ended)), None)
    if ended is not None:
        winners = [player.name for player in resolution.state.remaining]
        verb = " wins" if len(winners) == 1 else " share the win"
        blocks.append(
            Paragraph(
                content=line(
                    Strong(content=(*_names(winners), Text(text=verb))), *_rulings(ended), "."
                )
            )
        )
    return Document(blocks=tuple(blocks))


def _news(events: Sequence[Event]) -> Iterator[Line]:
    """The round in a few sentences, for those who read no further."""
    for event in events:
        match event:
            case Beaten():
                beats = f"{event.by.capitalize()} beat{'' if event.by == 'scissors' else 's'} {event.sign}"
                verb = " is out" if len(event.losers) == 1 else " are out"
                yield line(beats, *_rulings(event), ": ", *_names(event.losers), f"{verb}.")
            case Undecided():
                why = {0: "Nobody showed a sign", 1: "All signs are alike"}.get(
                    event.signs, "All three signs are there"
                )
                yield line(f"{why}, so no sign is beaten", *_rulings(event), ".")
            case Silenced():
                yield line(
                    Name(seat=event.seat), " showed nothing and is out", *_rulings(event), "."
                )


def _flow(before: SignsState, events: Sequence[Event]) -> Iterator[Block]:
    """Everybody who was in, and an arrow from each winner to each player they put out."""
    for event in events:
        if isinstance(event, Beaten):
            yield Flow(
                title=f"Who beat whom in round {before.round}",
                seats=tuple(player.name for player in before.remaining),
                arrows=tuple(
                    Arrow(source=winner, target=loser, label=event.by.capitalize(), icon=event.by)
                    for winner in event.winners
                    for loser in event.losers
                ),
            )


def _hands(events: Sequence[Event]) -> Iterator[Block]:
    """The signs that were shown, as cards, and by whom."""
    by_sign = {
        sign: [event.seat for event in events if isinstance(event, Shown) and event.sign == sign]
        for sign in SIGNS
    }
    cards = tuple(
        Card(name=sign.capitalize(), icon=sign, note=_names(seats))
        for sign, seats in by_sign.items()
        if seats
    )
    if cards:
        yield Cards(cards=cards)


def _signs(events: Sequence[Event]) -> Iterator[Item]:
    for event in events:
        if isinstance(event, Shown):
            sign = Strong(content=line(event.sign or "nothing"))
            silence = () if event.received else line("; no move received", *_rulings(event))
            yield Item(content=(*line(Name(seat=event.seat), " shows ", sign), *silence))


def _names(seats: Sequence[Seat]) -> Line:
    """The seats by name: "Ann, Bob and Cal"."""
    parts: list[Inline] = []
    for place, seat in enumerate(seats):
        if place:
            parts.append(Text(text=" and " if place == len(seats) - 1 else ", "))
        parts.append(Name(seat=seat))
    return tuple(parts)


def _rulings(event: Event) -> Line:
    return tuple(Ruling(ref=ref) for ref in event.rulings)
