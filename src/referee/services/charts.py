"""Numbers by round, from the small measures stored with each result: no state is parsed for them."""

from pydantic import TypeAdapter
from sqlalchemy import Connection

from referee.core.documents import Series, SeriesLine
from referee.core.seats import Seat
from referee.storage import phases, resolutions, seats

MEASURES: TypeAdapter[dict[str, dict[Seat, int]]] = TypeAdapter(dict[str, dict[Seat, int]])


def series_of(connection: Connection, match_id: str) -> tuple[Series, ...]:
    """A chart for each of the game's measures: one point at the start and one after every round."""
    rounds = {row.number: row.round for row in phases.phase_rows(connection, match_id)}
    by_round: dict[int, dict[str, dict[Seat, int]]] = {}
    for number, text in resolutions.measures_by_phase(connection, match_id):
        # A round of two phases has one point, what stands after the second.
        by_round[rounds.get(number, 0)] = MEASURES.validate_json(text)
    if not by_round:
        return ()
    labels = tuple("Start" if played == 0 else str(played) for played in by_round)
    names = [Seat(row.name) for row in seats.seat_rows(connection, match_id)]
    newest = next(reversed(by_round.values()))
    return tuple(
        Series(
            title=f"{title} by round",
            unit=title,
            labels=labels,
            lines=tuple(
                SeriesLine(
                    seat=seat,
                    values=tuple(
                        measures.get(title, {}).get(seat) for measures in by_round.values()
                    ),
                )
                for seat in names
            ),
        )
        for title in newest
    )
