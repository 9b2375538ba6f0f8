"""What readers are given: frozen values, the same for a page and for the API.

Times are aware UTC, lengths minutes. Every model is built up from what its viewer may know.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from pydantic import JsonValue

from referee.core.decisions import Decision
from referee.core.documents import Document
from referee.core.game import Preset, StandingMove
from referee.core.outcome import Outcome
from referee.core.problems import Problem
from referee.core.values import Value
from referee.schedule import Schedule
from referee.services.closing_rules import ClosingRules
from referee.services.seat_rules import SeatRules

MatchStatus = Literal["signup", "running", "finished", "cancelled", "quarantined"]
StatusVisibility = Literal["hidden", "count", "names"]
DueBy = Literal["referee", "operator", "server"]
PostKind = Literal["recruiting", "opening", "round", "final"]
Standing = Literal["counts", "replaced", "withdrawn", "late"]


Holder = Literal["player", "practice", "nobody"]
EndedBy = Literal["resigned", "swapped", "misses", "reclaimed"]


class TenureRead(Value):
    """Who held a seat from when to when: ``player`` by name, None if a practice player or nobody did.

    ``until`` and ``ended_by`` are None for who holds it now. ``misses``: too many rounds without a move.
    """

    holder: Holder
    player: str | None
    since: datetime
    until: datetime | None
    ended_by: EndedBy | None


class SeatRead(Value):
    """A seat: its number gives its shield. It keeps its name, whoever holds it.

    ``player`` is the name of the player who holds it now; None if a practice player does (``practice``), or
    nobody: then the seat is open. ``misses`` is in how many rounds in a row that player has sent nothing.
    ``tenures`` are all who have held it, the newest first.
    """

    number: int
    name: str
    practice: bool
    holder: Holder
    player: str | None
    misses: int
    tenures: tuple[TenureRead, ...]


class PhaseRead(Value):
    """A phase without what it asks. ``closed_at`` is None while it is open.

    While it is, ``closes_at`` is when it closes by itself, later than ``due_at`` where the match gives
    grace; None while it is paused, since ``paused_at``; ``waits_until`` says for how long
    at most, if it is for substitutes. ``due_by`` says who moved the deadline, if anybody
    did: the server gives back the time it was away, the operator gives all matches more.
    """

    number: int
    round: int
    title: str
    kind: Literal["main", "choice"]
    status: Literal["open", "closed"]
    opened_at: datetime
    due_at: datetime
    closes_at: datetime | None = None
    paused_at: datetime | None = None
    waits_until: datetime | None = None
    due_by: DueBy | None = None
    closed_at: datetime | None


class OptionRead(Value):
    """A house rule as told to people: ``value`` is its value in words.

    ``is_always_told``: posts name it even where it has the game's own value.
    """

    name: str
    title: str
    value: str
    is_default: bool
    description: str
    is_always_told: bool = False


class SeatStatus(Value):
    """Whether a seat that owes a move has sent one that counts now."""

    number: int
    has_sent: bool


class StatusRead(Value):
    """Who has sent a move, exactly as far as the match's setting grants it.

    ``hidden``: ``sent`` is None and ``seats`` empty. ``count``: ``sent`` is how many. ``names``:
    ``seats`` tells it of each seat that owes a move. ``owed`` is how many owe one; None while nothing is,
    and of a choice where it is ``hidden``.
    """

    visibility: StatusVisibility
    sent: int | None
    owed: int | None
    seats: tuple[SeatStatus, ...]


class MatchSettings(Value):
    """How a match is run, and when it was made, started and over.

    ``schedule_words`` are its schedule in a line, ``closing_words`` its closing rules in sentences, and
    ``seat_words`` those for seats whose players do not come back.
    """

    schedule: Schedule
    schedule_words: str
    closing: ClosingRules
    closing_words: tuple[str, ...]
    seat_rules: SeatRules
    seat_words: tuple[str, ...]
    status_visibility: StatusVisibility
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class MatchSummary(Value):
    """A match as a list shows it."""

    match_id: str
    title: str
    game: str
    game_title: str
    status: MatchStatus
    phase_title: str | None
    due_at: datetime | None
    zone: str
    seats_taken: int
    seats_least: int
    seats_most: int


class Outage(Value):
    """A time in which the server was away, and closed no round."""

    since: datetime
    until: datetime


class Home(Value):
    """The matches of this server: open for signup, running (halted ones too), finished; newest first.

    ``outage`` is the last one, for two days.
    """

    open: tuple[MatchSummary, ...]
    running: tuple[MatchSummary, ...]
    finished: tuple[MatchSummary, ...]
    outage: Outage | None = None


class RevealedMove(Value):
    """A move after its phase has closed: what anybody needs to check its commitment.

    ``version`` is the one that counted. ``move`` and ``nonce`` are None where the game keeps the move
    from this viewer still; ``words`` then are empty. A ``standing_move`` was sent by the server for a player
    who was away.
    """

    seat: int
    seat_name: str
    version: int
    received_at: datetime
    words: str
    move: JsonValue
    nonce: str | None
    commitment: str
    standing_move: bool = False


class SeatCommitment(Value):
    """A commitment that counted when its phase closed."""

    seat: int
    seat_name: str
    version: int
    received_at: datetime
    commitment: str
    standing_move: bool = False


class PhaseReport(Value):
    """What happened in a closed phase, as one viewer may read it."""

    phase: PhaseRead
    document: Document
    moves: tuple[RevealedMove, ...]
    commitments: tuple[SeatCommitment, ...]


class PostRead(Value):
    """An announcement as it was written, its text by dialect (none in lists of titles)."""

    post_id: str
    kind: PostKind
    title: str
    phase: int | None
    created_at: datetime
    texts: Mapping[str, str]


class LinkReplacedRead(Value):
    """A link that was replaced: a seat's, or the desk's (``seat`` None); when, and by whose hand."""

    seat: int | None
    at: datetime
    by: str


class MatchPage(MatchSummary):
    """Everything a viewer may know of a match, but for older rounds' reports.

    ``phase`` is the newest phase, open or not; ``history`` the closed ones, newest first; ``upcoming`` when
    the next rounds would be due, before the start as if it started with the next full hour; ``moved`` who
    has sent; ``links_replaced`` is oldest first; ``standings`` the end's. ``error`` says why the match is
    halted, to its referee and the operator only. ``revision`` changes exactly when this viewer's page does.
    """

    settings: MatchSettings
    options: tuple[OptionRead, ...]
    seats: tuple[SeatRead, ...]
    phase: PhaseRead | None
    upcoming: tuple[datetime, ...]
    board: Document | None
    history: tuple[PhaseRead, ...]
    latest: PhaseReport | None
    standings: Outcome | None
    moved: StatusRead
    score_title: str
    posts: tuple[PostRead, ...]
    reason: str | None
    links_replaced: tuple[LinkReplacedRead, ...]
    error: str | None
    revision: str


class Receipt(Value):
    """The proof that one version of a move was received, and what has become of it.

    ``standing``: it ``counts`` (a withdrawal counts, too, until a later version); it was ``replaced`` by
    a later version or ``withdrawn`` by the next; or it came ``late``. ``commitment`` is a SHA-256 in hex.
    ``problems`` are warnings. A ``standing_move`` was sent by the server, its player being away.
    """

    match_id: str
    match_title: str
    phase: int
    phase_title: str
    seat: int
    seat_name: str
    version: int
    kind: Literal["move", "withdrawal"]
    words: str
    received_at: datetime
    zone: str
    commitment: str
    standing: Standing
    problems: tuple[Problem, ...] = ()
    standing_move: bool = False


class Preview(Value):
    """A move as it would be sent: its words (empty if it is illegal) and what speaks against it."""

    words: str
    problems: tuple[Problem, ...]


class AbsenceRead(Value):
    """An announced absence, for the eyes of the seat itself: its player is away until before ``ends_at``.

    ``standing`` is the name of the standing move that is sent meanwhile, with its words; both None if
    nothing is. ``is_lost``: what was said can no longer be opened; take the absence back and announce it anew.
    """

    absence: int
    begins_at: datetime
    ends_at: datetime
    announced_at: datetime
    standing: str | None
    words: str | None
    is_lost: bool = False


class SeatPage(Value):
    """A match from one seat. ``decision`` is what it is asked now; ``submissions`` newest first.

    ``ready``: whether it is ready for the round to close early; None where that means nothing.
    ``locked``: the deadline has passed, and its move is in; others have minutes of grace.

    ``earlier_sealed`` means that the seat's link is newer than the open phase: what came through the link
    before it is not shown, and counts until this one sends something. ``out`` means that this seat takes no
    more part. ``report`` is the latest as this seat may read it. ``risk`` says what follows if it sends
    nothing again.

    ``absences`` are those it has announced and that are not over; ``standing_moves`` what it may leave
    behind for one. ``standing_now`` is the move, in words, that would be sent for it if the round closed
    now: None if it has sent its own, or has announced no absence or no standing move for it.
    """

    match: MatchPage
    seat: SeatRead
    decision: Decision | None
    submissions: tuple[Receipt, ...]
    earlier_sealed: bool
    board: Document | None
    may_suppose: bool
    out: bool
    ready: bool | None = None
    locked: bool = False
    risk: str | None = None
    absences: tuple[AbsenceRead, ...] = ()
    standing_moves: tuple[StandingMove, ...] = ()
    standing_now: str | None = None
    report: PhaseReport | None


class DeskSeat(SeatRead):
    """A seat at the desk: when its link was issued (None: it has none), and when it was first opened."""

    link_issued_at: datetime | None
    link_opened_at: datetime | None


class LateSubmission(Value):
    """Something that came too late: refused, kept, and still sealed."""

    phase: int
    phase_title: str
    seat: int
    seat_name: str
    version: int
    received_at: datetime


class Extensions(Value):
    """How far the open deadline may be moved now, and how often still; 0 while it is paused."""

    latest: datetime
    left: int


class DeskPage(Value):
    """A match from its referee's desk. ``extensions`` says what may still be extended.

    ``deals`` means that the start deals hidden hands, and so waits for every link to be opened.
    """

    match: MatchPage
    seats: tuple[DeskSeat, ...]
    late: tuple[LateSubmission, ...]
    invitation: PostRead | None
    extensions: Extensions
    deals: bool
    error: str | None


class ClosedPhase(Value):
    """A phase that is closed: the next one's number, or None and the match is over."""

    match_id: str
    phase: PhaseRead
    next_phase: int | None
    is_over: bool


class GameRead(Value):
    """A game as offered: its options as a JSON schema, named presets, seats with the default options."""

    slug: str
    title: str
    tagline: str
    seats_least: int
    seats_most: int
    options_schema: Mapping[str, JsonValue]
    presets: tuple[Preset, ...]
    score_title: str
    credits: str
    rules_version: int
    open_information: bool
    has_choices: bool
