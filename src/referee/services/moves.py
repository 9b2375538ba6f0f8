"""Sealed moves: judged, sealed and committed by batches, each alone. The one hot path of the server."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue, ValidationError
from sqlalchemy import Connection

from referee.core.dice import Dice
from referee.core.documents import Document
from referee.core.problems import Problem
from referee.core.seats import Seat
from referee.core.values import Value
from referee.sealing import Place, TooLong, commitment
from referee.services.access import Key, Token, keys_of, require_part, require_seat
from referee.services.closing_rules import ClosingRules
from referee.services.context import Context
from referee.services.errors import Conflict, Illegal, Invalid, NotFound, NotYours, Refusal
from referee.services.phases import (
    LoadedPhase,
    glimpse_phase,
    load_phase,
    match_of,
    match_over,
    move_from_json,
    phase_not_found,
)
from referee.services.reading_models import Preview, Receipt
from referee.services.submissions import (
    WITHDRAWN_WORDS,
    Opened,
    newest_counted,
    opened,
    payload,
    receipt,
    receipts,
    standing_of,
)
from referee.storage import moves, phases, readiness, seats
from referee.storage.moves import KnownSeat, SeatPlace, SubmissionRow
from referee.storage.phases import PhaseRow
from referee.storage.tables import is_storable

MOST_VERSIONS = 100
"""Versions one seat may send in one phase; taking the last one back is always possible."""

LONGEST_REQUEST_ID = 128

_KEPT = "It does not count; it is kept, and the referee can see that it came late."

_SUPPOSED_SEED = b"supposed, never the match's own!"
"""Chance for suppositions: it tells nothing about the match's."""


@dataclass(frozen=True, slots=True)
class MoveIn:
    """A move as sent: ``move`` is the game's JSON, or None with ``withdraw``.

    The same ``request_id`` with the same move is the same submission; with another move (somebody went
    back in the browser and chose again) it is a new one.
    ``ready``: the seat is ready with it, where a match closes rounds early.
    ``by_practice``: the server sends it, as long as a practice player holds the seat.
    ``key`` may be a token whose key is still to be looked up: then that is done with the whole batch.
    """

    key: Key | Token
    match_id: str
    seat: int
    phase: int
    move: JsonValue = field(repr=False)
    withdraw: bool = False
    request_id: str = ""
    ready: bool = False
    by_practice: bool = False


@dataclass(frozen=True, slots=True)
class _Judged:
    """A submission that may be stored, but for the time it comes."""

    sent: MoveIn
    loaded: LoadedPhase
    move: JsonValue
    words: str
    problems: tuple[Problem, ...]

    @property
    def place(self) -> SeatPlace:
        return self.sent.match_id, self.sent.phase, self.sent.seat


def submit(ctx: Context, batch: Sequence[MoveIn]) -> list[Receipt | Refusal]:
    """Store a batch in one transaction: a receipt or a refusal for each, in the same order.

    Returns after the commit. Each submission is judged alone; the statements are the same whatever
    other seats have sent. Refusals: `KeyMissing`, `KeyRevoked`, `NotYours`, `NotFound` (match-not-found,
    phase-not-found), `Conflict` (seat-out, seat-open, phase-closed, move-late, move-locked, match-cancelled,
    match-quarantined, nothing-to-withdraw, too-many-versions), `Invalid` (move-unreadable, move-too-long,
    request-id-invalid), `Illegal` (move-illegal, with the game's problems). What comes too late is
    refused and kept.
    """
    answers: dict[int, Receipt | Refusal] = {}
    judged: dict[int, _Judged] = {}
    for index, sent in enumerate(batch):
        try:
            judged[index] = _judge(ctx, sent)
        except Refusal as refusal:
            answers[index] = refusal
    if judged or any(isinstance(sent.key, Token) for sent in batch):
        with ctx.store.write() as connection:
            shared = _locked(connection, list(judged.values()))
            # Whoever has no key hears that and nothing of what was judged.
            for index, refused in _keyless(connection, batch).items():
                judged.pop(index, None)
                answers[index] = refused
            stored = _store(ctx, connection, list(judged.values()), shared)
        answers.update(zip(judged, stored, strict=True))
    return [answers[index] for index in range(len(batch))]


def preview(  # noqa: PLR0917 (who, where, what: everything a move needs)
    ctx: Context, key: Key, match_id: str, seat: int, phase: int, move: JsonValue
) -> Preview:
    """What a move would say and what speaks against it. Stores nothing.

    Raises `NotYours`, `NotFound`, `Invalid` (move-unreadable), `Conflict` (seat-out).
    """
    loaded = load_phase(ctx, match_id, phase)
    require_seat(key, match_id, seat)
    name = _asked_seat(loaded, seat)
    parsed = parse_move(loaded, name, move)
    problems = tuple(loaded.game.check(loaded.state, name, parsed))
    illegal = any(problem.is_illegal for problem in problems)
    words = "" if illegal else loaded.game.words(loaded.state, name, parsed)
    return Preview(words=words, problems=problems)


