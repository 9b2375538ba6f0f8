"""The demonstration match: ready to be played by somebody who has just come."""

from referee.services.access import key_of
from referee.services.context import Context
from referee.services.demo import PLAYER, build_demo
from referee.services.reading import match_page, seat_page


def token_in(link: str) -> str:
    return link.rsplit("/", 1)[1]


def test_the_demonstration_stands_in_its_third_round_with_seven_practice_players(
    ctx: Context,
) -> None:
    demo = build_demo(ctx)
    match = match_page(ctx, demo.match_id, None)
    assert match.status == "running"
    assert match.phase
    assert match.phase.round == 3
    assert len(match.history) == 2
    assert sum(seat.practice for seat in match.seats) == 7
    assert len(match.seats) == 8


def test_the_newcomer_is_always_alive_and_asked_for_a_move(ctx: Context) -> None:
    for _ in range(4):
        demo = build_demo(ctx)
        page = seat_page(ctx, key_of(ctx, token_in(demo.seat_link)))
        assert page.seat.name == PLAYER
        assert page.decision
        assert not page.submissions


def test_the_other_link_opens_the_desk(ctx: Context) -> None:
    demo = build_demo(ctx)
    key = key_of(ctx, token_in(demo.referee_link))
    assert (key.role, key.match_id) == ("referee", demo.match_id)


def test_everybody_but_the_newcomer_has_sent_already(ctx: Context) -> None:
    moved = match_page(ctx, build_demo(ctx).match_id, None).moved
    assert moved.owed is not None
    assert moved.sent == moved.owed - 1
