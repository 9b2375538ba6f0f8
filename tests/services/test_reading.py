"""Reading: everybody sees what they may know, and until a phase closes nothing of what others sent."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from referee.games.crossing_swords.game import CrossingSwords
from referee.services import reading
from referee.services.access import SYSTEM, Key
from referee.services.cache import Cache
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.errors import Conflict, NotFound, NotYours
from referee.services.matches import cancel_match, sign_up, start_match
from referee.services.reading_models import StatusRead
from tests.clock import Clock
from tests.services.playing import Table, request_id, running_table, signup_table

Sending = Callable[[Table], object]

SENDINGS: dict[str, Sending] = {
    "a move": lambda table: table.sent(2, "lunge", "Ann"),
    "another": lambda table: table.sent(2, "mend", "Bob"),
    "three versions": lambda table: [
        table.sent(2, card, "Ann") for card in ("lunge", "halt", "taunt")
    ],
    "a withdrawn one": lambda table: [table.sent(2, "lunge", "Ann"), table.sent(2, None)],
    "nonsense": lambda table: table.send(2, "trip", "Ann"),
}


def everything(table: Table) -> dict[str, Any]:
    """All that seat 1, the public, the referee and the operator can read, and their revisions."""
    ctx, match_id = table.ctx, table.match_id
    viewers: dict[str, Key | None] = {
        "public": None,
        "seat": table.seat(1),
        "desk": table.desk,
        "operator": SYSTEM,
    }
    seen: dict[str, Any] = {
        name: (
            reading.match_page(ctx, match_id, key).model_dump_json(),
            reading.revision(ctx, match_id, key),
        )
        for name, key in viewers.items()
    }
    seen["seat page"] = reading.seat_page(ctx, table.seat(1)).model_dump_json()
    seen["desk page"] = reading.desk_page(ctx, table.desk, match_id).model_dump_json()
    seen["posts"] = reading.posts(ctx, match_id)
    seen["home"] = reading.home(ctx)
    seen["series"] = reading.series(ctx, match_id)
    return seen


@pytest.mark.parametrize("sending", SENDINGS.values(), ids=SENDINGS)
def test_what_another_seat_has_sent_changes_nothing_that_anybody_reads(
    ctx: Context, sending: Sending
) -> None:
    table = running_table(ctx)
    before = everything(table)
    sending(table)
    assert everything(table) == before


def test_a_late_move_changes_nothing_before_the_close_and_for_the_referee_alone_after_it(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    clock.forward(hours=1)
    before = everything(table)
    table.send(2, "lunge", "Ann")
    assert everything(table) == before
    close_phase(ctx, table.desk, table.match_id, 1)
    closed = everything(table)
    table.send(3, "lunge", "Ann")
    after = everything(table)
    assert {name for name in closed if closed[name] != after[name]} == {
        "desk",
        "desk page",
        "operator",
    }


def test_with_count_the_number_of_those_who_have_sent_is_told_and_no_more(ctx: Context) -> None:
    table = running_table(ctx, status_visibility="count")
    revision = reading.revision(ctx, table.match_id, None)
    table.sent(2, "lunge", "Ann")
    first = everything(table)
    assert reading.match_page(ctx, table.match_id, None).moved == StatusRead(
        visibility="count", sent=1, owed=3, seats=()
    )
    assert reading.revision(ctx, table.match_id, None) != revision
    table.sent(2, "mend", "Bob")
    assert everything(table) == first
    table.sent(2, None)
    assert reading.match_page(ctx, table.match_id, None).moved.sent == 0


def test_with_names_it_is_told_who_has_sent_and_no_more(ctx: Context) -> None:
    table = running_table(ctx, status_visibility="names")
    table.sent(2, "lunge", "Ann")
    first = everything(table)
    moved = reading.match_page(ctx, table.match_id, None).moved
    assert [(one.number, one.has_sent) for one in moved.seats] == [
        (1, False),
        (2, True),
        (3, False),
    ]
    table.sent(2, "mend", "Bob")
    assert everything(table) == first


def test_hidden_tells_only_how_many_owe_a_move(ctx: Context) -> None:
    table = running_table(ctx)
    table.sent(2, "lunge", "Ann")
    assert reading.match_page(ctx, table.match_id, None).moved == StatusRead(
        visibility="hidden", sent=None, owed=3, seats=()
    )


def test_ones_own_move_changes_ones_own_page_and_revision_and_nobody_elses(ctx: Context) -> None:
    table = running_table(ctx)
    before = everything(table)
    table.sent(1, "lunge", "Bob")
    after = everything(table)
    assert {name for name in before if before[name] != after[name]} == {"seat", "seat page"}


def test_the_revision_moves_with_everything_that_the_public_page_shows(
    ctx: Context, clock: Clock
) -> None:
    table = signup_table(ctx)
    seen = [reading.revision(ctx, table.match_id, None)]

    def moved() -> None:
        seen.append(reading.revision(ctx, table.match_id, None))
        assert seen[-1] == reading.match_page(ctx, table.match_id, None).revision

    sign_up(ctx, table.match_id, "Ann", request_id=request_id())
    moved()
    sign_up(ctx, table.match_id, "Bob", request_id=request_id())
    moved()
    start_match(ctx, table.desk, table.match_id)
    moved()
    close_phase(ctx, table.desk, table.match_id, 1)
    moved()
    cancel_match(ctx, table.desk, table.match_id, "Enough.")
    moved()
    assert len(set(seen)) == len(seen)
    clock.forward(days=3)
    assert reading.revision(ctx, table.match_id, None) == seen[-1]


def test_a_seats_page_is_only_for_its_own_key(ctx: Context) -> None:
    table = running_table(ctx)
    for key in (table.desk, SYSTEM):
        with pytest.raises(NotYours):
            reading.seat_page(ctx, key)
    page = reading.seat_page(ctx, table.seat(2))
    assert (page.seat.name, page.decision is not None, page.may_suppose) == ("Bob", True, True)


def test_an_open_phase_has_no_report_and_an_unknown_one_neither(ctx: Context) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    with pytest.raises(Conflict, match="phase-open"):
        reading.phase_report(ctx, table.match_id, 1)
    for number in (0, 2, -3, 2**63):
        with pytest.raises(NotFound, match="phase-not-found"):
            reading.phase_report(ctx, table.match_id, number)


def test_posts_that_do_not_exist_are_not_found(ctx: Context) -> None:
    table = running_table(ctx)
    for post_id in ("phase-1", "", "\x00", "ö"):
        with pytest.raises(NotFound, match="post-not-found"):
            reading.post(ctx, table.match_id, post_id)


def test_the_home_page_sorts_matches_by_how_far_they_are(ctx: Context, clock: Clock) -> None:
    waiting = signup_table(ctx, ("Ann",))
    clock.forward(minutes=1)
    newer = signup_table(ctx)
    running = running_table(ctx)
    over = running_table(ctx, ("Ann", "Bob"), options={"max_rounds": 1})
    close_phase(ctx, over.desk, over.match_id, 1)
    home = reading.home(ctx)
    assert [one.match_id for one in home.open] == [newer.match_id, waiting.match_id]
    assert [one.seats_taken for one in home.open] == [0, 1]
    assert [(one.match_id, one.phase_title) for one in home.running] == [
        (running.match_id, "Round 1")
    ]
    assert [(one.match_id, one.due_at) for one in home.finished] == [(over.match_id, None)]


class ForgetfulSwords(CrossingSwords):
    """Counts how often it is asked for a report or a board: the costly things of a page."""

    def __init__(self) -> None:
        self.asked = 0

    def report(self, before, moves, resolution, viewer):
        self.asked += 1
        return super().report(before, moves, resolution, viewer)


def test_a_long_history_costs_a_page_no_more_reports_than_a_short_one(ctx: Context) -> None:
    table = running_table(ctx)
    for phase in range(1, 21):
        close_phase(ctx, table.desk, table.match_id, phase)
    game = ForgetfulSwords()
    fresh = replace(ctx, games={"crossing-swords": game}, phases=Cache(8), reports=Cache(8))
    page = reading.match_page(fresh, table.match_id, None)
    assert len(page.history) == 20
    assert [phase.number for phase in page.history[:2]] == [20, 19]
    assert game.asked == 1


def test_the_games_on_offer_come_with_everything_a_form_needs(ctx: Context) -> None:
    swords = next(game for game in reading.game_list(ctx) if game.slug == "crossing-swords")
    assert (swords.seats_least, swords.seats_most) == (2, 8)
    assert [preset.name for preset in swords.presets] == ["classic", "grand-melee"]
    assert "assail_vp_cap" in swords.options_schema["properties"]
