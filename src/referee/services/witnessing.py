"""The last part of every post: the head of the match's record, so that the forum becomes its witness."""

from collections.abc import Sequence

from referee.core.documents import Instant, Item, Link, List, Name, Paragraph, Spoiler, line
from referee.core.seats import Seat
from referee.core.values import Value
from referee.sealing import short_hash
from referee.services.acts import CountedMove
from referee.services.drafts import About, Draft
from referee.storage.records import RecordRow


class Witnessed(Value):
    """A move that counted, as its announcement lists it."""

    seat: Seat
    move: CountedMove


def witnessed(
    draft: Draft, about: About, head: RecordRow, moves: Sequence[Witnessed] = ()
) -> Draft:
    """The draft with a folded last part: the newest entry of the record, and every receipt that counted."""
    part = Spoiler(
        title=record_words(head.hash),
        blocks=(
            Paragraph(
                content=line(
                    "This number stands for all that has happened in the match so far, "
                    f"{head.number} {'entry' if head.number == 1 else 'entries'} of its record: were any "
                    "of them changed later, it would no longer fit. ",
                    Link(text="The whole record", url=f"{about.page}/export.json"),
                )
            ),
            *_receipts(about, moves),
        ),
    )
    return draft._replace(
        document=draft.document.model_copy(update={"blocks": (*draft.document.blocks, part)})
    )


def record_words(record: str) -> str:
    """A record's head as posts show it and people compare it: "Record 3F2A-91C0-77DE-0B14-A5F3"."""
    return f"Record {short_hash(record)}"


def _receipts(about: About, moves: Sequence[Witnessed]) -> tuple[Paragraph | List, ...]:
    if not moves:
        return ()
    return (
        Paragraph(content=line("The moves that counted, by their receipts:")),
        List(
            items=tuple(
                Item(
                    content=line(
                        Name(seat=one.seat),
                        f", version {one.move.version}, "
                        f"{'standing move, ' if one.move.standing_move else ''}",
                        Instant(at=one.move.received_at, zone=about.zone),
                        f": {one.move.commitment}",
                    ),
                )
                for one in moves
            )
        ),
    )
