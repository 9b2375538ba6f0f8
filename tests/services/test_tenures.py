"""Who holds a seat: players resign and come back, practice players take over, and nobody waits for nobody."""

import pytest

from referee.services import reading
from referee.services.closing import close_if, close_phase
from referee.services.closing_rules import ClosingRules
from referee.services.context import Context
from referee.services.errors import Conflict, KeyRevoked, NotYours
from referee.services.exporting import export_match, format_export
from referee.services.matches import reissue_link
from referee.services.moves import MoveIn, submit
from referee.services.open_seats import end_waits
from referee.services.practice import play_practice
from referee.services.seat_rules import SeatRules
from referee.services.tenures import reclaim_seat, resign
from referee.services.verifying import verify
from referee.worker import run_once
from tests.clock import Clock
from tests.services.playing import (
    READY,
    Table,
    own_link,
    refusal,
    running_table,
    seat_of,
    signup_table,
)
from tests.services.seating import counted, swap, tokens

# Resigning


def test_a_player_resigns_and_nobody_holds_the_seat(ctx: Context) -> None:
    table = running_table(ctx)
    resign(ctx, table.seat(1), table.match_id, 1)
    seat = seat_of(table)
    assert (seat.name, seat.holder, seat.player) == ("Ann", "nobody", None)
    assert [(one.holder, one.player, one.ended_by) for one in seat.tenures] == [
        ("nobody", None, None),
        ("player", "Ann", "resigned"),
    ]
    assert [row["seat"] for row in tokens(ctx)] == [2, 3]
    assert refusal(table.send(1, "mend", "Ann")) == ("Conflict", "seat-open")


def test_resigning_twice_is_resigning_once(ctx: Context) -> None:
    table = running_table(ctx)
    for _ in range(2):
        resign(ctx, table.seat(1), table.match_id, 1)
    assert len(seat_of(table).tenures) == 2


