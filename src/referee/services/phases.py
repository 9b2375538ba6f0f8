"""Phases as games see them: parsed once, remembered, because what a phase asks never changes."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from pydantic import JsonValue, TypeAdapter
from sqlalchemy import Connection

from referee.core.decisions import Decision
from referee.core.game import GameOptions, GameState
from referee.core.seats import Seat
from referee.core.values import Value
from referee.services.closing_rules import ClosingRules
from referee.services.context import AnyGame, Context
from referee.services.errors import Conflict, NotFound
from referee.services.reading_models import DueBy, PhaseRead, StatusVisibility
from referee.services.seat_rules import SeatRules
from referee.storage import matches, phases, seats
from referee.storage.matches import MatchRow
from referee.storage.phases import PhaseRow

DECISIONS: TypeAdapter[dict[Seat, Decision]] = TypeAdapter(dict[Seat, Decision])
NUMBERS: TypeAdapter[tuple[int, ...]] = TypeAdapter(tuple[int, ...])


@dataclass(frozen=True, slots=True)
class LoadedPhase:
    """Everything about a phase that never changes, parsed.

    ``seats`` are the match's, by number; ``state`` is the one the phase stands on; ``decisions`` are by
    seat: who is not among them is not asked.
    """

    match_id: str
    match_title: str
    zone: str
    closing: ClosingRules
    number: int
    title: str
    game: AnyGame
    seats: Mapping[int, Seat]
    state: GameState
    decisions: Mapping[Seat, Decision]


def game_of(ctx: Context, slug: str) -> AnyGame:
    """The game with this slug. Raises `NotFound` (game-not-found)."""
    game = ctx.games.get(slug)
    if game is None:
        raise NotFound("game-not-found", f"The game “{slug}” is not installed here.", field="game")
    return game


def match_of(connection: Connection, match_id: str, *, lock: bool = False) -> MatchRow:
    """The match with this id. Raises `NotFound` (match-not-found)."""
    row = matches.match_row(connection, match_id, lock=lock)
    if row is None:
        raise match_not_found()
    return row


def match_not_found() -> NotFound:
    """The refusal for an unknown match."""
    return NotFound("match-not-found", "There is no such match here. Check the address.")


def phase_not_found() -> NotFound:
    """The refusal for a phase that a match does not have."""
    return NotFound("phase-not-found", "This match has no such round yet. Reload its page.")


def match_over(row: MatchRow) -> Conflict:
    """The refusal for something that needs a running match."""
    reasons = {
        "signup": ("not-started", "The match has not started yet."),
        "finished": ("match-over", "The match is over."),
        "cancelled": ("match-cancelled", "The match has been cancelled."),
        "quarantined": (
            "match-quarantined",
            "The match is halted, because its round could not be resolved. The operator must see to it.",
        ),
    }
    return Conflict(*reasons[row.status])


def load_phase(ctx: Context, match_id: str, number: int) -> LoadedPhase:
    """A phase, from memory or the store. Raises `NotFound` (match-not-found, phase-not-found)."""

    def read() -> LoadedPhase:
        with ctx.store.read() as connection:
            return read_phase(ctx, connection, match_id, number)

    return ctx.phases.get((match_id, number), read)


def glimpse_phase(ctx: Context, match_id: str, number: int) -> LoadedPhase:
    """`load_phase` that leaves no trace, for submitting.

    If a submission left its phase in memory, the next one would take fewer statements, and its sender could
    tell by the clock that somebody has sent. As it is, a phase is in memory once somebody has looked at it.
    """
    known = ctx.phases.known((match_id, number))
    if known is not None:
        return known
    with ctx.store.read() as connection:
        return read_phase(ctx, connection, match_id, number)


def load_phase_on(ctx: Context, connection: Connection, match_id: str, number: int) -> LoadedPhase:
    """`load_phase` inside a unit of work."""
    return ctx.phases.get((match_id, number), lambda: read_phase(ctx, connection, match_id, number))


def read_phase(ctx: Context, connection: Connection, match_id: str, number: int) -> LoadedPhase:
    """A phase, parsed from the store. Raises `NotFound`."""
    match = match_of(connection, match_id)
    row = phases.phase_row(connection, match_id, number)
    content = None if row is None else phases.phase_content(connection, match_id, number)
    if row is None or content is None:
        raise phase_not_found()
    game = game_of(ctx, match.game)
    return LoadedPhase(
        match_id=match_id,
        match_title=match.title,
        zone=match.zone,
        closing=rules_of(match),
        number=number,
        title=row.title,
        game=game,
        seats=seats_by_number(connection, match_id),
        state=game.state_type.model_validate_json(content.state),
        decisions=DECISIONS.validate_json(content.decisions),
    )


def seats_by_number(connection: Connection, match_id: str) -> dict[int, Seat]:
    """The seats of a match in seat order."""
    return {row.number: Seat(row.name) for row in seats.seat_rows(connection, match_id)}


def owed_numbers(row: PhaseRow) -> tuple[int, ...]:
    """The numbers of the seats that a phase asks, in seat order."""
    return NUMBERS.validate_json(row.owed)


def publicly_asked(rows: Iterable[PhaseRow]) -> dict[int, tuple[int, ...]]:
    """The numbers of the seats that a match's phases ask, by phase, as far as everybody may know.

    Of a choice these are the seats of its round: whom it asks follows from hidden hands and sealed answers.
    """
    asked, told = tuple[int, ...](), dict[int, tuple[int, ...]]()
    for row in sorted(rows, key=lambda one: one.number):
        asked = owed_numbers(row) if row.kind == "main" else asked
        told[row.number] = asked
    return told


def phase_read(row: PhaseRow) -> PhaseRead:
    """A phase as readers see it: one that got stuck is still open to them."""
    is_closed = row.closed_at is not None
    return PhaseRead(
        number=row.number,
        round=row.round,
        title=row.title,
        kind="choice" if row.kind == "choice" else "main",
        status="open" if row.status in ("open", "stuck") else "closed",
        opened_at=row.opened_at,
        due_at=row.due_at,
        closes_at=None if is_closed else row.closes_at,
        paused_at=None if is_closed else row.paused_at,
        waits_until=None if is_closed or row.paused_at is None else row.waits_until,
        due_by=None if is_closed else cast(DueBy | None, row.due_by),
        closed_at=row.closed_at,
    )


def rules_of(row: MatchRow) -> ClosingRules:
    """A match's closing rules, parsed."""
    return ClosingRules.model_validate_json(row.closing)


def seat_rules_of(row: MatchRow) -> SeatRules:
    """What becomes of a match's seats without a player, parsed."""
    return SeatRules.model_validate_json(row.seat_rules)


def options_of(game: AnyGame, row: MatchRow) -> GameOptions:
    """A match's house rules, parsed."""
    return game.options_type.model_validate_json(row.options)


def move_from_json(game: AnyGame, move: JsonValue) -> Value:
    """A game's move from JSON. Raises pydantic's ValidationError, or RecursionError for a bottomless one.

    Read as JSON even when it is parsed already: a strict game would refuse a list for a tuple otherwise.
    """
    return game.move_type.model_validate_json(json.dumps(move))


def written(value: Any) -> str:
    """A value as the JSON that is stored."""
    text: str = value.model_dump_json()
    return text


def visibility_of(match: MatchRow) -> StatusVisibility:
    """What a match grants about who has sent; anything unknown grants nothing."""
    if match.status_visibility == "count":
        return "count"
    return "names" if match.status_visibility == "names" else "hidden"