def suppose(
    ctx: Context, key: Key, match_id: str, moves_by_name: Mapping[str, JsonValue]
) -> Document:
    """The announcement that would follow if these seats (by name) moved so. Stores nothing.

    Only where the game hides nothing. Raises `NotYours`, `NotFound` (match-not-found, seat-not-found),
    `Conflict` (not-open, and match-… while no phase is open), `Invalid`, `Illegal`.
    """
    with ctx.store.read() as connection:
        match = match_of(connection, match_id)
        require_part(key, match_id)
        newest = phases.newest_phase(connection, match_id)
    if match.status != "running" or newest is None:
        raise match_over(match)
    loaded = load_phase(ctx, match_id, newest.number)
    if not loaded.game.info.open_information:
        raise Conflict("not-open", "In this game too much is hidden to suppose moves for others.")
    parsed: dict[Seat, Value] = {}
    for typed_name, move in moves_by_name.items():
        seat = Seat(typed_name)
        if seat not in loaded.decisions:
            raise NotFound("seat-not-found", "One of these moves is for nobody who owes one.")
        parsed[seat] = parse_move(loaded, seat, move)
        problems = tuple(loaded.game.check(loaded.state, seat, parsed[seat]))
        if any(problem.is_illegal for problem in problems):
            raise _illegal(problems, for_whom=seat)
    dice = Dice(_SUPPOSED_SEED, loaded.number)
    resolution = loaded.game.resolve(loaded.state, parsed, dice)
    return loaded.game.report(loaded.state, parsed, resolution, None)


def parse_move(loaded: LoadedPhase, seat: Seat, move: JsonValue) -> Value:
    """A seat's move from JSON. Raises `Invalid` (move-unreadable), naming the field that is wrong."""
    try:
        return move_from_json(loaded.game, move)
    except (ValidationError, RecursionError) as wrong:
        raise _unreadable(loaded, seat, wrong) from None


def _unreadable(
    loaded: LoadedPhase, seat: Seat, wrong: ValidationError | RecursionError
) -> Invalid:
    """A sentence for the first thing that is wrong, in the words of the form if it has that field."""
    name: str | None = None
    text = "The move cannot be read. Choose it on your seat's page, or send JSON as the game asks."
    if isinstance(wrong, ValidationError):
        path = tuple(str(step) for step in wrong.errors(include_input=False)[0]["loc"])
        for asked in loaded.decisions[seat].fields:
            if path[: len(asked.path)] == asked.path or asked.path[: len(path)] == path != ():
                name = asked.name
                offered = ", ".join(choice.value for choice in asked.choices)
                text = f"The move cannot be read: choose {asked.label.lower()}, one of {offered}."
                break
    problem = Problem(code="move-unreadable", text=text, field=name)
    return Invalid("move-unreadable", text, field=name, problems=(problem,))


def _illegal(problems: tuple[Problem, ...], *, for_whom: str | None = None) -> Illegal:
    first = next(problem for problem in problems if problem.is_illegal)
    text = first.text if for_whom is None else f"{for_whom}: {first.text}"
    return Illegal("move-illegal", text, field=first.field, problems=problems)


def _asked_seat(loaded: LoadedPhase, seat: int) -> Seat:
    """The name of a seat that this phase asks. Raises `Conflict` (seat-out), `NotFound`."""
    name = loaded.seats.get(seat)
    if name is None:
        raise NotFound("seat-not-found", "This match has no such seat.")
    if name not in loaded.decisions:
        raise Conflict("seat-out", f"Nothing is asked of your seat in {loaded.title}.")
    return name


def _judge(ctx: Context, sent: MoveIn) -> _Judged:
    """Everything that can be said about a submission without the database's clock and locks."""
    loaded = glimpse_phase(ctx, sent.match_id, sent.phase)
    if isinstance(sent.key, Key):
        require_seat(sent.key, sent.match_id, sent.seat)
    if len(sent.request_id) > LONGEST_REQUEST_ID or not is_storable(sent.request_id):
        raise Invalid(
            "request-id-invalid",
            f"A request's id has at most {LONGEST_REQUEST_ID} printable ASCII characters.",
            field="request_id",
        )
    name = _asked_seat(loaded, sent.seat)
    if sent.withdraw:
        return _Judged(sent, loaded, None, WITHDRAWN_WORDS, ())
    parsed = parse_move(loaded, name, sent.move)
    problems = tuple(loaded.game.check(loaded.state, name, parsed))
    if any(problem.is_illegal for problem in problems):
        raise _illegal(problems)
    words = loaded.game.words(loaded.state, name, parsed)
    return _Judged(sent, loaded, parsed.model_dump(mode="json"), words, problems)


