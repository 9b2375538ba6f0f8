"""Invitations: whoever opens one first gets a link of their own, and everybody after that knows it was opened."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from referee.services import reading
from referee.services.access import Token, key_of
from referee.services.context import Context
from referee.services.desk_links import replace_referee_link
from referee.services.errors import Conflict, KeyMissing, KeyRevoked, NotYours, Refusal
from referee.services.link_requests import REPEAT_WINDOW
from referee.services.matches import (
    add_seat,
    reissue_link,
    remove_seat,
    sign_up,
)
from referee.services.moves import submit
from referee.services.opening import OpenedBefore, open_link
from referee.services.reading_models import Receipt
from referee.services.tenures import swap_seat
from tests.clock import Clock
from tests.services.playing import (
    Table,
    own_link,
    refusal,
    request_id,
    running_table,
    signup_table,
)
from tests.services.racing import at_once
from tests.storage.rows import rows_of

FORM = "the form of the page that Ann opened"


@pytest.fixture
def table(ctx: Context) -> Table:
    return running_table(ctx)


def invitation(table: Table, seat: int = 1) -> str:
    return str(reissue_link(table.ctx, table.desk, table.match_id, seat).token)


def opened(table: Table, token: str, form: str = "") -> str:
    """The token that opening this one gives."""
    return open_link(table.ctx, token, request_id=form or request_id()).token


def refused(table: Table, token: str) -> str:
    """The code that using a token is refused with."""
    with pytest.raises(KeyRevoked) as said:
        key_of(table.ctx, token)
    return said.value.code


def test_an_invitation_is_exchanged_for_a_link_of_ones_own(table: Table) -> None:
    token = invitation(table)
    found = open_link(table.ctx, token, request_id=request_id())
    assert found.is_new
    assert found.token != token
    assert key_of(table.ctx, found.token) == table.seat(1)
    assert found.key.from_invitation


def test_an_invitation_opens_nothing_before_it_is_opened_and_nothing_after(table: Table) -> None:
    token = invitation(table)
    assert refused(table, token) == "key-unopened"
    sent = replace(table.move_in(1, "lunge", "Bob"), key=Token(token))
    assert refusal(submit(table.ctx, [sent])[0]) == ("KeyRevoked", "key-unopened")
    own = opened(table, token)
    assert refused(table, token) == "key-opened"
    assert refusal(submit(table.ctx, [sent])[0]) == ("KeyRevoked", "key-opened")
    assert isinstance(submit(table.ctx, [replace(sent, key=Token(own))])[0], Receipt)


def test_whoever_opens_it_second_is_told_when_the_first_did(table: Table, clock: Clock) -> None:
    token = invitation(table)
    opened(table, token)
    at = "Mon 7 Jan 2030, 09:00 (UTC)"
    clock.forward(hours=5)
    with pytest.raises(OpenedBefore) as said:
        open_link(table.ctx, token, request_id=request_id())
    assert f"This link was opened on {at}. If that was not you, ask the referee for a new one" in (
        said.value.text
    )
    assert said.value.place == (table.match_id, 1)


def test_the_form_that_opened_it_gets_the_same_link_again_for_half_an_hour(
    table: Table, clock: Clock
) -> None:
    token = invitation(table)
    own = opened(table, token, FORM)
    clock.forward(minutes=29)
    assert opened(table, token, FORM) == own
    clock.now += REPEAT_WINDOW
    with pytest.raises(Conflict, match="This form has been used already"):
        opened(table, token, FORM)
    assert key_of(table.ctx, own) == table.seat(1)


def test_a_form_that_opened_another_invitation_opens_no_second_one(table: Table) -> None:
    opened(table, invitation(table), FORM)
    token = invitation(table, 2)
    with pytest.raises(Conflict):
        opened(table, token, FORM)
    assert refused(table, token) == "key-unopened"


def test_the_link_of_ones_own_opens_on_as_many_devices_as_one_likes(table: Table) -> None:
    own = opened(table, invitation(table))
    for _ in range(3):
        found = open_link(table.ctx, own, request_id=request_id())
        assert (found.token, found.is_new) == (own, False)


def test_a_link_from_signing_up_is_ones_own_from_the_beginning(ctx: Context) -> None:
    table = signup_table(ctx)
    token = str(sign_up(ctx, table.match_id, "Ann", request_id=request_id()).token)
    assert open_link(ctx, token, request_id=request_id()).token == token
    assert not key_of(ctx, token).from_invitation


@pytest.mark.parametrize("by", ["adding", "replacing", "swapping"])
def test_every_link_made_by_the_referees_hand_is_an_invitation(ctx: Context, by: str) -> None:
    table = signup_table(ctx) if by == "adding" else running_table(ctx)
    token = {
        "adding": lambda: add_seat(ctx, table.desk, table.match_id, "Ann").token,
        "replacing": lambda: reissue_link(ctx, table.desk, table.match_id, 1).token,
        "swapping": lambda: (
            swap_seat(
                ctx, table.desk, table.match_id, 1, "Eve", move_stands=True, request_id=request_id()
            ).token
        ),
    }[by]()
    assert refused(table, str(token)) == "key-unopened"
    assert open_link(ctx, str(token), request_id=request_id()).is_new


def test_a_referee_who_opens_it_first_can_neither_hide_it_nor_read_what_was_sealed(
    table: Table, clock: Clock
) -> None:
    table.sent(1, "lunge", "Bob")
    clock.forward(minutes=1)
    token = invitation(table)
    clock.forward(minutes=1)
    looked = open_link(table.ctx, token, request_id=request_id())
    assert reading.seat_page(table.ctx, looked.key).submissions == ()
    with pytest.raises(OpenedBefore):
        open_link(table.ctx, token, request_id=request_id())
    again = own_link(table.ctx, reissue_link(table.ctx, table.desk, table.match_id, 1))
    assert refused(table, looked.token) == "key-revoked"
    assert key_of(table.ctx, again.token) == table.seat(1)


def test_a_replaced_invitation_opens_nothing_whether_it_was_opened_or_not(table: Table) -> None:
    first = invitation(table)
    own = opened(table, second := invitation(table))
    third = invitation(table)
    assert [refused(table, one) for one in (first, second, own)] == [
        "key-revoked",
        "key-opened",
        "key-revoked",
    ]
    for token in (first, own):
        with pytest.raises(KeyRevoked, match="replaced by a newer one"):
            opened(table, token)
    assert refused(table, third) == "key-unopened"


def test_an_invitation_to_a_seat_that_was_removed_opens_nothing(ctx: Context) -> None:
    table = signup_table(ctx)
    token = str(add_seat(ctx, table.desk, table.match_id, "Ann").token)
    remove_seat(ctx, table.desk, table.match_id, 1)
    with pytest.raises(KeyRevoked):
        opened(table, token)


def test_an_unknown_token_opens_nothing(ctx: Context) -> None:
    with pytest.raises(KeyMissing):
        open_link(ctx, "nobody's", request_id=request_id())


def test_of_all_who_open_it_at_once_one_gets_the_link(
    new_context: Callable[[str], Context], database_url: str
) -> None:
    processes = [new_context(database_url) for _ in range(4)]
    table = running_table(processes[0])
    for _ in range(6):
        token = invitation(table)
        answers = at_once(
            *(
                lambda ctx=ctx, token=token: open_link(ctx, token, request_id=request_id())
                for ctx in processes
            )
        )
        won = [one for one in answers if not isinstance(one, Refusal)]
        assert len(won) == 1
        assert [type(one) for one in answers if isinstance(one, Refusal)] == [OpenedBefore] * 3
        assert key_of(processes[0], won[0].token) == table.seat(1)


def test_one_form_sent_twice_at_once_gets_one_link(
    new_context: Callable[[str], Context], database_url: str
) -> None:
    one, two = (new_context(database_url) for _ in range(2))
    table = running_table(one)
    for at in range(6):
        token, form = invitation(table), f"{FORM} {at}"
        first, second = at_once(
            lambda token=token, form=form: open_link(one, token, request_id=form),
            lambda token=token, form=form: open_link(two, token, request_id=form),
        )
        assert first == second
        assert not isinstance(first, Refusal)


def test_the_desk_tells_when_a_link_was_opened_and_everybody_that_it_was_replaced(
    table: Table, clock: Clock
) -> None:
    token = invitation(table)
    at = clock.now
    desk = reading.desk_page(table.ctx, table.desk, table.match_id)
    assert desk.seats[0].link_opened_at is None
    clock.forward(minutes=3)
    opened(table, token)
    desk = reading.desk_page(table.ctx, table.desk, table.match_id)
    assert desk.seats[0].link_opened_at == clock.now
    public = reading.match_page(table.ctx, table.match_id, None)
    assert [(one.seat, one.at, one.by) for one in public.links_replaced] == [(1, at, "referee")]


def test_nothing_secret_of_opening_is_stored(table: Table) -> None:
    token = invitation(table)
    own = opened(table, token, FORM)
    for name in ("keys", "records", "requests", "outbox"):
        stored = json.dumps(rows_of(table.ctx, name), default=repr)
        assert token not in stored
        assert own not in stored


# The desk's own link


def test_a_desks_replaced_link_opens_nothing_and_the_new_one_the_desk(table: Table) -> None:
    first = replace_referee_link(table.ctx, table.desk, table.match_id, request_id=request_id())
    assert key_of(table.ctx, first) == table.desk
    second = replace_referee_link(table.ctx, table.desk, table.match_id, request_id=request_id())
    assert refused(table, first) == "key-revoked"
    assert open_link(table.ctx, second, request_id=request_id()).token == second
    assert reading.desk_page(table.ctx, key_of(table.ctx, second), table.match_id)


def test_seats_and_other_desks_keep_their_links_when_a_desk_gets_a_new_one(ctx: Context) -> None:
    table, other = signup_table(ctx), signup_table(ctx)
    seat = str(sign_up(ctx, table.match_id, "Ann", request_id=request_id()).token)
    theirs = replace_referee_link(ctx, other.desk, other.match_id, request_id=request_id())
    replace_referee_link(ctx, table.desk, table.match_id, request_id=request_id())
    assert key_of(ctx, seat) == table.seat(1)
    assert key_of(ctx, theirs) == other.desk


def test_a_desks_link_asked_for_twice_is_one_even_by_whoever_has_only_the_old_one(
    table: Table, clock: Clock
) -> None:
    form = request_id()
    made = replace_referee_link(table.ctx, table.desk, table.match_id, request_id=form)
    assert replace_referee_link(table.ctx, table.desk, table.match_id, request_id=form) == made
    assert replace_referee_link(table.ctx, None, table.match_id, request_id=form) == made
    clock.now += REPEAT_WINDOW
    clock.forward(seconds=1)
    with pytest.raises(Conflict):
        replace_referee_link(table.ctx, None, table.match_id, request_id=form)
    entries = [row for row in rows_of(table.ctx, "records") if "desk-link" in str(row["body"])]
    assert len(entries) == 1


def test_nobody_else_replaces_a_desks_link(table: Table) -> None:
    other = signup_table(table.ctx)
    for key in (table.seat(1), other.desk):
        with pytest.raises(NotYours):
            replace_referee_link(table.ctx, key, table.match_id, request_id=request_id())
    with pytest.raises(KeyRevoked):
        replace_referee_link(table.ctx, None, table.match_id, request_id=request_id())
    assert "desk-link" not in str(rows_of(table.ctx, "records"))


def test_everybody_sees_that_a_desks_link_was_replaced_and_by_whom(
    table: Table, clock: Clock
) -> None:
    operator = replace(table.desk, role="operator", match_id=None)
    before = reading.match_page(table.ctx, table.match_id, None)
    replace_referee_link(table.ctx, operator, table.match_id, request_id=request_id())
    after = reading.match_page(table.ctx, table.match_id, None)
    assert after.revision != before.revision
    assert [(one.seat, one.at, one.by) for one in after.links_replaced] == [
        (None, clock.now, "operator")
    ]