def test_a_form_for_resigning_that_comes_after_the_link_is_revoked_resigns_nobody_else(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    own = swap(table)
    resign(ctx, own, table.match_id, 1)
    clock.forward(minutes=1)
    swap(table, player="Fay")
    resign(ctx, own, table.match_id, 1)  # the same again
    assert seat_of(table).player == "Fay"
    clock.forward(minutes=1)
    fay = swap(table, player="Gus")
    clock.forward(minutes=1)
    swap(table, player="Hal")
    with pytest.raises(KeyRevoked):
        resign(ctx, fay, table.match_id, 1)
    assert seat_of(table).player == "Hal"


def test_before_the_start_whoever_resigns_leaves_a_free_seat(ctx: Context) -> None:
    table = signup_table(ctx, ("Ann", "Bob"))
    resign(ctx, table.seat(1), table.match_id, 1)
    page = reading.match_page(ctx, table.match_id, None)
    assert [seat.name for seat in page.seats] == ["Bob"]
    assert [row["seat"] for row in tokens(ctx)] == [2]


def test_a_move_that_was_sent_stays_when_its_player_resigns(ctx: Context) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    resign(ctx, table.seat(1), table.match_id, 1)
    assert counted(table)["Ann"] == (1, "Lunge at Bob")


def test_nobody_else_may_resign_for_a_player(ctx: Context) -> None:
    table = running_table(ctx)
    for key in (table.desk, table.seat(2)):
        with pytest.raises(NotYours):
            resign(ctx, key, table.match_id, 1)


def test_after_the_last_player_has_resigned_each_round_waits_a_month_until_the_match_has_come_to_its_end(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, ("Ann", "Bob"), options={"max_rounds": 3})
    for seat in (1, 2):
        resign(ctx, table.seat(seat), table.match_id, seat)
    for phase in (1, 2, 3):
        clock.forward(days=29)
        assert end_waits(ctx) == 0
        clock.forward(days=1)
        assert end_waits(ctx) == 1
        clock.forward(hours=1)
        assert close_if(ctx, table.match_id, phase, why="deadline")
    assert reading.match_page(ctx, table.match_id, None).status == "finished"


# What follows


def test_a_practice_player_takes_over_at_once_and_moves_in_the_round_that_is_open(
    ctx: Context,
) -> None:
    table = running_table(ctx, seat_rules=SeatRules(open_seat="practice"))
    resign(ctx, table.seat(1), table.match_id, 1)
    assert (seat_of(table).holder, seat_of(table).practice) == ("practice", True)
    assert [row["seat"] for row in tokens(ctx)] == [2, 3]
    run_once(ctx)
    version, _ = counted(table)["Ann"]
    assert version == 1001


def test_a_match_that_everybody_has_left_to_practice_players_goes_by_its_deadlines(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, closing=READY, seat_rules=SeatRules(open_seat="practice"))
    for seat in (1, 2, 3):
        resign(ctx, table.seat(seat), table.match_id, seat)
    for _ in range(3):
        run_once(ctx)
        clock.forward(minutes=5)
    page = reading.match_page(ctx, table.match_id, None)
    assert page.phase is not None
    assert page.phase.number == 1
    assert page.phase.status == "open"


def test_a_practice_player_leaves_the_move_alone_that_stands(ctx: Context) -> None:
    table = running_table(ctx, seat_rules=SeatRules(open_seat="practice"))
    table.sent(1, "lunge", "Bob")
    resign(ctx, table.seat(1), table.match_id, 1)
    run_once(ctx)
    assert counted(table)["Ann"] == (1, "Lunge at Bob")
    run_once(ctx)
    assert counted(table, 2)["Ann"][0] == 1


def test_a_practice_player_moves_if_what_was_sent_does_not_stand(ctx: Context) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    swap(table, player=None, move_stands=False)
    run_once(ctx)
    assert counted(table)["Ann"][0] == 1001


def test_a_seat_that_is_lost_by_misses_can_go_to_a_practice_player(ctx: Context) -> None:
    table = running_table(ctx, seat_rules=SeatRules(misses=1, open_seat="practice"))
    table.sent(2, "mend", "Bob")
    table.sent(3, "mend", "Cal")
    close_phase(ctx, table.desk, table.match_id, 1)
    assert [(one.holder, one.ended_by) for one in seat_of(table).tenures] == [
        ("practice", None),
        ("nobody", "swapped"),
        ("player", "misses"),
    ]
    run_once(ctx)
    assert counted(table, 2)["Ann"][0] == 1


def test_a_practice_players_move_comes_too_late_once_a_player_has_the_seat(ctx: Context) -> None:
    """The worker had the errand in hand when the seat changed hands."""
    table = running_table(ctx, ("Ann", "Bob"), practice=("Pat",))
    sent = MoveIn(
        key=table.seat(3),
        match_id=table.match_id,
        seat=3,
        phase=1,
        move={"card": "mend", "target": "Pat"},
        request_id="practice player, phase 1",
        by_practice=True,
    )
    swap(table, 3)
    assert refusal(submit(ctx, [sent])[0]) == ("NotYours", "not-yours")


# Coming back


def missed_too_much(table: Table) -> None:
    """Ann's seat is open after two rounds."""
    for phase in (1, 2):
        table.sent(2, "mend", "Bob", phase=phase)
        table.sent(3, "mend", "Cal", phase=phase)
        close_phase(table.ctx, table.desk, table.match_id, phase)
    assert seat_of(table).holder == "nobody"


def test_the_player_of_an_open_seat_says_that_they_are_back_and_sends(ctx: Context) -> None:
    table = running_table(ctx)
    missed_too_much(table)
    assert refusal(table.send(1, "mend", "Ann", phase=3)) == ("Conflict", "seat-open")
    assert reading.seat_page(ctx, table.seat(1)).seat.holder == "nobody"
    for _ in range(2):
        reclaim_seat(ctx, table.seat(1), table.match_id, 1)
    assert [(one.holder, one.player, one.ended_by) for one in seat_of(table).tenures] == [
        ("player", "Ann", None),
        ("nobody", None, "reclaimed"),
        ("player", "Ann", "misses"),
    ]
    assert table.sent(1, "mend", "Ann", phase=3).version == 1


def test_nobody_comes_back_to_a_seat_that_somebody_else_has_or_that_they_gave_up(
    ctx: Context,
) -> None:
    table = running_table(ctx)
    own = swap(table, player="Amy")
    missed = running_table(ctx)
    missed_too_much(missed)
    swap(missed, player=None)
    with pytest.raises(Conflict, match="seat-taken"):
        reclaim_seat(ctx, missed.seat(1), missed.match_id, 1)
    resign(ctx, own, table.match_id, 1)
    with pytest.raises(KeyRevoked):
        reclaim_seat(ctx, own, table.match_id, 1)
    with pytest.raises(Conflict, match="seat-taken"):
        reclaim_seat(ctx, table.seat(1), table.match_id, 1)


def test_a_seat_that_was_given_up_gets_no_new_link_and_one_lost_by_misses_does(
    ctx: Context,
) -> None:
    table = running_table(ctx)
    resign(ctx, table.seat(2), table.match_id, 2)
    with pytest.raises(Conflict, match="seat-open"):
        reissue_link(ctx, table.desk, table.match_id, 2)
    open_table = running_table(ctx)
    missed_too_much(open_table)
    link = reissue_link(ctx, open_table.desk, open_table.match_id, 1)
    reclaim_seat(ctx, own_link(ctx, link).key, open_table.match_id, 1)
    assert seat_of(open_table).player == "Ann"


# Nobody waits for nobody


def test_an_open_seat_does_not_hold_up_an_early_close(ctx: Context) -> None:
    table = running_table(ctx, closing=READY)
    resign(ctx, table.seat(1), table.match_id, 1)
    table.sent(2, "mend", "Bob", ready=True)
    assert not close_if(ctx, table.match_id, 1, why="everybody")
    table.sent(3, "mend", "Cal", ready=True)
    assert close_if(ctx, table.match_id, 1, why="everybody")


def test_where_no_player_is_left_rounds_keep_their_time(ctx: Context) -> None:
    """Else the match would rush to its end before anybody could come back."""
    table = running_table(ctx, ("Ann",), practice=("Pat", "Pip"), closing=READY)
    play_practice(ctx, table.match_id, 1)
    resign(ctx, table.seat(1), table.match_id, 1)
    assert not close_if(ctx, table.match_id, 1, why="everybody")


def test_in_the_minutes_of_grace_nobody_waits_for_an_open_seat_but_for_a_substitute(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, closing=ClosingRules(grace_minutes=60))
    table.sent(1, "lunge", "Bob")
    table.sent(2, "mend", "Bob")
    resign(ctx, table.seat(3), table.match_id, 3)
    swap(table)
    clock.forward(minutes=70)
    assert not close_if(ctx, table.match_id, 1, why="everybody")
    table.sent(1, "mend", "Ann")
    assert close_if(ctx, table.match_id, 1, why="everybody")


# The record


def test_the_record_tells_who_held_which_seat_and_never_whether_a_move_stood(
    ctx: Context,
) -> None:
    table = running_table(ctx, options={"max_rounds": 3})
    table.sent(1, "lunge", "Bob")
    swap(table, move_stands=False)
    resign(ctx, table.seat(2), table.match_id, 2)
    swap(table, 3, None)
    told = [
        (entry.by, entry.act.model_dump(mode="json"))
        for entry in export_match(ctx, table.match_id).record
        if entry.act.kind in ("seat-swapped", "resigned")
    ]
    assert told == [
        ("referee", {"kind": "seat-swapped", "seat": 1, "player": "Eve"}),
        ("player", {"kind": "resigned", "seat": 2}),
        ("referee", {"kind": "seat-swapped", "seat": 3, "player": None}),
    ]
    for phase in (1, 2, 3):
        close_phase(ctx, table.desk, table.match_id, phase)
    found = verify(format_export(export_match(ctx, table.match_id)).encode(), ctx.games)
    assert found.mismatch is None
    assert found.told is not None
    assert [one.player for one in found.told.seats[1].tenures] == ["Ann", "Eve"]
