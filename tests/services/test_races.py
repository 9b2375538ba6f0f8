# ruff: noqa: B023 (every function made in a loop is called before the loop goes on)
"""Races, with real threads on real databases: each ends as exactly one of its outcomes.

A close against what else is done is `test_close_races`', what moves a clock against its like `test_deadline_races`'.
"""

from collections.abc import Callable

import pytest

from referee.services import reading
from referee.services.closing import close_if, close_phase
from referee.services.context import Context
from referee.services.errors import Refusal
from referee.services.matches import NewMatch, create_match, sign_up
from referee.services.moves import submit
from referee.services.reading_models import Receipt
from referee.services.seat_rules import SeatRules
from tests.clock import Clock
from tests.services.playing import Table, request_id, running_table, signup_table
from tests.services.racing import at_once
from tests.storage.rows import rows_of

ROUNDS = 12
"""Races of a kind in one test: enough to see every order, few enough to be quick."""


@pytest.fixture
def processes(
    new_context: Callable[[str], Context], database_url: str
) -> tuple[Context, Context, Context, Context]:
    """Four contexts on one database, like four processes."""
    one, two, three, four = (new_context(database_url) for _ in range(4))
    return one, two, three, four


def history(ctx: Context, table: Table) -> list[int]:
    return [phase.number for phase in reading.match_page(ctx, table.match_id, None).history]


def test_four_closes_of_one_round_close_it_once_and_all_get_its_result(processes) -> None:
    table = running_table(processes[0])
    for phase in range(1, ROUNDS + 1):
        results = at_once(
            *(
                lambda ctx=ctx: close_phase(ctx, table.desk, table.match_id, phase)
                for ctx in processes
            )
        )
        assert [result == results[0] for result in results] == [True] * 4
        assert not isinstance(results[0], Refusal)
    assert history(processes[0], table) == list(range(ROUNDS, 0, -1))
    assert len(rows_of(processes[0], "resolutions")) == ROUNDS + 1
    kinds = [row["kind"] for row in rows_of(processes[0], "posts")]
    assert kinds.count("round") == ROUNDS


def test_the_referee_and_the_deadline_close_a_round_once(processes, clock: Clock) -> None:
    table = running_table(processes[0], seat_rules=SeatRules(misses=20))
    for phase in range(1, ROUNDS + 1):
        clock.forward(hours=1)
        by_hand, *by_deadline = at_once(
            lambda: close_phase(processes[0], table.desk, table.match_id, phase),
            *(
                lambda ctx=ctx: close_if(ctx, table.match_id, phase, why="deadline")
                for ctx in processes[1:]
            ),
        )
        assert not isinstance(by_hand, Refusal)
        assert by_deadline.count(True) <= 1
    assert history(processes[0], table) == list(range(ROUNDS, 0, -1))


def test_two_browsers_of_one_seat_are_both_stored_and_the_later_counts(processes) -> None:
    table = running_table(processes[0], options={"starting_life": 999})
    for phase in range(1, ROUNDS + 1):
        receipts = at_once(
            *(
                lambda ctx=ctx, card=card: submit(
                    ctx, [table.move_in(1, card, "Bob", phase=phase)]
                )[0]
                for ctx, card in zip(processes, ("lunge", "strike", "halt", "taunt"), strict=True)
            )
        )
        assert all(isinstance(one, Receipt) for one in receipts)
        versions = sorted(one.version for one in receipts if isinstance(one, Receipt))
        assert versions == [1, 2, 3, 4]
        close_phase(processes[0], table.desk, table.match_id, phase)
        (counted,) = reading.phase_report(processes[0], table.match_id, phase).moves
        (last,) = [one for one in receipts if isinstance(one, Receipt) and one.version == 4]
        assert (counted.version, counted.words) == (4, last.words)


def test_one_form_sent_twice_at_once_is_stored_once(processes) -> None:
    table = running_table(processes[0])
    for number in range(ROUNDS):
        request = f"form {number}"
        receipts = at_once(
            *(
                lambda ctx=ctx: submit(ctx, [table.move_in(1, "lunge", "Bob", request=request)])[0]
                for ctx in processes
            )
        )
        assert [one == receipts[0] for one in receipts] == [True] * 4
    assert len(rows_of(processes[0], "submissions")) == ROUNDS


def test_seats_that_send_in_batches_from_two_processes_do_not_lock_each_other_out(
    processes,
) -> None:
    one, two, *_ = processes
    table = running_table(one)
    answers = at_once(
        *(
            lambda ctx=ctx, seats=seats: [
                submit(ctx, [table.move_in(seat, "halt", table.names[seat % 3]) for seat in seats])
                for _ in range(10)
            ]
            for ctx, seats in ((one, (1, 2, 3)), (two, (3, 2, 1)))
        )
    )
    assert all(
        isinstance(receipt, Receipt)
        for batches in answers
        if not isinstance(batches, Refusal)
        for batch in batches
        for receipt in batch
    )
    versions = sorted((row["seat"], row["version"]) for row in rows_of(one, "submissions"))
    assert versions == [(seat, version) for seat in (1, 2, 3) for version in range(1, 21)]


def test_the_last_seat_goes_to_one_of_those_who_want_it(processes) -> None:
    for _ in range(4):
        table = signup_table(processes[0], ("Ann",), max_seats=2)
        answers = at_once(
            *(
                lambda ctx=ctx, name=name: sign_up(
                    ctx, table.match_id, name, request_id=request_id()
                )
                for ctx, name in zip(processes, ("Bob", "Cal", "Dee", "Eve"), strict=True)
            )
        )
        refused = [one.code for one in answers if isinstance(one, Refusal)]
        assert refused == ["match-full"] * 3
        assert len(reading.match_page(processes[0], table.match_id, None).seats) == 2


def test_forms_sent_twice_at_once_make_one_match_and_one_seat(processes) -> None:
    for _ in range(4):
        request = request_id()
        new = NewMatch(game="crossing-swords", title="Once")
        made = at_once(
            *(lambda ctx=ctx: create_match(ctx, new, request_id=request) for ctx in processes)
        )
        assert [one == made[0] for one in made] == [True] * 4
        assert not isinstance(made[0], Refusal)
        match_id, request = made[0].match_id, request_id()
        links = at_once(
            *(
                lambda ctx=ctx: sign_up(ctx, match_id, "Ann", request_id=request)
                for ctx in processes
            )
        )
        assert [link == links[0] for link in links] == [True] * 4
        assert len(reading.match_page(processes[0], match_id, None).seats) == 1
    assert len(reading.home(processes[0]).open) == 4
