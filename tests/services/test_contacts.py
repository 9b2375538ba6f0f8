"""Where a player is told of a match: named, confirmed, counted, stopped, and seen by nobody else."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from referee.services import matches, notices
from referee.services.context import Context
from referee.services.errors import Conflict, Invalid, NotFound, NotYours, TooMany
from referee.services.notices import Wishes
from tests.clock import Clock
from tests.services.notice_world import ask, close, delivered, listed, token_in, told, with_senders
from tests.services.playing import running_table
from tests.services.racing import at_once
from tests.storage.rows import rows_of


@pytest.fixture
def ctx(ctx: Context) -> Context:
    return with_senders(ctx)


def test_an_address_gets_one_question_and_nothing_more_before_it_is_confirmed(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    ask(table, 1, "ann@example.org", remind_minutes=30)
    assert listed(table, 1) == [("a…@example.org", "waiting")]
    (question,) = delivered(ctx)
    assert question.to == "ann@example.org"
    clock.forward(minutes=45)
    close(table, 1)
    assert delivered(ctx) == []
    notices.confirm_contact(ctx, token_in(question))
    assert listed(table, 1) == [("a…@example.org", "on")]


def test_the_question_holds_nothing_that_anybody_typed(ctx: Context) -> None:
    """Or anybody could have us send their words to a stranger."""
    table = running_table(ctx, ("Buycheap", "Bob"), title="Cheap pills at evil.example")
    ask(table, 1, "stranger@example.org")
    (question,) = delivered(ctx)
    for typed in ("Cheap", "pills", "Buycheap", "evil"):
        assert typed not in question.text + question.subject
    assert "games.example" in question.subject


def test_a_question_that_nobody_answers_is_dropped_after_a_week(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, round_minutes=60 * 24 * 30)
    ask(table, 1, "ann@example.org")
    (question,) = delivered(ctx)
    clock.forward(days=7)
    assert listed(table, 1) == []
    with pytest.raises(Conflict) as refused:
        notices.confirm_contact(ctx, token_in(question))
    assert refused.value.code == "notice-link-over"


def test_looking_at_the_link_confirms_nothing(ctx: Context) -> None:
    table = running_table(ctx)
    ask(table, 1, "ann@example.org")
    (question,) = delivered(ctx)
    for _ in range(2):
        assert notices.notice_link(ctx, token_in(question)).state == "waiting"
    assert notices.confirm_contact(ctx, token_in(question)).state == "on"
    assert notices.confirm_contact(ctx, token_in(question)).state == "on"


def test_stopping_needs_no_key_and_is_for_good(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    told(table, 1)
    close(table, 1)
    (news,) = delivered(ctx)
    token = token_in(news)
    assert notices.stop_contact(ctx, token).state == "off"
    assert notices.stop_contact(ctx, token).state == "off"
    assert listed(table, 1) == []
    close(table, 2)
    assert delivered(ctx) == []
    assert [row["sealed"] for row in rows_of(ctx, "contacts")] == [None]
    with pytest.raises(Conflict):
        notices.confirm_contact(ctx, token)


def test_a_link_that_belongs_to_nothing_is_refused(ctx: Context) -> None:
    for act in (notices.notice_link, notices.confirm_contact, notices.stop_contact):
        with pytest.raises(NotFound) as refused:
            act(ctx, "nosuchtoken")
        assert refused.value.code == "notice-link-unknown"


def test_only_the_seat_itself_sees_and_changes_where_it_is_told(ctx: Context) -> None:
    table = running_table(ctx)
    mine = told(table, 1)
    for key in (table.seat(2), table.desk):
        with pytest.raises(NotYours):
            notices.notices_read(ctx, key, table.match_id, 1)
        with pytest.raises(NotYours):
            notices.remove_contact(ctx, key, table.match_id, 1, mine.contact_id)
        with pytest.raises(NotYours):
            notices.change_contact(ctx, key, table.match_id, 1, mine.contact_id, wishes=Wishes())
    with pytest.raises(NotFound):
        notices.change_contact(
            ctx, table.seat(2), table.match_id, 2, mine.contact_id, wishes=Wishes()
        )
    notices.remove_contact(ctx, table.seat(2), table.match_id, 2, mine.contact_id)
    assert listed(table, 1) == [("a…@example.org", "on")]
    notices.remove_contact(ctx, table.seat(1), table.match_id, 1, mine.contact_id)
    assert listed(table, 1) == []


def test_a_seat_has_at_most_three_and_one_that_is_named_twice_counts_once(ctx: Context) -> None:
    table = running_table(ctx)
    for name in ("a", "b", "c", "c"):
        ask(table, 1, f"{name}@example.org")
    assert len(delivered(ctx)) == 3
    with pytest.raises(Conflict) as refused:
        ask(table, 1, "d@example.org")
    assert refused.value.code == "contacts-full"
    first = notices.notices_read(ctx, table.seat(1), table.match_id, 1).contacts[0]
    notices.remove_contact(ctx, table.seat(1), table.match_id, 1, first.contact_id)
    ask(table, 1, "d@example.org")


def test_a_form_that_is_sent_twice_at_once_asks_once(
    new_context: Callable[[str], Context], database_url: str
) -> None:
    ctx = with_senders(new_context(database_url))
    others = [replace(new_context(database_url), mailer=ctx.mailer) for _ in range(2)]
    for _ in range(4):
        table = running_table(ctx)
        address = f"{table.match_id}@example.org"
        at_once(*(partial(ask, table.at(one), 1, address) for one in others))
        assert len(listed(table, 1)) == 1
        assert len(delivered(ctx)) == 1


def test_one_address_is_asked_three_times_a_day_at_most_whoever_names_it(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, ("Ann", "Bob", "Cal", "Dan"), round_minutes=60 * 24 * 30)
    for seat in (1, 2, 3):
        ask(table, seat, "victim@example.org" if seat % 2 else "Victim@example.org")
    with pytest.raises(TooMany) as refused:
        ask(table, 4, "victim@example.org")
    assert refused.value.retry_after > 3600
    clock.forward(days=1)
    ask(table, 4, "victim@example.org")


def test_one_seat_may_not_go_through_ever_new_addresses(ctx: Context) -> None:
    table = running_table(ctx)
    for number in range(10):
        mine = ask(table, 1, f"a{number}@example.org")
        notices.remove_contact(ctx, table.seat(1), table.match_id, 1, mine.contact_id)
    with pytest.raises(TooMany):
        ask(table, 1, "another@example.org")


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "ann",
        "ann@",
        "@example.org",
        "ann@example",
        "ann@127.0.0.1",
        "ann@[127.0.0.1]",
        "ann@example.org\r\nBcc: all@example.org",
        "ann@example.org, bob@example.org",
        "Ann <ann@example.org>",
        '"ann x"@example.org',
        "ann@exämple.org",
        "ann@-example.org",
        "a" * 65 + "@example.org",
        "ann@" + "e" * 250 + ".org",
    ],
)
def test_what_is_no_address_is_refused_in_words(ctx: Context, typed: str) -> None:
    table = running_table(with_senders(ctx, pusher=None))
    with pytest.raises(Invalid) as refused:
        ask(table, 1, typed)
    assert (refused.value.code, refused.value.field) == ("address-unusable", "address")
    assert delivered(ctx) == []


def test_without_any_sender_the_page_says_so_and_nothing_can_be_added(ctx: Context) -> None:
    table = running_table(with_senders(ctx, mailer=None, pusher=None))
    page = notices.notices_read(table.ctx, table.seat(1), table.match_id, 1)
    assert (page.mail, page.services, page.may_add) == (False, (), False)
    for address in ("ann@example.org", "pager://ann"):
        with pytest.raises(Invalid):
            ask(table, 1, address)


def test_a_match_that_is_over_asks_nobody(ctx: Context) -> None:
    table = running_table(ctx)
    matches.cancel_match(ctx, table.desk, table.match_id, "No time.")
    assert not notices.notices_read(ctx, table.seat(1), table.match_id, 1).may_add
    with pytest.raises(Conflict):
        ask(table, 1, "ann@example.org")
