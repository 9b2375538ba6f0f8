"""What seats are, or were, asked in a phase: for forms that arrive late, and for supposing."""

from collections.abc import Mapping

from referee.core.decisions import Decision
from referee.services.access import Key, require_part, require_seat
from referee.services.context import Context
from referee.services.errors import NotYours
from referee.services.phases import glimpse_phase, load_phase


def asked(ctx: Context, key: Key, match_id: str, seat: int, phase: int) -> Decision | None:
    """The decision this seat was given in this phase, open or closed; None if it was asked nothing.

    Raises `NotYours` for any key but the seat's own, `NotFound` for a phase the match has not had.
    """
    require_seat(key, match_id, seat)
    loaded = glimpse_phase(ctx, match_id, phase)
    return loaded.decisions.get(loaded.seats[seat])


def asked_of_all(ctx: Context, key: Key, match_id: str, phase: int) -> Mapping[int, Decision]:
    """What every seat is asked in this phase, by seat number, for a game that hides nothing.

    Raises `NotYours` (hidden-information) for a game that does, `NotFound` for a phase not yet there.
    """
    require_part(key, match_id)
    loaded = load_phase(ctx, match_id, phase)
    if not loaded.game.info.open_information:
        raise NotYours(
            "hidden-information",
            "In this game players hold secrets, so nobody can suppose moves for the others.",
        )
    return {
        number: loaded.decisions[name]
        for number, name in loaded.seats.items()
        if name in loaded.decisions
    }
