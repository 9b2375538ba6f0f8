"""A move taken back by the referee, when a seat changes hands and it is not to stand.

A withdrawal is appended whether or not there is anything to withdraw: so nothing that is stored, and no time
that it takes, tells whether the player before had sent a move.
"""

from datetime import datetime

from sqlalchemy import Connection

from referee.sealing import Place, commitment
from referee.services.context import Context
from referee.services.submissions import WITHDRAWN_WORDS, payload
from referee.storage import moves
from referee.storage.moves import SubmissionRow
from referee.storage.phases import PhaseRow
from referee.storage.seats import SeatRow


def take_move_back(
    ctx: Context, connection: Connection, row: PhaseRow, held: SeatRow, *, now: datetime
) -> None:
    """Let nothing count that a seat has sent for this open phase, which must be locked.

    It is the last version of whoever holds the seat now.
    """
    place = (row.match_id, row.number, held.number)
    own = moves.known_seats(connection, [place])[place].own
    at = Place(*place, version=held.first_in(row.number) + len(own))
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
