"""Submissions as their own seat may read them: opened, with what has become of each."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pydantic import JsonValue
from sqlalchemy import Connection

from referee.core.problems import Problem
from referee.sealing import Place
from referee.services.context import Context
from referee.services.phases import LoadedPhase, move_from_json
from referee.services.reading_models import Receipt, Standing
from referee.storage import moves
from referee.storage.moves import SubmissionRow

WITHDRAWN_WORDS = "Withdrawn: no move"


class Opened(NamedTuple):
    """A submission with what was sealed: ``move`` is None if it is a withdrawal."""

    row: SubmissionRow
    is_move: bool
    move: JsonValue
    nonce: str
    words: str


def place_of(row: SubmissionRow) -> Place:
    """Where a submission belongs."""
    return Place(match=row.match_id, phase=row.phase, seat=row.seat, version=row.version)


def payload(*, is_move: bool, move: JsonValue, nonce: str, words: str) -> dict[str, JsonValue]:
    """What is sealed of a submission."""
    kind = "move" if is_move else "withdrawal"
    return {"kind": kind, "move": move, "nonce": nonce, "words": words}


def opened(ctx: Context, row: SubmissionRow) -> Opened:
    """A submission opened with the server's secret. Raises `sealing.Unreadable`."""
    sealed = ctx.sealer.unseal(place_of(row), row.sealed)
    return Opened(
        row=row,
        is_move=sealed["kind"] == "move",
        move=sealed["move"],
        nonce=str(sealed["nonce"]),
        words=str(sealed["words"]),
    )


def counted(ctx: Context, connection: Connection, match_id: str, phase: int) -> list[Opened]:
    """The moves that count as things stand, by seat: the newest in time of each, withdrawals left out."""
    newest = (opened(ctx, row) for row in moves.newest_in_time(connection, match_id, phase))
    return [one for one in newest if one.is_move]


def newest_counted(
    ctx: Context, connection: Connection, match_id: str, phase: int, seat: int, *, since: int = 1
) -> int | None:
    """The version of a seat's move that counts as things stand; None if it has none.

    Versions below ``since`` are left out of account.
    """
    rows = moves.submission_rows(connection, match_id, phase, seat=seat)
    newest = next(
        (opened(ctx, row) for row in reversed(rows) if not row.late and row.version >= since), None
    )
    return newest.row.version if newest is not None and newest.is_move else None


def receipts(
    ctx: Context, loaded: LoadedPhase, rows: Sequence[SubmissionRow]
) -> tuple[Receipt, ...]:
    """Receipts for all versions of one seat in one phase, given oldest first, in the same order."""
    found = [opened(ctx, row) for row in rows]
    in_time = [one for one in found if not one.row.late]
    following = {one.row.version: after for one, after in pairwise(in_time)}
    return tuple(
        receipt(loaded, one, standing=standing_of(one, following.get(one.row.version)))
        for one in found
    )


def standing_of(one: Opened, following: Opened | None) -> Standing:
    """What has become of a version, given the next one that came in time."""
    if one.row.late:
        return "late"
    if following is None:
        return "counts"
    return "withdrawn" if one.is_move and not following.is_move else "replaced"


def receipt(
    loaded: LoadedPhase,
    one: Opened,
    *,
    standing: Standing,
    problems: Sequence[Problem] | None = None,
) -> Receipt:
    """The receipt of one version; without ``problems`` its warnings are looked up again."""
    seat = loaded.seats[one.row.seat]
    if problems is None:
        problems = ()
        if one.is_move:
            move = move_from_json(loaded.game, one.move)
            problems = tuple(loaded.game.check(loaded.state, seat, move))
    return Receipt(
        match_id=loaded.match_id,
        match_title=loaded.match_title,
        phase=loaded.number,
        phase_title=loaded.title,
        seat=one.row.seat,
        seat_name=seat,
        version=one.row.version,
        kind="move" if one.is_move else "withdrawal",
        words=one.words,
        received_at=one.row.received_at,
        zone=loaded.zone,
        commitment=one.row.commitment,
        standing=standing,
        problems=tuple(problems),
        standing_move=one.row.standing_move,
    )
