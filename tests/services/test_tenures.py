"""Seats change hands: who resigns, who comes back, whom the referee seats, and what of theirs counts."""

from collections.abc import Callable

import pytest

from referee.services import reading
from referee.services.access import Key, Token
from referee.services.closing import close_if, close_phase
from referee.services.closing_rules import ClosingRules
from referee.services.context import Context
from referee.services.deadlines import pause_phase, resume_phase
from referee.services.errors import Conflict, Invalid, KeyRevoked, NotYours
from referee.services.exporting import export_match, format_export
from referee.services.matches import cancel_match, reissue_link
from referee.services.moves import MoveIn, submit
from referee.services.open_seats import end_waits
from referee.services.practice import play_practice
from referee.services.readiness import set_ready
from referee.services.reading_models import Receipt
from referee.services.seat_rules import SeatRules
from referee.services.tenures import reclaim_seat, resign, swap_seat
from referee.services.verifying import verify
from referee.worker import run_once
from tests.clock import Clock
from tests.services.broken_games import BrokenSwords, with_game
from tests.services.playing import (
    READY,
    Table,
    own_link,
    refusal,
    request_id,
    running_table,
    seat_of,
    signup_table,
)
from tests.storage.rows import rows_of


def swap(
    table: Table,
    seat: int = 1,
    player: str | None = "Eve",
    *,
    move_stands: bool = True,
    request: str = "",
) -> Key:
    """Seat somebody else; the key of their link, or that of the seat for a practice player."""
    link = swap_seat(
        table.ctx,
        table.desk,
        table.match_id,
        seat,
        player,
        move_stands=move_stands,
        request_id=request or request_id(),
    )
    return table.seat(seat) if link.token is None else own_link(table.ctx, link).key


def counted(table: Table, phase: int = 1) -> dict[str, tuple[int, str]]:
    """What counted in a phase that is closed by this: version and words, by seat."""
    close_phase(table.ctx, table.desk, table.match_id, phase)
    moves = reading.phase_report(table.ctx, table.match_id, phase).moves
    return {move.seat_name: (move.version, move.words) for move in moves}


def tokens(ctx: Context) -> list[dict[str, object]]:
    """The keys of seats that still open something."""
    rows = [dict(row) for row in rows_of(ctx, "keys")]
    return [row for row in rows if row["role"] == "seat" and row["revoked_at"] is None]


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


# Giving a seat to somebody else


