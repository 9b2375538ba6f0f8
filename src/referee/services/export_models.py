"""The export of a match: its record, and what may be shown by now of what the record holds as hashes.

The form is published (`docs/export.schema.json`) and stable: whatever changes its meaning gets another
``format``. Nothing in it is left out of the hashes but what the schema marks as ``x-not-covered``.
"""

from typing import Literal

from pydantic import JsonValue

from referee.core.values import Value
from referee.services.acts import Hash, HashedEntry, Id, Number, Post
from referee.services.openings import OpenedMove, OpenedReceipts, OpenedResult
from referee.services.reading_models import MatchStatus

FORMAT = 1


class ExportedPhase(Value):
    """What may be shown of a phase that has closed; number 0 is the setup.

    While the match runs ``receipts`` is null, and where the game hides anything ``result`` too, and moves
    are left out that the game keeps hidden.
    """

    phase: Number
    moves: tuple[OpenedMove, ...]
    receipts: OpenedReceipts | None
    result: OpenedResult | None


class Export(Value):
    """A match, whole once it is over; until then with nothing in it that anybody may not know.

    ``seed`` (hex) is null until then. Sealed moves of the open phase are not in it at all.
    """

    format: Literal[1]
    match: Id
    status: MatchStatus
    seed: Hash | None
    record: tuple[HashedEntry, ...]
    phases: tuple[ExportedPhase, ...]
    posts: tuple[Post, ...]


class PhaseRecord(Value):
    """A closed phase's entry of the record, and the moves behind its commitments.

    A commitment is the SHA-256 of ``sealed``, a text, in UTF-8. ``moves`` are those that counted; one that
    the game keeps hidden until the match is over has null in place of its move, nonce and text.
    """

    match: str
    phase: int
    entry: HashedEntry
    moves: tuple["CheckableMove", ...]


class CheckableMove(Value):
    """A counted move with everything its receipt can be checked by.

    A ``standing_move`` was sent by the server for a player who was away: nobody had its receipt before.
    """

    seat: int
    seat_name: str
    version: int
    commitment: Hash
    move: JsonValue
    nonce: str | None
    sealed: str | None
    standing_move: bool
