"""Which of the server's secrets are needed by announced absences: what is sent for who is away is sealed too.

Nothing is said of whose absences they are.
"""

from referee.core.values import Value
from referee.sealing import SEALED_PREFIX, sealed_by
from referee.services.context import Context
from referee.storage import absences


class SealedAbsences(Value):
    """The absences of one match that a secret has sealed; ``secret`` is its name, None if unknown."""

    match_id: str
    match_title: str
    absences: int
    secret: str | None


def sealed_absences(ctx: Context) -> tuple[SealedAbsences, ...]:
    """All whose standing moves may still have to be opened, by match. Quick."""
    with ctx.store.read() as connection:
        rows = absences.prefixes_of_absences(connection, SEALED_PREFIX, ctx.clock())
    return tuple(
        SealedAbsences(
            match_id=row.match_id,
            match_title=row.match_title,
            absences=row.absences,
            secret=sealed_by(row.prefix),
        )
        for row in rows
    )


def lost_absences(ctx: Context) -> tuple[SealedAbsences, ...]:
    """Those that were sealed by a secret which the server does not hold. Quick."""
    return tuple(one for one in sealed_absences(ctx) if one.secret not in ctx.sealer.names)


def lost_absences_words(lost: SealedAbsences) -> str:
    """What it means that the secret of a match's absences is gone, and what to do."""
    return (
        f"“{lost.match_title}” ({lost.match_id}) has {absence_count(lost.absences)} whose standing moves were "
        f"sealed by the secret {lost.secret}, which is not here. Give it back to the server; or have the "
        "players who are away announce it again: they take the old absence back first. Where one cannot, a "
        "new link for the seat ends it."
    )


def absence_count(count: int) -> str:
    """So many announced absences, in words."""
    return "one announced absence" if count == 1 else f"{count} announced absences"
