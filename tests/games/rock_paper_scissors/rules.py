"""One round: who showed what, who is out, and whether it goes on (RS-01 to RS-05)."""

from collections.abc import Iterator, Mapping, Sequence

from referee.core.events import Event
from referee.core.game import Resolution
from referee.core.seats import Seat
from tests.games.rock_paper_scissors.events import Beaten, Ended, Shown, Silenced, Undecided
from tests.games.rock_paper_scissors.signs import BEATS, Sign
from tests.games.rock_paper_scissors.state import SignsMove, SignsState


def resolved_round(state: SignsState, moves: Mapping[Seat, SignsMove]) -> Resolution[SignsState]:
    """The state after the round, and what happened in it."""
    shown = tuple(_shown(state, moves))
    signs = {event.seat: event.sign for event in shown if event.sign is not None}
    events: list[Event] = [*shown, _meeting(signs)]
    out = {seat for event in events if isinstance(event, Beaten) for seat in event.losers}
    if signs:  # where nobody shows anything, nobody is out (RS-03)
        silent = [event.seat for event in shown if event.sign is None]
        events += [Silenced(seat=seat, rulings=("RS-03",)) for seat in silent]
        out |= set(silent)
    after = state.model_copy(
        update={
            "round": state.round + 1,
            "players": tuple(
                player
                if player.is_out
                else player.model_copy(update={"is_out": True})
                if player.name in out
                else player.model_copy(update={"rounds": player.rounds + 1})
                for player in state.players
            ),
        }
    )
    if after.is_over:
        because = "one-left" if len(after.remaining) == 1 else "last-round"
        events.append(Ended(because=because, rulings=("RS-05",)))
    return Resolution(state=after, events=tuple(events))


def _shown(state: SignsState, moves: Mapping[Seat, SignsMove]) -> Iterator[Shown]:
    for player in state.remaining:
        move = moves.get(player.name)
        sign: Sign | None = move.sign if move is not None else None
        if move is None and state.options.silence == "rock":
            sign = "rock"
        yield Shown(
            seat=player.name,
            sign=sign,
            received=move is not None,
            rulings=() if move is not None else ("RS-03",),
        )


def _meeting(signs: Mapping[Seat, Sign]) -> Event:
    """Two signs decide; one alone, or all three, do not."""
    kinds = set(signs.values())
    if len(kinds) == 2:
        sign = next(sign for sign in kinds if BEATS[sign] in kinds)
        return Beaten(
            sign=BEATS[sign],
            by=sign,
            losers=_showing(signs, BEATS[sign]),
            winners=_showing(signs, sign),
            rulings=("RS-02",),
        )
    return Undecided(signs=len(kinds), rulings=("RS-04",))


def _showing(signs: Mapping[Seat, Sign], wanted: Sign) -> Sequence[Seat]:
    return tuple(seat for seat, sign in signs.items() if sign == wanted)
