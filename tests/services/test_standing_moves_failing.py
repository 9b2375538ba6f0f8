"""Standing moves whose rules raise, or whose secret is gone: no round is lost, and nobody else is stopped."""

from dataclasses import replace
from typing import Any

import pytest

from referee.games.crossing_swords.game import CrossingSwords
from referee.sealing import Sealer
from referee.services import reading
from referee.services.closing import close_due, close_phase, close_ready
from referee.services.context import Context
from referee.services.errors import Conflict
from tests.clock import Clock
from tests.services.away import announced, played, standing_now
from tests.services.playing import READY, running_table


class Failing(CrossingSwords):
    """A game whose standing moves raise, come to something illegal, or to nothing, until it is mended."""

    does: str = "raises"

    def standing_move(self, *asked: Any) -> Any:
        if self.does == "what it says":
            return super().standing_move(*asked)
        if self.does == "raises":
            raise ZeroDivisionError("Lunge at Bob")
        if self.does == "nothing":
            return None
        return self.move_type.model_validate({"card": "strike", "target": "Ann"})


@pytest.fixture
def failing(ctx: Context) -> tuple[Context, Failing]:
    game = Failing()
    return replace(ctx, games={"crossing-swords": game}), game


def test_a_standing_move_that_raises_halts_the_match_and_nothing_is_lost(
    failing: tuple[Context, Failing], clock: Clock
) -> None:
    ctx, game = failing
    table = running_table(ctx)
    announced(table, standing="mend")
    table.sent(2, "mend", "Bob")
    assert standing_now(table) is None, "the page stands all the same"
    clock.forward(hours=1)
    assert close_due(ctx) == 0
    error = reading.desk_page(ctx, table.desk, table.match_id).error
    assert error is not None
    assert "ZeroDivisionError" in error
    assert "Lunge" not in error
    game.does = "nothing"
    clock.forward(days=3)
    close_phase(ctx, table.desk, table.match_id, 1)
    assert played(table) == {"Bob": "Mend for yourself"}


def test_a_halted_match_is_closed_with_the_standing_move_of_whoever_was_away(
    failing: tuple[Context, Failing], clock: Clock
) -> None:
    ctx, game = failing
    table = running_table(ctx)
    announced(table, standing="mend")
    clock.forward(hours=1)
    close_due(ctx)
    clock.forward(days=3)
    game.does = "what it says"
    close_phase(ctx, table.desk, table.match_id, 1)
    assert played(table) == {"Ann": "Mend for yourself*"}


def test_a_standing_move_that_raises_stops_no_other_match(
    failing: tuple[Context, Failing], clock: Clock
) -> None:
    ctx, _ = failing
    halted, fine = (running_table(ctx, closing=READY) for _ in range(2))
    announced(halted, standing="mend")
    for table in (halted, fine):
        for seat in range(1 + (table is halted), 4):
            table.sent(seat, "mend", table.names[seat - 1], ready=True)
    assert close_ready(ctx) == 1
    assert len(played(fine)) == 3


@pytest.mark.parametrize("does", ["nothing", "illegal"])
def test_one_that_comes_to_nothing_or_to_something_illegal_is_no_move(
    failing: tuple[Context, Failing], does: str
) -> None:
    ctx, game = failing
    game.does = does
    table = running_table(ctx, closing=READY)
    announced(table, standing="mend")
    for seat, name in ((2, "Bob"), (3, "Cal")):
        table.sent(seat, "mend", name, ready=True)
    assert (standing_now(table), close_ready(ctx)) == (None, 0)
    close_phase(ctx, table.desk, table.match_id, 1)
    assert set(played(table)) == {"Bob", "Cal"}


def test_a_secret_that_is_gone_halts_the_match_until_it_is_back(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table, standing="mend")
    lost = table.at(replace(ctx, sealer=Sealer(b"another secret of at least 32 bytes")))
    (absence,) = reading.seat_page(lost.ctx, table.seat(1)).absences
    assert (absence.is_lost, absence.standing, absence.words) == (True, None, None)
    with pytest.raises(Conflict, match="match is halted"):
        close_phase(lost.ctx, table.desk, table.match_id, 1)
    close_phase(ctx, table.desk, table.match_id, 1)
    assert played(table) == {"Ann": "Mend for yourself*"}


def test_whoever_sends_a_move_needs_no_standing_move_and_no_secret_for_it(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table, standing="mend")
    lost = table.at(replace(ctx, sealer=Sealer(b"another secret of at least 32 bytes")))
    lost.sent(1, "lunge", "Bob")
    close_phase(lost.ctx, table.desk, table.match_id, 1)
    assert played(lost) == {"Ann": "Lunge at Bob"}
