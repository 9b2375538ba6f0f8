"""Rates: how much of an allowance is used up, one row for whoever has used any, counted in one statement.

An allowance of *n* in a window fills up evenly again: whoever has used it all gets one back every window/n.
So all that has to be kept is the moment at which it will be whole again (the cell rate algorithm of ITU-T
I.371); several processes count together, and nothing has to be locked.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, case, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from referee.storage.tables import rates

_SWEPT = 100
"""Rows of the past thrown away with each count, so that the table stays as small as what it tells."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """``count`` at once, and as many again in each ``window``."""

    count: int
    window: timedelta

    @property
    def step(self) -> timedelta:
        """How long it takes to get one back."""
        return self.window / self.count


def use(connection: Connection, key: str, allowance: Allowance, now: datetime) -> bool:
    """Use one of an allowance, if there is one left; says whether there was."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    at, step = _microseconds(now), _length(allowance.step)
    fresh = insert(rates).values(key=key, whole_at=at + step)
    later = case((rates.c.whole_at > at, rates.c.whole_at), else_=at) + step
    counted = connection.execute(
        fresh.on_conflict_do_update(
            index_elements=["key"],
            set_={"whole_at": later},
            where=later <= at + _length(allowance.window),
        ).returning(rates.c.key)
    )
    return counted.one_or_none() is not None


def wait(connection: Connection, key: str, allowance: Allowance, now: datetime) -> timedelta:
    """How long until one of an allowance is left; nothing if one is."""
    whole_at = connection.execute(
        select(rates.c.whole_at).where(rates.c.key == key)
    ).scalar_one_or_none()
    if whole_at is None:
        return timedelta(0)
    left = whole_at + _length(allowance.step - allowance.window) - _microseconds(now)
    return timedelta(microseconds=max(0, left))


def sweep(connection: Connection, now: datetime) -> None:
    """Throw away some of what is whole again; rows that others are at work on are left to them."""
    stale = (
        select(rates.c.key)
        .where(rates.c.whole_at < _microseconds(now))
        .limit(_SWEPT)
        .with_for_update(skip_locked=True)
    )
    connection.execute(delete(rates).where(rates.c.key.in_(stale)))


def _microseconds(moment: datetime) -> int:
    return _length(moment - datetime(1970, 1, 1, tzinfo=UTC))


def _length(length: timedelta) -> int:
    return length // timedelta(microseconds=1)
