"""The announcement of a round: who did what to whom, what came of it and why, and where all stand.

It is written from the events alone, which hold every number with its parts; everybody reads the same.
"""

from collections.abc import Iterable, Iterator, Sequence, Set

from referee.core.documents import (
    Block,
    Column,
    Document,
    Heading,
    Inline,
    Item,
    Line,
    List,
    Name,
    Paragraph,
    Spoiler,
    Strong,
    Table,
    Text,
    line,
)
from referee.core.events import Event
from referee.core.game import Resolution
from referee.core.outcome import Outcome
from referee.core.seats import Seat
from referee.games.crossing_swords.deeds import deeds
from referee.games.crossing_swords.events import (
    Capped,
    Eliminated,
    Ended,
    Kept,
    Overkill,
    Tally,
)
from referee.games.crossing_swords.flow import flow
from referee.games.crossing_swords.state import Player, SwordsState
from referee.games.crossing_swords.workings import (
    change,
    counted,
    life_working,
    names,
    rulings,
    share_working,
    vp_working,
)


def report(before: SwordsState, resolution: Resolution[SwordsState]) -> Document:
    """The announcement of the round that led from ``before`` to the resolution's state."""
    events = resolution.events
    after = resolution.state
    ended = next((event for event in events if isinstance(event, Ended)), None)
    blocks: list[Block] = [
        Heading(level=1, content=line(f"Round {before.round}")),
        Paragraph(content=_headline(after, events, ended)),
        flow(before.round, events),
        Heading(content=line("Move by move")),
        List(items=tuple(deeds(events))),
    ]
    losses = tuple(_losses(events))
    if losses:
        blocks += [Heading(content=line("Counters shared and lost")), List(items=losses)]
    fallen = [event for event in events if isinstance(event, Eliminated)]
    if fallen:
        falls = tuple(_falls(fallen, events, ended))
        blocks += [Heading(content=line("The fallen")), List(items=falls)]
    blocks += [
        Heading(content=line("Life and VP")),
        _table(before.players, after.players, {item.seat for item in fallen}),
        Paragraph(content=_leader(after.players, is_over=ended is not None)),
    ]
    if ended is not None:
        blocks += _final(after, events, ended)
    sums = List(items=tuple(_sums(events)))
    blocks.append(Spoiler(title="The sums, player by player", blocks=(sums,)))
    return Document(blocks=tuple(blocks))


def _headline(after: SwordsState, events: Sequence[Event], ended: Ended | None) -> Line:
    """The round in a sentence or two, for those who read no further."""
    fallen = [event.seat for event in events if isinstance(event, Eliminated)]
    parts: list[Inline] = []
    if fallen:
        parts += [*names(fallen), Text(text=" falls. " if len(fallen) == 1 else " fall. ")]
    if ended is None:
        standing = sum(1 for player in after.players if player.life)
        if not fallen:
            parts.append(Text(text="Nobody falls. "))
        parts.append(Text(text=f"{standing} still stand."))
    elif ended.because == "nobody-left":
        parts.append(Text(text="Nobody is left standing: the match is over."))
    elif ended.because == "one-left":
        last = next(event.seat for event in events if isinstance(event, Kept))
        parts += [Name(seat=last), Text(text=" is the last one standing: the match is over.")]
    else:
        parts.append(Text(text="That was the last round: the match is over."))
    return (Strong(content=tuple(parts)),)


def _losses(events: Iterable[Event]) -> Iterator[Item]:
    for event in events:
        if isinstance(event, Overkill):
            yield _overkill(event)
        elif isinstance(event, Capped):
            yield Item(
                content=(
                    *line(
                        Name(seat=event.seat),
                        f"'s Assail wins {counted(event.scored, 'life counter')} but may score only "
                        f"{event.cap} VP: {event.scored - event.cap} lost",
                    ),
                    *rulings(event.rulings),
                )
            )


def _overkill(event: Overkill) -> Item:
    victim = Name(seat=event.target)
    suffered = line(
        victim, f" has {counted(event.counters, 'life counter')} for {event.damage} damage"
    )
    if event.rule == "full":
        return Item(
            content=(
                *suffered,
                Text(text=": everybody scores their full damage, by the house rule"),
                *rulings(event.rulings),
            )
        )
    if len(event.shares) == 1:
        only = event.shares[0]
        all_of_it = line(": ", Name(seat=only.source), f" scores {only.score} of it")
        return Item(content=(*suffered, *all_of_it, *rulings(event.rulings)))
    lost = f"; {event.lost} lost" if event.lost else ""
    return Item(
        content=(
            *suffered,
            Text(text=f": shared in proportion{lost}"),
            *rulings(event.rulings),
        ),
        details=tuple(
            line(
                Name(seat=share.source),
                f" scores {share.score}: {share_working(event, share.damage)}",
            )
            for share in event.shares
        ),
    )


