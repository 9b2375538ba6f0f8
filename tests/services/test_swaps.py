"""The referee gives a seat to somebody else: what the newcomer has, sees and sends, and what of the past counts."""

from collections.abc import Callable

import pytest

from referee.services import reading
from referee.services.access import Token
from referee.services.closing import close_if, close_phase
from referee.services.context import Context
from referee.services.deadlines import pause_phase, resume_phase
from referee.services.errors import Conflict, Invalid, KeyRevoked, NotYours
from referee.services.matches import cancel_match, reissue_link
from referee.services.moves import MoveIn, submit
from referee.services.readiness import set_ready
from referee.services.reading_models import Receipt
from referee.services.seat_rules import SeatRules
from referee.services.tenures import reclaim_seat, resign, swap_seat
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
from tests.services.seating import counted, swap, tokens


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


def test_the_posts_say_who_held_the_seats_at_the_start_and_at_the_end(ctx: Context) -> None:
    table = running_table(ctx, ("Ann", "Bob", "Cal"), practice=("Robo",), options={"max_rounds": 2})
    opening = " ".join(reading.post(ctx, table.match_id, "opening").texts["plain"].split())
    assert "1. Ann 2. Bob 3. Cal 4. Robo (practice player)" in opening
    swap(table, 2, None)
    close_phase(ctx, table.desk, table.match_id, 1)
    swap(table, 1, "Fay")
    close_phase(ctx, table.desk, table.match_id, 2)
    final = " ".join(reading.post(ctx, table.match_id, "final").texts["plain"].split())
    for held in (
        "1 Ann (played by Fay since Round 2) 20",
        "1 Bob (practice player since Round 1) 20",
        "1 Cal 20",
        "1 Robo (practice player) 20",
    ):
        assert held in final
