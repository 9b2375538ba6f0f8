"""Whole matches, played through the ordinary use cases by practice players and one who cannot decide."""

from dataclasses import replace
from datetime import timedelta

from pydantic import JsonValue

from referee.core.dice import Dice
from referee.games.royal_dilemma.state import DilemmaState
from referee.services.access import SYSTEM, Key
from referee.services.closing import close_due, close_phase
from referee.services.closing_rules import ClosingRules
from referee.services.context import Context
from referee.services.matches import (
    NewMatch,
    add_seat,
    create_match,
    extend_phase,
    pause_phase,
    reissue_link,
    remove_seat,
    rename_seat,
    resume_phase,
    sign_up,
    start_match,
)
from referee.services.moves import MoveIn, submit
from referee.services.open_seats import end_waits
from referee.services.phases import LoadedPhase, load_phase
from referee.services.practice import play_practice, practice_move
from referee.services.reading import match_page
from referee.services.reading_models import MatchPage, Receipt
from referee.services.seat_rules import SeatRules
from referee.services.tenures import reclaim_seat, resign, swap_seat
from tests.clock import Clock
from tests.games.royal_dilemma.random_moves import random_moves
from tests.services.playing import request_id

NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
SUBSTITUTES = ("Ina", "Jim", "Kay", "Mo", "Ned", "Pia", "Quin", "Ruth", "Sam", "Una", "Vic")
HESITANT = 1
"""The seat whose player sends, sends again, withdraws, or sends nothing."""


def desk_of(match_id: str) -> Key:
    """The referee's key."""
    return Key(role="referee", match_id=match_id, seat=None)


def started_match(ctx: Context, clock: Clock, chance: Dice, game: str, **options: JsonValue) -> str:
    """A match in its first phase, after every act there is before a start; its id.

    Without options it is played by some preset of the game's.
    """
    presets = ctx.games[game].info.presets
    chosen = options or chance.pick([{}, *(preset.options for preset in presets)])
    rules = chance.pick(
        [ClosingRules(), ClosingRules(grace_minutes=90), ClosingRules(late="until-closing")]
    )
    new = NewMatch(
        game=game,
        title="A “match” of\u00a0<games>",
        options=chosen,
        zone="Europe/Berlin",
        round_minutes=60,
        closing=rules,
        seat_rules=SeatRules(
            misses=1 + chance.below(3),
            strict_first_round=chance.below(2) == 0,
            open_seat=chance.pick(["no-moves", "practice", "wait"]),
        ),
    )
    match_id = create_match(ctx, new, request_id=request_id()).match_id
    desk, page = desk_of(match_id), match_page(ctx, match_id, None)
    clock.forward(minutes=chance.below(60), microseconds=chance.below(1_000_000))
    sign_up(ctx, match_id, "Zoë", request_id=request_id())
    most = min(page.seats_most, len(NAMES))
    for name in NAMES[: page.seats_least + chance.below(most - page.seats_least + 1) - 1]:
        add_seat(ctx, desk, match_id, name, practice=True)
    remove_seat(ctx, desk, match_id, 2)
    add_seat(ctx, SYSTEM, match_id, "Late Comer", practice=True)
    rename_seat(ctx, desk, match_id, HESITANT, "Zoé Ö.")
    reissue_link(ctx, desk, match_id, HESITANT)
    clock.forward(minutes=chance.below(60))
    start_match(ctx, desk, match_id, go_ahead=True)
    return match_id


def running_match(
    ctx: Context, clock: Clock, chance: Dice, game: str, *, played: int, **options: JsonValue
) -> str:
    """A match that goes on after so many phases; its id. Some decks end one sooner: then another is begun."""
    while True:
        match_id = started_match(ctx, clock, chance, game, **options)
        for _ in range(played):
            if match_page(ctx, match_id, None).status == "running":
                play_phase(ctx, clock, chance, match_id)
        if match_page(ctx, match_id, None).status == "running":
            return match_id


