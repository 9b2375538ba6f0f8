"""What follows from a result: the next phase or the end. Shared by the start and every close."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from referee.core.decisions import Phase
from referee.core.game import Resolution
from referee.core.outcome import Outcome
from referee.core.seats import Seat
from referee.services import notice_errands
from referee.services.context import AnyGame
from referee.services.phases import DECISIONS, rules_of, written
from referee.services.schedules import due_within, opened_schedule
from referee.storage import outbox, phases, resolutions
from referee.storage.matches import MatchRow
from referee.storage.phases import PhaseRow
from referee.storage.resolutions import ResolutionRow

PRACTICE = "practice"
"""The errand of moving for the practice players of a phase."""


def practice_key(match_id: str, phase: int) -> str:
    """The key of that errand."""
    return f"{PRACTICE}:{match_id}:{phase}"


@dataclass(frozen=True, slots=True)
class Advance:
    """A result and what follows: either ``phase`` with its ``due_at`` and who owes, or ``outcome``.

    ``after`` is the number of the phase that was resolved, 0 for the setup; ``schedule`` the match's, as
    it is to be kept from now on.
    """

    after: int
    result: Resolution[Any]
    measures: Mapping[str, Mapping[Seat, int]]
    outcome: Outcome | None
    phase: Phase | None
    due_at: datetime | None
    owed: tuple[int, ...]
    schedule: str

    def match_values(self, now: datetime) -> dict[str, Any]:
        """What changes in the match's row."""
        if self.phase is not None:
            return {"status": "running", "error": None, "schedule": self.schedule}
        return {"status": "finished", "finished_at": now, "error": None}


def advance(
    match: MatchRow,
    game: AnyGame,
    seats: Mapping[int, Seat],
    *,
    after: int,
    result: Resolution[Any],
    now: datetime,
    previous_due: datetime | None = None,
) -> Advance:
    """Ask the game what follows, and the schedule when it is due. Touches nothing.

    ``previous_due`` is when the phase that was resolved was due. Raises ValueError for a game that breaks
    its contract: it has either a phase, which asks somebody, or an outcome.
    """
    phase, outcome = game.phase(result.state), game.outcome(result.state)
    if (phase is None) == (outcome is None):
        raise ValueError("a game has either a phase or an outcome, never both or neither")
    if phase is not None and not phase.decisions:
        raise ValueError("a phase asks somebody")
    due_at: datetime | None = None
    owed: tuple[int, ...] = ()
    kept = match.schedule
    if phase is not None:
        schedule, kept = opened_schedule(match, now)
        grace = timedelta(minutes=rules_of(match).grace_minutes)
        due_at = due_within(schedule, now, phase.kind, previous_due=previous_due, grace=grace)
        owed = tuple(number for number, seat in seats.items() if seat in phase.decisions)
    return Advance(
        after=after,
        result=result,
        measures=game.measures(game.view(result.state, None)),
        outcome=outcome,
        phase=phase,
        due_at=due_at,
        owed=owed,
        schedule=kept,
    )


def store_result(
    connection: Connection,
    match: MatchRow,
    step: Advance,
    *,
    made_by: str,
    moves: str,
    now: datetime,
) -> ResolutionRow:
    """Write the result and open the next phase, with the errands that belong to it; returns the result.

    The match must be locked; changing its row is the caller's. Two closes of one phase cannot both get
    past here: the second violates a unique key.
    """
    result = ResolutionRow(
        match_id=match.match_id,
        phase=step.after,
        version=1,
        rules_version=match.rules_version,
        made_at=now,
        made_by=made_by,
        moves=moves,
        events=f"[{','.join(written(event) for event in step.result.events)}]",
        state=written(step.result.state),
        measures=json.dumps(step.measures, ensure_ascii=False),
        outcome=None if step.outcome is None else written(step.outcome),
    )
    resolutions.add_resolution(connection, result)
    if step.phase is None or step.due_at is None:
        notice_errands.match_over(connection, match.match_id, now=now)
        return result
    number, rules = step.after + 1, rules_of(match)
    phases.add_phase(
        connection,
        PhaseRow(
            match_id=match.match_id,
            number=number,
            round=step.phase.round,
            title=step.phase.title,
            kind=step.phase.kind,
            status="open",
            opened_at=now,
            due_at=step.due_at,
            due_set_at=now,
            closed_at=None,
            base=1,
            owed=json.dumps(step.owed),
            closes_at=step.due_at + timedelta(minutes=rules.grace_minutes),
            early_at=now + timedelta(minutes=rules.least_minutes)
            if rules.closes_when_ready
            else None,
        ),
        decisions=DECISIONS.dump_json(dict(step.phase.decisions)).decode(),
    )
    outbox.add_errand(
        connection,
        key=practice_key(match.match_id, number),
        kind=PRACTICE,
        match_id=match.match_id,
        payload=json.dumps({"phase": number}),
        ready_at=now,
        expires_at=step.due_at,
    )
    notice_errands.phase_opened(
        connection, match.match_id, phase=number, due_at=step.due_at, now=now
    )
    return result
