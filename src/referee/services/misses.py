"""Misses: main phases in which a seat owed a move and none of its own counted.

They are recomputed from the closed phases each time, never stored apart: so they cannot disagree with what
was played. Choice phases never count, nor phases that were opened before the seat's present tenure began
(whoever takes a seat over starts with none), nor phases that were due or closed in an absence that their
player had announced by then.
"""

import json
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection

from referee.services.phases import owed_numbers
from referee.services.seat_rules import SeatRules, rounds_in_a_row
from referee.storage import absences, phases, resolutions, seats
from referee.storage.absences import AbsenceRow
from referee.storage.phases import PhaseRow
from referee.storage.seats import SeatRow

_AT_ONCE = 8
"""Phases read in one go: a row of misses is seldom longer."""


def misses_in_a_row(connection: Connection, match_id: str) -> dict[int, int]:
    """In how many main phases in a row each seat that a player holds has sent nothing, by seat number."""
    return {seat: len(rows) for seat, rows in _missed_in_a_row(connection, match_id).items()}


def risk_of(
    connection: Connection, match_id: str, rules: SeatRules, row: PhaseRow, held: SeatRow
) -> str | None:
    """What follows if the holder of this seat sends nothing in the open phase, if that is that it is open.

    None where it is not; or where the phase does not count for them. For the eyes of the seat itself alone.
    """
    if held.holder != "player" or row.kind != "main" or held.phase >= row.number:
        return None
    announced = absences.absence_rows(connection, match_id, seat=held.number)
    if any(one.covers(row.due_at) for one in announced):
        return None
    missed = _missed_in_a_row(connection, match_id)[held.number]
    is_first = rules.strict_first_round and not _closed_rounds(connection, match_id)
    if len(missed) + 1 < (1 if is_first else rules.misses):
        return None
    follows = {
        "no-moves": "your seat is open, and sends nothing until you say that you are back",
        "practice": "your seat is open and a practice player takes over",
        "wait": "your seat is open and somebody else may take it over",
    }[rules.open_seat]
    match missed:
        case []:
            return f"If you send nothing in this round, {follows}."
        case [one]:
            before = f"You sent nothing in {one.title}."
        case _:
            before = f"You have sent nothing in {rounds_in_a_row(len(missed))}."
    return f"{before} If you send nothing in this one either, {follows}."


def _missed_in_a_row(connection: Connection, match_id: str) -> dict[int, list[PhaseRow]]:
    """The main phases in a row that each seat a player holds has missed last, the newest first."""
    held = [row for row in seats.seat_rows(connection, match_id) if row.holder == "player"]
    missed: dict[int, list[PhaseRow]] = {row.number: [] for row in held}
    going = {row.number: row for row in held}
    away = absences.absence_rows(connection, match_id)
    closed = _closed_rounds(connection, match_id)
    for start in range(0, len(closed), _AT_ONCE):
        if not going:
            break
        some = closed[start : start + _AT_ONCE]
        counted = _seats_that_moved(connection, match_id, some)
        for phase in some:
            excused = _seats_excused(away, phase)
            _count(phase, counted[phase.number], going, missed, excused=excused)
    return missed


def loses_seat(
    connection: Connection, match_id: str, rules: SeatRules, asked: Iterable[int]
) -> dict[int, int]:
    """Who of these seats, asked in the main phase that opens now, is open by the rules: seat and misses."""
    misses = misses_in_a_row(connection, match_id)
    is_first = rules.strict_first_round and len(_closed_rounds(connection, match_id)) == 1
    most = 1 if is_first else rules.misses
    return {seat: misses[seat] for seat in asked if misses.get(seat, 0) >= most}


def _count(
    phase: PhaseRow,
    moved: frozenset[int],
    going: dict[int, SeatRow],
    missed: dict[int, list[PhaseRow]],
    *,
    excused: frozenset[int],
) -> None:
    """Count this phase for every seat whose row of misses still goes on, the newest phases first."""
    owed = owed_numbers(phase)
    for number, row in tuple(going.items()):
        if row.phase >= phase.number or number in moved:
            del going[number]
        elif number in owed and number not in excused:
            missed[number].append(phase)


def _seats_excused(away: Sequence[AbsenceRow], phase: PhaseRow) -> frozenset[int]:
    """The seats whose players were away when this phase was due or closed, and had said so."""
    closed_at = phase.closed_at
    if closed_at is None:
        return frozenset()
    return frozenset(
        one.seat for one in away if one.excuses(due_at=phase.due_at, closed_at=closed_at)
    )


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


def _closed_rounds(connection: Connection, match_id: str) -> list[PhaseRow]:
    """The main phases that have closed, the newest first."""
    return [
        row
        for row in phases.phase_rows(connection, match_id)
        if row.kind == "main" and row.status == "closed"
    ]
