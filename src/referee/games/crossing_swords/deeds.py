"""The heart of the announcement: for each player in seat order, the card, and all that came of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from referee.core.documents import Inline, Item, Line, Name, Strong, Struck, Text, crowd, line
from referee.core.events import Event
from referee.core.seats import Seat
from referee.games.crossing_swords.cards import CARDS, CardName
from referee.games.crossing_swords.events import (
    Damage,
    Eliminated,
    Ended,
    Focused,
    HaltMissed,
    HaltsCancelled,
    Mended,
    Negated,
    Played,
    Reason,
    Stole,
)
from referee.games.crossing_swords.workings import damage_working, names, rulings

_KEEPS_AWAY: Final[Mapping[CardName, frozenset[Reason]]] = {
    "dodge": frozenset(("dodge", "stopped-by-dodge")),
    "block": frozenset(("block",)),
    "riposte": frozenset(("stopped-by-riposte",)),
}


def deeds(events: Sequence[Event]) -> Iterator[Item]:
    """One item for each player who lived at the start of the round."""
    negated = {event.seat: event for event in events if isinstance(event, Negated)}
    for event in events:
        if isinstance(event, Played):
            yield Item(
                content=_played(event, negated.get(event.seat)),
                details=tuple(_details(event, events)),
            )


def _played(play: Played, negated: Negated | None) -> Line:
    parts: list[Inline] = [Name(seat=play.seat), Text(text=": ")]
    if not play.received:
        parts.append(Text(text="no move received"))
        parts.append(Text(text="; " if play.card is not None else ", so no card"))
    if negated is not None:
        parts.append(Struck(content=_card(play)))
        parts.append(Text(text=", negated by "))
        parts.extend(names(negated.by))
        parts.extend(rulings(negated.rulings))
    else:
        parts.extend(_card(play))
    if not play.received:
        parts.extend(rulings(play.rulings))
    return tuple(parts)


def _card(play: Played) -> Line:
    """The card and its target; nothing for no card."""
    if play.card is None:
        return ()
    face = CARDS[play.card]
    title = Strong(content=line(face.title))
    if play.target is None:
        return line(title, " without a target")
    return (*line(title, face.toward), _whom(play.seat, play.target))


def _details(play: Played, events: Sequence[Event]) -> Iterator[Line]:
    """What came of the card, in lines that go on from the player's name."""
    seat = play.seat
    match play.card:
        case "strike" | "lunge" | "assail":
            yield from _attacks(seat, events)
            yield from _risk(seat, events)
        case "dodge" | "block" | "riposte":
            yield from _defense(play, events)
        case "halt":
            yield from _halt(play, events)
    for event in events:
        match event:
            case Stole() if event.seat == seat:
                yield _stole(event)
            case Focused() if event.seat == seat:
                yield (*_readiness(event, events), *rulings(event.rulings))
            case Mended() if event.seat == seat:
                yield _mended(event)


def _attacks(seat: Seat, events: Sequence[Event]) -> Iterator[Line]:
    """The damage of an Attack card; victims whose numbers came about alike share a line."""
    standing = [event.seat for event in events if isinstance(event, Played)]
    alike: dict[tuple[object, ...], list[Damage]] = {}
    for event in events:
        if isinstance(event, Damage) and event.cause == "attack" and event.source == seat:
            alike.setdefault((event.parts, event.rulings), []).append(event)
    for group in alike.values():
        first = group[0]
        working = damage_working(first)
        victims = [damage.target for damage in group]
        yield (
            *line(Strong(content=line(str(first.amount))), " to "),
            *(crowd(victims, standing, seat) or names(victims)),
            *((Text(text=f": {working}"),) if working else ()),
            *rulings(first.rulings),
        )


