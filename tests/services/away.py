"""Players who are away: their absences announced, and what was played for them."""

from datetime import datetime, timedelta

from referee.services import reading
from referee.services.absences import announce_absence
from referee.services.access import Key
from referee.services.reading_models import AbsenceRead, PhaseReport
from tests.clock import MORNING
from tests.services.playing import Table, request_id

DAY = timedelta(days=1)


def announced(
    table: Table,
    seat: int = 1,
    *,
    begins: datetime = MORNING,
    ends: datetime = MORNING + DAY,
    standing: str | None = None,
    request: str = "",
    key: Key | None = None,
) -> AbsenceRead:
    return announce_absence(
        table.ctx,
        key or table.seat(seat),
        table.match_id,
        seat,
        begins_at=begins,
        ends_at=ends,
        standing=standing,
        request_id=request or request_id(),
    )


def report(table: Table, phase: int = 1) -> PhaseReport:
    return reading.phase_report(table.ctx, table.match_id, phase)


def played(table: Table, phase: int = 1) -> dict[str, str]:
    """What counted, in words, by name; a standing move with a star."""
    return {
        one.seat_name: one.words + "*" * one.standing_move for one in report(table, phase).moves
    }


def standing_now(table: Table, seat: int = 1) -> str | None:
    return reading.seat_page(table.ctx, table.seat(seat)).standing_now
