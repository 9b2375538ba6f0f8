"""Seats and who holds them. A seat's number and name are the match's; a tenure is a player's."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import Connection, delete, select, tuple_, update

from referee.storage.tables import seats, tenures

Holder = Literal["player", "practice", "nobody"]
EndedBy = Literal["resigned", "swapped", "misses", "reclaimed"]
Awaited = Literal["not yet", "now", "in vain"]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat and who holds it now. ``player`` is that player's name, None for any other holder.

    ``phase`` is the match's newest phase when the tenure began, 0 before the start. In that phase what was
    sent under a number below ``first_version`` is somebody else's. ``awaited``: nobody holds it, and the
    match's newest wait is for somebody who would ("now"), or an earlier one was ("in vain").
    """

    number: int
    name: str
    tenure_id: int
    holder: Holder
    player: str | None
    since: datetime
    phase: int
    first_version: int
    awaited: Awaited = "not yet"

    @property
    def practice(self) -> bool:
        """Whether a practice player holds it."""
        return self.holder == "practice"

    def first_in(self, phase: int) -> int:
        """The first version of a move in this phase that is the present holder's own."""
        return self.first_version if phase == self.phase else 1


@dataclass(frozen=True, slots=True)
class TenureRow:
    """Who held a seat from when to when; ``until`` and ``ended_by`` are None for who holds it now."""

    tenure_id: int
    seat: int
    holder: Holder
    player: str | None
    since: datetime
    phase: int
    first_version: int
    until: datetime | None
    ended_by: EndedBy | None

    def first_in(self, phase: int) -> int:
        """The first version of a move in this phase that is its holder's own, as `SeatRow.first_in`."""
        return self.first_version if phase == self.phase else 1


_HELD = [tenures.c[name] for name in SeatRow.__slots__[2:]]


def seat_rows(connection: Connection, match_id: str) -> list[SeatRow]:
    """The seats of a match in seat order."""
    query = (
        select(seats.c.number, seats.c.name, *_HELD)
        .join(
            tenures,
            (tenures.c.match_id == seats.c.match_id)
            & (tenures.c.seat == seats.c.number)
            & tenures.c.until.is_(None),
        )
        .where(seats.c.match_id == match_id)
        .order_by(seats.c.number)
    )
    return [SeatRow(*row) for row in connection.execute(query)]


def held_seats(
    connection: Connection, places: Sequence[tuple[str, int]]
) -> dict[tuple[str, int], SeatRow]:
    """These seats (match, number) and who holds them now: one statement, however many there are."""
    query = (
        select(seats.c.match_id, seats.c.number, seats.c.name, *_HELD)
        .join(
            tenures,
            (tenures.c.match_id == seats.c.match_id)
            & (tenures.c.seat == seats.c.number)
            & tenures.c.until.is_(None),
        )
        .where(tuple_(seats.c.match_id, seats.c.number).in_(places))
    )
    return {(row[0], row[1]): SeatRow(*row[1:]) for row in connection.execute(query)}


def tenure_rows(connection: Connection, match_id: str) -> list[TenureRow]:
    """Every tenure of a match, by seat and then the oldest first."""
    query = (
        select(*(tenures.c[name] for name in TenureRow.__slots__))
        .where(tenures.c.match_id == match_id)
        .order_by(tenures.c.seat, tenures.c.tenure_id)
    )
    return [TenureRow(*row) for row in connection.execute(query)]


def add_seat(
    connection: Connection, match_id: str, number: int, name: str, *, practice: bool, at: datetime
) -> None:
    """A new seat with its first tenure: a practice player's, or that of a player of the seat's name."""
    connection.execute(seats.insert().values(match_id=match_id, number=number, name=name))
    add_tenure(
        connection,
        match_id,
        number,
        holder="practice" if practice else "player",
        player=None if practice else name,
        since=at,
    )


def add_tenure(
    connection: Connection,
    match_id: str,
    seat: int,
    *,
    holder: Holder,
    player: str | None,
    since: datetime,
    phase: int = 0,
    first_version: int = 1,
) -> int:
    """Begin a tenure; returns its id. Raises IntegrityError while another one has no end."""
    written = connection.execute(
        tenures.insert()
        .values(
            match_id=match_id,
            seat=seat,
            holder=holder,
            player=player,
            since=since,
            phase=phase,
            first_version=first_version,
        )
        .returning(tenures.c.tenure_id)
    )
    tenure_id: int = written.scalar_one()
    return tenure_id


def end_tenure(
    connection: Connection, match_id: str, seat: int, *, at: datetime, ended_by: EndedBy
) -> None:
    """End the tenure of whoever holds the seat now."""
    connection.execute(
        update(tenures)
        .where(tenures.c.match_id == match_id, tenures.c.seat == seat, tenures.c.until.is_(None))
        .values(until=at, ended_by=ended_by)
    )


def set_awaited(
    connection: Connection, match_id: str, numbers: Sequence[int], awaited: Awaited
) -> None:
    """Remember of seats that nobody holds what the newest wait is to them."""
    connection.execute(
        update(tenures)
        .where(
            tenures.c.match_id == match_id,
            tenures.c.seat.in_(numbers),
            tenures.c.until.is_(None),
        )
        .values(awaited=awaited)
    )


def rename_seat(connection: Connection, match_id: str, number: int, name: str) -> None:
    """Give a seat, and the player who took it under its name, another name."""
    connection.execute(
        update(seats)
        .where(seats.c.match_id == match_id, seats.c.number == number)
        .values(name=name)
    )
    connection.execute(
        update(tenures)
        .where(
            tenures.c.match_id == match_id,
            tenures.c.seat == number,
            tenures.c.until.is_(None),
            tenures.c.holder == "player",
        )
        .values(player=name)
    )


def remove_seat(connection: Connection, match_id: str, number: int) -> None:
    """Take a seat out of a match that has not begun."""
    connection.execute(delete(seats).where(seats.c.match_id == match_id, seats.c.number == number))


def lock_seats(connection: Connection, places: Sequence[tuple[str, int]]) -> None:
    """Keep others from submitting for these seats (match, number) until the transaction ends."""
    connection.execute(
        select(seats.c.match_id)
        .where(tuple_(seats.c.match_id, seats.c.number).in_(places))
        .order_by(seats.c.match_id, seats.c.number)
        .with_for_update(key_share=True)
    ).all()
