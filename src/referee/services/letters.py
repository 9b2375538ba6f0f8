"""Private messages to one player, with the link that is the key to their seat."""

from datetime import datetime

from referee.core.documents import Block, Instant, Link, Name, Paragraph, Strong, Typed, line
from referee.core.seats import Seat
from referee.publishing.disarming import cleaned
from referee.services.drafts import About, Draft, PhaseKind, draft, is_open, strong

_MOVE = (
    "If you have sent your move and mean it, there is nothing to do. If not, open your seat by the link you "
    "were given, and look for the receipt: without one nothing was received."
)
_CHOOSE = (
    "Open your seat by the link you were given. If it asks you for a choice and you have sent none, send one, "
    "and look for the receipt: without one nothing was received, and the default is used. If it asks nothing, "
    "there is nothing to do."
)


def invitation(
    about: About,
    *,
    seat: Seat,
    link: str,
    phase_title: str | None = None,
    phase_kind: PhaseKind = "main",
    due_at: datetime | None = None,
) -> Draft:
    """The private message that hands a seat its link. ``link`` is absolute and secret.

    ``phase_title`` and ``due_at`` are given once the match runs.
    """
    return draft(
        f"Your seat in {cleaned(about.title)}",
        Paragraph(content=line("Hello ", Name(seat=seat), ",")),
        Paragraph(
            content=line(
                "this is your seat in ",
                _strong_typed(about.title),
                f", a match of {about.game_title}:",
            )
        ),
        *_key(about, link),
        *_next_move(about, phase_title, phase_kind, due_at),
    )


def reissued_invitation(
    about: About,
    *,
    seat: Seat,
    link: str,
    phase_title: str | None = None,
    phase_kind: PhaseKind = "main",
    due_at: datetime | None = None,
) -> Draft:
    """The private message for a seat whose link was replaced; the old one no longer opens anything."""
    return draft(
        f"A new link to your seat in {cleaned(about.title)}",
        Paragraph(content=line("Hello ", Name(seat=seat), ",")),
        Paragraph(
            content=line(
                "here is a new link to your seat in ",
                _strong_typed(about.title),
                ". The old one no longer works. Whatever you have already sent still counts, and you can "
                "change it through the new one:",
            )
        ),
        *_key(about, link),
        *_next_move(about, phase_title, phase_kind, due_at),
    )


def substitution(
    about: About,
    *,
    player: str,
    seat: Seat,
    link: str,
    phase_title: str | None = None,
    phase_kind: PhaseKind = "main",
    due_at: datetime | None = None,
) -> Draft:
    """The private message for somebody who takes a seat over from another player."""
    return draft(
        f"Your seat in {cleaned(about.title)}",
        Paragraph(content=line("Hello ", Typed(text=player), ",")),
        Paragraph(
            content=line(
                "you take over the seat of ",
                Name(seat=seat),
                " in ",
                _strong_typed(about.title),
                f", a match of {about.game_title}. From now on you see what this seat may know, and you "
                "start with nothing missed:",
            )
        ),
        *_key(about, link),
        *_next_move(about, phase_title, phase_kind, due_at),
    )


def reminder_to_all(
    about: About, *, phase_title: str, phase_kind: PhaseKind = "main", due_at: datetime
) -> Draft:
    """A message to every player that a deadline is near.

    It names nobody: neither who has sent nor whom a choice asks is the referee's to tell.
    """
    is_choice = phase_kind == "choice"
    return draft(
        f"{phase_title} of {cleaned(about.title)} is due",
        Paragraph(content=line("Hello all,")),
        Paragraph(
            content=line(
                f"{phase_title} of ",
                _strong_typed(about.title),
                f" {'are' if is_choice else 'is'} due ",
                Strong(content=(Instant(at=due_at, zone=about.zone),)),
                f". {_CHOOSE if is_choice else _MOVE}",
            )
        ),
        _match_page(about),
    )


def more_time(
    about: About, *, phase_title: str, phase_kind: PhaseKind = "main", due_at: datetime
) -> Draft:
    """A message to every player that the deadline is another one now."""
    return draft(
        f"More time for {phase_title} of {cleaned(about.title)}",
        Paragraph(content=line("Hello all,")),
        Paragraph(
            content=line(
                f"{phase_title} of ",
                _strong_typed(about.title),
                f" now {'close' if phase_kind == 'choice' else 'closes'} ",
                Strong(content=(Instant(at=due_at, zone=about.zone),)),
                ". What you have sent stays sent, and can be changed until then.",
            )
        ),
        _match_page(about),
    )


def _match_page(about: About) -> Paragraph:
    return Paragraph(content=line("The match: ", Link(text=about.page, url=about.page)))


def _strong_typed(words: str) -> Strong:
    return Strong(content=(Typed(text=words),))


def _key(about: About, link: str) -> tuple[Block, ...]:
    return (
        Paragraph(content=line(Link(text=link, url=link))),
        Paragraph(
            content=line(
                strong("This link opens once: "),
                "it gives you a link of your own, which nobody else has seen. Keep that one to yourself: "
                "whoever has it can play for you, and it opens your seat on every device. Should this "
                "link say that it was opened already, and not by you, ask the referee for a new one.",
            )
        ),
        Paragraph(
            content=line(
                "Everybody may look at ",
                Link(text="the match's page", url=about.page),
                " and ",
                Link(text="the rules", url=about.rules),
                ".",
            )
        ),
    )


def _next_move(
    about: About, phase_title: str | None, kind: PhaseKind, due_at: datetime | None
) -> tuple[Block, ...]:
    if phase_title is None or due_at is None:
        return ()
    return (
        Paragraph(
            content=line(
                strong(f"{is_open(phase_title, kind)}."),
                " Send your move before ",
                Strong(content=(Instant(at=due_at, zone=about.zone),)),
                ".",
            )
        ),
    )
