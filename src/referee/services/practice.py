"""Practice players: seats the server plays, knowing no more than anybody in their place would."""

import hashlib
import hmac
from dataclasses import replace

from sqlalchemy import Connection

from referee.core.dice import Dice
from referee.core.seats import Seat
from referee.services.access import Key
from referee.services.context import Context
from referee.services.moves import MoveIn, submit
from referee.services.phases import LoadedPhase, load_phase, match_of
from referee.services.submissions import newest_counted
from referee.storage import seats
from referee.storage.seats import SeatRow


def play_practice(ctx: Context, match_id: str, phase: int) -> int:
    """Move for every practice player that this phase asks; says for how many.

    Safe to repeat: the same phase gets the same moves once. What is refused (the phase has closed
    meanwhile) is simply not played; nor is anything where the move of whoever held the seat before stands.
    Raises `NotFound`.
    """
    loaded = load_phase(ctx, match_id, phase)
    with ctx.store.read() as connection:
        seed = match_of(connection, match_id).seed
        numbers = [
            row.number
            for row in seats.seat_rows(connection, match_id)
            if row.practice and not _has_inherited(ctx, connection, match_id, phase, row)
        ]
    sent = [
        replace(move, by_practice=True)
        for number in numbers
        if (move := practice_move(loaded, seed, number)) is not None
    ]
    return len(submit(ctx, sent)) if sent else 0


def _has_inherited(
    ctx: Context, connection: Connection, match_id: str, phase: int, row: SeatRow
) -> bool:
    """Whether a move stands in this phase that the seat's holder before has sent."""
    if row.phase != phase:
        return False
    version = newest_counted(ctx, connection, match_id, phase, row.number)
    return version is not None and version < row.first_version


def practice_move(loaded: LoadedPhase, seed: bytes, number: int) -> MoveIn | None:
    """What the practice player at this seat sends, or None: nothing is asked, or it has no answer."""
    seat: Seat = loaded.seats[number]
    decision = loaded.decisions.get(seat)
    if decision is None:
        return None
    view = loaded.game.view(loaded.state, seat)
    dice = practice_dice(seed, number, loaded.number)
    move = loaded.game.practice_move(view, seat, decision, dice)
    if move is None:
        return None
    return MoveIn(
        key=Key(role="seat", match_id=loaded.match_id, seat=number),
        match_id=loaded.match_id,
        seat=number,
        phase=loaded.number,
        move=move.model_dump(mode="json"),
        request_id=f"practice player, phase {loaded.number}",
    )


def practice_dice(seed: bytes, number: int, phase: int) -> Dice:
    """A practice player's chance in a phase: of its own, so that none can foresee the match's dice."""
    own = hmac.new(seed, f"practice seat {number}".encode("ascii"), hashlib.sha256).digest()
    return Dice(own, phase)
