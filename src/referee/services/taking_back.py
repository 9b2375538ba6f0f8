"""A move taken back by the referee, when a seat changes hands and it is not to stand.

A withdrawal is appended whether or not there is anything to withdraw: so nothing that is stored, and no time
that it takes, tells whether the player before had sent a move.
"""

from datetime import datetime

from sqlalchemy import Connection

from referee.sealing import Place, commitment
from referee.services.context import Context
from referee.services.submissions import WITHDRAWN_WORDS, payload
from referee.storage import moves, seats
from referee.storage.moves import SubmissionRow
from referee.storage.phases import PhaseRow
from referee.storage.seats import SeatRow


def take_move_back(
    ctx: Context, connection: Connection, row: PhaseRow, held: SeatRow, *, now: datetime
) -> None:
    """Let nothing count that a seat has sent for this open phase, which must be locked.

    It is the last version of whoever could send one before: of the player who left, if nobody holds the seat
    now. Where nobody has held it since the phase opened, everybody knows that nothing was sent.
    """
    first = _first_of_sender(connection, row, held)
    if first is None:
        return
    place = (row.match_id, row.number, held.number)
    after = held.first_in(row.number) if held.holder == "nobody" else None
    own = [
        one
        for one in moves.known_seats(connection, [place])[place].versions
        if first <= one.version and (after is None or one.version < after)
    ]
    at = Place(*place, version=first + len(own))
    nonce = ctx.new_token()
    content = payload(is_move=False, move=None, nonce=nonce, words=WITHDRAWN_WORDS)
    withdrawal = SubmissionRow(
        match_id=at.match,
        phase=at.phase,
        seat=at.seat,
        version=at.version,
        request_id=nonce,
        request_use=1,
        received_at=now,
        late=False,
        sealed=ctx.sealer.seal(at, content, nonce=ctx.new_seed()),
        commitment=commitment(at, None, nonce),
    )
    moves.add_submissions(connection, [withdrawal])


def _first_of_sender(connection: Connection, row: PhaseRow, held: SeatRow) -> int | None:
    """The first version of this phase that is its sender's own, who holds the seat or did before nobody did.

    None if nobody has held it since the phase opened. Whoever takes an open seat over goes on with nobody's
    numbers: a withdrawal under one of those would be theirs, and tell them what the referee has answered.
    """
    if held.holder != "nobody":
        return held.first_in(row.number)
    if held.phase != row.number:
        return None
    before = [one for one in seats.tenure_rows(connection, row.match_id) if one.seat == held.number]
    first = before[-2].first_in(row.number)
    return first if first < held.first_version else None
