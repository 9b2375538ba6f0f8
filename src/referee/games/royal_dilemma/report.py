"""The announcement of a phase: what was revealed, what changed sides, what was drawn, the table after.

It is made of the facts as the viewer may know them and of the views before and after, never of a state:
what a viewer may not know cannot get in.
"""

from collections.abc import Iterator, Sequence

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
    Strong,
    Table,
    line,
)
from referee.core.events import Event
from referee.core.outcome import Outcome
from referee.games.royal_dilemma.board import players_table
from referee.games.royal_dilemma.deeds import cited, clashes, drawing_rule, draws, transfers
from referee.games.royal_dilemma.events import Ended, RanOut, Waited
from referee.games.royal_dilemma.flow import flow
from referee.games.royal_dilemma.silence import Silence
from referee.games.royal_dilemma.view import DilemmaView


def report(
    before: DilemmaView, after: DilemmaView, events: Sequence[Event], silence: Silence
) -> Document:
    """The announcement for the viewer of both views; ``events`` as this viewer may know them."""
    title = f"Round {before.round}" + (": choices" if before.is_choice else "")
    waits = any(isinstance(event, Waited) for event in events)
    ended = next((event for event in events if isinstance(event, Ended)), None)
    blocks: list[Block] = [Heading(level=1, content=line(title))]
    blocks += _section("What was revealed", clashes(events, before, silence))
    blocks += _section("What changed sides", transfers(events, silence))
    if waits:
        blocks.append(
            Paragraph(
                content=line(
                    Strong(content=line("The round waits for choices.")),
                    " What happens next is for those who owe one to decide; the rest of the round "
                    "follows from their answers.",
                )
            )
        )
    blocks += _draws(events, after)
    blocks += _end_of_deck(events, ended, after)
    blocks.append(flow(before.round, tuple(player.name for player in before.players), events))
    blocks += [Heading(content=line("The table")), players_table(after)]
    blocks.append(Paragraph(content=_leader(after)))
    if ended is not None:
        blocks += _standings(after)
    return Document(blocks=tuple(blocks))


def _draws(events: Sequence[Event], after: DilemmaView) -> list[Block]:
    found = tuple(draws(events, after))
    if not found:
        return []
    return [
        Heading(content=line(f"What was drawn for round {after.round}")),
        Paragraph(content=drawing_rule(after)),
        List(items=found),
    ]


def _section(title: str, items: Iterator[Item]) -> list[Block]:
    found = tuple(items)
    return [Heading(content=line(title)), List(items=found)] if found else []


def _end_of_deck(events: Sequence[Event], ended: Ended | None, after: DilemmaView) -> list[Block]:
    ran_out = next((event for event in events if isinstance(event, RanOut)), None)
    why = ended or ran_out
    if why is None:
        return []
    if ended is not None and ended.because == "no-cards":
        said = "Nobody holds a card any more: the match is over."
    elif ended is not None and ran_out is not None:
        said = "The last card left the deck: the match is over."
    elif ended is not None:
        said = "The deck had run out, and this was the last round: the match is over."
    else:
        said = f"The last card left the deck, so round {after.round} is the last."
    return [Paragraph(content=(Strong(content=line(said)), *cited(why.rulings)))]


def _leader(after: DilemmaView) -> Line:
    most = max(player.points for player in after.players)
    first = [player.name for player in after.players if player.points == most]
    names: list[str | Inline] = []
    for at, seat in enumerate(first):
        if at:
            names.append(" and " if at == len(first) - 1 else ", ")
        names.append(Name(seat=seat))
    one = len(first) == 1
    if after.is_over:
        verb = "wins" if one else "share the win"
    else:
        verb = "leads" if one else "lead together"
    return line(*names, f" {verb} with {most} point{'' if most == 1 else 's'}.")


def _standings(after: DilemmaView) -> list[Block]:
    standings = Outcome.by_score({p.name: p.points for p in after.players}).standings
    return [
        Heading(content=line("Final standings")),
        Table(
            caption="Final standings",
            columns=(
                Column(title="Rank", align="end"),
                Column(title="Player"),
                Column(title="Points", align="end"),
            ),
            rows=tuple(
                (
                    line(str(standing.rank)),
                    (Name(seat=standing.seat),),
                    line(str(standing.score)),
                )
                for standing in standings
            ),
        ),
    ]
