"""Keeping a match's record: every act appends an entry, in the same transaction and under the match's lock."""

import json
from datetime import UTC, datetime

from sqlalchemy import Connection

from referee.sealing import canonical, digest
from referee.services.access import Key
from referee.services.acts import (
    Act,
    By,
    Closed,
    CountedMove,
    Created,
    Entry,
    HashedEntry,
    OpenedPhase,
    Settings,
    Started,
)
from referee.services.openings import opened_receipts, opened_result, opening_hash
from referee.services.progress import Advance
from referee.storage import moves, records
from referee.storage.matches import MatchRow
from referee.storage.records import RecordRow
from referee.storage.resolutions import ResolutionRow

JSON_SETTINGS = ("options", "schedule", "closing", "seat_rules")
"""The settings that are stored as JSON."""


def record_act(
    connection: Connection, match_id: str, act: Act, *, by: By, at: datetime
) -> RecordRow:
    """Append an entry to a match's record and return it. The match must be locked."""
    newest = records.newest_record(connection, match_id)
    entry = Entry(
        match=match_id,
        number=1 if newest is None else newest.number + 1,
        previous=None if newest is None else newest.hash,
        at=at.astimezone(UTC),
        by=by,
        act=act,
    )
    body = entry.model_dump(mode="json")
    row = RecordRow(
        match_id=match_id,
        number=entry.number,
        hash=digest(body),
        body=canonical(body).decode(),
    )
    records.add_record(connection, row)
    return row


def entry_of(row: RecordRow) -> HashedEntry:
    """A stored entry, parsed."""
    return HashedEntry.model_validate({**json.loads(row.body), "hash": row.hash})


def by_of(key: Key) -> By:
    """Whose link it was."""
    return "player" if key.role == "seat" else key.role


def created_act(match: MatchRow, seed_sha256: str) -> Created:
    """The act of making this match."""
    settings = {name: getattr(match, name) for name in Settings.model_fields}
    for name in JSON_SETTINGS:
        settings[name] = json.loads(settings[name])
    return Created(settings=Settings.model_validate(settings), seed_sha256=seed_sha256)


def started_act(match: MatchRow, step: Advance, result: ResolutionRow) -> Started:
    """The act of starting a match: ``result`` is its setup."""
    return Started(
        rules_version=result.rules_version,
        result=_result_hash(match, result),
        following=_following(step),
    )


def closed_act(
    connection: Connection, match: MatchRow, step: Advance, result: ResolutionRow
) -> Closed:
    """The act of closing the phase that ``result`` belongs to. The phase must be locked."""
    rows = moves.submission_rows(connection, match.match_id, result.phase)
    receipts = opened_receipts(match, result.phase, rows).model_dump(mode="json")
    return Closed.model_validate(
        {
            "phase": result.phase,
            "because": result.made_by,
            "rules_version": result.rules_version,
            "moves": tuple(
                CountedMove.model_validate({name: one[name] for name in CountedMove.model_fields})
                for one in json.loads(result.moves)
            ),
            "receipts": opening_hash(match.match_id, result.phase, receipts),
            "result": _result_hash(match, result),
            "following": _following(step),
        }
    )


def _result_hash(match: MatchRow, result: ResolutionRow) -> str:
    opened = opened_result(match, result).model_dump(mode="json")
    return opening_hash(match.match_id, result.phase, opened)


def _following(step: Advance) -> OpenedPhase | None:
    if step.phase is None or step.due_at is None:
        return None
    return OpenedPhase(
        number=step.after + 1,
        round=step.phase.round,
        title=step.phase.title,
        kind=step.phase.kind,
        due_at=step.due_at,
        owed=None if step.phase.kind == "choice" else step.owed,
    )
