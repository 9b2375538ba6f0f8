"""Announced absences: a player says beforehand from when to when they are away, and what is to be sent.

A round that is due or closed meanwhile is no miss of theirs; and if they have left a standing move, it is
played when they have sent nothing (`standing_moves`). An absence is its seat's own affair until then: it is
no entry of the record and no news to anybody, for it tells what the seat will do. It belongs to the player
and not to the seat: whoever takes the seat over has announced nothing, and whoever takes back the seat that
they lost by misses is away as they said before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection

from referee.core.game import StandingMove
from referee.sealing import Unreadable
from referee.services.access import Key, require_current, require_seat
from referee.services.context import Context
from referee.services.errors import Conflict, Invalid, NotFound
from referee.services.moves import LONGEST_REQUEST_ID
from referee.services.phases import game_of, match_of, match_over, options_of
from referee.services.reading_models import AbsenceRead
from referee.services.standing_moves import absence_place, offered, standing_of_absence
from referee.storage import absences, seats
from referee.storage.absences import UNFINISHED, AbsenceRow
from referee.storage.matches import MatchRow
from referee.storage.tables import is_storable

LONGEST = timedelta(days=60)
"""The longest absence."""

FURTHEST = timedelta(days=366)
"""How far ahead an absence may begin."""

MOST_TO_COME = 5
"""Absences of one seat that are not over, at once."""

NUMBERS_APART = 1000
"""From the numbers of one holder's absences to those of the next one's: more than any can announce."""

MOST_ANNOUNCED = 100
"""Absences that one player may announce in one match, those taken back included."""


def announce_absence(
    ctx: Context,
    key: Key,
    match_id: str,
    seat: int,
    *,
    begins_at: datetime,
    ends_at: datetime,
    standing: str | None,
    request_id: str,
) -> AbsenceRead:
    """The seat's own player will be away from ``begins_at`` until before ``ends_at`` (both aware).

    What has passed of it already is left out. ``standing`` names one of the offered standing moves, or None:
    then nothing is sent. The same ``request_id`` is the same absence; refused once that is taken back, or with another.
    Raises `NotFound`, `NotYours`, `KeyRevoked`, `Invalid` (time-not-aware, absence-empty, absence-past,
    absence-too-long, absence-too-far, standing-unknown, request-id-invalid), `Conflict` (absence-overlaps,
    too-many-absences, request-used, seat-open, practice-seat, match-over, match-cancelled).
    """
    require_seat(key, match_id, seat)
    begins_at, ends_at = _in_utc(begins_at, "begins_at"), _in_utc(ends_at, "ends_at")
    if not 0 < len(request_id) <= LONGEST_REQUEST_ID or not is_storable(request_id):
        raise Invalid(
            "request-id-invalid",
            f"A request's id has 1 to {LONGEST_REQUEST_ID} printable ASCII characters.",
            field="request_id",
        )
    with ctx.store.write() as connection:
        match = _unfinished(connection, key, match_id, seat)
        known = absences.absence_rows(connection, match_id, seat=seat)
        offers = _offers(ctx, match)
        repeated = next((row for row in known if row.request_id == request_id), None)
        now = ctx.clock()
        if repeated is not None:
            made = _read(ctx, repeated, offers)
            if repeated.taken_back_at is not None:
                raise Conflict(
                    "request-used",
                    "The absence that this form announced was taken back. To announce it anew, send it again.",
                )
            _require_same(made, begins_at, ends_at, standing, now)
            return made
        begins_at = max(begins_at, now)
        _require_sensible(begins_at, ends_at, now)
        if standing is not None and standing not in offers:
            raise Invalid(
                "standing-unknown",
                "This match has no such standing move. Choose one of those offered.",
                field="standing",
            )
        _require_room(known, begins_at, ends_at, now)
        row = AbsenceRow(
            match_id=match_id,
            seat=seat,
            number=_next_number(connection, match_id, seat, known),
            request_id=request_id,
            announced_at=now,
            begins_at=begins_at,
            ends_at=ends_at,
            taken_back_at=None,
            sealed=b"",
        )
        sealed = ctx.sealer.seal(absence_place(row), {"standing": standing}, nonce=ctx.new_seed())
        row = replace(row, sealed=sealed)
        absences.add_absence(connection, row)
        return _read(ctx, row, offers)


def take_absence_back(ctx: Context, key: Key, match_id: str, seat: int, absence: int) -> None:
    """The player is here again, or will not be away: nothing is sent for them on its account any more.

    That they were away until now remains. Twice is once. Raises `NotFound` (…, absence-not-found),
    `NotYours`, `KeyRevoked`, `Conflict` (absence-over, seat-open, practice-seat, match-over, match-cancelled).
    """
    require_seat(key, match_id, seat)
    with ctx.store.write() as connection:
        _unfinished(connection, key, match_id, seat)
        known = absences.absence_rows(connection, match_id, seat=seat)
        row = next((row for row in known if row.number == absence), None)
        if row is None:
            raise NotFound("absence-not-found", "Your seat has announced no such absence.")
        if row.taken_back_at is not None:
            return
        now = ctx.clock()
        if now >= row.ends_at:
            raise Conflict("absence-over", "This absence is over; there is nothing to take back.")
        absences.set_taken_back(connection, match_id, seat, at=now, number=absence)


def absences_read(
    ctx: Context, connection: Connection, match: MatchRow, seat: int
) -> tuple[AbsenceRead, ...]:
    """What a seat has announced and is not over, in order; for its own eyes only."""
    offers, now = _offers(ctx, match), ctx.clock()
    return tuple(
        _read(ctx, row, offers)
        for row in absences.absence_rows(connection, match.match_id, seat=seat)
        if _is_to_come(row, now)
    )


def offers_of(ctx: Context, match: MatchRow) -> tuple[StandingMove, ...]:
    """The standing moves that a player of this match may leave behind."""
    return tuple(_offers(ctx, match).values())


def _unfinished(connection: Connection, key: Key, match_id: str, seat: int) -> MatchRow:
    """A match that is not over, locked, whose seat is held by the player whose key this is."""
    match = match_of(connection, match_id, lock=True)
    require_current(connection, key)
    held = {row.number: row for row in seats.seat_rows(connection, match_id)}.get(seat)
    if held is None:
        raise NotFound("seat-not-found", "This match has no such seat.")
    if match.status not in UNFINISHED:
        raise match_over(match)
    if held.holder == "practice":
        raise Conflict("practice-seat", "A practice player is never away.")
    if held.holder == "nobody":
        raise Conflict(
            "seat-open",
            "Your seat is open: say first that you are back, then when you will be away.",
        )
    return match


def _next_number(
    connection: Connection, match_id: str, seat: int, known: Sequence[AbsenceRow]
) -> int:
    """The number of a player's next absence, which tells nothing of those of whoever held the seat before."""
    if known:
        return max(row.number for row in known) + 1
    held = [one for one in seats.tenure_rows(connection, match_id) if one.seat == seat]
    return (len(held) - 1) * NUMBERS_APART + 1


