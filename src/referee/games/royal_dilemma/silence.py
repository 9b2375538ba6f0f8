"""Who sent nothing though asked, as far as everybody may know: for the announcement's words."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from referee.core.seats import Seat
from referee.games.royal_dilemma.moves import DilemmaMove
from referee.games.royal_dilemma.state import DilemmaState


@dataclass(frozen=True, slots=True)
class Silence:
    """The seats whose play (RD-06), or whose answer to what was asked (RD-09), did not come."""

    plays: Collection[Seat] = ()
    captures: Collection[Seat] = ()
    surrenders: Collection[Seat] = ()


def silence(before: DilemmaState, moves: Mapping[Seat, DilemmaMove]) -> Silence:
    """Who is told to have sent nothing.

    Everybody sees by the receipts who has answered a choice; and who was asked follows from numbers that
    everybody knows and from plays that are open by then, standing choices included. Only where one pays by
    value does being asked tell about a hand (RD-43): of that nothing is told.
    """
    if before.phase == "play":
        return Silence(plays=[p.name for p in before.players if p.hand and p.name not in moves])
    if before.options.rules.levies == "value":
        return Silence()
    asked = {seat: owed for seat, owed in (before.owed or {}).items() if seat not in moves}
    return Silence(
        captures=[seat for seat, owed in asked.items() if owed.capture is not None],
        surrenders=[seat for seat, owed in asked.items() if owed.surrender is not None],
    )