def _falls(
    fallen: Iterable[Eliminated], events: Iterable[Event], ended: Ended | None
) -> Iterator[Item]:
    vp = {event.seat: event.vp for event in events if isinstance(event, Tally)}
    can_win = "" if ended is not None else " and can still win"
    for event in fallen:
        told = line(
            Name(seat=event.seat),
            f" has no life left, keeps {vp[event.seat]} VP{can_win}",
        )
        yield Item(content=(*told, *rulings(event.rulings)))


def _table(before: Sequence[Player], after: Sequence[Player], fallen: Set[Seat]) -> Table:
    return Table(
        caption="Before the round, the change, and now",
        columns=(
            Column(title="Player"),
            Column(title="Life", align="end"),
            Column(title="±", align="end"),
            Column(title="Now", align="end"),
            Column(title="VP", align="end"),
            Column(title="±", align="end"),
            Column(title="Now", align="end"),
        ),
        rows=tuple(
            (
                _named(was, fell=was.name in fallen),
                line(str(was.life)),
                line(change(was.life, now.life)),
                line(Strong(content=line(str(now.life)))),
                line(str(was.vp)),
                line(change(was.vp, now.vp)),
                line(Strong(content=line(str(now.vp)))),
            )
            for was, now in zip(before, after, strict=True)
        ),
    )


def _named(player: Player, *, fell: bool) -> Line:
    """The player's name and, for who stands no more, since when."""
    if fell:
        return line(Name(seat=player.name), ", fallen")
    return (Name(seat=player.name),) if player.life else line(Name(seat=player.name), ", out")


def _leader(players: Sequence[Player], *, is_over: bool) -> Line:
    most = max(player.vp for player in players)
    first = [player.name for player in players if player.vp == most]
    if is_over:
        verb = " wins" if len(first) == 1 else " share the win"
    else:
        verb = " leads" if len(first) == 1 else " lead together"
    return (Strong(content=(*names(first), Text(text=f"{verb} with {most} VP."))),)


def _sums(events: Iterable[Event]) -> Iterator[Item]:
    for event in events:
        if isinstance(event, Tally):
            yield Item(
                content=line(
                    Name(seat=event.seat),
                    f": life {life_working(event)}. VP {vp_working(event)}",
                )
            )


def _final(after: SwordsState, events: Sequence[Event], ended: Ended) -> list[Block]:
    """How it ended, and the standings (CS-61 to CS-63)."""
    kept = [event for event in events if isinstance(event, Kept)]
    blocks: list[Block] = [Heading(content=line("Final standings"))]
    if kept:
        blocks.append(
            List(
                items=tuple(
                    Item(
                        content=(
                            *line(Name(seat=event.seat), f" moves {event.life} life to VP"),
                            *rulings(event.rulings),
                        )
                    )
                    for event in kept
                )
            )
        )
    else:
        blocks.append(Paragraph(content=(*line("Nobody is left"), *rulings(ended.rulings))))
    survivors: set[Seat] = {event.seat for event in kept}
    standings = Outcome.by_score({player.name: player.vp for player in after.players}).standings
    blocks.append(
        Table(
            caption="Final standings",
            columns=(
                Column(title="Rank", align="end"),
                Column(title="Player"),
                Column(title="VP", align="end"),
                Column(title="At the end"),
            ),
            rows=tuple(
                (
                    line(str(standing.rank)),
                    (Name(seat=standing.seat),),
                    line(str(standing.score)),
                    line("standing" if standing.seat in survivors else "fallen"),
                )
                for standing in standings
            ),
        )
    )
    winners = [standing.seat for standing in standings if standing.rank == 1]
    fallen = [seat for seat in winners if seat not in survivors]
    if kept and fallen:
        blocks.append(
            Paragraph(
                content=(
                    *names(fallen),
                    Text(text=" fell, and won all the same"),
                    *rulings(("CS-60",)),
                    Text(text="."),
                )
            )
        )
    return blocks