def play_phase(ctx: Context, clock: Clock, chance: Dice, match_id: str) -> None:
    """Play the open phase and close it, one way or another."""
    _change_hands(ctx, chance, match_id)
    page = match_page(ctx, match_id, None)
    assert page.phase is not None
    if page.phase.waits_until is not None:
        clock.forward(hours=48)
        assert end_waits(ctx) == 1
        page = match_page(ctx, match_id, None)
        assert page.phase is not None
    phase = page.phase.number
    loaded = load_phase(ctx, match_id, phase)
    if loaded.game.info.slug == "royal-dilemma":
        _send_wild_moves(ctx, chance, loaded, page)
    else:
        play_practice(ctx, match_id, phase)
    if chance.below(5) == 0:
        later = page.phase.due_at + timedelta(minutes=1 + chance.below(90))
        extend_phase(ctx, desk_of(match_id), match_id, phase, later)
    is_paused = chance.below(6) == 0
    if is_paused:
        pause_phase(ctx, desk_of(match_id), match_id, phase)
    for _ in range(chance.below(4)):
        late = 61 if chance.below(6) == 0 else 0
        clock.forward(minutes=late, seconds=chance.below(100), microseconds=chance.below(1_000_000))
        move = practice_move(loaded, bytes(chance.below(256) for _ in range(32)), HESITANT)
        if move is not None:
            undone = chance.below(4) == 0
            sent = replace(move, request_id=request_id(), withdraw=undone)
            submit(ctx, [sent if not undone else replace(sent, move=None)])
    if is_paused:
        resume_phase(ctx, desk_of(match_id), match_id, phase)
    if chance.below(2) == 0:
        close_phase(ctx, desk_of(match_id), match_id, phase)
    else:
        clock.forward(hours=6)
        assert close_due(ctx) == 1


def _change_hands(ctx: Context, chance: Dice, match_id: str) -> None:
    """Who has lost a seat may come back; now and then somebody resigns, or a seat is given to somebody else."""
    for seat in match_page(ctx, match_id, None).seats:
        key = Key(role="seat", match_id=match_id, seat=seat.number)
        has_lost = len(seat.tenures) > 1 and seat.tenures[1].ended_by == "misses"
        if seat.holder == "nobody" and has_lost and chance.below(2) == 0:
            reclaim_seat(ctx, key, match_id, seat.number)
        elif seat.holder == "player" and chance.below(12) == 0:
            resign(ctx, key, match_id, seat.number)
        elif chance.below(3 if seat.holder == "nobody" else 12) == 0:
            in_use = {one.player for one in match_page(ctx, match_id, None).seats}
            player = chance.pick([name for name in SUBSTITUTES if name not in in_use])
            swap_seat(
                ctx,
                desk_of(match_id),
                match_id,
                seat.number,
                None if chance.below(3) == 0 else player,
                move_stands=chance.below(2) == 0,
                request_id=request_id(),
            )


def _send_wild_moves(ctx: Context, chance: Dice, loaded: LoadedPhase, page: MatchPage) -> None:
    """Any legal move for anybody: practice players never choose what to surrender, which stays hidden."""
    assert isinstance(loaded.state, DilemmaState)
    moves = random_moves(loaded.state, chance)
    numbers = {
        name: number
        for number, name in loaded.seats.items()
        if page.seats[number - 1].holder != "nobody"
    }
    answers = submit(
        ctx,
        [
            MoveIn(
                key=Key(role="seat", match_id=loaded.match_id, seat=numbers[name]),
                match_id=loaded.match_id,
                seat=numbers[name],
                phase=loaded.number,
                move=move.model_dump(mode="json", by_alias=True),
                request_id=request_id(),
            )
            for name, move in moves.items()
            if name in loaded.decisions and name in numbers
        ],
    )
    assert all(isinstance(answer, Receipt) for answer in answers), answers


def finished_match(
    ctx: Context, clock: Clock, chance: Dice, game: str, **options: JsonValue
) -> str:
    """A match played to its end; its id."""
    match_id = started_match(ctx, clock, chance, game, **options)
    while match_page(ctx, match_id, None).status == "running":
        play_phase(ctx, clock, chance, match_id)
    assert match_page(ctx, match_id, None).status == "finished"
    return match_id
