"""Closing a phase: exactly once, in one transaction, whoever comes first.

Everybody who closes takes the match's lock, then the phase's, which waits for submissions under way and
lets no other begin; then reads the status and the clock again, and decides. Whatever fails in the rules
halts this match (quarantine) and no other.
"""

import json
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeVar

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import InterfaceError, OperationalError

from referee.core.dice import Dice
from referee.core.documents import Document
from referee.core.seats import Seat
from referee.sealing import SecretMissing
from referee.services import announcing, progress
from referee.services.access import Key, require_referee
from referee.services.acts import By, Closed, Halted
from referee.services.announcing import Announcement
from referee.services.charts import series_of
from referee.services.context import Context
from referee.services.deadlines import paused
from referee.services.errors import Conflict
from referee.services.open_seats import open_seats
from referee.services.outages import is_away
from referee.services.phases import (
    LoadedPhase,
    load_phase_on,
    match_of,
    match_over,
    move_from_json,
    phase_not_found,
    phase_read,
    visibility_of,
)
from referee.services.readiness import early_phases, may_close_early
from referee.services.reading_models import ClosedPhase
from referee.services.records import by_of, closed_act, record_act
from referee.services.rendering import placed_seats
from referee.services.seat_rules import OpenedSeats
from referee.services.standing_moves import with_standing_moves
from referee.services.submissions import Opened, counted
from referee.services.witnessing import Witnessed
from referee.storage import matches, phases
from referee.storage.matches import MatchRow
from referee.storage.phases import PhaseRow

_log = structlog.get_logger(__name__)

MOST_DUE = 100
"""Phases looked at in one go; the rest come in the next."""

T = TypeVar("T")
Why = Literal["referee", "deadline", "everybody"]


@dataclass(frozen=True, slots=True)
class _Closing:
    """A phase under its locks."""

    match: MatchRow
    row: PhaseRow
    now: datetime


class MatchHalted(Exception):
    """The rules, or the announcement, failed. Says where, and nothing of what was sent."""


def close_phase(ctx: Context, key: Key, match_id: str, phase: int) -> ClosedPhase:
    """The referee closes this very phase now. Closing it twice is closing it once: both get its result.

    A halted match is tried again. Raises `NotFound`, `NotYours`, and `Conflict`: phase-stale for any phase
    but the open one and the one closed last, match-paused while its clock stands, match-… where nothing is open, match-quarantined if the
    round cannot be resolved.
    """
    with ctx.store.read() as connection:
        match_of(connection, match_id)
    require_referee(key, match_id)
    try:
        with ctx.store.write() as connection:
            match = match_of(connection, match_id, lock=True)
            newest = phases.newest_phase(connection, match_id)
            if newest is None or match.status == "cancelled":
                raise match_over(match)
            is_open = newest.status in ("open", "stuck")
            last_closed = newest.number - 1 if is_open else newest.number
            if phase == last_closed:
                return _closed(connection, match, phase)
            if phase != newest.number and not is_open:
                raise match_over(match)
            if phase != newest.number:
                raise Conflict(
                    "phase-stale",
                    f"{newest.title} is open now. Nothing was closed; look at the match again.",
                )
            row = phases.phase_row(connection, match_id, phase, lock=True)
            if row is None:
                raise phase_not_found()
            if row.paused_at is not None:
                raise paused(row)
            closing = _Closing(match, row, ctx.clock())
            return _close(ctx, connection, closing, why="referee", by=by_of(key))
    except MatchHalted as halted:
        quarantine(ctx, match_id, phase, str(halted))
        raise Conflict(
            "match-quarantined",
            "The round could not be resolved, and the match is halted. Nothing is lost: every move is kept. "
            "Show the error on the desk to whoever runs the server.",
        ) from None


def due_phases(ctx: Context) -> list[tuple[str, int]]:
    """The phases (match, number) whose deadline has come, longest overdue first, at most `MOST_DUE`."""
    with ctx.store.read() as connection:
        return phases.due_phases(connection, ctx.clock(), limit=MOST_DUE)


def ready_phases(ctx: Context) -> list[tuple[str, int]]:
    """The phases that may close before their time has run out (`readiness.may_close_early`)."""
    with ctx.store.read() as connection:
        return [
            (row.match_id, row.number)
            for row in early_phases(ctx, connection)
            if may_close_early(ctx, connection, row)
        ]


