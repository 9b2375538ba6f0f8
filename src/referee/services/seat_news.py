"""What a round's post says of seats that nobody holds any more."""

from collections.abc import Mapping
from datetime import datetime

from referee.core.documents import Block, Instant, Name, Paragraph, Strong, line
from referee.services.drafts import About, listed
from referee.services.seat_rules import OpenedSeats, OpenSeat, rounds_in_a_row

_WHAT_FOLLOWS: Mapping[tuple[OpenSeat, bool], str] = {
    (
        "no-moves",
        True,
    ): "It stays without moves until its player comes back or the referee seats somebody else.",
    (
        "no-moves",
        False,
    ): "They stay without moves until their players come back or the referee seats others.",
    ("practice", True): "A practice player takes over.",
    ("practice", False): "Practice players take over.",
    ("wait", True): "Whoever would like to take over, tell the referee.",
    ("wait", False): "Whoever would like to take over, tell the referee.",
}
"""What a round's post says of an open seat, or of several."""


def opened_seats(opened: OpenedSeats) -> list[Block]:
    """Who has lost their seat by this close, why, and what follows."""
    said: list[Block] = []
    for misses in sorted(set(opened.misses.values()), reverse=True):
        names = [seat for seat, missed in opened.misses.items() if missed == misses]
        is_one = len(names) == 1
        whose = (
            line(Name(seat=names[0]), "’s seat is")
            if is_one
            else line("The seats of ", *listed(names), " are")
        )
        said.append(
            Paragraph(
                content=line(
                    *whose,
                    f" open: {rounds_in_a_row(misses)} without a move. ",
                    _WHAT_FOLLOWS[opened.follows, is_one],
                )
            )
        )
    return said


def waits_for_substitute(about: About, phase_title: str, until: datetime) -> Paragraph:
    """That what is open waits for a substitute."""
    return Paragraph(
        content=line(
            Strong(
                content=line(
                    f"{phase_title} waits for a substitute, until ",
                    Instant(at=until, zone=about.zone),
                    " at the latest.",
                )
            ),
            " Its time runs from then on; moves can be sent already.",
        )
    )
