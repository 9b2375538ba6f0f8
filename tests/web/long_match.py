"""A match as long as one likes, played through the services: what the tests of long matches stand on."""

from referee.services import closing, matches
from referee.services.access import SYSTEM, Key
from referee.services.context import Context
from referee.services.matches import NewMatch
from referee.services.moves import MoveIn, submit
from referee.services.reading_models import Receipt

NAMES = ("Ann", "Bob", "Cal", "Dee", "Edda", "Fritz", "Gus", "Hanna")


def long_match(ctx: Context, rounds: int) -> str:
    """The id of a match of eight, running, with so many closed rounds: everybody hurts the next one."""
    new = NewMatch(
        game="crossing-swords",
        title="Long",
        zone="Europe/Berlin",
        options={"starting_life": 999},
    )
    match_id = matches.create_match(ctx, new, request_id=ctx.new_token()).match_id
    for name in NAMES:
        matches.sign_up(ctx, match_id, name, request_id=ctx.new_token())
    matches.start_match(ctx, SYSTEM, match_id)
    for phase in range(1, rounds + 1):
        answers = submit(
            ctx,
            [
                MoveIn(
                    Key("seat", match_id, seat),
                    match_id,
                    seat,
                    phase,
                    {"card": "strike", "target": NAMES[seat % len(NAMES)]},
                )
                for seat in range(1, len(NAMES) + 1)
            ],
        )
        assert all(isinstance(answer, Receipt) for answer in answers)
        closing.close_phase(ctx, SYSTEM, match_id, phase)
    return match_id