def close_due(ctx: Context) -> int:
    """Close every phase whose deadline has come; says how many this call has closed.

    Any number of workers may do this at once. Raises nothing on account of one match.
    """
    return sum(_close_apart(ctx, *place, why="deadline") for place in due_phases(ctx))


def close_ready(ctx: Context) -> int:
    """Close every phase that may close early; says how many this call has closed."""
    return sum(_close_apart(ctx, *place, why="everybody") for place in ready_phases(ctx))


def _close_apart(
    ctx: Context, match_id: str, phase: int, *, why: Literal["deadline", "everybody"]
) -> bool:
    """`close_if`, whose failure is logged and keeps no other match from its turn."""
    try:
        return close_if(ctx, match_id, phase, why=why)
    except Exception as error:
        # Only the kind of the error: its words may quote what was sent.
        _log.error("close failed", match=match_id, phase=phase, error=type(error).__name__)
        return False


def close_if(
    ctx: Context, match_id: str, phase: int, *, why: Literal["deadline", "everybody"]
) -> bool:
    """Close a phase if, under the lock, it is still open and there is still this reason to.

    Somebody else at work on the match is left to it. No deadline closes anything while the time that
    the server was away has not been given back (`outages`).
    """
    try:
        with ctx.store.write() as connection:
            if not phases.claim_phase(connection, match_id, phase):
                return False
            match = match_of(connection, match_id)
            row = phases.phase_row(connection, match_id, phase)
            if row is None or row.status != "open" or match.status != "running":
                return False
            now = ctx.clock()
            if why == "deadline" and (
                row.closes_at is None or now < row.closes_at or is_away(ctx, connection)
            ):
                return False
            if why == "everybody" and not may_close_early(ctx, connection, row):
                return False
            _close(ctx, connection, _Closing(match, row, now), why=why, by="server")
    except MatchHalted as halted:
        quarantine(ctx, match_id, phase, str(halted))
        return False
    return True


def quarantine(ctx: Context, match_id: str, phase: int, error: str) -> None:
    """Halt a match whose phase cannot be resolved, with the reason for its referee and the operator."""
    with ctx.store.write() as connection:
        match_of(connection, match_id, lock=True)
        row = phases.phase_row(connection, match_id, phase, lock=True)
        if row is None or row.status not in ("open", "stuck"):
            return
        was_open = row.status == "open"
        phases.set_status(connection, match_id, phase, "stuck", closed_at=None)
        matches.change_match(connection, match_id, status="quarantined", error=error)
        if was_open:
            record_act(connection, match_id, Halted(phase=phase), by="server", at=ctx.clock())


def _close(
    ctx: Context, connection: Connection, closing: _Closing, *, why: Why, by: By
) -> ClosedPhase:
    """Resolve a phase that is locked and open, and write everything that follows."""
    match, row = closing.match, closing.row
    made = _guarded(lambda: _resolve(ctx, connection, closing))
    _guarded(lambda: _write(ctx, connection, closing, made, why=why, by=by))
    return _closed(connection, match, row.number)


def _write(
    ctx: Context, connection: Connection, closing: _Closing, made: "_Made", *, why: Why, by: By
) -> None:
    """The result, the record, the posts, the next phase and its errands, seats that are lost, and the match:
    all or nothing.
    """
    match, row, now = closing.match, closing.row, closing.now
    result = progress.store_result(
        connection, match, made.step, made_by=why, moves=made.moves, now=now
    )
    phases.set_status(connection, match.match_id, row.number, "closed", closed_at=now)
    act = closed_act(connection, match, made.step, result)
    record_act(connection, match.match_id, act, by=by, at=now)
    opened = open_seats(connection, match, by_hand=why == "referee", now=now)
    for post in _posts(ctx, connection, match, row, made, act, opened):
        announcing.announce(
            ctx, connection, match, placed_seats(made.loaded.seats), post, by=by, at=now
        )
    matches.change_match(connection, match.match_id, **made.step.match_values(now))


@dataclass(frozen=True, slots=True)
class _Made:
    """What the rules made of a phase, ready to be written."""

    loaded: LoadedPhase
    step: progress.Advance
    moves: str
    report: Document


