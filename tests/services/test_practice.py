"""Practice players move by themselves, once, knowing only the table."""

from dataclasses import replace

from referee.core.dice import Dice
from referee.games.crossing_swords.game import CrossingSwords
from referee.services import reading
from referee.services.cache import Cache
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.phases import match_of
from referee.services.practice import play_practice
from referee.worker import run_once
from tests.clock import Clock
from tests.services.playing import running_table

PRACTICE = ("Gawain", "Frieda")


def test_the_worker_moves_for_practice_players_once_a_phase_has_opened(ctx: Context) -> None:
    table = running_table(ctx, ("Ann",), practice=PRACTICE, status_visibility="names")
    assert run_once(ctx) == 1
    moved = reading.match_page(ctx, table.match_id, None).moved
    assert [(one.number, one.has_sent) for one in moved.seats] == [
        (1, False),
        (2, True),
        (3, True),
    ]
    assert run_once(ctx) == 0


def test_moving_for_practice_players_twice_is_moving_once(ctx: Context) -> None:
    table = running_table(ctx, ("Ann",), practice=PRACTICE)
    for _ in range(3):
        assert play_practice(ctx, table.match_id, 1) == 2
    for seat in (2, 3):
        page = reading.seat_page(ctx, table.seat(seat))
        assert [(one.version, one.standing) for one in page.submissions] == [(1, "counts")]


def test_a_practice_player_does_not_depend_on_what_others_have_sent(ctx: Context) -> None:
    table = running_table(ctx, ("Ann",), practice=PRACTICE)
    play_practice(ctx, table.match_id, 1)
    first = reading.seat_page(ctx, table.seat(2)).submissions[0].words
    table.sent(1, "lunge", "Gawain")
    play_practice(ctx, table.match_id, 1)
    assert reading.seat_page(ctx, table.seat(2)).submissions[0].words == first


class CuriousSwords(CrossingSwords):
    """Writes down the chance that each practice player is given."""

    def __init__(self) -> None:
        self.rolled: list[int] = []

    def practice_move(self, view, seat, decision, dice):
        self.rolled.append(dice.below(2**60))
        return super().practice_move(view, seat, decision, dice)


def test_a_practice_players_chance_is_neither_the_matchs_nor_anothers(ctx: Context) -> None:
    table = running_table(ctx, ("Ann",), practice=PRACTICE)
    game = CuriousSwords()
    curious = replace(ctx, games={"crossing-swords": game}, phases=Cache(8))
    play_practice(curious, table.match_id, 1)
    with ctx.store.read() as connection:
        seed = match_of(connection, table.match_id).seed
    assert len(set(game.rolled)) == 2
    assert not {Dice(seed, phase).below(2**60) for phase in range(3)} & set(game.rolled)


def test_practice_players_of_a_phase_that_has_closed_are_left_alone(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, ("Ann",), practice=PRACTICE)
    close_phase(ctx, table.desk, table.match_id, 1)
    run_once(ctx)
    assert reading.phase_report(ctx, table.match_id, 1).moves == ()
    page = reading.seat_page(ctx, table.seat(2))
    assert [one.phase for one in page.submissions] == [2]


def test_after_an_outage_what_has_expired_is_dropped(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, ("Ann",), practice=PRACTICE)
    clock.forward(hours=5)
    run_once(ctx)
    page = reading.match_page(ctx, table.match_id, None)
    assert page.phase is not None
    assert page.phase.number == 2
    assert reading.phase_report(ctx, table.match_id, 1).moves == ()
    assert run_once(ctx) == 1
