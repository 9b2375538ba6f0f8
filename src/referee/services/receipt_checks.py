"""What became of a receipt: counted, replaced, withdrawn, late; or it was never given, or not like this.

Before its phase closes only the seat itself is told; whoever else asks gets the answer to a receipt that
was never given. After it everybody may ask. What a replaced or withdrawn move said stays its player's.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Literal

from pydantic import AwareDatetime
from sqlalchemy import Connection

from referee.core.seats import Seat
from referee.core.values import Value
from referee.sealing import Unreadable
from referee.services.access import Key, is_seat_of
from referee.services.context import Context
from referee.services.phases import match_of, phase_not_found, seats_by_number
from referee.services.reports import report_of
from referee.services.submissions import opened
from referee.storage import moves, phases
from referee.storage.moves import SubmissionRow
from referee.storage.phases import PhaseRow

Fate = Literal["counts", "counted", "replaced", "withdrawn", "late", "void", "altered", "unknown"]


class ReceiptClaim(Value):
    """What a receipt that somebody shows says; all but the commitment may be left out."""

    commitment: str
    seat: int | None = None
    version: int | None = None
    kind: Literal["move", "withdrawal"] | None = None
    words: str | None = None
    received_at: AwareDatetime | None = None


class Difference(Value):
    """Where a receipt that is shown differs from the one that was given."""

    what: Literal["seat", "version", "move", "received_at"]
    shown: str
    given: str


class ReceiptFate(Value):
    """What became of a receipt. All but ``fate``, ``text`` and ``commitment`` is None if it is unknown.

    ``counts`` as things stand, its phase being open; ``counted`` when it closed; ``replaced`` or
    ``withdrawn`` by the version ``followed_by``; ``late``; ``void``, the match having been cancelled;
    ``altered``, with the ``differences``. A ``standing_move`` was sent by the server when its phase closed, for a
    player who was away.
    """

    fate: Fate
    text: str
    commitment: str
    phase: int | None = None
    phase_title: str | None = None
    seat: int | None = None
    seat_name: str | None = None
    version: int | None = None
    received_at: AwareDatetime | None = None
    followed_by: int | None = None
    standing_move: bool = False
    differences: tuple[Difference, ...] = ()


def check_receipt(
    ctx: Context, match_id: str, held: Sequence[Key], claim: ReceiptClaim
) -> ReceiptFate:
    """What became of this receipt, as far as whoever holds these keys may know. Raises `NotFound`."""
    own = [key.seat for key in held if is_seat_of(key, match_id) and key.seat is not None]
    commitment = claim.commitment.lower()
    with ctx.store.read() as connection:
        match_of(connection, match_id)
        row = moves.submission_of(connection, match_id, commitment, own_seats=own)
        if row is None:
            return ReceiptFate(
                fate="unknown",
                text="No such receipt is known. Either this match never gave it; or its round has not "
                "closed yet, and until then only the seat it was given to is told.",
                commitment=commitment,
            )
        return _fate(ctx, connection, row, claim, is_own=row.seat in own)


def _fate(
    ctx: Context,
    connection: Connection,
    row: SubmissionRow,
    claim: ReceiptClaim,
    *,
    is_own: bool,
) -> ReceiptFate:
    phase = phases.phase_row(connection, row.match_id, row.phase)
    if phase is None:
        raise phase_not_found()
    name = seats_by_number(connection, row.match_id)[row.seat]
    following = _following(connection, row)
    fate, text = _standing(ctx, phase, row, following)
    words = _words(ctx, connection, phase, row, name if is_own else None)
    differences = _differences(claim, row, words)
    if differences:
        fate, text = (
            "altered",
            (
                "This receipt has been changed: one with this commitment was given, but it said something "
                f"else. Of that one: {text[0].lower()}{text[1:]}"
            ),
        )
    return ReceiptFate(
        fate=fate,
        text=text,
        commitment=row.commitment,
        phase=row.phase,
        phase_title=phase.title,
        seat=row.seat,
        seat_name=name,
        version=row.version,
        received_at=row.received_at,
        followed_by=None if following is None else following.version,
        standing_move=row.standing_move,
        differences=differences,
    )


def _following(connection: Connection, row: SubmissionRow) -> SubmissionRow | None:
    """The next version of the same seat that came in time; None if there is none, or this one was late."""
    if row.late:
        return None
    rows = moves.submission_rows(connection, row.match_id, row.phase, seat=row.seat)
    return next((one for one in rows if one.version > row.version and not one.late), None)


def _standing(
    ctx: Context, phase: PhaseRow, row: SubmissionRow, following: SubmissionRow | None
) -> tuple[Fate, str]:
    if row.late:
        return "late", "It came after the deadline, and did not count."
    if phase.status == "void":
        return "void", "It came in time; the match was cancelled before the round closed."
    if (
        following is not None
        and _is_withdrawal(ctx, row) is False
        and _is_withdrawal(ctx, following)
    ):
        return "withdrawn", f"It was withdrawn: by version {following.version} of the same seat."
    if following is not None:
        return "replaced", f"It was replaced: by version {following.version} of the same seat."
    what = "The withdrawal" if _is_withdrawal(ctx, row) else "The move"
    if row.standing_move:
        what = "The standing move, sent by the server for a player who had announced an absence,"
    if phase.status == "closed":
        return "counted", f"{what} counted: it was the seat's newest when the round closed."
    return "counts", f"{what} counts, as things stand: the seat has sent nothing newer."


def _is_withdrawal(ctx: Context, row: SubmissionRow) -> bool | None:
    """Whether this took a move back; None if the secret that sealed it is gone."""
    try:
        return not opened(ctx, row).is_move
    except Unreadable:
        return None


def _words(
    ctx: Context, connection: Connection, phase: PhaseRow, row: SubmissionRow, own: Seat | None
) -> str | None:
    """What the submission said ("" for a withdrawal), if it may be told; else None."""
    if own is not None:
        try:
            found = opened(ctx, row)
        except Unreadable:
            return None
        return found.words if found.is_move else ""
    if phase.status != "closed":
        return None
    report = report_of(ctx, connection, row.match_id, row.phase, None)
    told = (one.words for one in report.moves if one.commitment == row.commitment)
    return next(told, None) or None


def _differences(
    claim: ReceiptClaim, row: SubmissionRow, words: str | None
) -> tuple[Difference, ...]:
    found: list[Difference] = []
    if claim.seat not in (None, row.seat):
        found.append(Difference(what="seat", shown=str(claim.seat), given=str(row.seat)))
    if claim.version not in (None, row.version):
        found.append(Difference(what="version", shown=str(claim.version), given=str(row.version)))
    shown = "" if claim.kind == "withdrawal" else claim.words
    if words is not None and shown is not None and shown != words:
        found.append(
            Difference(what="move", shown=shown or "withdrawn", given=words or "withdrawn")
        )
    # The text of a receipt tells thousandths of a second.
    at = claim.received_at
    if at is not None and abs(at - row.received_at) >= timedelta(milliseconds=1):
        found.append(
            Difference(
                what="received_at",
                shown=at.isoformat(timespec="milliseconds"),
                given=row.received_at.isoformat(timespec="milliseconds"),
            )
        )
    return tuple(found)
