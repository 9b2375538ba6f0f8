"""No notice tells what another seat has sent: worlds that differ only in that send the same messages.

Mail and pushes are compared whole, with their subjects, ids and times, through everything that causes one;
and so is what the outbox and the log hold of them.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import structlog

from referee.services import matches, notices
from referee.services.access import Key
from referee.services.couriering import deliver_notices
from referee.services.deadlines import extend_phase, pause_phase, resume_phase
from referee.services.notices import Wishes
from tests.services.notice_world import Pager, Postbox
from tests.storage.rows import rows_of
from tests.web.sealing import DEEDS, SECRET, replace_link
from tests.web.worlds import World, open_match


@pytest.fixture
def new_match(new_server: Callable[[], World]) -> Callable[..., World]:
    """Makes worlds that are alike to the last byte, in which every seat but the secret one is told everything."""

    def make(visibility: str, **how: Any) -> World:
        world = new_server()
        world.ctx = replace(world.ctx, mailer=Postbox(), pusher=Pager())
        world.app.state.ctx = world.ctx
        open_match(world, visibility=visibility, **how)
        replace_link(world)
        for seat in (1, 3):
            for address in (f"seat{seat}@example.org", f"pager://{seat}"):
                _told(world, seat, address)
        return world

    return make


def _told(world: World, seat: int, address: str) -> None:
    world.chance.begin(f"notices to {address}")
    key = Key("seat", world.match, seat)
    notices.add_contact(
        world.ctx, key, world.match, seat, address=address, wishes=Wishes(remind_minutes=120)
    )
    deliver_notices(world.ctx)
    text = _sent(world)[-1][-1]
    notices.confirm_contact(world.ctx, text.split("/notices/")[1].split()[0])


def _sent(world: World) -> list[tuple[Any, ...]]:
    """Everything that was sent since this was last asked."""
    mailer, pusher = world.ctx.mailer, world.ctx.pusher
    assert isinstance(mailer, Postbox)
    assert isinstance(pusher, Pager)
    mails = [
        (one.to, one.at, one.message_id, one.leave_url, one.subject, one.text)
        for one in mailer.taken()
    ]
    pushes = [(target, push.url, push.title, push.text) for target, push in pusher.pushes]
    pusher.pushes = []
    return [*mails, *pushes]


def _everything_happens(world: World) -> list[tuple[Any, ...]]:
    """Reminders, more time, a pause, the clock going on and a cancelled match, with what is sent of each."""
    desk, sent = Key("referee", world.match, None), list[tuple[Any, ...]]()

    def deliver() -> None:
        deliver_notices(world.ctx)
        sent.extend(_sent(world))

    start = world.clock.now
    deliver()
    world.clock.set(start + timedelta(hours=22))
    deliver()
    extend_phase(world.ctx, desk, world.match, 2, start + timedelta(hours=40))
    deliver()
    world.clock.set(start + timedelta(hours=39))
    deliver()
    pause_phase(world.ctx, desk, world.match, 2)
    deliver()
    resume_phase(world.ctx, desk, world.match, 2)
    deliver()
    matches.cancel_match(world.ctx, desk, world.match, "Enough of it.")
    deliver()
    world.clock.set(start)
    return sent


@pytest.mark.parametrize("visibility", ["hidden", "count", "names"])
def test_what_is_sent_is_the_same_whatever_another_seat_has_sent(
    new_match: Callable[..., World], visibility: str
) -> None:
    first: list[tuple[Any, ...]] | None = None
    outbox: Any = None
    for deed in DEEDS:
        if "late" in deed:
            continue
        world = new_match(visibility)
        DEEDS[deed](world)
        with structlog.testing.capture_logs() as lines:
            sent = _everything_happens(world)
        rows = rows_of(world.ctx, "outbox")
        assert first is None or sent == first, deed
        assert outbox is None or rows == outbox, deed
        assert lines == [], "sending says nothing in the log"
        first, outbox = sent, rows
    assert first is not None
    # Two seats with two places each: reminded twice, more time, the clock goes on, cancelled.
    assert len(first) >= 4 * 4


def test_whoever_else_is_told_shows_nowhere(new_match: Callable[..., World]) -> None:
    """That the secret seat wants notices, has confirmed them, or stopped them, nobody can tell."""
    seen = []
    for wants in (False, True):
        world = new_match("hidden")
        if wants:
            _told(world, SECRET, "secret@example.org")
        pages = {}
        for viewer in ("public", "1", "3", "referee", "operator"):
            for path in (
                f"/matches/{world.match}",
                f"/api/matches/{world.match}",
                f"/matches/{world.match}/desk",
                f"/api/matches/{world.match}/desk",
                f"/api/matches/{world.match}/export",
                f"/matches/{world.match}/seats/1",
                f"/matches/{world.match}/seats/1/notices",
                f"/matches/{world.match}/seats/{SECRET}/notices",
                f"/matches/{world.match}/feed.atom",
            ):
                answer = world.look("GET", path, cookies=world.cookies_of(viewer))
                pages[viewer, path] = answer
                assert b"secret@" not in answer.body
        seen.append(pages)
    for place, answer in seen[0].items():
        assert answer == seen[1][place], place


def test_a_contact_of_another_seat_is_not_there_for_anybody_else(
    new_match: Callable[..., World],
) -> None:
    world = new_match("hidden")
    (row, *_) = [row for row in rows_of(world.ctx, "contacts") if row["channel"] == "email"]
    for tail in ("", "/remove"):
        path = f"/api/matches/{world.match}/seats/3/notices/{row['contact_id']}{tail}"
        answer = world.look("POST", path, token=world.tokens["1"], json={})
        assert answer.status == 403
    assert [one["ended_at"] for one in rows_of(world.ctx, "contacts")] == [None] * 4
