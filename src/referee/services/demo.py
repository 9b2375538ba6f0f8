"""A demonstration match of any game, some rounds in, so that a newcomer can move and close a round at once.

Made by the ordinary use cases: nothing about it is special but that it is ready. How a game is best shown
is its own to say (`Demonstration`).
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from referee.core.decisions import Phase
from referee.core.dice import Dice
from referee.core.game import GameOptions, GameState
from referee.core.seats import Seat
from referee.services.access import Key, key_of
from referee.services.closing import close_phase
from referee.services.context import AnyGame, Context
from referee.services.matches import NewMatch, add_seat, create_match, sign_up, start_match
from referee.services.moves import submit
from referee.services.options import parse_options
from referee.services.phases import load_phase, match_of
from referee.services.practice import play_practice, practice_dice, practice_move

PLAYER = "Rowan"
PRACTICE_NAMES = ("Aldric", "Berengar", "Cunigunde", "Dietlinde", "Eberhard", "Frieda", "Gawain")
A_DAY = 1440


@dataclass(frozen=True)
class Demo:
    """A demonstration: its match and the two links, absolute, that open a seat and the desk."""

    match_id: str
    seat_link: str = field(repr=False)
    referee_link: str = field(repr=False)


def build_demo(ctx: Context, game_slug: str) -> Demo:
    """Make a match of this game, all but one of its seats practice players, and play its first rounds."""
    game = ctx.games[game_slug]
    shown = game.info.demonstration
    created = create_match(
        ctx,
        NewMatch(
            game=game_slug,
            title=shown.title,
            options=shown.options,
            zone="UTC",
            round_minutes=A_DAY,
            status_visibility="count",
        ),
        request_id=ctx.new_token(),
    )
    match_id, desk = created.match_id, key_of(ctx, created.referee_token)
    seat_token, seat = "", 0
    for name in _seated(ctx, game, match_id):
        if name == PLAYER:
            link = sign_up(ctx, match_id, PLAYER, request_id=ctx.new_token())
            seat_token, seat = link.token or "", link.seat
        else:
            add_seat(ctx, desk, match_id, name, practice=True)
    start_match(ctx, desk, match_id)
    _play_first_rounds(ctx, desk, match_id, seat, rounds=shown.rounds_played)
    return Demo(
        match_id=match_id,
        seat_link=f"{ctx.base_url}/open/{seat_token}",
        referee_link=f"{ctx.base_url}/open/{created.referee_token}",
    )


def _play_first_rounds(ctx: Context, desk: Key, match_id: str, seat: int, *, rounds: int) -> None:
    """Play until the newcomer's own first round is open and waits for nobody else.

    Until then the newcomer's seat moves as a practice player would.
    """
    game, number = load_phase(ctx, match_id, 1).game, 1
    while True:
        play_practice(ctx, match_id, number)
        loaded = load_phase(ctx, match_id, number)
        if not _is_before(game.phase(loaded.state), rounds):
            return
        with ctx.store.read() as connection:
            seed = match_of(connection, match_id).seed
        move = practice_move(loaded, seed, seat)
        if move is not None:
            submit(ctx, [move])
        following = close_phase(ctx, desk, match_id, number).next_phase
        if following is None:
            return
        number = following


def _is_before(phase: Phase | None, rounds: int) -> bool:
    """Whether a phase is one of the rounds that are played before the newcomer's."""
    return phase is not None and phase.round <= rounds


def _seated(ctx: Context, game: AnyGame, match_id: str) -> tuple[Seat, ...]:
    """Everybody in seat order: the newcomer where they stand best when their first round begins.

    Practice players are fierce, and a newcomer whose seat has fallen could only watch.
    """
    with ctx.store.read() as connection:
        seed = match_of(connection, match_id).seed
    shown = game.info.demonstration
    options = parse_options(game, shown.options)
    others = min(shown.seats, game.seat_count(options).most) - 1
    practice = tuple(Seat(name) for name in PRACTICE_NAMES[:others])
    orders = (
        (*practice[:place], Seat(PLAYER), *practice[place:]) for place in range(len(practice) + 1)
    )
    return max(orders, key=lambda seats: _prospects(game, options, seats, seed))


def _prospects(
    game: AnyGame, options: GameOptions, seats: Sequence[Seat], seed: bytes
) -> tuple[bool, bool, int]:
    """How good a place is for the newcomer, the best the greatest.

    Whether they are asked anything in their first round, whether the match outlives that round though they
    say nothing, and how much of everything they have.
    """
    state: GameState = game.setup(options, seats, Dice(seed, 0)).state
    number = 1

    def after(phase: Phase, silent: Set[Seat] = frozenset()) -> GameState:
        moves = {
            seat: game.practice_move(
                game.view(state, seat), seat, decision, practice_dice(seed, place, number)
            )
            for place, seat in enumerate(seats, start=1)
            if (decision := phase.decisions.get(seat)) is not None and seat not in silent
        }
        sent = {seat: move for seat, move in moves.items() if move is not None}
        resolved: GameState = game.resolve(state, sent, Dice(seed, number)).state
        return resolved

    while (phase := game.phase(state)) is not None and _is_before(
        phase, game.info.demonstration.rounds_played
    ):
        state = after(phase)
        number += 1
    measures = game.measures(game.view(state, None)).values()
    return (
        phase is not None and PLAYER in phase.decisions,
        phase is not None and game.phase(after(phase, frozenset({Seat(PLAYER)}))) is not None,
        sum(numbers.get(Seat(PLAYER), 0) for numbers in measures),
    )
