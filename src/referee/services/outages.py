"""When the server was away around a deadline: nothing closes by itself, and the lost time is given back.

The worker writes a heartbeat whenever it has closed what was due. If the last one is older than the
limit, nobody was there to close anything, and players may not have reached the site either. So before
anything else every round that ran out meanwhile, or is about to, gets the lost time back, and every wait for a
substitute; and until that is done no deadline closes a round (`is_away`), whoever woke up first.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection

from referee.services.access import Key
from referee.services.acts import By, Extended
from referee.services.context import Context
from referee.services.deadlines import after, move_deadline
from referee.services.errors import NotYours
from referee.services.phases import match_of
from referee.services.reading_models import DueBy, Outage
from referee.services.records import record_act
from referee.services.schedules import schedule_of
from referee.storage import beats, matches, phases

BEAT_EVERY: Final = timedelta(seconds=10)
LEAST_GIVEN: Final = timedelta(hours=1)
"""After an outage every affected round has at least so long to go."""
TOLD_FOR: Final = timedelta(days=2)
MOST_HOURS: Final = 60 * 24


def beat(ctx: Context) -> int:
    """Write down that what was due has been looked for; 0, because nothing was done."""
    with ctx.store.read() as connection:
        last = beats.beat_row(connection)
    now = ctx.clock()
    if last is None or now - last.at >= BEAT_EVERY:
        with ctx.store.write() as connection:
            beats.first_beat(connection, now)
            beats.beat(connection, now)
    return 0


def give_lost_time_back(ctx: Context) -> int:
    """If nobody looked for what is due for too long, give the time back; says to how many rounds.

    Safe to repeat, and for any number of workers: the loss is counted once.
    """
    with ctx.store.read() as connection:
        if not is_away(ctx, connection):
            return 0
    with ctx.store.write() as connection:
        last = beats.beat_row(connection, lock=True)
        if last is None or not is_away(ctx, connection):
            return 0
        now = ctx.clock()
        lost = now - last.at
        places = phases.lost_phases(connection, last.at, now + LEAST_GIVEN)
        given = [_moved(connection, *place, now=now, later=lost, by="server") for place in places]
        for place in phases.waiting_phases(connection, now + LEAST_GIVEN):
            given.append(_waits_longer(connection, *place, since=last.at, now=now))
        beats.remember_loss(connection, last.at, now)
    return sum(given)


def is_away(ctx: Context, connection: Connection) -> bool:
    """Whether nobody has looked for what is due for longer than the limit, as far as is known."""
    last = beats.beat_row(connection)
    return last is not None and ctx.clock() - last.at > ctx.downtime_limit


def give_everybody_more(ctx: Context, key: Key, hours: int) -> int:
    """Give every open round of every running match so many hours more; says how many got them.

    Paused rounds are left alone. Raises `NotYours`, and ValueError for hours beyond reason.
    """
    if key.role != "operator":
        raise NotYours("not-yours", "Only the operator of this server may do that.")
    if not 1 <= hours <= MOST_HOURS:
        raise ValueError(f"Give 1 to {MOST_HOURS} hours.")
    with ctx.store.read() as connection:
        places = phases.open_phases(connection)
    given = 0
    for place in places:
        with ctx.store.write() as connection:
            later = timedelta(hours=hours)
            given += _moved(connection, *place, now=ctx.clock(), later=later, by="operator")
    return given


def outage_read(ctx: Context, connection: Connection) -> Outage | None:
    """The last outage, while it is news."""
    last = beats.beat_row(connection)
    if last is None or last.lost_from is None or last.lost_until is None:
        return None
    if ctx.clock() - last.lost_until > TOLD_FOR:
        return None
    return Outage(since=last.lost_from, until=last.lost_until)


def _moved(
    connection: Connection,
    match_id: str,
    number: int,
    *,
    now: datetime,
    later: timedelta,
    by: DueBy,
) -> bool:
    """Move one deadline by so much, so that there is time left, unless its round is not open any more."""
    match = match_of(connection, match_id, lock=True)
    row = phases.phase_row(connection, match_id, number, lock=True)
    if row is None or row.status != "open" or row.paused_at is not None:
        return False
    if match.status != "running":
        return False
    from_now = row.due_at - now + later
    if by == "operator":
        from_now = max(from_now, later)
    due = after(schedule_of(match), now, max(from_now, LEAST_GIVEN))
    move_deadline(connection, match, row, due, by=by, now=now)
    matches.change_match(connection, match_id)
    told_by: By = by
    record_act(connection, match_id, Extended(phase=number, due_at=due), by=told_by, at=now)
    return True


def _waits_longer(
    connection: Connection, match_id: str, number: int, *, since: datetime, now: datetime
) -> bool:
    """Let a phase wait for a substitute as much longer as nobody could take over, unless it does not wait any more."""
    match = match_of(connection, match_id, lock=True)
    row = phases.phase_row(connection, match_id, number, lock=True)
    if row is None or row.status != "open" or row.paused_at is None or match.status != "running":
        return False
    if row.waits_until is None or row.waits_until < since:
        return False
    until = max(row.waits_until + (now - since), now + LEAST_GIVEN)
    phases.change_phase(connection, match_id, number, waits_until=until)
    matches.change_match(connection, match_id)
    return True