def test_the_newcomer_has_a_link_of_their_own_and_the_old_one_opens_nothing(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    old = own_link(ctx, reissue_link(ctx, table.desk, table.match_id, 1)).key
    clock.forward(minutes=1)
    eve = swap(table)
    assert eve == table.seat(1)
    assert reading.seat_page(ctx, eve).seat.player == "Eve"
    seat = seat_of(table)
    assert (seat.name, seat.player, seat.holder) == ("Ann", "Eve", "player")
    assert len(tokens(ctx)) == 3
    with pytest.raises(KeyRevoked):
        reclaim_seat(ctx, old, table.match_id, 1)


def test_the_same_form_sent_twice_gets_the_same_link(ctx: Context) -> None:
    table = running_table(ctx)
    form = request_id()
    links = [
        swap_seat(ctx, table.desk, table.match_id, 1, "Eve", move_stands=True, request_id=form)
        for _ in range(2)
    ]
    assert links[0] == links[1]
    assert len(seat_of(table).tenures) == 2
    for player, move_stands in (("Eve", False), ("Fay", True), (None, True)):
        with pytest.raises(Conflict, match="request-used"):
            swap(table, player=player, move_stands=move_stands, request=form)


def test_an_old_form_for_a_practice_player_throws_nobody_out(ctx: Context) -> None:
    table = running_table(ctx)
    form = request_id()
    swap(table, player=None, request=form)
    swap(table, player="Eve")
    swap(table, player=None, request=form)
    assert seat_of(table).player == "Eve"


@pytest.mark.parametrize(
    ("player", "code"),
    [
        ("Bob", "name-taken"),
        ("B0b", "name-lookalike"),
        ("Ann", "name-taken"),
        ("Fay", "name-taken"),
        ("Fаy", "name-lookalike"),
    ],
)
def test_the_newcomer_cannot_be_taken_for_anybody_who_plays(
    ctx: Context, player: str, code: str
) -> None:
    table = running_table(ctx)
    swap(table, 3, "Fay")
    with pytest.raises(Conflict, match=code):
        swap(table, player=player)


def test_a_seats_own_player_may_be_seated_again_under_its_name(ctx: Context) -> None:
    table = running_table(ctx)
    resign(ctx, table.seat(1), table.match_id, 1)
    swap(table, player="Ann")
    assert seat_of(table).player == "Ann"


def test_a_name_that_is_none_seats_nobody(ctx: Context) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    with pytest.raises(Invalid, match="name-empty"):
        swap(table, player=" ", move_stands=False)
    assert len(seat_of(table).tenures) == 1
    assert counted(table)["Ann"] == (1, "Lunge at Bob")


@pytest.mark.parametrize("move_stands", [True, False])
def test_what_was_sent_counts_only_if_it_stands(ctx: Context, move_stands: bool) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    swap(table, move_stands=move_stands)
    assert counted(table).get("Ann") == ((1, "Lunge at Bob") if move_stands else None)


@pytest.mark.parametrize("move_stands", [True, False])
def test_the_newcomers_own_move_takes_its_place(ctx: Context, move_stands: bool) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    swap(table, move_stands=move_stands)
    assert table.sent(1, "mend", "Ann").version == 1001
    assert counted(table)["Ann"] == (1001, "Mend for yourself")


def test_the_newcomer_may_take_back_what_they_cannot_see(ctx: Context) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    swap(table)
    assert table.sent(1, None).version == 1001
    assert "Ann" not in counted(table)


def left_now(table: Table) -> int:
    table.sent(1, "strike", "Bob")
    resign(table.ctx, table.seat(1), table.match_id, 1)
    return 1


def left_a_round_ago(table: Table) -> int:
    resign(table.ctx, table.seat(1), table.match_id, 1)
    close_phase(table.ctx, table.desk, table.match_id, 1)
    return 2


def lost_by_misses(table: Table) -> int:
    close_phase(table.ctx, table.desk, table.match_id, 1)
    return 2


def back_and_left_again(table: Table) -> int:
    phase = lost_by_misses(table)
    reclaim_seat(table.ctx, table.seat(1), table.match_id, 1)
    table.sent(1, "strike", "Bob", phase=phase)
    resign(table.ctx, table.seat(1), table.match_id, 1)
    return phase


@pytest.mark.parametrize(
    "opened", [left_now, left_a_round_ago, lost_by_misses, back_and_left_again]
)
def test_whoever_takes_an_open_seat_cannot_tell_what_the_referee_has_answered(
    ctx: Context, opened: Callable[[Table], int]
) -> None:
    seen = []
    for move_stands in (True, False):
        table = running_table(ctx, seat_rules=SeatRules(misses=1))
        phase = opened(table)
        key = swap(table, move_stands=move_stands)
        page = reading.seat_page(ctx, key)
        tried = table.send(1, None, phase=phase)
        receipt = table.sent(1, "strike", "Cal", phase=phase)
        said = tried.version if isinstance(tried, Receipt) else refusal(tried)
        seen.append((page.submissions, page.earlier_sealed, said, receipt.version))
    assert seen[0] == seen[1]
    assert seen[0][0] == ()


def test_a_move_of_a_player_who_has_left_counts_only_if_it_stands(ctx: Context) -> None:
    for opened in (left_now, back_and_left_again):
        table = running_table(ctx, seat_rules=SeatRules(misses=1))
        phase = opened(table)
        swap(table, move_stands=False)
        assert "Ann" not in counted(table, phase)


def test_in_the_next_round_versions_count_from_one_again(ctx: Context) -> None:
    table = running_table(ctx)
    swap(table)
    close_phase(ctx, table.desk, table.match_id, 1)
    assert table.sent(1, "mend", "Ann", phase=2).version == 1


def test_two_substitutes_in_one_round_have_numbers_of_their_own(ctx: Context) -> None:
    table = running_table(ctx)
    swap(table, player="Eve")
    assert table.sent(1, "lunge", "Bob").version == 1001
    swap(table, player="Fay")
    assert table.sent(1, "mend", "Ann").version == 2001


def test_a_form_of_the_player_before_is_a_new_move_in_the_newcomers_hands(ctx: Context) -> None:
    table = running_table(ctx)
    first = table.send(1, "lunge", "Bob", request="the form that both have open")
    swap(table)
    second = table.send(1, "lunge", "Bob", request="the form that both have open")
    assert isinstance(first, Receipt)
    assert isinstance(second, Receipt)
    assert (first.version, second.version) == (1, 1001)


def test_each_holder_may_send_as_many_versions_as_anybody(ctx: Context) -> None:
    table = running_table(ctx)
    for _ in range(100):
        table.sent(1, "lunge", "Bob")
    assert refusal(table.send(1, "lunge", "Bob")) == ("Conflict", "too-many-versions")
    swap(table, move_stands=False)
    assert table.sent(1, "lunge", "Bob").version == 1001


def test_a_move_through_the_old_link_is_refused_though_its_key_was_looked_up_before(
    ctx: Context,
) -> None:
    table = running_table(ctx)
    link = own_link(ctx, reissue_link(ctx, table.desk, table.match_id, 1))
    sent = MoveIn(
        key=Token(link.token),
        match_id=table.match_id,
        seat=1,
        phase=1,
        move={"card": "lunge", "target": "Bob"},
    )
    swap(table)
    assert refusal(submit(ctx, [sent])[0]) == ("KeyRevoked", "key-revoked")


def test_being_ready_ends_with_who_was_ready(ctx: Context) -> None:
    table = running_table(ctx, ("Ann", "Bob"), closing=READY)
    table.sent(2, "mend", "Bob", ready=True)
    table.sent(1, "lunge", "Bob", ready=True)
    eve = swap(table)
    assert not close_if(ctx, table.match_id, 1, why="everybody")
    with pytest.raises(Conflict, match="nothing-sent"):
        set_ready(ctx, eve, table.match_id, 1, 1)
    table.sent(1, "mend", "Ann", ready=True)
    assert close_if(ctx, table.match_id, 1, why="everybody")


def test_a_seat_can_change_hands_while_its_round_is_paused_or_halted(ctx: Context) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    pause_phase(ctx, table.desk, table.match_id, 1)
    swap(table, move_stands=False)
    phase = reading.match_page(ctx, table.match_id, None).phase
    assert phase is not None
    assert phase.paused_at is not None
    resume_phase(ctx, table.desk, table.match_id, 1)
    table.sent(1, "mend", "Ann")
    with pytest.raises(Conflict, match="match-quarantined"):
        close_phase(with_game(ctx, BrokenSwords()), table.desk, table.match_id, 1)
    swap(table, player="Fay", move_stands=False)
    assert "Ann" not in counted(table)
    assert seat_of(table).player == "Fay"


def test_no_seat_changes_hands_before_the_start_or_after_the_end(ctx: Context) -> None:
    table = signup_table(ctx, ("Ann", "Bob", "Cal"))
    with pytest.raises(Conflict, match="not-started"):
        swap(table)
    over = running_table(ctx)
    cancel_match(ctx, over.desk, over.match_id, "Enough.")
    for act in (
        lambda: swap(over),
        lambda: resign(ctx, over.seat(1), over.match_id, 1),
        lambda: reclaim_seat(ctx, over.seat(1), over.match_id, 1),
    ):
        with pytest.raises(Conflict, match="match-cancelled"):
            act()


def test_only_the_referee_gives_seats_away(ctx: Context) -> None:
    table = running_table(ctx)
    for key in (table.seat(1), table.seat(2)):
        with pytest.raises(NotYours):
            swap_seat(ctx, key, table.match_id, 1, "Eve", move_stands=True, request_id=request_id())


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
