"""A demonstration is an ordinary match, ready to be played, of every game."""

from datetime import timedelta

import pytest

from referee.games import GAMES_BY_SLUG
from referee.services import reading
from referee.services.access import SYSTEM, key_of
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.demo import PLAYER, build_demo
from referee.services.practice import play_practice
from tests.clock import Clock


@pytest.mark.parametrize("game", GAMES_BY_SLUG)
def test_the_demonstration_is_some_rounds_in_and_waits_only_for_the_newcomer(
    ctx: Context, clock: Clock, game: str
) -> None:
    shown = ctx.games[game].info.demonstration
    demo = build_demo(ctx, game)
    seat = key_of(ctx, demo.seat_link.removeprefix("https://games.example/open/"))
    desk = key_of(ctx, demo.referee_link.removeprefix("https://games.example/open/"))
    page = reading.seat_page(ctx, seat)
    phase = page.match.phase
    assert phase is not None
    assert (phase.round, phase.status, phase.kind) == (shown.rounds_played + 1, "open", "main")
    assert phase.due_at == clock.now + timedelta(days=1)
    assert [one.name for one in page.match.seats if not one.practice] == [PLAYER]
    assert len(page.match.seats) == shown.seats
    assert page.decision is not None
    moved = page.match.moved
    assert moved.sent is not None
    assert moved.owed == moved.sent + 1
    assert len(reading.phase_report(ctx, demo.match_id, 1).moves) >= moved.owed
    assert close_phase(ctx, desk, demo.match_id, phase.number).next_phase == phase.number + 1
    assert demo.seat_link not in repr(demo)


@pytest.mark.parametrize("game", GAMES_BY_SLUG)
def test_practice_players_play_it_through_though_the_newcomer_says_nothing(
    ctx: Context, game: str
) -> None:
    demo = build_demo(ctx, game)
    phase = reading.match_page(ctx, demo.match_id, None).phase
    number = phase.number if phase is not None else None
    while number is not None:
        play_practice(ctx, demo.match_id, number)
        number = close_phase(ctx, SYSTEM, demo.match_id, number).next_phase
    page = reading.match_page(ctx, demo.match_id, None)
    assert (page.status, page.error) == ("finished", None)
    assert page.standings is not None
    assert len(page.standings.standings) == len(page.seats)