def _resolve(ctx: Context, connection: Connection, closing: _Closing) -> _Made:
    match, row, now = closing.match, closing.row, closing.now
    loaded = load_phase_on(ctx, connection, match.match_id, row.number)
    game = loaded.game
    sent = with_standing_moves(
        ctx,
        connection,
        match,
        row,
        loaded,
        counted(ctx, connection, match.match_id, row.number),
        now,
    )
    parsed = {loaded.seats[one.row.seat]: move_from_json(game, one.move) for one in sent}
    result = game.resolve(loaded.state, parsed, Dice(match.seed, row.number))
    step = progress.advance(
        match,
        game,
        loaded.seats,
        after=row.number,
        result=result,
        now=now,
        previous_due=row.due_at,
    )
    return _Made(
        loaded=loaded,
        step=step,
        moves=json.dumps([_kept(one) for one in sent], ensure_ascii=False),
        report=game.report(loaded.state, parsed, result, None),
    )


def _owing_if_told(
    match: MatchRow, seats: Mapping[int, Seat], step: progress.Advance
) -> tuple[Seat, ...] | None:
    """Who owes a move next, where that is worth saying and may be said: in a choice phase, by name."""
    if step.phase is None or step.phase.kind != "choice" or visibility_of(match) != "names":
        return None
    return tuple(seats[number] for number in step.owed)


def _kept(one: Opened) -> dict[str, object]:
    """A counted move as its result keeps it: no secret any more."""
    return {
        "seat": one.row.seat,
        "version": one.row.version,
        "received_at": one.row.received_at.isoformat(),
        "words": one.words,
        "move": one.move,
        "nonce": one.nonce,
        "commitment": one.row.commitment,
        "standing_move": one.row.standing_move,
    }


def _posts(  # noqa: PLR0917 (where, which match and phase, what became of it)
    ctx: Context,
    connection: Connection,
    match: MatchRow,
    row: PhaseRow,
    made: _Made,
    act: Closed,
    opened: OpenedSeats,
) -> Iterator[Announcement]:
    """The phase's announcement, with every receipt that counted, and the post that ends the match."""
    step = made.step
    draft = announcing.round_result(
        ctx,
        made.loaded.game,
        match,
        phase=row.number,
        phase_title=row.title,
        report=made.report,
        next_title=None if step.phase is None else step.phase.title,
        next_kind="main" if step.phase is None else step.phase.kind,
        next_due_at=step.due_at,
        next_owing=_owing_if_told(match, made.loaded.seats, step),
        opened=opened,
    )
    yield Announcement(
        post_id=f"phase-{row.number}",
        kind="round",
        draft=draft,
        phase=row.number,
        moves=tuple(Witnessed(seat=made.loaded.seats[one.seat], move=one) for one in act.moves),
    )
    if step.outcome is None:
        return
    draft = announcing.final_standings(
        ctx,
        made.loaded.game,
        match,
        outcome=step.outcome,
        series=series_of(connection, match.match_id),
        holders=announcing.holders_of(connection, match.match_id, made.loaded.seats),
    )
    yield Announcement(post_id="final", kind="final", draft=draft)


def _closed(connection: Connection, match: MatchRow, number: int) -> ClosedPhase:
    """The stored answer to closing this phase."""
    row = phases.phase_row(connection, match.match_id, number)
    if row is None or row.status != "closed":
        raise match_over(match) if match.status != "running" else phase_not_found()
    following = phases.phase_row(connection, match.match_id, number + 1)
    return ClosedPhase(
        match_id=match.match_id,
        phase=phase_read(row),
        next_phase=None if following is None else following.number,
        is_over=following is None,
    )


def _guarded(make: Callable[[], T]) -> T:
    """Run rules and renderers, and turn whatever they raise into `MatchHalted`.

    The error's own words are left out: they may quote a move, and the referee may be a player.
    A database that is away or busy passes: that is not the match's fault, and the next try may succeed.
    """
    try:
        return make()
    except (OperationalError, InterfaceError):
        raise
    except SecretMissing as missing:
        raise MatchHalted(
            f"The moves of this round were sealed by the secret {missing.name}, which the server does not "
            "hold. Once the operator has given it back, close the round again."
        ) from None
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)[1:]
        steps = [f"{Path(frame.filename).name}:{frame.lineno} in {frame.name}" for frame in frames]
        raise MatchHalted("\n".join((type(error).__name__, *steps))) from None
