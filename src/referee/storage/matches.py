"""Matches: the row that says what is played, by which settings, and how far it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, select, update

from referee.storage.tables import is_storable, matches, phases, seats


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as stored; ``options`` is the game's JSON, ``schedule`` a `Schedule`'s, ``closing`` and ``seat_rules`` its rules'."""

    match_id: str
    game: str
    rules_version: int
    title: str
    options: str
    zone: str
    schedule: str
    seats_least: int
    seats_most: int
    closing: str
    seat_rules: str
    status_visibility: str
    status: str
    seed: bytes
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    cancel_reason: str | None
    error: str | None
    revision: int


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match with what a list shows of it; ``due_at`` is None while it is paused."""

    match: MatchRow
    seats_taken: int
    phase_title: str | None
    due_at: datetime | None


def add_match(connection: Connection, row: MatchRow) -> None:
    """Store a new match."""
    connection.execute(
        matches.insert().values({name: getattr(row, name) for name in MatchRow.__slots__})
    )


def match_row(connection: Connection, match_id: str, *, lock: bool = False) -> MatchRow | None:
    """A match, or None. ``lock`` keeps others from changing it until the transaction ends.

    Locks are always taken in this order: match, phase, seats.
    """
    if not is_storable(match_id):
        return None
    query = select(matches).where(matches.c.match_id == match_id)
    if lock:
        query = query.with_for_update()
    found = connection.execute(query).one_or_none()
    return None if found is None else MatchRow(**found._mapping)


def change_match(connection: Connection, match_id: str, **values: Any) -> None:
    """Set columns of a match, and count the change."""
    connection.execute(
        update(matches)
        .where(matches.c.match_id == match_id)
        .values(revision=matches.c.revision + 1, **values)
    )


def listed_matches(
    connection: Connection, statuses: Sequence[str], *, limit: int
) -> list[ListedMatch]:
    """The newest matches of these statuses, newest first, each with its newest phase."""
    newest = (
        select(func.max(phases.c.number))
        .where(phases.c.match_id == matches.c.match_id)
        .correlate(matches)
        .scalar_subquery()
    )
    taken = (
        select(func.count())
        .select_from(seats)
        .where(seats.c.match_id == matches.c.match_id)
        .correlate(matches)
        .scalar_subquery()
    )
    query = (
        select(
            matches,
            taken.label("taken"),
            phases.c.title.label("phase_title"),
            phases.c.due_at,
            phases.c.paused_at,
        )
        .outerjoin(phases, (phases.c.match_id == matches.c.match_id) & (phases.c.number == newest))
        .where(matches.c.status.in_(statuses))
        .order_by(matches.c.created_at.desc(), matches.c.match_id)
        .limit(limit)
    )
    return [
        ListedMatch(
            match=MatchRow(**{name: row._mapping[name] for name in MatchRow.__slots__}),
            seats_taken=row.taken,
            phase_title=row.phase_title,
            due_at=row.due_at if row.paused_at is None else None,
        )
        for row in connection.execute(query)
    ]
