"""The facts of a phase told one by one, each number with its working and its rulings."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from referee.core.documents import Inline, Item, Line, Name, Ruling, Text, line
from referee.core.events import Event
from referee.core.seats import Seat
from referee.games.royal_dilemma.cards import SUIT, SUIT_SYMBOL, VALUE, symbol, symbols
from referee.games.royal_dilemma.events import (
    Built,
    Captured,
    Discarded,
    Drew,
    Fought,
    Invaded,
    Passed,
    Returned,
    Surrendered,
    Took,
    TookNothing,
)
from referee.games.royal_dilemma.silence import Silence
from referee.games.royal_dilemma.view import DilemmaView


def clashes(events: Sequence[Event], before: DilemmaView, silence: Silence) -> Iterator[Item]:
    """Passes, builds, battles and invasions."""
    for event in events:
        match event:
            case Passed() if event.seat in silence.plays:
                yield _item(event, "No play received, so ", Name(seat=event.seat), " passes")
            case Passed():
                why = "" if event.had_cards else ", with no card in hand"
                yield _item(event, Name(seat=event.seat), f" passes{why}")
            case Built():
                yield _item(
                    event,
                    Name(seat=event.seat),
                    f" builds {symbol(event.card)}: {VALUE[event.card]} points in play",
                )
            case Fought():
                yield _battle(event, before)
            case Invaded():
                yield _item(
                    event,
                    Name(seat=event.seat),
                    " invades ",
                    Name(seat=event.target),
                    f" with {symbol(event.card)}, power {_working(event.card, event.power)}",
                )


def _battle(event: Fought, before: DilemmaView) -> Item:
    sides = (
        (event.first, event.first_card, event.first_strength),
        (event.second, event.second_card, event.second_strength),
    )
    details = [
        line(Name(seat=seat), f": {symbol(card)}, strength {_working(card, strength)}")
        for seat, card, strength in sides
    ]
    if any(strength != VALUE[card] for _, card, strength in sides):
        suits = " and ".join(
            SUIT_SYMBOL[before.player(seat).suit] for seat in (event.first, event.second)
        )
        details.append((*line(f"{suits} count double between them"), *cited(("RD-25",))))
    if event.winner is None:
        end: tuple[str | Inline, ...] = (": equal, and both cards are discarded",)
    else:
        end = (": ", Name(seat=event.winner), " wins")
    return Item(
        content=(
            *line(Name(seat=event.first), " and ", Name(seat=event.second), " battle", *end),
            *cited(event.rulings),
        ),
        details=tuple(details),
    )


def _working(card: str, counts: int) -> str:
    return str(counts) if counts == VALUE[card] else f"{counts} = {VALUE[card]} doubled"


def transfers(events: Sequence[Event], silence: Silence) -> Iterator[Item]:
    """Captures, cards taken, cards surrendered, and where the revealed cards went."""
    for event in events:
        match event:
            case Captured():
                yield _capture(event, silence)
            case TookNothing():
                why = " takes nothing from " if event.by_choice else " finds nothing to take from "
                yield _item(event, Name(seat=event.seat), why, Name(seat=event.target))
            case Took() if event.number == 0:
                yield _item(
                    event,
                    Name(seat=event.seat),
                    " finds no card left in the hand of ",
                    Name(seat=event.target),
                )
            case Took():
                which = f" ({symbol(event.card)})" if event.card is not None else ""
                yield _item(
                    event,
                    *_by_default(event.seat, silence.captures),
                    Name(seat=event.seat),
                    f" takes a card{which} at random from the hand of ",
                    Name(seat=event.target),
                )
            case Surrendered():
                yield _surrender(event, silence)
    yield from _revealed_cards(events)


def _capture(event: Captured, silence: Silence) -> Item:
    card = symbol(event.card)
    details: list[Line] = []
    if len(event.claimants) > 1:
        details = [
            line(
                *_by_default(claimant.seat, silence.captures),
                Name(seat=claimant.seat),
                f" wanted {card} with power {claimant.power}",
                "" if claimant.seat in event.winners else ", in vain",
            )
            for claimant in event.claimants
        ]
    if event.winners:
        said = line(
            *(() if details else _by_default(event.winners[0], silence.captures)),
            *_names(event.winners),
            f" {'captures' if len(event.winners) == 1 else 'capture'} {card} from ",
            Name(seat=event.target),
            f": {VALUE[event.card]} points",
        )
    else:
        said = line(
            f"Nobody gets {card}, wanted with equal power: it stays with ", Name(seat=event.target)
        )
    return Item(content=(*said, *cited(event.rulings)), details=tuple(details))


def _surrender(event: Surrendered, silence: Silence) -> Item:
    parts: list[str] = []
    if event.in_play:
        parts.append(f"{symbols(event.in_play)} in play")
    if event.from_hand:
        which = f" ({symbols(event.hand)})" if event.hand is not None else ""
        parts.append(f"{_cards(event.from_hand)} from the hand{which}")
    due = _cards(event.due) if event.measure == "cards" else f"{event.due} in value"
    return _item(
        event,
        *_by_default(event.seat, silence.surrenders),
        Name(seat=event.seat),
        f" surrenders {' and '.join(parts) or 'nothing, having nothing left'} to ",
        Name(seat=event.to),
        f" ({due} due)",
    )


def _revealed_cards(events: Iterable[Event]) -> Iterator[Item]:
    for event in events:
        match event:
            case Returned():
                yield _item(
                    event, f"{symbol(event.card)} goes back to the hand of ", Name(seat=event.seat)
                )
            case Discarded():
                yield _item(
                    event, Name(seat=event.seat), f" loses {symbol(event.card)}: it is discarded"
                )


def drawing_rule(after: DilemmaView) -> Line:
    """How many cards everybody draws; ``after`` is the table as it stood when they were drawn."""
    number = len(_all_in_play(after))
    words = f"{number} card is in play" if number == 1 else f"{number} cards are in play"
    if after.options.rules.draws_own_suit:
        return (
            *line(f"{words}: everybody draws so many, and one more for each of their own suit."),
            *cited(("RD-05", "RD-30")),
        )
    return (*line(f"{words}: everybody draws so many."), *cited(("RD-05", "RD-41")))


def draws(events: Sequence[Event], after: DilemmaView) -> Iterator[Item]:
    """How many cards everybody drew, and why; to their own player also which."""
    for event in events:
        if not isinstance(event, Drew):
            continue
        suit = after.player(event.seat).suit
        own = sum(SUIT[card] == suit for card in _all_in_play(after))
        why = ""
        if own and after.options.rules.draws_own_suit:
            why = f" = {event.wanted - own} + {own} in {SUIT_SYMBOL[suit]}"
        short = ""
        if event.number < event.wanted:
            short = " of " if event.number else " card of "
            short = f"{short}{event.wanted}"
        which = f": {symbols(event.cards)}" if event.cards else ""
        told = f"{event.number}{short}{why}" if event.number else f"no{short}{why}"
        ran_out = ", as the deck ran out" if short else ""
        yield Item(content=line(Name(seat=event.seat), f" draws {told}{ran_out}{which}"))


def _all_in_play(after: DilemmaView) -> list[str]:
    return [card for player in after.players for card in player.in_play]


def _item(event: Event, *parts: str | Inline) -> Item:
    return Item(content=(*line(*parts), *cited(event.rulings)))


def _by_default(seat: Seat, silent: Collection[Seat]) -> tuple[str, ...]:
    return ("No answer received, so ",) if seat in silent else ()


def cited(refs: Sequence[str]) -> tuple[Inline, ...]:
    """The rulings after what they are about; each dialect sets them apart in its own way."""
    return tuple(part for ref in refs for part in (Text(text=" "), Ruling(ref=ref)))


def _names(seats: Sequence[Seat]) -> Iterator[str | Inline]:
    for at, seat in enumerate(seats):
        if at:
            yield " and "
        yield Name(seat=seat)


def _cards(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"
