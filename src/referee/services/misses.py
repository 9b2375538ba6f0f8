"""Misses: main phases in which a seat owed a move and none of its own counted.

They are recomputed from the closed phases each time, never stored apart: so they cannot disagree with what
was played. Choice phases never count, nor phases that were opened before the seat's present tenure began:
whoever takes a seat over starts with none.
"""

import json
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection

from referee.services.phases import owed_numbers
from referee.services.seat_rules import SeatRules
from referee.storage import phases, resolutions, seats
from referee.storage.phases import PhaseRow
from referee.storage.seats import SeatRow

_AT_ONCE = 8
"""Phases read in one go: a row of misses is seldom longer."""


def misses_in_a_row(connection: Connection, match_id: str) -> dict[int, int]:
    """In how many main phases in a row each seat that a player holds has sent nothing, by seat number."""
    held = [row for row in seats.seat_rows(connection, match_id) if row.holder == "player"]
    counts = dict.fromkeys((row.number for row in held), 0)
    going = {row.number: row for row in held}
    closed = [
        row
        for row in phases.phase_rows(connection, match_id)
        if row.kind == "main" and row.status == "closed"
    ]
    for start in range(0, len(closed), _AT_ONCE):
        if not going:
            break
        some = closed[start : start + _AT_ONCE]
        counted = _seats_that_moved(connection, match_id, some)
        for phase in some:
            _count(phase, counted[phase.number], going, counts)
    return counts


def loses_seat(
    connection: Connection, match_id: str, rules: SeatRules, asked: Iterable[int]
) -> dict[int, int]:
    """Who of these seats, asked in the main phase that opens now, is open by the rules: seat and misses."""
    misses = misses_in_a_row(connection, match_id)
    strict = rules.strict_first_round and _only_first_has_closed(connection, match_id)
    most = 1 if strict else rules.misses
    return {seat: misses[seat] for seat in asked if misses.get(seat, 0) >= most}


def _count(
    phase: PhaseRow, moved: frozenset[int], going: dict[int, SeatRow], counts: dict[int, int]
) -> None:
    """Count this phase for every seat whose row of misses still goes on, the newest phases first."""
    owed = owed_numbers(phase)
    for number, row in tuple(going.items()):
        if row.phase >= phase.number or number in moved:
            del going[number]
        elif number in owed:
            counts[number] += 1


def _seats_that_moved(
    connection: Connection, match_id: str, rows: Sequence[PhaseRow]
) -> dict[int, frozenset[int]]:
    """The seats whose moves counted in each of these phases."""
    numbers = [row.number for row in rows]
    kept = resolutions.counted_moves(connection, match_id, numbers)
    return {
        number: frozenset(move["seat"] for move in json.loads(kept.get(number, "[]")))
        for number in numbers
    }


def _only_first_has_closed(connection: Connection, match_id: str) -> bool:
    """Whether just one main phase has closed so far."""
    closed = [
        row
        for row in phases.phase_rows(connection, match_id)
        if row.kind == "main" and row.status == "closed"
    ]
    return len(closed) == 1