def _risk(seat: Seat, events: Sequence[Event]) -> Iterator[Line]:
    for event in events:
        if isinstance(event, Damage) and event.cause == "risk" and event.target == seat:
            working = damage_working(event)
            parts: list[Inline] = [Name(seat=event.source), Text(text=" hurt ")]
            if event.source == seat:
                parts.append(Text(text="themselves"))
            else:
                parts.append(Name(seat=seat))
            parts.append(Text(text=" and so deals "))
            parts.append(Strong(content=line(f"{event.amount} more")))
            parts.append(Text(text=f", the Lunge's risk{f': {working}' if working else ''}"))
            yield (*parts, *rulings(event.rulings))


def _defense(play: Played, events: Sequence[Event]) -> Iterator[Line]:
    """What the card kept away, and what it dealt back."""
    kept_away = 0
    met = False
    for event in events:
        if not isinstance(event, Damage):
            continue
        if event.cause == "attack" and event.target == play.seat:
            met = True
            kept_away += _kept_away(play.card, event)
        elif event.cause == "counter" and event.source == play.seat:
            yield (
                *line(
                    "answers with ",
                    Strong(content=line(str(event.amount))),
                    " to ",
                    Name(seat=event.target),
                ),
                *rulings(event.rulings),
            )
    if not met:
        yield line("nobody attacks")
    else:
        yield line(f"keeps {kept_away or 'no'} damage away")


def _kept_away(card: CardName | None, damage: Damage) -> int:
    """How much more it would have been without this card: last round's Dodge is not this card's doing."""
    own = _KEEPS_AWAY.get(card, frozenset()) if card else frozenset()
    others = sum(
        part.change for part in damage.parts if part.reason not in own and part.reason != "floor"
    )
    return max(others, 0) - damage.amount


def _halt(play: Played, events: Sequence[Event]) -> Iterator[Line]:
    for event in events:
        match event:
            case Damage() if event.cause == "halt" and event.source == play.seat:
                yield (
                    *line(
                        Strong(content=line(str(event.amount))),
                        " to ",
                        Name(seat=event.target),
                        ", whose Action card is negated",
                    ),
                    *rulings(event.rulings),
                )
            case HaltMissed() if event.seat == play.seat:
                yield (
                    *line("finds no Action card"),
                    *rulings(event.rulings),
                )
            case HaltsCancelled() if play.seat in event.seats:
                yield _cancelled(event)


def _cancelled(event: HaltsCancelled) -> Line:
    if len(event.seats) == 1:
        return (Text(text="a Halt against oneself does nothing"), *rulings(event.rulings))
    how = " Halt each other" if len(event.seats) == 2 else " Halt each other in a ring"
    return (*names(event.seats), Text(text=f"{how}: nothing happens"), *rulings(event.rulings))


def _stole(event: Stole) -> Line:
    if event.amount == 3:
        why = ""
    elif event.taunts > 1:
        why = f": {event.taunts} Taunts share {event.pool} VP evenly"
    elif event.pool:
        why = ": there is no more"
    else:
        why = ": there is nothing to steal"
    return (
        *line("steals ", Strong(content=line(f"{event.amount} VP")), " from "),
        _whom(event.seat, event.target),
        Text(text=why),
        *rulings(event.rulings),
    )


def _readiness(focus: Focused, events: Sequence[Event]) -> Line:
    """What a Focus is good for next round, if there is one and its player lives to see it."""
    fallen = {event.seat for event in events if isinstance(event, Eliminated)}
    if any(isinstance(event, Ended) for event in events):
        return line("too late to be of use")
    if focus.seat in fallen:
        return line("falls before it is of use")
    if focus.target in fallen:
        return line(Name(seat=focus.target), " falls, so it helps only a Mend next round")
    return line("ready against ", _whom(focus.seat, focus.target), " next round")


def _mended(event: Mended) -> Line:
    gift: list[Inline] = [Strong(content=line(f"{event.amount} life"))]
    if event.had_focused:
        gift.append(Text(text=", after a Focus,"))
    if event.target == event.seat:
        start = line("gains ")
    else:
        start = line("gives ", Name(seat=event.target), " ")
    return (*start, *gift, Text(text=f" and earns {event.vp} VP"), *rulings(event.rulings))


def _whom(seat: Seat, other: Seat) -> Inline:
    return Text(text="themselves") if other == seat else Name(seat=other)