def _locked(
    connection: Connection, judged: Sequence[_Judged]
) -> Mapping[tuple[str, int], PhaseRow]:
    """Share the phases of a batch and lock its seats, so that neither closes nor changes hands meanwhile."""
    shared = phases.share_phases(
        connection, sorted({(one.sent.match_id, one.sent.phase) for one in judged})
    )
    seats.lock_seats(connection, sorted({(one.sent.match_id, one.sent.seat) for one in judged}))
    return shared


def _keyless(connection: Connection, batch: Sequence[MoveIn]) -> dict[int, Refusal]:
    """The refusals of those whose token is no key to the seat they send for, by their place in the batch.

    One statement for all. Links are revoked under the seat's lock, which whoever may send holds by now: so
    a link that was replaced before this sends nothing more, and one that sends is replaced after it.
    """
    tokens = {sent.key for sent in batch if isinstance(sent.key, Token)}
    found = keys_of(connection, tokens) if tokens else {}
    refused: dict[int, Refusal] = {}
    for index, sent in enumerate(batch):
        if isinstance(sent.key, Token):
            key = found[sent.key]
            if isinstance(key, Refusal):
                refused[index] = key
                continue
            try:
                require_seat(key, sent.match_id, sent.seat)
            except NotYours as refusal:
                refused[index] = refusal
    return refused


def _store(
    ctx: Context,
    connection: Connection,
    judged: Sequence[_Judged],
    shared: Mapping[tuple[str, int], PhaseRow],
) -> list[Receipt | Refusal]:
    """Append a batch under its locks: two statements, however many there are."""
    if not judged:
        return []
    known = moves.known_seats(connection, sorted({one.place for one in judged}))
    # Read under the lock: a clock read before it could let a move in after its phase has closed.
    now = ctx.clock()
    fresh: dict[SeatPlace, list[Opened]] = {place: [] for place in known}
    answers: list[Refusal | Opened] = []
    for one in judged:
        try:
            row = shared.get((one.sent.match_id, one.sent.phase))
            held, mine = known[one.place], fresh[one.place]
            _require_holder(one.sent, held)
            late = _lateness(row, one.loaded.closing, now) or _lock(
                ctx, connection, one, row, held, mine, now
            )
            found = _repeated(ctx, connection, one, held, mine)
            if found is None or (found.row.late and late is None):
                found = _new_version(ctx, one, held, mine, late=late is not None, now=now)
                mine.append(found)
            # A form sent twice keeps the receipt it had, even if its repeat comes late.
            answers.append(late if late is not None and found.row.late else found)
        except Refusal as refusal:
            answers.append(refusal)
    new = [one.row for ones in fresh.values() for one in ones]
    if new:
        moves.add_submissions(connection, new)
    for one, answer in zip(judged, answers, strict=True):
        if one.sent.ready and one.loaded.closing.closes_when_ready and isinstance(answer, Opened):
            readiness.set_ready(connection, *one.place, answer.row.version, now)
    return [
        answer
        if isinstance(answer, Refusal)
        else _receipt(ctx, connection, one, answer, fresh[one.place])
        for one, answer in zip(judged, answers, strict=True)
    ]


def _receipt(
    ctx: Context, connection: Connection, one: _Judged, answer: Opened, fresh: Sequence[Opened]
) -> Receipt:
    """The receipt of a version that is stored; what is new is followed only by what is newer."""
    if answer not in fresh:
        rows = moves.submission_rows(connection, *one.place[:2], seat=one.sent.seat)
        own = receipts(ctx, one.loaded, rows)
        return next(receipt for receipt in own if receipt.version == answer.row.version)
    in_time = [other for other in fresh if not other.row.late]
    following = in_time[in_time.index(answer) + 1 :]
    standing = standing_of(answer, following[0] if following else None)
    return receipt(one.loaded, answer, standing=standing, problems=one.problems)


def _require_holder(sent: MoveIn, held: KnownSeat) -> None:
    """Refuse what is sent for a seat that nobody holds, or that no practice player holds any more."""
    if held.holder == "nobody":
        raise Conflict(
            "seat-open",
            "Nobody holds this seat: too many rounds went by without a move. Say on its page that you are "
            "back; then you can send again. Nothing was sent.",
        )
    if sent.by_practice and held.holder != "practice":
        raise NotYours("not-yours", "Somebody plays this seat now.")


