"""What the referee posts: recruiting, opening, rounds, standings.

Each is a pure function from plain facts to a `Draft`: the post's title, which a forum shows as plain
text, and a document for any dialect. Wording lives here; what happened in a round is the game's report.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from referee.core.documents import (
    Block,
    Column,
    Document,
    Heading,
    Inline,
    Instant,
    Item,
    Line,
    Link,
    List,
    Name,
    Paragraph,
    Preformatted,
    Ruling,
    Series,
    Strong,
    Table,
    Text,
    Typed,
    line,
)
from referee.core.game import SeatCount
from referee.core.outcome import Outcome
from referee.core.seats import Seat
from referee.publishing.disarming import cleaned
from referee.services.drafts import (
    About,
    Draft,
    Holder,
    Option,
    Pace,
    PhaseKind,
    StatusVisibility,
    draft,
    is_open,
    joined,
    listed,
    sentence,
    strong,
)
from referee.services.letters import invitation, reissued_invitation
from referee.services.seat_news import opened_seats, waits_for_substitute
from referee.services.seat_rules import NO_SEATS_OPENED, OpenedSeats

__all__ = [
    "About",
    "Draft",
    "Holder",
    "Option",
    "Pace",
    "StatusVisibility",
    "final_post",
    "invitation",
    "opening_post",
    "recruiting_post",
    "reissued_invitation",
    "round_post",
]


_WHO_SENT: dict[StatusVisibility, str] = {
    "hidden": "Nor does anybody see who has sent one.",
    "count": "The match's page shows how many have been sent, not by whom.",
    "names": "The match's page shows who has sent one.",
}

_CITED = re.compile(r"\(([A-Z]+-\d+[a-z]?)\)")
"""A ruling as the description of a house rule cites it: "(CS-22)"."""


def recruiting_post(
    about: About,
    *,
    tagline: str,
    seats: SeatCount,
    taken: Sequence[Seat],
    pace: Pace,
    options: Sequence[Option],
) -> Draft:
    """The post that looks for players: what is played, how fast, by which house rules, how to join."""
    facts = [
        Item(content=_labelled("Players", *_seats_wanted(seats, taken))),
        Item(content=_labelled("Pace", _pace(pace))),
        Item(content=_labelled("Times", _times(about.zone))),
        _house_rules(options),
    ]
    return draft(
        f"Sign up: {cleaned(about.title)} ({about.game_title})",
        Heading(level=1, content=line("Sign up: ", Typed(text=about.title))),
        Paragraph(content=line(strong(f"{about.game_title}."), " ", sentence(tagline))),
        List(items=tuple(facts)),
        Paragraph(
            content=line(
                strong("To play: "),
                Link(text="sign up here", url=f"{about.page}/signup"),
                " with the name you want to play under. You get a link of your own: it opens your seat, "
                "where you choose your moves. No account, no password.",
            )
        ),
        Paragraph(
            content=line(
                _sealed(),
                " ",
                Link(text="The rules", url=about.rules),
                " have every ruling numbered.",
            )
        ),
    )


def opening_post(
    about: About,
    *,
    seats: Sequence[Seat],
    options: Sequence[Option],
    pace: Pace,
    status_visibility: StatusVisibility,
    phase_title: str,
    phase_kind: PhaseKind = "main",
    due_at: datetime,
    credits: str = "",
    seed_hash: str | None = None,
    holders: Mapping[Seat, Holder] | None = None,
) -> Draft:
    """The post that opens the match: who plays, what is not as usual, how to send, the first deadline.

    ``seed_hash`` (hex) is given for games with chance or hidden hands: it fixes the dice in advance.
    ``holders`` are the seats that others than the players of their names hold.
    """
    blocks: list[Block] = [
        Heading(level=1, content=line(Typed(text=about.title), ": the match begins")),
        _deadline(about, phase_title, phase_kind, due_at),
        Heading(level=2, content=line("Seats")),
        List(
            ordered=True,
            items=tuple(Item(content=_held_seat(seat, holders or {})) for seat in seats),
        ),
        Heading(level=2, content=line("How to play")),
        Paragraph(
            content=line(
                "Open your own link, choose, send. You get a receipt, and you can change or withdraw your "
                "move until the deadline; the last one counts. ",
                _sealed(),
                f" {_WHO_SENT[status_visibility]}",
            )
        ),
        Paragraph(content=_labelled("Pace", _pace(pace))),
        Heading(level=2, content=line(f"House rules of this {about.game_title} match")),
        *_rules_told(about, options),
    ]
    if seed_hash is not None:
        blocks += [
            Paragraph(
                content=line(
                    "The deal and all other chance are fixed already. This is the SHA-256 of their seed; the "
                    "seed itself stands in the final post, so that anybody can check every card:"
                )
            ),
            Preformatted(text=seed_hash),
        ]
    blocks.append(
        Paragraph(
            content=line(
                Link(text="The match's page", url=about.page),
                " · ",
                Link(text="the rules", url=about.rules),
            )
        )
    )
    if credits:
        blocks.append(Paragraph(content=line(sentence(credits))))
    return draft(f"{cleaned(about.title)} ({about.game_title}): the match begins", *blocks)


def round_post(
    about: About,
    *,
    phase: int,
    phase_title: str,
    report: Document,
    next_title: str | None,
    next_due_at: datetime | None,
    next_kind: PhaseKind = "main",
    next_owing: Sequence[Seat] | None = None,
    opened: OpenedSeats = NO_SEATS_OPENED,
) -> Draft:
    """A round's announcement: the game's report, which seats are open since, then what comes next.

    ``next_title`` and ``next_due_at`` are None when the match is over. ``next_owing`` names the seats
    that owe a move where not all living ones do (a choice phase).
    """
    blocks: list[Block] = []
    if not _begins_with_title(report):
        blocks.append(Heading(level=1, content=line(Typed(text=about.title), f": {phase_title}")))
    blocks += report.blocks
    blocks += opened_seats(opened)
    if next_title is not None and opened.waits_until is not None:
        blocks.append(waits_for_substitute(about, next_title, opened.waits_until))
    elif next_title is not None and next_due_at is not None:
        blocks.append(_deadline(about, next_title, next_kind, next_due_at, next_owing))
    else:
        blocks.append(Paragraph(content=line(strong("The match is over."))))
    blocks.append(
        Paragraph(
            content=line(
                Link(text=f"{phase_title} with pictures", url=f"{about.page}/phases/{phase}"),
                " · ",
                Link(text="the match", url=about.page),
                " · ",
                Link(text="the numbered rulings", url=about.rules),
            )
        )
    )
    return draft(f"{cleaned(about.title)}: {phase_title}", *blocks)


def final_post(
    about: About,
    *,
    outcome: Outcome,
    score_title: str,
    series: Sequence[Series] = (),
    seed: str | None = None,
    holders: Mapping[Seat, Holder] | None = None,
) -> Draft:
    """The post that ends the match: who won, everybody's rank and score, the whole record.

    ``seed`` (hex) is revealed where `opening_post` gave its hash. ``holders`` as there: a seat keeps its name,
    and the standings say who has played it to the end.
    """
    blocks: list[Block] = [
        Heading(level=1, content=line("Final standings: ", Typed(text=about.title))),
        Paragraph(content=_winners(outcome, score_title, holders or {})),
        Table(
            columns=(
                Column(title="Rank", align="end"),
                Column(title="Player"),
                Column(title=score_title, align="end"),
            ),
            rows=tuple(
                (
                    line(str(standing.rank)),
                    _held_seat(standing.seat, holders or {}),
                    line(str(standing.score)),
                )
                for standing in outcome.standings
            ),
        ),
        *series,
    ]
    if seed is not None:
        blocks += [
            Paragraph(
                content=line(
                    "The seed of the deal and all other chance, whose SHA-256 the opening post gave:"
                )
            ),
            Preformatted(text=seed),
        ]
    blocks.append(
        Paragraph(
            content=line(
                "Every round with its workings, and every move as it was sealed: ",
                Link(text="the match's record", url=about.page),
                ". Thank you for playing!",
            )
        )
    )
    return draft(f"{cleaned(about.title)}: final standings", *blocks)


def _labelled(label: str, *parts: str | Inline) -> Line:
    return line(strong(f"{label}:"), " ", *parts)


def _sealed() -> str:
    return "Moves are sealed: nobody, the referee included, can read one before the deadline."


def _deadline(
    about: About,
    phase_title: str,
    kind: PhaseKind,
    due_at: datetime,
    owing: Sequence[Seat] | None = None,
) -> Paragraph:
    """When what is open closes, and who owes a move if not everybody does."""
    who: Line = ()
    if owing is not None:
        who = line(" A move is owed by ", *listed(owing), ".")
    return Paragraph(
        content=line(
            Strong(
                content=line(
                    f"{is_open(phase_title, kind)} until ",
                    Instant(at=due_at, zone=about.zone),
                    ".",
                )
            ),
            *who,
        )
    )


def _winners(outcome: Outcome, score_title: str, holders: Mapping[Seat, Holder]) -> Line:
    first = [standing for standing in outcome.standings if standing.rank == 1]
    names = Strong(content=joined([_held_seat(standing.seat, holders) for standing in first]))
    unit = score_title if score_title.isupper() else score_title.lower()  # "9 VP", but "9 points"
    score = f"{first[0].score} {unit}"
    if len(first) == 1:
        return line(names, f" wins with {score}.")
    return line(names, f" share the win with {score} each.")


def _held_seat(seat: Seat, holders: Mapping[Seat, Holder]) -> Line:
    """A seat's name, and who holds it where the name does not say it: "Robo (practice player)"."""
    holder = holders.get(seat)
    if holder is None:
        return line(Name(seat=seat))
    since = f" since Round {holder.since}" if holder.since else ""
    if holder.player is not None:
        return line(Name(seat=seat), " (played by ", Typed(text=holder.player), f"{since})")
    return line(Name(seat=seat), f" ({holder.kind}{since})")


