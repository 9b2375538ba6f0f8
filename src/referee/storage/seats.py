"""Seats and who holds them. A seat's number and name are the match's; a tenure is a player's."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, select, tuple_, update

from referee.storage.tables import seats, tenures


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat and whether a practice player holds it now."""

    number: int
    name: str
    practice: bool


def seat_rows(connection: Connection, match_id: str) -> list[SeatRow]:
    """The seats of a match in seat order."""
    query = (
        select(seats.c.number, seats.c.name, tenures.c.practice)
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


def add_seat(
    connection: Connection, match_id: str, number: int, name: str, *, practice: bool, at: datetime
) -> None:
    """A new seat with its first tenure."""
    connection.execute(seats.insert().values(match_id=match_id, number=number, name=name))
    connection.execute(
        tenures.insert().values(match_id=match_id, seat=number, practice=practice, since=at)
    )


def rename_seat(connection: Connection, match_id: str, number: int, name: str) -> None:
    """Give a seat another name."""
    connection.execute(
        update(seats)
        .where(seats.c.match_id == match_id, seats.c.number == number)
        .values(name=name)
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