def _require_same(
    made: AbsenceRead, begins_at: datetime, ends_at: datetime, standing: str | None, now: datetime
) -> None:
    """Refuse a form that comes again with something else in it: it must not be dropped in silence."""
    # What had passed of it was left out.
    is_from_then_on = made.begins_at == made.announced_at and begins_at <= now
    is_same = (
        (begins_at == made.begins_at or is_from_then_on)
        and ends_at == made.ends_at
        and (standing == made.standing or made.is_lost)
    )
    if not is_same:
        raise Conflict(
            "request-used",
            "This form has announced an absence already, and that one stands. If you want another as well, send "
            "this again; if another instead, take that one back first.",
        )


def _in_utc(moment: datetime, field: str) -> datetime:
    if moment.tzinfo is None:
        raise Invalid("time-not-aware", "Say the time with its offset from UTC.", field=field)
    return moment.astimezone(UTC)


def _require_sensible(begins_at: datetime, ends_at: datetime, now: datetime) -> None:
    """``begins_at`` is never past."""
    if ends_at <= now:
        raise Invalid(
            "absence-past",
            "This absence would be over already. Choose a later end.",
            field="ends_at",
        )
    if ends_at <= begins_at:
        raise Invalid(
            "absence-empty", "An absence ends after it begins. Choose a later end.", field="ends_at"
        )
    if ends_at - begins_at > LONGEST:
        raise Invalid(
            "absence-too-long",
            f"An absence lasts at most {LONGEST.days} days. Choose an earlier end; "
            "you can announce another one after it.",
            field="ends_at",
        )
    if begins_at - now > FURTHEST:
        raise Invalid(
            "absence-too-far",
            "An absence is announced at most a year ahead. Choose an earlier beginning.",
            field="begins_at",
        )


def _require_room(
    known: Sequence[AbsenceRow], begins_at: datetime, ends_at: datetime, now: datetime
) -> None:
    to_come = [row for row in known if _is_to_come(row, now)]
    if any(row.begins_at < ends_at and begins_at < row.ends_at for row in to_come):
        raise Conflict(
            "absence-overlaps",
            "You have announced an absence for a part of this time already. Take that one back first, or "
            "choose another time.",
        )
    if len(to_come) >= MOST_TO_COME or len(known) >= MOST_ANNOUNCED:
        raise Conflict(
            "too-many-absences",
            f"You have announced {len(to_come)} absences that are still to come, which is the most at once."
            if len(to_come) >= MOST_TO_COME
            else f"You have announced {len(known)} absences in this match, which is the most.",
        )


def _is_to_come(row: AbsenceRow, now: datetime) -> bool:
    """Whether an absence goes on or is still to begin."""
    return row.taken_back_at is None and now < row.ends_at


def _offers(ctx: Context, match: MatchRow) -> dict[str, StandingMove]:
    game = game_of(ctx, match.game)
    return {one.name: one for one in offered(game, options_of(game, match))}


def _read(ctx: Context, row: AbsenceRow, offers: Mapping[str, StandingMove]) -> AbsenceRead:
    try:
        name, is_lost = standing_of_absence(ctx, row), False
    except Unreadable:
        name, is_lost = None, True
    offer = None if name is None else offers.get(name)
    return AbsenceRead(
        absence=row.number,
        begins_at=row.begins_at,
        ends_at=row.ends_at,
        announced_at=row.announced_at,
        standing=name,
        words=None if offer is None else offer.words,
        is_lost=is_lost,
    )
