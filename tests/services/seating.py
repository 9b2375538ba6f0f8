"""Giving a seat away in one word, and what of its moves counts then: for tests about who holds a seat."""

from referee.services import reading
from referee.services.access import Key
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.tenures import swap_seat
from tests.services.playing import (
    Table,
    own_link,
    request_id,
)
from tests.storage.rows import rows_of


def swap(
    table: Table,
    seat: int = 1,
    player: str | None = "Eve",
    *,
    move_stands: bool = True,
    request: str = "",
) -> Key:
    """Seat somebody else; the key of their link, or that of the seat for a practice player."""
    link = swap_seat(
        table.ctx,
        table.desk,
        table.match_id,
        seat,
        player,
        move_stands=move_stands,
        request_id=request or request_id(),
    )
    return table.seat(seat) if link.token is None else own_link(table.ctx, link).key


def counted(table: Table, phase: int = 1) -> dict[str, tuple[int, str]]:
    """What counted in a phase that is closed by this: version and words, by seat."""
    close_phase(table.ctx, table.desk, table.match_id, phase)
    moves = reading.phase_report(table.ctx, table.match_id, phase).moves
    return {move.seat_name: (move.version, move.words) for move in moves}


def tokens(ctx: Context) -> list[dict[str, object]]:
    """The keys of seats that still open something."""
    rows = [dict(row) for row in rows_of(ctx, "keys")]
    return [row for row in rows if row["role"] == "seat" and row["revoked_at"] is None]
