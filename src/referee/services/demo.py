"""A demonstration match in its third round, so that a newcomer can move and close a round within a minute.

Made by the ordinary use cases: nothing about it is special but that it is ready.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.core.dice import Dice
from referee.core.seats import Seat
from referee.services.access import key_of
from referee.services.closing import close_phase
from referee.services.context import AnyGame, Context
from referee.services.matches import NewMatch, add_seat, create_match, sign_up, start_match
from referee.services.moves import submit
from referee.services.phases import load_phase, match_of
from referee.services.practice import play_practice, practice_dice, practice_move

GAME = "crossing-swords"
PLAYER = "You"
PRACTICE_NAMES = ("Aldric", "Berengar", "Cunigunde", "Dietlinde", "Eberhard", "Frieda", "Gawain")
ROUNDS_PLAYED = 2
A_DAY = 1440


@dataclass(frozen=True)
class Demo:
    """The demonstration: its match and the two links, absolute, that open a seat and the desk."""

    match_id: str
    seat_link: str = field(repr=False)
    referee_link: str = field(repr=False)


def build_demo(ctx: Context) -> Demo:
    """Make a match of eight seats, seven of them practice players, and play its first two rounds."""
    created = create_match(
        ctx,
        NewMatch(
            game=GAME,
            title="The Duel at Dawn",
            zone="UTC",
            round_minutes=A_DAY,
            status_visibility="count",
        ),
        request_id=ctx.new_token(),
    )
    match_id, desk = created.match_id, key_of(ctx, created.referee_token)
    for name in _seated(ctx, match_id):
        if name == PLAYER:
            seat = sign_up(ctx, match_id, PLAYER, request_id=ctx.new_token())
        else:
            add_seat(ctx, desk, match_id, name, practice=True)
    start_match(ctx, desk, match_id)
    for phase in range(1, ROUNDS_PLAYED + 1):
        play_practice(ctx, match_id, phase)
        _play_for(ctx, match_id, phase, seat.seat)
        close_phase(ctx, desk, match_id, phase)
    play_practice(ctx, match_id, ROUNDS_PLAYED + 1)
    return Demo(
        match_id=match_id,
        seat_link=f"{ctx.base_url}/open/{seat.token}",
        referee_link=f"{ctx.base_url}/open/{created.referee_token}",
    )


def _seated(ctx: Context, match_id: str) -> tuple[Seat, ...]:
    """Everybody in seat order: the newcomer where they stand best when the third round begins.

    Practice players are fierce, and a newcomer whose seat has fallen could only watch.
    """
    with ctx.store.read() as connection:
        seed = match_of(connection, match_id).seed
    practice = tuple(Seat(name) for name in PRACTICE_NAMES)
    orders = (
        (*practice[:place], Seat(PLAYER), *practice[place:]) for place in range(len(practice) + 1)
    )
    return max(orders, key=lambda seats: _life_left(ctx.games[GAME], seats, seed))


def _life_left(game: AnyGame, seats: Sequence[Seat], seed: bytes) -> int:
    """What the newcomer has left after the rounds that will be played for them; 0 if they are out."""
    state = game.setup(game.options_type(), seats, Dice(seed, 0)).state
    for number in range(1, ROUNDS_PLAYED + 1):
        phase = game.phase(state)
        if phase is None:
            return 0
        moves = {
            seat: game.practice_move(
                game.view(state, seat), seat, decision, practice_dice(seed, place, number)
            )
            for place, seat in enumerate(seats, start=1)
            if (decision := phase.decisions.get(seat)) is not None
        }
        sent = {seat: move for seat, move in moves.items() if move is not None}
        state = game.resolve(state, sent, Dice(seed, number)).state
    return game.measures(game.view(state, None))["Life"][Seat(PLAYER)]


def _play_for(ctx: Context, match_id: str, phase: int, seat: int) -> None:
    """Move for the newcomer's seat in the rounds before they came, as a practice player would."""
    with ctx.store.read() as connection:
        seed = match_of(connection, match_id).seed
    move = practice_move(load_phase(ctx, match_id, phase), seed, seat)
    if move is not None:
        submit(ctx, [move])
