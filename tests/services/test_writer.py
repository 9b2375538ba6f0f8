"""The writer: everybody gets the answer to their own move, after the commit, whoever else is in the batch."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from referee.games.crossing_swords.game import CrossingSwords
from referee.services.cache import Cache
from referee.services.context import Context
from referee.services.errors import Refusal
from referee.services.reading_models import Receipt
from referee.services.writer import MOST_IN_BATCH, Writer
from tests.services.playing import Table, running_table
from tests.storage.rows import rows_of

EIGHT = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")


def test_each_gets_the_answer_to_its_own_move(ctx: Context) -> None:
    table = running_table(ctx, EIGHT)
    writer = Writer(ctx)
    writer.start()

    async def everybody() -> list[Receipt | Refusal]:
        return await asyncio.gather(
            *(writer.submit(table.move_in(seat, "halt", EIGHT[seat % 8])) for seat in range(1, 9)),
            writer.submit(table.move_in(1, "trip", "Bob")),
        )

    *receipts, refused = asyncio.run(everybody())
    writer.stop()
    assert [(one.seat, one.words) for one in receipts if isinstance(one, Receipt)] == [
        (seat, f"Halt against {EIGHT[seat % 8]}") for seat in range(1, 9)
    ]
    assert isinstance(refused, Refusal)
    assert refused.code == "move-unreadable"
    assert len(rows_of(ctx, "submissions")) == 8


def test_more_than_a_batch_at_once_is_all_answered(ctx: Context) -> None:
    table = running_table(ctx, EIGHT)
    writer = Writer(ctx)
    writer.start()
    count = MOST_IN_BATCH * 2 + 5

    async def everybody() -> list[Receipt | Refusal]:
        return await asyncio.gather(
            *(
                writer.submit(table.move_in(1 + index % 8, "mend", EIGHT[index % 8]))
                for index in range(count)
            )
        )

    answers = asyncio.run(everybody())
    writer.stop()
    assert all(isinstance(one, Receipt) for one in answers)
    versions = sorted((row["seat"], row["version"]) for row in rows_of(ctx, "submissions"))
    assert len(set(versions)) == count


class FragileSwords(CrossingSwords):
    """Breaks over one card, as no game should."""

    def check(self, state, seat, move):
        if move.card == "taunt":
            raise ZeroDivisionError
        return super().check(state, seat, move)


def test_a_move_that_breaks_the_rules_code_harms_nobody_else_in_its_batch(ctx: Context) -> None:
    table = running_table(ctx, EIGHT)
    fragile = replace(ctx, games={"crossing-swords": FragileSwords()}, phases=Cache(8))
    writer = Writer(fragile)

    async def everybody() -> list[Receipt | Refusal | BaseException]:
        waiting = [
            asyncio.ensure_future(writer.submit(table.move_in(seat, card, EIGHT[seat % 8])))
            for seat, card in ((1, "halt"), (2, "taunt"), (3, "halt"))
        ]
        return await asyncio.gather(*waiting, return_exceptions=True)

    writer.start()
    answers = asyncio.run(everybody())
    writer.stop()
    assert [type(one).__name__ for one in answers] == ["Receipt", "ZeroDivisionError", "Receipt"]
    assert [row["seat"] for row in rows_of(ctx, "submissions")] == [1, 3]


def test_stopping_commits_what_waits_and_takes_nothing_more(ctx: Context) -> None:
    table = running_table(ctx)
    writer = Writer(ctx)
    writer.start()

    async def leave() -> Receipt | Refusal:
        waiting = asyncio.ensure_future(writer.submit(table.move_in(1, "halt", "Bob")))
        await asyncio.sleep(0)
        await asyncio.to_thread(writer.stop)
        return await waiting

    assert isinstance(asyncio.run(leave()), Receipt)
    writer.stop()
    with pytest.raises(RuntimeError, match="not running"):
        asyncio.run(writer.submit(table.move_in(1, "halt", "Bob")))


def test_whoever_hangs_up_before_the_answer_has_moved_all_the_same(ctx: Context) -> None:
    table = running_table(ctx)
    writer = Writer(ctx)
    writer.start()

    async def hang_up() -> None:
        waiting = asyncio.ensure_future(writer.submit(table.move_in(1, "halt", "Bob")))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert isinstance(await writer.submit(table.move_in(2, "halt", "Ann")), Receipt)

    asyncio.run(hang_up())
    writer.stop()
    assert [row["seat"] for row in rows_of(ctx, "submissions")] == [1, 2]


def test_one_seat_in_two_processes_writers_gets_every_version_once(
    new_context: Callable[[str], Context], database_url: str
) -> None:
    contexts = [new_context(database_url) for _ in range(2)]
    table: Table = running_table(contexts[0])
    writers = [Writer(one) for one in contexts]
    for writer in writers:
        writer.start()

    async def both() -> list[Receipt | Refusal]:
        return await asyncio.gather(
            *(
                writer.submit(table.move_in(1, "halt", "Bob"))
                for _ in range(20)
                for writer in writers
            )
        )

    answers = asyncio.run(both())
    for writer in writers:
        writer.stop()
    versions = sorted(one.version for one in answers if isinstance(one, Receipt))
    assert versions == list(range(1, 41))
