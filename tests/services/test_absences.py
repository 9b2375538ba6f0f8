"""Announcing an absence: what is kept, what is refused, who sees it, and what it excuses."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest

from referee.sealing import Place, SecretMissing, Unreadable
from referee.services import reading
from referee.services.absences import (
    LONGEST,
    MOST_ANNOUNCED,
    MOST_TO_COME,
    take_absence_back,
)
from referee.services.access import Key
from referee.services.closing import close_due, close_phase
from referee.services.context import Context
from referee.services.deadlines import extend_phase, pause_phase, resume_phase
from referee.services.matches import cancel_match, reissue_link, remove_seat
from referee.services.reading_models import AbsenceRead
from referee.services.sealed_absences import sealed_absences
from referee.services.tenures import reclaim_seat, resign, swap_seat
from tests.clock import MORNING, Clock
from tests.services.away import DAY, announced
from tests.services.playing import (
    own_link,
    refused,
    request_id,
    running_table,
    seat_of,
    signup_table,
)
from tests.storage.rows import rows_of


def test_an_absence_is_read_back_by_its_seat_in_words(ctx: Context) -> None:
    table = running_table(ctx)
    made = announced(table, standing="block")
    assert made == AbsenceRead(
        absence=1,
        begins_at=MORNING,
        ends_at=MORNING + DAY,
        announced_at=MORNING,
        standing="block",
        words="Block against whoever dealt me most damage last round",
    )
    page = reading.seat_page(ctx, table.seat(1))
    assert page.absences == (made,)
    assert [one.name for one in page.standing_moves][-2:] == ["mend", "practice"]
    assert reading.seat_page(ctx, table.seat(2)).absences == ()


def test_the_page_of_the_seat_changes_and_nobody_elses(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)

    def revisions() -> list[str]:
        viewers = (None, table.desk, table.seat(1), table.seat(2))
        return [reading.revision(ctx, table.match_id, viewer) for viewer in viewers]

    before = revisions()
    made = announced(table, begins=MORNING + timedelta(minutes=10))
    after = revisions()
    assert [one != other for one, other in zip(before, after, strict=True)] == [0, 0, 1, 0]
    clock.forward(minutes=10)
    begun = revisions()
    assert [one != other for one, other in zip(after, begun, strict=True)] == [0, 0, 1, 0]
    take_absence_back(ctx, table.seat(1), table.match_id, 1, made.absence)
    back = revisions()
    assert [one != other for one, other in zip(begun, back, strict=True)] == [0, 0, 1, 0]


def test_nothing_of_it_is_in_the_record_or_told_to_the_referee(ctx: Context) -> None:
    table = running_table(ctx)
    records = rows_of(ctx, "records")
    desk, public = (
        reading.desk_page(ctx, table.desk, table.match_id),
        reading.match_page(ctx, table.match_id, None),
    )
    announced(table, standing="block")
    assert rows_of(ctx, "records") == records
    assert reading.desk_page(ctx, table.desk, table.match_id) == desk
    assert reading.match_page(ctx, table.match_id, None) == public


@pytest.mark.parametrize("holder", ["another seat", "the referee", "the operator"])
def test_nobody_else_announces_or_takes_back(ctx: Context, holder: str) -> None:
    table = running_table(ctx)
    announced(table)
    key = {
        "another seat": table.seat(2),
        "the referee": table.desk,
        "the operator": Key("operator", None, None),
    }[holder]
    assert refused(lambda: announced(table, key=key, begins=MORNING + 2 * DAY))[1] == "not-yours"
    assert refused(lambda: take_absence_back(ctx, key, table.match_id, 1, 1))[1] == "not-yours"


def test_what_has_passed_of_an_absence_is_left_out(ctx: Context) -> None:
    made = announced(running_table(ctx), begins=MORNING - DAY)
    assert made.begins_at == MORNING


@pytest.mark.parametrize(
    ("begins", "ends", "standing", "code"),
    [
        (MORNING - DAY, MORNING, None, "absence-past"),
        (MORNING + DAY, MORNING + DAY, None, "absence-empty"),
        (MORNING + 2 * DAY, MORNING + DAY, None, "absence-empty"),
        (MORNING, MORNING + LONGEST + timedelta(seconds=1), None, "absence-too-long"),
        (MORNING + 367 * DAY, MORNING + 368 * DAY, None, "absence-too-far"),
        (MORNING.replace(tzinfo=None), MORNING + DAY, None, "time-not-aware"),
        (MORNING, MORNING + DAY, "lunge", "standing-unknown"),
    ],
)
def test_an_absence_that_makes_no_sense_is_refused(
    ctx: Context, begins: datetime, ends: datetime, standing: str | None, code: str
) -> None:
    table = running_table(ctx)
    assert refused(lambda: announced(table, begins=begins, ends=ends, standing=standing)) == (
        "Invalid",
        code,
    )
    assert rows_of(ctx, "absences") == []


def test_the_longest_absence_may_be_announced(ctx: Context) -> None:
    made = announced(running_table(ctx), ends=MORNING + LONGEST)
    assert made.ends_at - made.begins_at == LONGEST


def test_absences_of_one_seat_do_not_overlap_but_may_touch(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table, begins=MORNING + DAY, ends=MORNING + 3 * DAY)
    for begins, ends in ((0, 2), (2, 4), (1, 3), (0, 4)):
        within = refused(
            partial(announced, table, begins=MORNING + begins * DAY, ends=MORNING + ends * DAY)
        )
        assert within == ("Conflict", "absence-overlaps")
    announced(table, begins=MORNING, ends=MORNING + DAY)
    announced(table, begins=MORNING + 3 * DAY, ends=MORNING + 4 * DAY)
    announced(table, 2, begins=MORNING + DAY, ends=MORNING + 3 * DAY)


def test_only_so_many_are_to_come_at_once(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    for number in range(MOST_TO_COME):
        announced(table, begins=MORNING + number * DAY, ends=MORNING + (number + 1) * DAY)
    later = MORNING + 30 * DAY
    assert refused(lambda: announced(table, begins=later, ends=later + DAY)) == (
        "Conflict",
        "too-many-absences",
    )
    clock.forward(days=1)
    announced(table, begins=later, ends=later + DAY)
    assert len(reading.seat_page(ctx, table.seat(1)).absences) == MOST_TO_COME


def test_only_so_many_are_announced_in_one_match(ctx: Context) -> None:
    table = running_table(ctx)
    for number in range(1, MOST_ANNOUNCED + 1):
        announced(table)
        take_absence_back(ctx, table.seat(1), table.match_id, 1, number)
    assert refused(lambda: announced(table)) == ("Conflict", "too-many-absences")


def test_one_form_sent_twice_is_one_absence(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    first = announced(table, standing="block", request="the form of an absence")
    clock.forward(minutes=1)
    assert announced(table, standing="block", request="the form of an absence") == first
    assert len(rows_of(ctx, "absences")) == 1
    announced(table, 2, request="the form of an absence")
    assert refused(lambda: announced(table, 3, request="ünlesbar")) == (
        "Invalid",
        "request-id-invalid",
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"begins": MORNING + DAY / 2},
        {"ends": MORNING + 2 * DAY},
        {"begins": MORNING + 3 * DAY, "ends": MORNING + 4 * DAY},
        {"standing": "block"},
    ],
)
def test_one_form_with_another_absence_in_it_is_refused_and_not_dropped_in_silence(
    ctx: Context, clock: Clock, changed: dict[str, Any]
) -> None:
    table = running_table(ctx)
    announced(table, request="the form of an absence")
    clock.forward(minutes=1)
    assert refused(lambda: announced(table, request="the form of an absence", **changed)) == (
        "Conflict",
        "request-used",
    )
    assert len(rows_of(ctx, "absences")) == 1


def test_an_absence_is_taken_back_once_and_stays_as_a_row(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    announced(table)
    for _ in range(2):
        take_absence_back(ctx, table.seat(1), table.match_id, 1, 1)
        clock.forward(minutes=1)
    assert reading.seat_page(ctx, table.seat(1)).absences == ()
    (row,) = rows_of(ctx, "absences")
    assert row["taken_back_at"] == MORNING
    for number in (2, 10**9):
        missing = refused(partial(take_absence_back, ctx, table.seat(1), table.match_id, 1, number))
        assert missing == ("NotFound", "absence-not-found")
    announced(table, begins=clock.now, ends=clock.now + timedelta(minutes=1))
    clock.forward(minutes=1)
    assert refused(lambda: take_absence_back(ctx, table.seat(1), table.match_id, 1, 2)) == (
        "Conflict",
        "absence-over",
    )


def test_an_absence_can_be_announced_before_the_start_and_goes_with_its_seat(ctx: Context) -> None:
    table = signup_table(ctx, ("Ann", "Bob", "Cal"))
    announced(table, standing="mend")
    announced(table, 3)
    remove_seat(ctx, table.desk, table.match_id, 1)
    assert [row["seat"] for row in rows_of(ctx, "absences")] == [3]


def test_no_absence_is_announced_in_a_match_that_is_over(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table)
    cancel_match(ctx, table.desk, table.match_id, "No time.")
    assert refused(lambda: announced(table, begins=MORNING + 2 * DAY)) == (
        "Conflict",
        "match-cancelled",
    )
    assert refused(lambda: take_absence_back(ctx, table.seat(1), table.match_id, 1, 1)) == (
        "Conflict",
        "match-cancelled",
    )


def test_what_is_sealed_opens_only_in_its_place_and_by_the_secret(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table, standing="block")
    announced(table, 2)
    mine, theirs = rows_of(ctx, "absences")
    assert len(mine["sealed"]) == len(theirs["sealed"])
    place = Place(table.match_id, 0, 1, 1)
    assert ctx.sealer.unseal(place, mine["sealed"]) == {"standing": "block"}
    with pytest.raises(Unreadable):
        ctx.sealer.unseal(place, theirs["sealed"])
    with pytest.raises(SecretMissing):
        type(ctx.sealer)(b"another secret of at least 32 bytes").unseal(place, mine["sealed"])


# Who holds the seat


def test_a_new_link_ends_what_was_announced_through_the_old_one(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table, standing="block")
    reissue_link(ctx, table.desk, table.match_id, 1)
    assert reading.seat_page(ctx, table.seat(1)).absences == ()
    (row,) = rows_of(ctx, "absences")
    assert row["taken_back_at"] == MORNING


def test_a_link_that_was_replaced_meanwhile_announces_nothing_for_the_newcomer(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    key = own_link(ctx, reissue_link(ctx, table.desk, table.match_id, 1)).key
    clock.forward(seconds=1)
    swap_seat(ctx, table.desk, table.match_id, 1, "Eve", move_stands=True, request_id=request_id())
    assert refused(lambda: announced(table, key=key)) == ("KeyRevoked", "key-revoked")
    assert rows_of(ctx, "absences") == []


def test_a_substitute_has_announced_nothing(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table, standing="block")
    swap_seat(ctx, table.desk, table.match_id, 1, "Eve", move_stands=False, request_id=request_id())
    assert reading.seat_page(ctx, table.seat(1)).absences == ()
    unannounced = running_table(ctx)
    swap_seat(
        ctx,
        unannounced.desk,
        unannounced.match_id,
        1,
        "Eve",
        move_stands=True,
        request_id=request_id(),
    )
    # Not even the number tells whether the player before had announced any.
    assert announced(table).absence == announced(unannounced).absence
    assert refused(lambda: take_absence_back(ctx, table.seat(1), table.match_id, 1, 1)) == (
        "NotFound",
        "absence-not-found",
    )


def test_an_open_seat_announces_nothing_until_its_player_is_back(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    for _ in range(2):
        clock.forward(hours=1)
        close_due(ctx)
    assert seat_of(table).holder == "nobody"
    assert refused(lambda: announced(table, ends=clock.now + DAY)) == ("Conflict", "seat-open")
    reclaim_seat(ctx, table.seat(1), table.match_id, 1)
    announced(table, ends=clock.now + DAY)


def test_who_takes_their_seat_back_is_away_as_they_said_before(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    announced(table, begins=MORNING + timedelta(hours=4), standing="practice")
    for phase in (1, 2):
        close_phase(ctx, table.desk, table.match_id, phase)
    assert seat_of(table).holder == "nobody"
    (needed,) = sealed_absences(ctx)
    assert needed.absences == 1
    reclaim_seat(ctx, table.seat(1), table.match_id, 1)
    (absence,) = reading.seat_page(ctx, table.seat(1)).absences
    assert absence.standing == "practice"
    close_phase(ctx, table.desk, table.match_id, 3)
    clock.forward(hours=4)
    for phase in (4, 5):
        close_phase(ctx, table.desk, table.match_id, phase)
        (move,) = reading.phase_report(ctx, table.match_id, phase).moves
        assert move.standing_move
    assert seat_of(table).holder == "player"


def test_nobody_who_is_given_an_open_seat_is_away_as_its_last_player_said(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table, begins=MORNING + timedelta(hours=4), standing="practice")
    for phase in (1, 2):
        close_phase(ctx, table.desk, table.match_id, phase)
    swap_seat(ctx, table.desk, table.match_id, 1, "Eve", move_stands=False, request_id=request_id())
    assert reading.seat_page(ctx, table.seat(1)).absences == ()
    assert sealed_absences(ctx) == ()


def test_whoever_has_resigned_is_away_no_more(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table, standing="block")
    resign(ctx, table.seat(1), table.match_id, 1)
    assert refused(lambda: announced(table, begins=MORNING + 2 * DAY)) == ("Conflict", "seat-open")


# Misses


def test_a_round_due_in_an_absence_is_no_miss(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    announced(table, ends=MORNING + timedelta(hours=2, minutes=1))
    for misses in (0, 0, 1):
        clock.forward(hours=1)
        assert close_due(ctx) == 1
        assert seat_of(table).misses == misses
    # Bob and Cal had announced nothing.
    assert seat_of(table, 2).holder == "nobody"


def test_an_absence_neither_adds_to_a_row_of_misses_nor_breaks_it(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    clock.forward(hours=1)
    close_due(ctx)
    assert seat_of(table).misses == 1
    announced(table, begins=clock.now, ends=clock.now + timedelta(hours=1, minutes=1))
    clock.forward(hours=1)
    close_due(ctx)
    assert seat_of(table).misses == 1
    clock.forward(hours=1)
    close_due(ctx)
    assert seat_of(table).holder == "nobody"


def test_nothing_announced_or_taken_back_after_a_close_changes_what_was_a_miss(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    announced(table, 2, begins=MORNING + timedelta(minutes=30))
    # The round is due at ten, and is closed just after nine.
    clock.forward(minutes=5)
    close_phase(ctx, table.desk, table.match_id, 1)
    announced(table, 1, begins=MORNING + timedelta(minutes=30))
    take_absence_back(ctx, table.seat(2), table.match_id, 2, 1)
    assert [seat_of(table, seat).misses for seat in (1, 2, 3)] == [1, 0, 1]


def test_who_takes_an_absence_back_is_expected_again(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    announced(table)
    clock.forward(minutes=30)
    take_absence_back(ctx, table.seat(1), table.match_id, 1, 1)
    clock.forward(minutes=30)
    close_due(ctx)
    assert seat_of(table).misses == 1


def test_an_extended_deadline_moves_into_an_absence_and_out_of_it(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    announced(table, 1, begins=MORNING + timedelta(hours=2), ends=MORNING + timedelta(hours=4))
    announced(table, 2, begins=MORNING, ends=MORNING + timedelta(hours=2))
    extend_phase(ctx, table.desk, table.match_id, 1, MORNING + timedelta(hours=3))
    clock.forward(hours=3)
    close_due(ctx)
    assert [seat_of(table, seat).misses for seat in (1, 2)] == [0, 1]


def test_a_pause_moves_a_deadline_out_of_an_absence(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    announced(table, ends=MORNING + timedelta(hours=2))
    pause_phase(ctx, table.desk, table.match_id, 1)
    clock.forward(hours=3)
    resume_phase(ctx, table.desk, table.match_id, 1)
    clock.forward(hours=1)
    close_due(ctx)
    assert seat_of(table).misses == 1


def test_no_risk_is_told_of_a_round_that_is_due_in_an_absence(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    clock.forward(hours=1)
    close_due(ctx)
    assert reading.seat_page(ctx, table.seat(1)).risk is not None
    announced(table, begins=clock.now, ends=clock.now + DAY)
    assert reading.seat_page(ctx, table.seat(1)).risk is None
