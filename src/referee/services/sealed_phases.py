"""Which of the server's secrets are needed by open phases, and which phases no secret opens any more.

Closed phases need none: their moves are no secret. So a lost secret loses the moves of the phases that were
open (and what is sealed for absences and for notices), and this says of which; nothing is said of whose moves
they are.
"""

from collections import Counter

from referee.core.values import Value
from referee.sealing import SEALED_PREFIX, Unreadable, sealed_by
from referee.services.contact_sealing import secrets_of_contacts
from referee.services.context import Context
from referee.services.sealed_absences import (
    SealedAbsences,
    absence_count,
    lost_absences,
    lost_absences_words,
    sealed_absences,
)
from referee.services.submissions import opened
from referee.storage import moves


class SealedPhase(Value):
    """An open phase in which something is sealed by a secret; ``secret`` is its name, None if unknown."""

    match_id: str
    match_title: str
    phase: int
    phase_title: str
    secret: str | None


class SecretCheck(Value):
    """What was found: ``idle`` are older secrets that nothing needs any more, ``lost`` cannot be opened."""

    lines: tuple[str, ...]
    idle: tuple[str, ...]
    lost: tuple[SealedPhase | SealedAbsences, ...]


def lost_phases(ctx: Context) -> tuple[SealedPhase, ...]:
    """The open phases with moves that were sealed by a secret which the server does not hold. Quick."""
    return tuple(one for one in _sealed_phases(ctx) if one.secret not in ctx.sealer.names)


def check_secrets(ctx: Context) -> SecretCheck:
    """Try every move of every open phase, and say what each secret is needed for. Nothing is shown of them."""
    sealed = _sealed_phases(ctx)
    lost = {one: lost_words(one) for one in sealed if one.secret not in ctx.sealer.names}
    damaged = [one for one in sealed if one not in lost and _is_damaged(ctx, one)]
    lost |= {one: _damaged_words(one) for one in damaged}
    gone_absences = lost_absences(ctx)
    needed = {
        name: len({(one.match_id, one.phase) for one in sealed if one.secret == name})
        for name in ctx.sealer.names
    }
    addresses = secrets_of_contacts(ctx)
    away = Counter[str | None]()
    for one in sealed_absences(ctx):
        away[one.secret] += one.absences
    lines = [
        f"Secret {name}{', the present one' if name == ctx.sealer.name else ''}: "
        f"needed by {_needed(count, away[name], addresses.get(name, 0))}."
        for name, count in needed.items()
    ]
    gone = sum(count for name, count in addresses.items() if name not in ctx.sealer.names)
    if gone:
        lines.append(
            f"{_addresses(gone)} for notices cannot be opened any more; whoever wants notices there must name "
            "it again."
        )
    return SecretCheck(
        lines=(*lines, *lost.values(), *map(lost_absences_words, gone_absences)),
        idle=tuple(
            name
            for name, count in needed.items()
            if not (count or away[name] or addresses.get(name) or name == ctx.sealer.name)
        ),
        lost=(*lost, *gone_absences),
    )


def lost_words(phase: SealedPhase) -> str:
    """What it means that a phase's secret is gone, and what to do."""
    return (
        f"{_place(phase)} holds moves that were sealed by the secret {phase.secret}, which is not here. "
        "Give it back to the server; or move the deadline and have everybody send again."
    )


def _damaged_words(phase: SealedPhase) -> str:
    return f"{_place(phase)} holds moves that have been changed in the database and do not open."


def _place(phase: SealedPhase) -> str:
    return f"{phase.phase_title} of “{phase.match_title}” ({phase.match_id}, phase {phase.phase})"


def _rounds(count: int) -> str:
    return (
        "no open round" if not count else "one open round" if count == 1 else f"{count} open rounds"
    )


def _needed(rounds: int, away: int, addresses: int) -> str:
    needs = [_rounds(rounds)]
    if away:
        needs.append(absence_count(away))
    if addresses:
        needs.append(f"{_addresses(addresses).lower()} for notices")
    return needs[0] if len(needs) == 1 else f"{', '.join(needs[:-1])} and {needs[-1]}"


def _addresses(count: int) -> str:
    return "One address" if count == 1 else f"{count} addresses"


def _sealed_phases(ctx: Context) -> tuple[SealedPhase, ...]:
    with ctx.store.read() as connection:
        rows = moves.prefixes_of_open_phases(connection, SEALED_PREFIX)
    return tuple(
        SealedPhase(
            match_id=row.match_id,
            match_title=row.match_title,
            phase=row.phase,
            phase_title=row.phase_title,
            secret=sealed_by(row.prefix),
        )
        for row in rows
    )


def _is_damaged(ctx: Context, phase: SealedPhase) -> bool:
    with ctx.store.read() as connection:
        rows = moves.submission_rows(connection, phase.match_id, phase.phase)
    try:
        for row in rows:
            if sealed_by(row.sealed) == phase.secret:
                opened(ctx, row)
    except Unreadable:
        return True
    return False