def _seats_wanted(seats: SeatCount, taken: Sequence[Seat]) -> Line:
    wanted = str(seats.most) if seats.least == seats.most else f"{seats.least} to {seats.most}"
    if not taken:
        return line(f"{wanted}.")
    return line(f"{wanted}. Already in: ", *listed(taken), ".")


def _times(zone: str) -> str:
    return "UTC." if zone in ("UTC", "Etc/UTC") else f"{zone}, and always UTC beside it."


def _pace(pace: Pace) -> str:
    return " ".join((sentence(pace.words), *pace.closing))


def _house_rules(options: Sequence[Option]) -> Item:
    told = _worth_telling(options)
    if not told:
        return Item(content=_labelled("House rules", "all as usual."))
    return Item(
        content=_labelled("House rules", "these, and all others as usual:"),
        details=tuple(_option_line(option) for option in told),
    )


def _rules_told(about: About, options: Sequence[Option]) -> Sequence[Block]:
    """What is not as usual, each with its ruling; for the rest, where it can be read."""
    told = _worth_telling(options)
    rest = line(
        "All other house rules are " if told else "All of them are ",
        Link(text="as usual", url=about.rules),
        ".",
    )
    named = [List(items=tuple(_option_item(option) for option in told))] if told else []
    return *named, Paragraph(content=rest)


def _worth_telling(options: Sequence[Option]) -> list[Option]:
    """What is not as usual, and what players ask for even where it is."""
    return [option for option in options if option.is_always_told or not option.is_default]


def _option_line(option: Option) -> Line:
    return line(f"{option.title}: ", strong(option.value))


def _option_item(option: Option) -> Item:
    """The rule and its value, with the rulings that its description cites.

    The description itself helps whoever fills in the form: what it says of other values would contradict
    the one just told.
    """
    cited = tuple(
        part
        for ref in _CITED.findall(option.description)
        for part in (Text(text=" "), Ruling(ref=ref))
    )
    return Item(content=(*_option_line(option), *cited))


def _begins_with_title(report: Document) -> bool:
    first = report.blocks[0] if report.blocks else None
    return isinstance(first, Heading) and first.level == 1
