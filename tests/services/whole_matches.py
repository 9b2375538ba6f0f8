"""Whole matches, played through the ordinary use cases by practice players and one who cannot decide."""

import random
from dataclasses import replace
from datetime import timedelta

from referee.services.access import SYSTEM, Key
from referee.services.closing import close_due, close_phase
from referee.services.context import Context
from referee.services.matches import (
    NewMatch,
    add_seat,
    create_match,
    extend_phase,
    reissue_link,
    remove_seat,
    rename_seat,
    sign_up,
    start_match,
)
from referee.services.moves import submit
from referee.services.phases import load_phase
from referee.services.practice import play_practice, practice_move
from referee.services.reading import match_page
from tests.clock import Clock
from tests.services.playing import request_id

NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
HESITANT = 1
"""The seat whose player sends, sends again, withdraws, or sends nothing."""


def desk_of(match_id: str) -> Key:
    """The referee's key."""
    return Key(role="referee", match_id=match_id, seat=None)


def started_match(ctx: Context, clock: Clock, chance: random.Random, game: str) -> str:
    """A match of a random preset in its first phase, after every act there is before a start; its id."""
    presets = ctx.games[game].info.presets
    options = chance.choice([{}, *(preset.options for preset in presets)])
    title = "A “match” of\u00a0<games>"
    new = NewMatch(game=game, title=title, options=options, zone="Europe/Berlin", round_minutes=60)
    match_id = create_match(ctx, new, request_id=request_id()).match_id
    desk, page = desk_of(match_id), match_page(ctx, match_id, None)
    clock.forward(minutes=chance.randrange(60), microseconds=chance.randrange(1_000_000))
    sign_up(ctx, match_id, "Zoë", request_id=request_id())
    most = min(page.seats_most, len(NAMES))
    for name in NAMES[: chance.randint(page.seats_least, most) - 1]:
        add_seat(ctx, desk, match_id, name, practice=True)
    remove_seat(ctx, desk, match_id, 2)
    add_seat(ctx, SYSTEM, match_id, "Late Comer", practice=True)
    rename_seat(ctx, desk, match_id, HESITANT, "Zoé Ö.")
    reissue_link(ctx, desk, match_id, HESITANT)
    clock.forward(minutes=chance.randrange(60))
    start_match(ctx, desk, match_id)
    return match_id


def play_phase(ctx: Context, clock: Clock, chance: random.Random, match_id: str) -> None:
    """Play the open phase and close it, one way or another."""
    page = match_page(ctx, match_id, None)
    assert page.phase is not None
    phase = page.phase.number
    play_practice(ctx, match_id, phase)
    loaded = load_phase(ctx, match_id, phase)
    for _ in range(chance.randrange(4)):
        clock.forward(seconds=chance.randrange(100), microseconds=chance.randrange(1_000_000))
        move = practice_move(loaded, chance.randbytes(32), HESITANT)
        if move is not None:
            undone = chance.random() < 0.25
            sent = replace(move, request_id=request_id(), withdraw=undone)
            submit(ctx, [sent if not undone else replace(sent, move=None)])
    if chance.random() < 0.2:
        later = page.phase.due_at + timedelta(minutes=chance.randint(1, 90))
        extend_phase(ctx, desk_of(match_id), match_id, phase, later)
    if chance.random() < 0.5:
        close_phase(ctx, desk_of(match_id), match_id, phase)
    else:
        clock.forward(hours=3)
        assert close_due(ctx) == 1


def finished_match(ctx: Context, clock: Clock, chance: random.Random, game: str) -> str:
    """A match played to its end; its id."""
    match_id = started_match(ctx, clock, chance, game)
    while match_page(ctx, match_id, None).status == "running":
        play_phase(ctx, clock, chance, match_id)
    assert match_page(ctx, match_id, None).status == "finished"
    return match_id
