"""Notices: what is told to whom and when, once, and never what is not true any more."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from referee.services import matches, notices, reading, tenures
from referee.services.context import Context
from referee.services.couriering import deliver_notices
from referee.services.deadlines import extend_phase, pause_phase, resume_phase
from referee.services.errors import KeyRevoked
from referee.services.notices import Wishes
from tests.clock import Clock
from tests.services.notice_world import close, delivered, listed, postbox, told, with_senders
from tests.services.playing import own_link, request_id, running_table, signup_table
from tests.storage.rows import rows_of


@pytest.fixture
def ctx(ctx: Context) -> Context:
    return with_senders(ctx)


# What is told


def test_a_round_that_opens_is_told_with_its_deadline_in_the_matchs_zone_and_in_utc(
    ctx: Context,
) -> None:
    table = signup_table(ctx, ("Ann", "Bob"))
    told(table, 1)
    matches.start_match(ctx, table.desk, table.match_id)
    (news,) = delivered(ctx)
    assert news.subject == (
        "Summer melee: Round 1 is open until Mon 7 Jan 2030, 11:00 (Berlin; Mon 10:00 UTC)"
    )
    assert "Send your move before Mon 7 Jan 2030, 11:00 (Berlin; Mon 10:00 UTC)." in news.text
    assert f"https://games.example/matches/{table.match_id}/seats/1" in news.text
    assert "/open/" not in news.text
    assert delivered(ctx) == []


def test_a_round_that_closes_and_the_next_one_are_told_in_one_message(ctx: Context) -> None:
    table = running_table(ctx)
    told(table, 1)
    close(table, 1)
    (news,) = delivered(ctx)
    assert news.subject.startswith("Summer melee: Round 2 is open until ")
    assert (
        f"Round 1 has closed. What happened: https://games.example/matches/{table.match_id}/phases/1"
        in news.text
    )


@pytest.mark.parametrize(
    ("wishes", "subjects"),
    [
        ({"opened": False}, ["Summer melee: Round 1 has closed"]),
        ({"opened": False, "closed": False}, []),
    ],
)
def test_what_is_not_wanted_is_not_told(ctx: Context, wishes, subjects) -> None:
    table = running_table(ctx)
    told(table, 1, **wishes)
    table.sent(1, "strike", "Bob")
    close(table, 1)
    assert [mail.subject for mail in delivered(ctx)] == subjects


def test_a_reminder_comes_at_the_players_own_time_if_nothing_is_sent(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    told(table, 1, remind_minutes=20)
    told(table, 2, "bob@example.org", remind_minutes=20)
    table.sent(2, "strike", "Cal")
    clock.forward(minutes=39)
    assert delivered(ctx) == []
    clock.forward(minutes=1)
    (reminder,) = delivered(ctx)
    assert reminder.to == "ann@example.org"
    assert reminder.subject == "Summer melee: no move from you for Round 1 yet"
    clock.forward(minutes=5)
    assert delivered(ctx) == []


def test_a_move_that_was_taken_back_is_missing(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    told(table, 1, remind_minutes=20)
    table.sent(1, "strike", "Bob")
    table.sent(1, None)
    clock.forward(minutes=40)
    assert len(delivered(ctx)) == 1


def test_a_reminder_longer_than_the_round_comes_half_way(ctx: Context, clock: Clock) -> None:
    table = signup_table(ctx, ("Ann", "Bob"))
    told(table, 1, remind_minutes=600, opened=False)
    matches.start_match(ctx, table.desk, table.match_id)
    clock.forward(minutes=29)
    assert delivered(ctx) == []
    clock.forward(minutes=1)
    assert len(delivered(ctx)) == 1


def test_a_reminder_can_be_moved_in_the_middle_of_a_round(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    mine = told(table, 1, remind_minutes=50)
    for minutes in (20, 10, 15):
        notices.change_contact(
            ctx,
            table.seat(1),
            table.match_id,
            1,
            mine.contact_id,
            wishes=Wishes(remind_minutes=minutes),
        )
    clock.forward(minutes=44)
    assert delivered(ctx) == []
    clock.forward(minutes=1)
    assert len(delivered(ctx)) == 1
    clock.forward(minutes=5)
    assert delivered(ctx) == []


def test_a_reminder_that_is_not_wanted_any_more_does_not_come(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    mine = told(table, 1, remind_minutes=20)
    notices.change_contact(ctx, table.seat(1), table.match_id, 1, mine.contact_id, wishes=Wishes())
    clock.forward(minutes=50)
    assert delivered(ctx) == []


def test_more_time_is_told_and_moves_the_reminder(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    told(table, 1, remind_minutes=20)
    due = clock.now + timedelta(hours=3)
    for _ in range(2):
        extend_phase(ctx, table.desk, table.match_id, 1, due)
    (more,) = delivered(ctx)
    assert more.subject == (
        "Summer melee: Round 1 now closes Mon 7 Jan 2030, 13:00 (Berlin; Mon 12:00 UTC)"
    )
    clock.forward(minutes=45)
    assert delivered(ctx) == [], "the old deadline's reminder is stale"
    clock.forward(minutes=115)
    assert postbox_subjects(ctx) == ["Summer melee: no move from you for Round 1 yet"]


def postbox_subjects(ctx: Context) -> list[str]:
    return [mail.subject for mail in delivered(ctx)]


def test_no_reminder_comes_while_the_clock_stands_and_it_comes_when_it_goes_on(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    told(table, 1, remind_minutes=20)
    clock.forward(minutes=30)
    pause_phase(ctx, table.desk, table.match_id, 1)
    for _ in range(3):
        clock.forward(minutes=12)
        assert delivered(ctx) == []
    due = resume_phase(ctx, table.desk, table.match_id, 1)
    (goes_on,) = delivered(ctx)
    assert "The clock of Round 1 goes on." in goes_on.text
    clock.set(due - timedelta(minutes=20))
    assert len(delivered(ctx)) == 1


def test_an_errand_that_comes_late_says_nothing_stale(ctx: Context, clock: Clock) -> None:
    """A courier that was away for hours: of all that has happened only the last is still true."""
    table = running_table(ctx)
    told(table, 1, remind_minutes=20)
    for phase in (1, 2, 3):
        extend_phase(ctx, table.desk, table.match_id, phase, clock.now + timedelta(hours=2))
        table.sent(1, "strike", "Bob", phase=phase)
        clock.forward(hours=2)
        close(table, phase)
    subjects = postbox_subjects(ctx)
    assert len(subjects) == 1
    assert subjects[0].startswith("Summer melee: Round 4 is open until ")


def test_the_end_is_told_and_so_is_a_cancelled_match(ctx: Context) -> None:
    table = running_table(ctx, options={"max_rounds": 1})
    told(table, 1)
    close(table, 1)
    (end,) = delivered(ctx)
    assert end.subject == "Summer melee: the match is over"
    other = running_table(ctx)
    told(other, 1)
    matches.cancel_match(ctx, other.desk, other.match_id, "No time.")
    (cancelled,) = delivered(ctx)
    assert "The referee has cancelled the match: No time." in cancelled.text


# Seats at risk, and lost


def test_a_seat_at_risk_is_told_with_the_opening_and_reminded_half_way(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    told(table, 1, opened=False, closed=False)
    clock.forward(minutes=59)
    assert delivered(ctx) == []
    close(table, 1)
    risk = reading.seat_page(ctx, table.seat(1)).risk
    assert risk is not None
    (warning,) = delivered(ctx)
    assert risk in warning.text
    clock.forward(minutes=29)
    assert delivered(ctx) == []
    clock.forward(minutes=1)
    (reminder,) = delivered(ctx)
    assert reminder.subject == "Summer melee: your seat is at risk"
    assert risk in reminder.text


def test_a_seat_that_has_sent_is_not_reminded_of_its_risk(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    told(table, 1, opened=False, closed=False)
    close(table, 1)
    table.sent(1, "strike", "Bob", phase=2)
    clock.forward(minutes=40)
    assert delivered(ctx) == []


def test_a_seat_that_is_lost_is_told_once_and_then_nothing_more(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    told(table, 1)
    for phase in (1, 2):
        table.sent(2, "strike", "Cal", phase=phase)
        close(table, phase)
    (lost,) = delivered(ctx)
    assert lost.subject == "Summer melee: your seat is open"
    close(table, 3)
    assert delivered(ctx) == []


def test_who_takes_their_seat_back_is_told_again(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    told(table, 1, remind_minutes=20)
    for phase in (1, 2):
        close(table, phase)
    delivered(ctx)
    tenures.reclaim_seat(ctx, table.seat(1), table.match_id, 1)
    assert listed(table, 1) == [("a…@example.org", "on")]
    clock.forward(minutes=40)
    assert postbox_subjects(ctx) == ["Summer melee: no move from you for Round 3 yet"]


def test_a_seat_that_is_given_to_somebody_else_is_told_and_the_newcomer_starts_with_nothing(
    ctx: Context,
) -> None:
    table = running_table(ctx)
    told(table, 1)
    tenures.swap_seat(
        ctx, table.desk, table.match_id, 1, "Eve", move_stands=True, request_id=request_id()
    )
    (lost,) = delivered(ctx)
    assert lost.subject == "Summer melee: you no longer hold your seat"
    assert "Eve" not in lost.text
    assert listed(table, 1) == []
    close(table, 1)
    assert delivered(ctx) == []


def test_a_reminder_does_not_tell_the_newcomer_whether_the_last_holder_had_sent(
    ctx: Context, clock: Clock
) -> None:
    said, started = [], clock.now
    for sends in (True, False):
        clock.set(started)
        table = running_table(ctx)
        if sends:
            table.sent(1, "strike", "Bob")
        tenures.swap_seat(
            ctx, table.desk, table.match_id, 1, "Eve", move_stands=True, request_id=request_id()
        )
        told(table, 1, "eve@example.org", remind_minutes=20)
        due = reading.match_page(ctx, table.match_id, None).due_at
        assert due is not None
        clock.set(due - timedelta(minutes=20))
        (reminder,) = delivered(ctx)
        said.append(reminder.text.split("/matches/")[0])
    assert said[0] == said[1]


def test_a_new_link_ends_what_was_asked_for_through_the_old_one(ctx: Context) -> None:
    table = running_table(ctx)
    told(table, 1)
    matches.reissue_link(ctx, table.desk, table.match_id, 1)
    (ended,) = delivered(ctx)
    assert ended.subject == "Summer melee: your seat has a new link"
    assert listed(table, 1) == []
    close(table, 1)
    assert delivered(ctx) == []


def test_a_new_link_for_a_seat_that_is_open_ends_what_was_asked_for_through_the_old_one(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    told(table, 1, remind_minutes=20)
    for phase in (1, 2):
        close(table, phase)
    delivered(ctx)
    matches.reissue_link(ctx, table.desk, table.match_id, 1)
    tenures.reclaim_seat(ctx, table.seat(1), table.match_id, 1)
    assert listed(table, 1) == []
    clock.forward(minutes=40)
    assert delivered(ctx) == []


def test_a_link_that_was_replaced_meanwhile_has_nobody_told_of_the_newcomers_seat(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    old = own_link(ctx, matches.reissue_link(ctx, table.desk, table.match_id, 1)).key
    clock.forward(seconds=1)
    tenures.swap_seat(
        ctx, table.desk, table.match_id, 1, "Eve", move_stands=True, request_id=request_id()
    )
    place = (table.match_id, 1)
    with pytest.raises(KeyRevoked):
        notices.add_contact(ctx, old, *place, address="ann@example.org", wishes=Wishes())
    hers = told(table, 1, "eve@example.org").contact_id
    for deed in (
        lambda: notices.notices_read(ctx, old, *place),
        lambda: notices.add_contact(ctx, old, *place, address="eve@example.org", wishes=Wishes()),
        lambda: notices.change_contact(ctx, old, *place, hers, wishes=Wishes(opened=False)),
        lambda: notices.remove_contact(ctx, old, *place, hers),
    ):
        with pytest.raises(KeyRevoked):
            deed()
    assert listed(table, 1) == [("e…@example.org", "on")]


# What nobody may see


def test_what_is_written_is_the_same_whatever_a_seat_has_sent(
    new_context: Callable[[str], Context], new_database_url: Callable[[], str], clock: Clock
) -> None:
    """Until a reminder is on its way nothing in the database, and afterwards nothing in the outbox."""
    seen = []
    started = clock.now
    for sends in (True, False):
        clock.set(started)
        ctx = with_senders(new_context(new_database_url()))
        table = running_table(ctx)
        told(table, 1, remind_minutes=20)
        if sends:
            table.sent(1, "strike", "Bob")
        clock.forward(minutes=40)
        mails = delivered(ctx)
        assert len(mails) == (0 if sends else 1)
        seen.append(
            [
                (row["kind"], row["ready_at"], row["attempts"], row["done_at"], row["error"])
                for row in rows_of(ctx, "outbox")
            ]
        )
    assert seen[0] == seen[1]


def test_no_address_lies_readable_in_the_database(ctx: Context) -> None:
    table = running_table(ctx)
    told(table, 1, "secret.name@unlisted.example", remind_minutes=20)
    close(table, 1)
    delivered(ctx)
    for name in ("contacts", "outbox", "records", "rates", "requests"):
        for row in rows_of(ctx, name):
            assert "unlisted" not in repr(row)
            assert b"unlisted" not in b"".join(v for v in row.values() if isinstance(v, bytes))


def test_every_notice_has_its_own_message_id_and_the_same_one_each_time(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    told(table, 1, remind_minutes=20)
    told(table, 1, "other@example.org", remind_minutes=20)
    clock.forward(minutes=40)
    deliver_notices(ctx)
    close(table, 1)
    deliver_notices(ctx)
    ids = [mail.message_id for mail in postbox(ctx).mails]
    assert len(ids) == len(set(ids)) == 4
