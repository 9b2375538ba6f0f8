"""The worker: what is due happens once, however many workers there are and whatever fails."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from referee.games.crossing_swords.game import CrossingSwords
from referee.services import reading
from referee.services.cache import Cache
from referee.services.closing_rules import ClosingRules
from referee.services.context import Context
from referee.services.seat_rules import SeatRules
from referee.worker import Worker, run_once
from tests.clock import Clock
from tests.services.playing import running_table
from tests.storage.rows import rows_of


def test_a_round_is_closed_at_its_deadline_and_the_next_one_at_its_own(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, seat_rules=SeatRules(misses=20))
    run_once(ctx)
    for number in (1, 2, 3):
        clock.forward(hours=1)
        run_once(ctx)
        phase = reading.match_page(ctx, table.match_id, None).phase
        assert phase is not None
        assert (phase.number, phase.opened_at) == (number + 1, clock.now)


def test_a_practice_match_plays_itself_to_the_end(ctx: Context, clock: Clock) -> None:
    table = running_table(
        ctx,
        (),
        practice=("Ann", "Bob", "Cal"),
        closing=ClosingRules(early_close="ready"),
        options={"starting_life": 999, "max_rounds": 5},
    )
    for _ in range(12):
        run_once(ctx)
    page = reading.match_page(ctx, table.match_id, None)
    assert page.status == "finished"
    assert len(page.history) == 5
    for phase in page.history:
        assert len(reading.phase_report(ctx, table.match_id, phase.number).moves) == 3


def test_one_broken_match_keeps_no_other_waiting(ctx: Context, clock: Clock) -> None:
    tables = [running_table(ctx) for _ in range(3)]

    class OneBroken(CrossingSwords):
        """Breaks over the match in which somebody is called Zoe."""

        def resolve(self, state, moves, dice):
            if any(player.name == "Zoe" for player in state.players):
                raise ZeroDivisionError
            return super().resolve(state, moves, dice)

    broken = running_table(ctx, ("Ann", "Zoe"))
    own = replace(ctx, games={"crossing-swords": OneBroken()}, phases=Cache(8), reports=Cache(8))
    clock.forward(hours=1)
    run_once(own)
    statuses = [
        reading.match_page(ctx, table.match_id, None).phase_title for table in (*tables, broken)
    ]
    assert statuses == ["Round 2", "Round 2", "Round 2", "Round 1"]
    assert reading.match_page(ctx, broken.match_id, None).status == "quarantined"


def test_four_workers_close_each_of_many_rounds_once(
    new_context: Callable[[str], Context], database_url: str, clock: Clock
) -> None:
    workers = [new_context(database_url) for _ in range(4)]
    tables = [running_table(workers[0], practice=("Gawain",)) for _ in range(6)]
    for _ in range(3):
        clock.forward(hours=1)
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(run_once, workers))
        run_once(workers[0])
    for table in tables:
        page = reading.match_page(workers[0], table.match_id, None)
        assert [phase.number for phase in page.history] == [3, 2, 1]
        assert page.phase is not None
        assert page.phase.number == 4
    assert len(rows_of(workers[0], "resolutions")) == 6 * 4
    errors = [row["error"] for row in rows_of(workers[0], "outbox")]
    assert set(errors) <= {None, "expired"}


def test_a_worker_in_its_thread_works_until_it_is_stopped(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    clock.forward(hours=1)
    done = threading.Event()

    class TellingSwords(CrossingSwords):
        def resolve(self, state, moves, dice):
            done.set()
            return super().resolve(state, moves, dice)

    own = replace(ctx, games={"crossing-swords": TellingSwords()}, phases=Cache(8))
    with Worker(own, poll_seconds=0.01):
        assert done.wait(10)
    assert reading.match_page(ctx, table.match_id, None).phase_title == "Round 2"
    assert not any(thread.name == "worker" for thread in threading.enumerate())