def _lateness(row: PhaseRow | None, rules: ClosingRules, now: datetime) -> Conflict | None:
    """The refusal for what comes too late; None in time. Raises for what is not even kept."""
    if row is None:
        raise phase_not_found()
    if row.status == "void":
        raise Conflict("match-cancelled", "The match has been cancelled. Nothing was sent.")
    if row.status == "stuck":
        raise Conflict(
            "match-quarantined",
            "The match is halted until the operator has seen to it. Nothing was sent; what you sent "
            "before is kept.",
        )
    if row.status == "closed":
        return Conflict("phase-closed", f"{row.title} had closed before your move came. {_KEPT}")
    # While a phase is paused it does not close, and nothing is late.
    if rules.late == "hard" and row.closes_at is not None and now >= row.closes_at:
        return Conflict("move-late", f"Your move came after the deadline of {row.title}. {_KEPT}")
    return None


def _lock(  # noqa: PLR0917 (whose move, where, when)
    ctx: Context,
    connection: Connection,
    one: _Judged,
    row: PhaseRow | None,
    held: KnownSeat,
    fresh: Sequence[Opened],
    now: datetime,
) -> Conflict | None:
    """The refusal for who has moved, in the minutes of grace for those who have not; None otherwise.

    What somebody has sent who held the seat before is no move of theirs.
    """
    if row is None or row.closes_at is None or not row.due_at <= now or row.closes_at == row.due_at:
        return None
    newest = next((new for new in reversed(fresh) if not new.row.late), None)
    if newest is None:
        version = newest_counted(ctx, connection, *one.place, since=held.first_version)
        has_moved = version is not None
    else:
        has_moved = newest.is_move
    if not has_moved:
        return None
    return Conflict(
        "move-locked",
        f"The deadline of {row.title} has passed and your move is in: it can no longer be changed, and "
        "what you sent before counts. What you sent now is kept, and the referee can see that it came late.",
    )


def _repeated(
    ctx: Context,
    connection: Connection,
    one: _Judged,
    held: KnownSeat,
    fresh: Sequence[Opened],
) -> Opened | None:
    """What this very request has stored last, here or earlier, if it was the same move; else None."""
    request_id = one.sent.request_id
    if not request_id:
        return None
    found = next((new for new in reversed(fresh) if new.row.request_id == request_id), None)
    if found is None:
        stored = next((old for old in reversed(held.own) if old.request_id == request_id), None)
        if stored is None:
            return None
        row = moves.submission_row(connection, *one.place, stored.version)
        found = opened(ctx, row)
    is_same = found.is_move is not one.sent.withdraw and found.move == one.move
    return found if is_same else None


def _new_version(
    ctx: Context,
    one: _Judged,
    held: KnownSeat,
    fresh: Sequence[Opened],
    *,
    late: bool,
    now: datetime,
) -> Opened:
    """The next version of a seat's move, sealed."""
    before = [old.request_id for old in held.versions] + [new.row.request_id for new in fresh]
    sent = len(held.own) + len(fresh)
    version = held.first_version + sent
    if sent >= MOST_VERSIONS + one.sent.withdraw:
        raise Conflict(
            "too-many-versions",
            f"Your seat has sent {MOST_VERSIONS} versions in this round, which is the most. "
            "The last one stands.",
        )
    # Whoever took the seat over in this phase may not learn whether there is anything to withdraw.
    if one.sent.withdraw and version == 1:
        raise Conflict("nothing-to-withdraw", "Your seat has sent nothing in this round.")
    place = Place(one.sent.match_id, one.sent.phase, one.sent.seat, version)
    is_move, nonce = not one.sent.withdraw, ctx.new_token()
    content = payload(is_move=is_move, move=one.move, nonce=nonce, words=one.words)
    try:
        sealed = ctx.sealer.seal(place, content, nonce=ctx.new_seed())
    except TooLong:
        raise Invalid("move-too-long", "The move is too long. Choose fewer things.") from None
    fixed = commitment(place, one.move, nonce)
    # A request without an id is known by its receipt's: no secret, and no other version has it.
    request_id = one.sent.request_id or fixed
    row = SubmissionRow(
        match_id=place.match,
        phase=place.phase,
        seat=place.seat,
        version=version,
        request_id=request_id,
        request_use=before.count(request_id) + 1,
        received_at=now,
        late=late,
        sealed=sealed,
        commitment=fixed,
    )
    return Opened(row=row, is_move=is_move, move=one.move, nonce=nonce, words=one.words)
