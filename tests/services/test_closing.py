"""Closing: exactly once, by whoever comes first, with everything that follows or nothing."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from referee.games.crossing_swords.game import CrossingSwords
from referee.sealing import Sealer
from referee.services import reading
from referee.services.closing import close_due, close_if, close_phase, close_ready, due_phases
from referee.services.context import Context
from referee.services.errors import Conflict, NotFound
from referee.services.matches import extend_phase
from tests.clock import Clock
from tests.services.broken_games import BrokenSwords, SilentSwords, with_game
from tests.services.playing import READY, Table, refusal, running_table, signup_table


def phases(ctx: Context, table: Table) -> list[tuple[int, str]]:
    page = reading.match_page(ctx, table.match_id, None)
    assert page.phase is not None
    seen = {page.phase.number: page.phase.status}
    seen.update({phase.number: phase.status for phase in page.history})
    return sorted(seen.items())


def test_a_close_resolves_the_round_writes_its_post_and_opens_the_next(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    table.sent(2, "riposte", "Ann")
    clock.forward(minutes=20)
    closed = close_phase(ctx, table.desk, table.match_id, 1)
    assert (closed.phase.number, closed.phase.status, closed.next_phase) == (1, "closed", 2)
    assert closed.phase.closed_at == clock.now
    page = reading.match_page(ctx, table.match_id, None)
    assert page.phase is not None
    assert (page.phase.title, page.phase.due_at) == ("Round 2", clock.now + timedelta(hours=1))
    assert page.latest is not None
    assert [(one.seat_name, one.words) for one in page.latest.moves] == [
        ("Ann", "Lunge at Bob"),
        ("Bob", "Riposte against Ann"),
    ]
    (round_post, *_) = page.posts
    assert (round_post.kind, round_post.phase) == ("round", 1)
    texts = reading.post(ctx, table.match_id, round_post.post_id).texts
    assert set(texts) == {"bbcode", "markdown", "plain"}
    assert all("Lunge" in text and "Round 2" in text for text in texts.values())


def test_a_repeated_close_returns_the_stored_result(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    first = close_phase(ctx, table.desk, table.match_id, 1)
    clock.forward(minutes=5)
    assert close_phase(ctx, table.desk, table.match_id, 1) == first
    assert phases(ctx, table) == [(1, "closed"), (2, "open")]


def test_a_close_of_any_other_round_is_stale_and_closes_nothing(ctx: Context) -> None:
    table = running_table(ctx)
    close_phase(ctx, table.desk, table.match_id, 1)
    close_phase(ctx, table.desk, table.match_id, 2)
    for stale in (1, 4, 0, -1, 2**40):
        with pytest.raises(Conflict, match="phase-stale"):
            close_phase(ctx, table.desk, table.match_id, stale)
    assert phases(ctx, table) == [(1, "closed"), (2, "closed"), (3, "open")]


def test_what_is_not_due_is_not_closed_by_the_deadline(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    clock.forward(minutes=59, seconds=59)
    assert due_phases(ctx) == []
    assert close_due(ctx) == 0
    assert not close_if(ctx, table.match_id, 1, why="deadline")
    clock.forward(seconds=1)
    assert due_phases(ctx) == [(table.match_id, 1)]
    assert close_due(ctx) == 1
    assert close_due(ctx) == 0
    assert phases(ctx, table) == [(1, "closed"), (2, "open")]


def test_a_phase_extended_after_it_was_found_due_is_not_closed(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    clock.forward(hours=1)
    (found,) = due_phases(ctx)
    extend_phase(ctx, table.desk, table.match_id, 1, clock.now + timedelta(hours=1))
    assert not close_if(ctx, *found, why="deadline")
    assert phases(ctx, table) == [(1, "open")]


def test_nobody_sending_anything_still_closes_the_round(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    clock.forward(hours=1)
    assert close_due(ctx) == 1
    assert reading.phase_report(ctx, table.match_id, 1).moves == ()


def test_the_dead_are_not_waited_for(ctx: Context) -> None:
    table = running_table(ctx, closing=READY, options={"starting_life": 3})
    table.sent(1, "strike", "Cal")
    close_phase(ctx, table.desk, table.match_id, 1)
    table.sent(1, "mend", "Ann", phase=2, ready=True)
    table.sent(2, "mend", "Bob", phase=2, ready=True)
    assert close_ready(ctx) == 1


def test_the_end_has_standings_a_last_post_and_nothing_more_to_close(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, ("Ann", "Bob"), options={"starting_life": 3})
    table.sent(1, "strike", "Bob")
    closed = close_phase(ctx, table.desk, table.match_id, 1)
    assert (closed.next_phase, closed.is_over) == (None, True)
    page = reading.match_page(ctx, table.match_id, None)
    assert page.status == "finished"
    assert page.settings.finished_at == clock.now
    assert page.standings is not None
    assert [(one.rank, one.seat, one.score) for one in page.standings.standings] == [
        (1, "Ann", 6),
        (2, "Bob", 0),
    ]
    assert [post.kind for post in page.posts] == ["final", "round", "opening", "recruiting"]
    assert close_phase(ctx, table.desk, table.match_id, 1) == closed
    for phase in (0, 2):
        with pytest.raises(Conflict, match="match-over"):
            close_phase(ctx, table.desk, table.match_id, phase)
    assert refusal(table.send(1, "strike", "Bob")) == ("Conflict", "phase-closed")


def test_a_match_before_its_start_has_nothing_to_close(ctx: Context) -> None:
    table = signup_table(ctx, ("Ann", "Bob"))
    with pytest.raises(Conflict, match="not-started"):
        close_phase(ctx, table.desk, table.match_id, 1)
    with pytest.raises(NotFound, match="match-not-found"):
        close_phase(ctx, table.desk, "nothing", 1)


@pytest.mark.parametrize("game", [BrokenSwords(), SilentSwords()], ids=["rules", "report"])
def test_a_match_whose_round_cannot_be_resolved_is_halted_and_no_other(
    ctx: Context, clock: Clock, game: CrossingSwords
) -> None:
    broken_ctx = with_game(ctx, game)
    table, other = running_table(ctx), running_table(ctx)
    table.sent(1, "lunge", "Bob")
    clock.forward(hours=1)
    # The other match closes under sound rules, in the same go, after the broken one.
    assert close_if(broken_ctx, table.match_id, 1, why="deadline") is False
    assert close_due(ctx) == 1
    assert reading.match_page(ctx, other.match_id, None).phase_title == "Round 2"
    page = reading.match_page(ctx, table.match_id, None)
    assert (page.status, page.error, page.history) == ("quarantined", None, ())
    assert [post.kind for post in page.posts] == ["opening", "recruiting"]
    assert close_due(broken_ctx) == 0


def test_the_error_of_a_halted_match_is_for_its_referee_and_quotes_no_move(
    ctx: Context, clock: Clock
) -> None:
    broken_ctx = with_game(ctx, BrokenSwords())
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    with pytest.raises(Conflict, match="match-quarantined") as refused:
        close_phase(broken_ctx, table.desk, table.match_id, 1)
    error = reading.desk_page(ctx, table.desk, table.match_id).error
    assert error is not None
    assert error.startswith("KeyError")
    assert "broken_games.py" in error
    for text in (error, refused.value.text):
        assert not any(word in text.lower() for word in ("lunge", "ann", "bob"))
    assert reading.match_page(ctx, table.match_id, table.seat(1)).error is None


def test_a_halted_match_takes_no_moves_and_keeps_those_it_has(ctx: Context) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    with pytest.raises(Conflict):
        close_phase(with_game(ctx, BrokenSwords()), table.desk, table.match_id, 1)
    assert refusal(table.send(2, "mend", "Bob")) == ("Conflict", "match-quarantined")
    page = reading.seat_page(ctx, table.seat(1))
    assert [one.words for one in page.submissions] == ["Lunge at Bob"]
    assert page.decision is None


def test_a_halted_match_goes_on_once_its_rules_are_mended(ctx: Context) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    with pytest.raises(Conflict):
        close_phase(with_game(ctx, BrokenSwords()), table.desk, table.match_id, 1)
    closed = close_phase(ctx, table.desk, table.match_id, 1)
    assert closed.next_phase == 2
    page = reading.match_page(ctx, table.match_id, table.desk)
    assert (page.status, page.error) == ("running", None)
    assert [one.words for one in reading.phase_report(ctx, table.match_id, 1).moves] == [
        "Lunge at Bob"
    ]


def test_a_lost_secret_halts_what_is_open_and_harms_nothing_that_is_closed(
    ctx: Context, new_context: Callable[[str], Context]
) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    close_phase(ctx, table.desk, table.match_id, 1)
    table.sent(1, "strike", "Bob", phase=2)
    lost = replace(ctx, sealer=Sealer(b"another secret of at least 32 bytes"))
    with pytest.raises(Conflict, match="match-quarantined"):
        close_phase(lost, table.desk, table.match_id, 2)
    error = reading.desk_page(lost, table.desk, table.match_id).error
    assert error is not None
    assert f"sealed by the secret {ctx.sealer.name}" in error
    assert [one.words for one in reading.phase_report(lost, table.match_id, 1).moves] == [
        "Lunge at Bob"
    ]
    assert reading.seat_page(lost, table.seat(1)).submissions == ()
    assert close_phase(ctx, table.desk, table.match_id, 2).next_phase == 3


def test_a_whole_match_closes_round_after_round_until_its_limit(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, options={"max_rounds": 3})
    for phase in (1, 2, 3):
        table.sent(1, "strike", "Bob", phase=phase)
        clock.forward(hours=1)
        assert close_due(ctx) == 1
    page = reading.match_page(ctx, table.match_id, None)
    assert page.status == "finished"
    life, vp = reading.series(ctx, table.match_id)
    assert life.labels == ("Start", "1", "2", "3")
    assert {line.seat: line.values for line in life.lines}["Bob"] == (20, 17, 14, 0)
    assert {line.seat: line.values for line in vp.lines}["Ann"] == (0, 3, 6, 29)
