"""What a notice says: short, plain, and nothing but what its reader's own page of the match says.

Never a move, a hand, or whether anybody else has sent. Titles and names were typed by somebody: they are
disarmed, because chat programs find mentions and links in what they are sent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from referee.publishing.disarming import WJ, cleaned, disarmed_bbcode
from referee.publishing.moments import moment_words

Lost = Literal["resigned", "swapped", "misses", "replaced"]
"""Why nobody is told of a seat any more: its tenure's end, or the end of the link that asked for it."""


@dataclass(frozen=True, slots=True)
class About:
    """The match and seat a notice is about, with the addresses of their pages. None of them is a key."""

    title: str
    seat: str
    zone: str
    match_url: str
    seat_url: str

    def moment(self, at: datetime) -> str:
        """A moment in the match's zone and in UTC."""
        return moment_words(at, self.zone)


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice: its subject, its paragraphs, and where it leads."""

    subject: str
    paragraphs: tuple[str, ...]
    url: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A phase that is open: ``is_choice`` for its verb; ``is_paused`` if its clock stands still."""

    title: str
    is_choice: bool
    due_at: datetime
    is_paused: bool

    @property
    def is_open(self) -> str:
        """That it is open: "Round 3 is open" or "Round 3: choices are open"."""
        return f"{self.title} {'are' if self.is_choice else 'is'} open"


def about(*, title: str, seat: str, zone: str, match_url: str, seat_number: int) -> About:
    """What a notice is about, with everything that was typed disarmed."""
    return About(
        title=_quiet(title),
        seat=_quiet(seat),
        zone=zone,
        match_url=match_url,
        seat_url=f"{match_url}/seats/{seat_number}",
    )


def phase_news(
    of: About,
    *,
    closed: tuple[str, str] | None,
    opened: Opened | None,
    risk: str | None,
) -> Notice:
    """A phase has closed (its title and the address of its page), another is open, or the seat is at risk."""
    paragraphs: list[str] = []
    if closed is not None:
        paragraphs.append(f"{closed[0]} has closed. What happened: {closed[1]}")
    if opened is not None:
        paragraphs.append(_opened(of, opened))
    if risk is not None:
        paragraphs.append(risk)
    if opened is not None:
        until = "" if opened.is_paused else f" until {of.moment(opened.due_at)}"
        subject = f"{opened.is_open}{until}"
    elif risk is not None:
        subject = "your seat is at risk"
    else:
        subject = f"{closed[0]} has closed" if closed else "news"
    url = of.seat_url if opened is not None or risk is not None else (closed or ("", ""))[1]
    return _notice(of, subject, paragraphs, url)


def reminder(of: About, opened: Opened, *, risk: str | None, has_new_link: bool) -> Notice:
    """The deadline is near, or the seat at risk, and nothing has come from the reader."""
    missing = "Nothing has come through your new link" if has_new_link else "You have sent no move"
    said = f"{missing} for {opened.title}. It is due {of.moment(opened.due_at)}."
    return _notice(
        of,
        f"no move from you for {opened.title} yet" if risk is None else "your seat is at risk",
        [said, *([risk] if risk else [])],
        of.seat_url,
    )


def more_time(of: About, opened: Opened, *, resumed: bool) -> Notice:
    """The deadline of the open phase was moved, or its clock goes on."""
    said = f"The clock of {opened.title} goes on." if resumed else f"{opened.title} has more time."
    until = of.moment(opened.due_at)
    closes = "close" if opened.is_choice else "closes"
    return _notice(
        of,
        f"{opened.title} now {closes} {until}",
        [f"{said} It is now due {until}. What has been sent stays sent."],
        of.seat_url,
    )


def over(of: About, *, reason: str | None, last: tuple[str, str] | None) -> Notice:
    """The match is over; ``reason`` is why it was cancelled, if it was."""
    if reason is not None:
        said = f"The referee has cancelled the match: {_quiet(reason)}"
        return _notice(of, "the match was cancelled", [said], of.match_url)
    closed = "" if last is None else f"{last[0]} has closed. "
    said = f"{closed}The match is over; its page has the final standings."
    return _notice(of, "the match is over", [said], of.match_url)


def lost(of: About, why: Lost, *, holder: Literal["player", "practice", "nobody"]) -> Notice:
    """The reader holds the seat no more; ``holder`` is who does now. The last notice they get."""
    if why == "replaced":
        said = (
            "The referee has replaced the link of your seat. The old one opens nothing any more, and no more "
            "notices come here. If you have the new link, ask for them again on your seat’s page."
        )
        return _notice(of, "your seat has a new link", [said], of.match_url)
    now = {
        "player": "Somebody else plays it now.",
        "practice": "A practice player plays it now.",
        "nobody": "Nobody holds it now.",
    }[holder]
    if why == "resigned":
        return _notice(
            of, "you have resigned", [f"You have given your seat up. {now}"], of.match_url
        )
    if why == "misses" and holder == "nobody":
        said = (
            "You have sent nothing for too long, and your seat is open. Until somebody else has taken it you "
            "can take it back on its page: press “I am back”."
        )
        return _notice(of, "your seat is open", [said], of.seat_url)
    because = "You have sent nothing for too long. " if why == "misses" else ""
    given = "" if why == "misses" else "The referee has given your seat to somebody else. "
    return _notice(of, "you no longer hold your seat", [f"{because}{given}{now}"], of.match_url)


def confirmation(*, server: str, match_url: str, confirm_url: str, days: int) -> Notice:
    """Somebody has named this address: is that right? Holds nothing that anybody typed."""
    return Notice(
        subject=f"Do you want notices from {server}?",
        paragraphs=(
            f"Somebody who plays in a match on {server} wants to be told here about deadlines: {match_url}",
            f"If that is you, open this page within {days} days and press the button: {confirm_url}",
            "If it is not, do nothing: nothing more comes.",
        ),
        url=confirm_url,
    )


def as_text(notice: Notice, *, stop_url: str | None) -> str:
    """A notice as the text of a mail or a push."""
    parts = list(notice.paragraphs)
    if stop_url is not None:
        parts.append(f"No more notices here: {stop_url}")
    return "\n\n".join(parts) + "\n"


def _opened(of: About, opened: Opened) -> str:
    if opened.is_paused:
        return (
            f"{opened.is_open}. Its clock stands still for now; you can send your move already, and are told "
            "when it goes on."
        )
    return f"{opened.is_open}. Send your move before {of.moment(opened.due_at)}."


def _notice(of: About, subject: str, paragraphs: Sequence[str], url: str) -> Notice:
    whose = f"{of.title}, the seat of {of.seat}"
    return Notice(
        subject=f"{of.title}: {subject}",
        paragraphs=(*paragraphs, f"{whose}: {url}"),
        url=url,
    )


def _quiet(typed: str) -> str:
    return disarmed_bbcode(cleaned(typed)).replace("<", f"<{WJ}")
