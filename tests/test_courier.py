"""The courier: each notice once, however many couriers there are and whatever fails; and no round waits for it."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest

from referee.courier import Courier
from referee.notifying.mail import Relay, SmtpMailer
from referee.services import matches, notices, reading
from referee.services.context import Context
from referee.services.couriering import (
    MOST_FAILURES,
    claim_notice,
    deliver_notice,
    deliver_notices,
    tidy_contacts,
)
from referee.services.delivering import deliver_outbox
from referee.services.senders import Mail, Undelivered, Unsure
from referee.worker import run_once
from tests.clock import Clock
from tests.notifying.servers import Inbox, mail_server, silent_server
from tests.services.notice_world import Postbox, close, delivered, postbox, told, with_senders
from tests.services.playing import Table, running_table, signup_table
from tests.storage.rows import rows_of


def state(table: Table, seat: int = 1) -> list[str]:
    page = notices.notices_read(table.ctx, table.seat(seat), table.match_id, seat)
    return [one.state for one in page.contacts]


def refusing(*, again: bool, whose: str = "recipient") -> Callable[[Mail], Exception]:
    return lambda mail: Undelivered("refused", again=again, whose=whose)  # type: ignore[arg-type]


def test_closing_and_the_outbox_leave_notices_alone(ctx: Context, clock: Clock) -> None:
    table = running_table(with_senders(ctx))
    told(table, 1)
    clock.forward(hours=1)
    run_once(table.ctx)
    deliver_outbox(table.ctx)
    assert postbox(table.ctx).mails == []
    assert len(delivered(table.ctx)) == 1


def test_a_mail_server_that_hangs_delays_no_close(
    new_context: Callable[[str], Context], database_url: str, clock: Clock
) -> None:
    """Real threads, a real connection, and one that never answers."""
    ctx = with_senders(new_context(database_url))
    table = running_table(ctx)
    for seat, name in enumerate(("ann", "bob", "cal"), start=1):
        told(table, seat, f"{name}@example.org")
    close(table, 1)
    connections: list[object] = []
    with silent_server(connections) as server:
        relay = Relay("127.0.0.1", server.port, "none", "referee@games.example", timeout=30)
        hanging = replace(ctx, mailer=SmtpMailer(relay, base_url=ctx.base_url))
        with Courier(hanging, poll_seconds=0.01):
            for _ in range(1000):
                if len(connections) == 3:
                    break
                threading.Event().wait(0.01)
            assert len(connections) == 3, "three mails hang, each in a thread of its own"
            clock.forward(hours=1)
            run_once(ctx)
            assert reading.match_page(ctx, table.match_id, None).phase_title == "Round 3"


def test_two_couriers_send_each_notice_once(
    new_context: Callable[[str], Context], database_url: str, clock: Clock
) -> None:
    box = Postbox()
    couriers = [with_senders(new_context(database_url), mailer=box) for _ in range(4)]
    table = running_table(couriers[0])
    for seat in (1, 2, 3):
        for number in range(3):
            told(table, seat, f"seat{seat}-{number}@example.org", remind_minutes=20)
    clock.forward(minutes=40)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(deliver_notices, couriers))
    close(table, 1)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(deliver_notices, couriers))
    ids = [mail.message_id for mail in box.mails]
    assert len(ids) == len(set(ids)) == 18


def test_one_that_took_longer_than_its_lease_is_not_sent_again_by_the_next(
    ctx: Context, clock: Clock
) -> None:
    """Both have it in hand; whoever marks it first sends it."""
    ctx = with_senders(ctx)
    table = running_table(ctx)
    told(table, 1)
    close(table, 1)
    slow = claim_notice(ctx)
    assert slow is not None
    clock.forward(minutes=10)
    other = claim_notice(ctx)
    assert other is not None
    assert other.outbox_id == slow.outbox_id
    deliver_notice(ctx, other)
    deliver_notice(ctx, slow)
    assert len(postbox(ctx).mails) == 1


def test_a_crash_while_sending_may_lose_a_notice_and_never_doubles_it(
    ctx: Context, clock: Clock
) -> None:
    class PowerCut(BaseException):
        """Nothing catches this."""

    ctx = with_senders(ctx)
    table = running_table(ctx)
    told(table, 1)
    table.sent(1, "strike", "Bob")
    close(table, 1)
    box = postbox(ctx)

    def cut(mail: Mail) -> Exception | None:
        box.mails.append(mail)
        raise PowerCut

    box.fails = cut
    with pytest.raises(PowerCut):
        deliver_notices(ctx)
    box.fails = lambda mail: None
    clock.forward(minutes=30)
    deliver_notices(ctx)
    assert len(box.mails) == 1


def test_what_may_have_been_taken_is_not_sent_again(ctx: Context, clock: Clock) -> None:
    ctx = with_senders(ctx)
    table = running_table(ctx)
    told(table, 1)
    table.sent(1, "strike", "Bob")
    close(table, 1)
    postbox(ctx).fails = lambda mail: Unsure("no answer")
    deliver_notices(ctx)
    postbox(ctx).fails = lambda mail: None
    clock.forward(minutes=30)
    assert delivered(ctx) == []
    assert state(table) == ["on"]


def test_what_was_not_taken_is_tried_again_with_growing_pauses_until_it_is_stale(
    ctx: Context, clock: Clock
) -> None:
    ctx = with_senders(ctx)
    table = running_table(ctx, round_minutes=24 * 60)
    told(table, 1)
    table.sent(1, "strike", "Bob")
    close(table, 1)
    tries = []

    def refuse(mail: Mail) -> Exception:
        tries.append(clock.now)
        return Undelivered("busy", again=True, whose="server")

    postbox(ctx).fails = refuse
    for _ in range(30 * 60):
        deliver_notices(ctx)
        clock.forward(minutes=1)
    pauses = [later - earlier for earlier, later in pairwise(tries)]
    assert pauses == sorted(pauses)
    assert pauses[-1] >= timedelta(hours=1)
    assert 20 < len(tries) < 40
    assert tries[-1] < tries[0] + timedelta(hours=24), "the next round's deadline makes it stale"
    assert state(table) == ["on"], "our own relay's trouble is not held against the address"


def test_a_second_try_says_what_is_true_by_then(ctx: Context, clock: Clock) -> None:
    ctx = with_senders(ctx)
    table = running_table(ctx)
    told(table, 1, remind_minutes=20)
    clock.forward(minutes=40)
    postbox(ctx).fails = refusing(again=True)
    deliver_notices(ctx)
    table.sent(1, "strike", "Bob")
    postbox(ctx).fails = lambda mail: None
    clock.forward(minutes=5)
    assert delivered(ctx) == []


def test_an_address_that_refuses_five_notices_in_a_row_is_switched_off_and_the_page_says_so(
    ctx: Context, clock: Clock
) -> None:
    ctx = with_senders(ctx)
    table = running_table(ctx, options={"starting_life": 500, "max_rounds": 30})
    told(table, 1)
    box = postbox(ctx)
    for phase in range(1, 2 * MOST_FAILURES):
        table.sent(1, "strike", "Bob", phase=phase)
        # The fifth in order arrives, so that the count begins anew.
        box.fails = (lambda mail: None) if phase == MOST_FAILURES else refusing(again=False)
        close(table, phase)
        deliver_notices(ctx)
        assert state(table) == ["on"]
    table.sent(1, "strike", "Bob", phase=2 * MOST_FAILURES)
    close(table, 2 * MOST_FAILURES)
    deliver_notices(ctx)
    assert state(table) == ["off"]
    box.fails = lambda mail: None
    close(table, 2 * MOST_FAILURES + 1)
    deliver_notices(ctx)
    assert len(box.mails) == 1


def test_a_question_that_cannot_be_delivered_is_told_at_once(ctx: Context) -> None:
    ctx = with_senders(ctx)
    table = running_table(ctx)
    postbox(ctx).fails = refusing(again=False)
    notices.add_contact(
        ctx,
        table.seat(1),
        table.match_id,
        1,
        address="nobody@example.org",
        wishes=notices.Wishes(),
    )
    deliver_notices(ctx)
    assert state(table) == ["off"]


def test_a_sender_that_breaks_keeps_no_other_notice_waiting(ctx: Context) -> None:
    ctx = with_senders(ctx)
    table = running_table(ctx)
    told(table, 1)
    told(table, 2, "bob@example.org")
    close(table, 1)
    postbox(ctx).fails = lambda mail: ZeroDivisionError() if "ann" in mail.to else None
    assert [mail.to for mail in delivered(ctx)] == ["bob@example.org"]


def test_targets_are_told_in_the_same_words(ctx: Context) -> None:
    ctx = with_senders(ctx)
    table = signup_table(ctx, ("Ann", "Bob"), title="@everyone <!here> [x](http://e.example)")
    told(table, 1)
    notices.add_contact(
        ctx,
        table.seat(1),
        table.match_id,
        1,
        address="pager://ann",
        wishes=notices.Wishes(),
    )
    deliver_notices(ctx)
    pushes = ctx.pusher.pushes  # type: ignore[union-attr]
    token = pushes[-1][1].text.split("/notices/")[1].split()[0]
    notices.confirm_contact(ctx, token)
    matches.start_match(ctx, table.desk, table.match_id)
    (mail,) = delivered(ctx)
    target, push = pushes[-1]
    assert target == "pager://ann"
    assert push.title == mail.subject
    assert push.text.split("No more")[0] == mail.text.split("No more")[0]
    for trap in ("@everyone", "<!here>", "[x]", "://e.example"):
        assert trap not in push.text + push.title


def test_a_channel_that_is_no_longer_set_up_sends_nothing_and_harms_nothing(
    ctx: Context,
) -> None:
    table = running_table(with_senders(ctx))
    told(table, 1)
    close(table, 1)
    deliver_notices(replace(ctx, mailer=None, pusher=None))
    assert delivered(table.ctx) == []
    assert state(table) == ["on"]


def test_addresses_are_forgotten_a_week_after_they_are_of_no_more_use(
    ctx: Context, clock: Clock
) -> None:
    ctx = with_senders(ctx)
    table = running_table(ctx)
    told(table, 1)
    other = running_table(ctx, round_minutes=60 * 24 * 30)
    told(other, 1, "other@example.org")
    matches.cancel_match(ctx, table.desk, table.match_id, "No time.")
    deliver_notices(ctx)
    tidy_contacts(ctx)
    assert [row["sealed"] is None for row in rows_of(ctx, "contacts")] == [False, False]
    clock.forward(days=7, minutes=1)
    tidy_contacts(ctx)
    kept = {row["contact_id"]: row["sealed"] is not None for row in rows_of(ctx, "contacts")}
    assert sorted(kept.values()) == [False, True]
    assert state(other) == ["on"]


def test_a_courier_in_its_threads_sends_by_a_real_mail_server_until_it_is_stopped(
    new_context: Callable[[str], Context], database_url: str
) -> None:
    ctx = with_senders(new_context(database_url))
    table = running_table(ctx)
    for seat in (1, 2):
        told(table, seat, f"seat{seat}@example.org")
    close(table, 1)
    inbox = Inbox()
    with mail_server(inbox) as server:
        relay = Relay("127.0.0.1", server.port, "none", "referee@games.example")
        own = replace(ctx, mailer=SmtpMailer(relay, base_url=ctx.base_url))
        with Courier(own, poll_seconds=0.01):
            for _ in range(1000):
                if len(inbox.messages) == 2:
                    break
                threading.Event().wait(0.01)
    assert sorted(inbox.recipients) == ["seat1@example.org", "seat2@example.org"]
    assert not any(thread.name.startswith("courier") for thread in threading.enumerate())
