"""The demonstration is an ordinary match, ready to be played."""

from datetime import timedelta

from referee.services import reading
from referee.services.access import key_of
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.demo import build_demo
from tests.clock import Clock


def test_the_demonstration_is_in_its_third_round_and_waits_only_for_the_newcomer(
    ctx: Context, clock: Clock
) -> None:
    demo = build_demo(ctx)
    seat = key_of(ctx, demo.seat_link.removeprefix("https://games.example/open/"))
    desk = key_of(ctx, demo.referee_link.removeprefix("https://games.example/open/"))
    page = reading.seat_page(ctx, seat)
    assert page.match.phase is not None
    assert (page.match.phase.round, page.match.phase.status) == (3, "open")
    assert page.match.phase.due_at == clock.now + timedelta(days=1)
    assert [one.name for one in page.match.seats if not one.practice] == ["You"]
    assert len(page.match.seats) == 8
    assert page.decision is not None
    moved = page.match.moved
    assert moved.sent is not None
    assert moved.owed == moved.sent + 1
    assert len(reading.phase_report(ctx, demo.match_id, 1).moves) == 8
    assert len(reading.phase_report(ctx, demo.match_id, 2).moves) >= moved.owed
    assert close_phase(ctx, desk, demo.match_id, 3).next_phase == 4
    assert demo.seat_link not in repr(demo)
