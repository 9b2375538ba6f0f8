"""What the record has only as hashes while it may be secret, and everybody may read once it no longer is.

Each opening is hashed with a nonce that is derived from the match's seed, so that nobody can guess what is
in it before it is shown, and nothing more has to be kept.
"""

import json
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from referee.core.values import Value
from referee.sealing import derived_nonce, digest
from referee.services.acts import Hash, Moment, Number, Post, SeatNumber
from referee.storage.matches import MatchRow
from referee.storage.moves import SubmissionRow
from referee.storage.posts import PostRow
from referee.storage.resolutions import ResolutionRow


class MoveWords(Value):
    """A counted move as its player was told it."""

    seat: int
    words: str


class OpenedResult(Value):
    """What the rules made of a phase: the facts and the state that follows, in the game's own JSON."""

    nonce: Hash
    words: tuple[MoveWords, ...]
    events: tuple[JsonValue, ...]
    state: JsonValue
    measures: Mapping[str, Mapping[str, int]]
    outcome: JsonValue


class ReceivedVersion(Value):
    """A version that came in time, whatever became of it, with the commitment its player holds.

    A ``standing_move`` was sent by the server when the phase closed.
    """

    seat: SeatNumber
    version: Number
    received_at: Moment
    commitment: Hash
    standing_move: bool = False


class OpenedReceipts(Value):
    """Every receipt that was given in a phase, replaced and withdrawn moves' too."""

    nonce: Hash
    versions: tuple[ReceivedVersion, ...]


class OpenedMove(Value):
    """A counted move with the nonce that its commitment was made with."""

    seat: int
    move: JsonValue
    nonce: str


def opened_result(match: MatchRow, row: ResolutionRow) -> OpenedResult:
    """A stored result, opened."""
    moves = json.loads(row.moves)
    return OpenedResult(
        nonce=derived_nonce(match.seed, f"result {row.phase}"),
        words=tuple(MoveWords(seat=one["seat"], words=one["words"]) for one in moves),
        events=tuple(json.loads(row.events)),
        state=json.loads(row.state),
        measures=json.loads(row.measures),
        outcome=None if row.outcome is None else json.loads(row.outcome),
    )


def opened_receipts(match: MatchRow, phase: int, rows: Sequence[SubmissionRow]) -> OpenedReceipts:
    """The receipts given in a phase, from all its submissions. What came late got none."""
    return OpenedReceipts(
        nonce=derived_nonce(match.seed, f"receipts {phase}"),
        versions=tuple(
            ReceivedVersion(
                seat=row.seat,
                version=row.version,
                received_at=row.received_at,
                commitment=row.commitment,
                standing_move=row.standing_move,
            )
            for row in rows
            if not row.late
        ),
    )


def opening_hash(match_id: str, phase: int, opening: Mapping[str, JsonValue]) -> str:
    """The hash by which the record holds an opening, given as JSON."""
    return digest({"match": match_id, "phase": phase, "opening": dict(opening)})


def post_of(row: PostRow) -> Post:
    """A stored post."""
    return Post.model_validate(
        {
            "post_id": row.post_id,
            "kind": row.kind,
            "title": row.title,
            "phase": row.phase,
            "created_at": row.created_at,
            "texts": json.loads(row.texts),
        }
    )


def post_hash(match_id: str, post: Mapping[str, JsonValue]) -> str:
    """The hash by which the record holds a post, given as JSON."""
    return digest({"match": match_id, "post": dict(post)})
