"""What a match's record is made of: every act as it is kept, and the entry it is kept in.

These models are part of the export's published form: what one of them means never changes. Nothing in
them is secret while a match runs: moves, results and receipts are in them only as hashes with a nonce.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, JsonValue, StringConstraints

from referee.core.values import Value
from referee.services.reading_models import PostKind, StatusVisibility

By = Literal["player", "referee", "operator", "server"]
"""Who did it: by their link's role, never the link itself. The server closes what is due."""

Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""A SHA-256 in hex."""

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{1,32}$")]
"""A match's, as in its address."""

PostId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,64}$")]
"""A post's, as in its address."""

Line = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f\x7f]{1,300}$")]
"""A name or a title: something to read, on one line."""

Text = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$")]
"""Whatever somebody typed; databases keep no NUL."""

Number = Annotated[int, Field(ge=0, le=2**31 - 1)]
"""What is counted, as far as databases count."""

SeatNumber = Annotated[int, Field(ge=1, le=99)]
"""A seat's, as in its address."""

Moment = Annotated[
    AwareDatetime,
    Field(ge=datetime(1970, 1, 1, tzinfo=UTC), lt=datetime(9000, 1, 1, tzinfo=UTC)),
]
"""A time with its offset, far enough from both ends of the calendar to be told in any zone."""


class Settings(Value):
    """Everything about a match that never changes.

    ``options`` are the game's house rules, all of them; ``schedule`` says when rounds are due, ``closing``
    how they close, ``seat_rules`` what becomes of a seat whose player does not come back.
    """

    game: str
    rules_version: Number
    title: Line
    options: Mapping[str, JsonValue]
    zone: str
    schedule: Mapping[str, JsonValue]
    seats_least: Number
    seats_most: Number
    closing: Mapping[str, JsonValue]
    seat_rules: Mapping[str, JsonValue]
    status_visibility: StatusVisibility


class OpenedPhase(Value):
    """A phase that was opened: until when, and the numbers of the seats that owe a move.

    ``owed`` is None in a choice phase. Whom it asks follows from the state, and may tell of what its players hide, or
    what they have decided beforehand: as long as it is open that is told as far as the match's settings allow.
    """

    number: Number
    round: Number
    title: Line
    kind: Literal["main", "choice"]
    due_at: Moment
    owed: tuple[int, ...] | None


class CountedMove(Value):
    """A move that counted: the version, when it came, and the commitment its player holds.

    A ``standing_move`` was sent by the server when the phase closed: its player had announced an absence, had
    sent nothing, and had said beforehand what was to be sent then.
    """

    seat: SeatNumber
    version: Number
    received_at: Moment
    commitment: Hash
    standing_move: bool = False


class Created(Value):
    """The match was made. The seed of all its chance is fixed by its SHA-256."""

    kind: Literal["created"] = "created"
    settings: Settings
    seed_sha256: Hash


class SeatTaken(Value):
    """A seat was taken; ``practice`` by a practice player."""

    kind: Literal["seat-taken"] = "seat-taken"
    seat: SeatNumber
    name: Line
    practice: bool


class SeatRenamed(Value):
    """A seat was given another name."""

    kind: Literal["seat-renamed"] = "seat-renamed"
    seat: SeatNumber
    name: Line


class SeatRemoved(Value):
    """A seat was taken out, before the start."""

    kind: Literal["seat-removed"] = "seat-removed"
    seat: SeatNumber


class LinkReplaced(Value):
    """A seat was given a new link."""

    kind: Literal["link-replaced"] = "link-replaced"
    seat: SeatNumber


class DeskLinkReplaced(Value):
    """The desk was given a new link."""

    kind: Literal["desk-link-replaced"] = "desk-link-replaced"


class Resigned(Value):
    """A seat's player gave it up in a running match: nobody holds it."""

    kind: Literal["resigned"] = "resigned"
    seat: SeatNumber


class SeatOpened(Value):
    """A seat was taken from its player after so many rounds in a row without a move: nobody holds it."""

    kind: Literal["seat-opened"] = "seat-opened"
    seat: SeatNumber
    misses: Number


class SeatSwapped(Value):
    """A seat was given to another player, by name; None is a practice player. It keeps its own name."""

    kind: Literal["seat-swapped"] = "seat-swapped"
    seat: SeatNumber
    player: Line | None


class SeatReclaimed(Value):
    """The player of a seat that nobody held has come back to it."""

    kind: Literal["seat-reclaimed"] = "seat-reclaimed"
    seat: SeatNumber


class Started(Value):
    """The setup was made (``result``: its hash) and the first phase opened."""

    kind: Literal["started"] = "started"
    rules_version: Number
    result: Hash
    following: OpenedPhase | None


class Extended(Value):
    """A phase was given until ``due_at``: by the referee; by the server, which had been away; or by the
    operator, who gives all matches more time.
    """

    kind: Literal["extended"] = "extended"
    phase: Number
    due_at: Moment


class Paused(Value):
    """The open phase's clock was stopped."""

    kind: Literal["paused"] = "paused"
    phase: Number


class Resumed(Value):
    """The clock goes on; the phase is due at ``due_at``."""

    kind: Literal["resumed"] = "resumed"
    phase: Number
    due_at: Moment


class Closed(Value):
    """A phase was closed: what counted, the hashes of every receipt given and of the result.

    ``because``: by the referee's hand, at its deadline, or since everybody had sent and was ready. ``following`` is the
    phase opened next; None when the match is over.
    """

    kind: Literal["closed"] = "closed"
    phase: Number
    because: Literal["referee", "deadline", "everybody"]
    rules_version: Number
    moves: tuple[CountedMove, ...]
    receipts: Hash
    result: Hash
    following: OpenedPhase | None


class Halted(Value):
    """A phase could not be resolved; the match waits for the operator."""

    kind: Literal["halted"] = "halted"
    phase: Number


class Cancelled(Value):
    """The match was ended without standings."""

    kind: Literal["cancelled"] = "cancelled"
    reason: Text


class Announced(Value):
    """A post was written; ``post`` is its hash. It shows the hash of the record's entry before this one."""

    kind: Literal["announced"] = "announced"
    post_id: PostId
    post: Hash


Act = Annotated[
    Created
    | SeatTaken
    | SeatRenamed
    | SeatRemoved
    | LinkReplaced
    | DeskLinkReplaced
    | Resigned
    | SeatOpened
    | SeatSwapped
    | SeatReclaimed
    | Started
    | Extended
    | Paused
    | Resumed
    | Closed
    | Halted
    | Cancelled
    | Announced,
    Field(discriminator="kind"),
]


class Entry(Value):
    """One entry of a match's record: who did what and when, bound to the entry before by its hash."""

    match: Id
    number: Number
    previous: Hash | None
    at: Moment
    by: By
    act: Act


class HashedEntry(Entry):
    """An entry with its own hash: the SHA-256 of the canonical form (RFC 8785) of everything else in it."""

    hash: Hash


class Post(Value):
    """An announcement as it was written, its text by dialect."""

    post_id: PostId
    kind: PostKind
    title: Line
    phase: Number | None
    created_at: Moment
    texts: Mapping[str, str]
