"""Standing moves: played when a round closes and their player, being away, has sent nothing."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from referee.games import GAMES_BY_SLUG
from referee.games.crossing_swords.game import CrossingSwords
from referee.sealing import Place, commitment
from referee.services import reading
from referee.services.absences import take_absence_back
from referee.services.closing import close_due, close_if, close_phase, close_ready
from referee.services.closing_rules import ClosingRules
from referee.services.context import Context
from referee.services.deadlines import extend_phase, pause_phase
from referee.services.exporting import phase_record
from referee.services.matches import NewMatch, cancel_match, create_match, sign_up, start_match
from referee.services.practice import play_practice
from referee.services.receipt_checks import ReceiptClaim, check_receipt
from referee.services.tenures import resign, swap_seat
from tests.clock import MORNING, Clock
from tests.games.tiny.game import KingOfTheHill
from tests.services.away import DAY, announced, played, report, standing_now
from tests.services.playing import READY, Table, request_id, running_table, seat_of
from tests.storage.rows import rows_of


def test_a_standing_move_is_played_for_whoever_is_away(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    table.sent(2, "lunge", "Ann")
    table.sent(3, "strike", "Ann")
    close_phase(ctx, table.desk, table.match_id, 1)
    announced(table, standing="block")
    assert standing_now(table) == "Block against Bob"
    clock.forward(hours=1)
    close_due(ctx)
    assert played(table, 2) == {"Ann": "Block against Bob*"}
    assert seat_of(table).misses == 0


def test_it_is_a_version_like_any_other_with_a_commitment_of_its_own(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table, standing="mend")
    table.sent(1, "lunge", "Bob")
    table.sent(1, None)
    close_phase(ctx, table.desk, table.match_id, 1)
    (move,) = report(table).moves
    assert (move.version, move.words, move.received_at) == (3, "Mend for yourself", MORNING)
    place = Place(table.match_id, 1, 1, 3)
    assert move.commitment == commitment(place, move.move, str(move.nonce))
    versions = [(row["version"], row["standing_move"]) for row in rows_of(ctx, "submissions")]
    assert sorted(versions) == [(1, False), (2, False), (3, True)]


def test_it_is_marked_wherever_it_is_told(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table, standing="mend")
    table.sent(2, "mend", "Bob")
    close_phase(ctx, table.desk, table.match_id, 1)
    told = report(table)
    assert [one.standing_move for one in told.moves] == [True, False]
    assert [one.standing_move for one in told.commitments] == [True, False]
    record = phase_record(ctx, table.match_id, 1)
    assert [one.standing_move for one in record.moves] == [True, False]
    entry = record.entry.act.model_dump()
    assert [one["standing_move"] for one in entry["moves"]] == [True, False]
    (post,) = (one for one in reading.posts(ctx, table.match_id) if one.phase == 1)
    for text in post.texts.values():
        assert text.count("standing move") == 1
    found = check_receipt(
        ctx, table.match_id, (), ReceiptClaim(commitment=told.moves[0].commitment)
    )
    assert (found.fate, found.standing_move) == ("counted", True)
    assert found.text.startswith("The standing move, sent by the server")


def test_ones_own_move_wins(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table, standing="mend")
    table.sent(1, "lunge", "Bob")
    assert standing_now(table) is None
    close_phase(ctx, table.desk, table.match_id, 1)
    assert played(table) == {"Ann": "Lunge at Bob"}


def test_a_move_taken_back_leaves_it_to_the_standing_move(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table, standing="mend")
    table.sent(1, "lunge", "Bob")
    table.sent(1, None)
    assert standing_now(table) == "Mend for yourself"
    close_phase(ctx, table.desk, table.match_id, 1)
    assert played(table) == {"Ann": "Mend for yourself*"}


def test_an_absence_without_a_standing_move_sends_nothing(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table)
    assert standing_now(table) is None
    close_phase(ctx, table.desk, table.match_id, 1)
    assert played(table) == {}


def test_one_taken_back_sends_nothing(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table, standing="mend")
    take_absence_back(ctx, table.seat(1), table.match_id, 1, 1)
    assert standing_now(table) is None
    close_phase(ctx, table.desk, table.match_id, 1)
    assert played(table) == {}


@pytest.mark.parametrize(
    ("begins", "ends", "applies"),
    [
        (0, 60, False),  # over when the round is due, at ten
        (0, 61, True),
        (60, 61, True),
        (61, 90, False),
    ],
)
def test_it_is_the_deadline_that_counts(
    ctx: Context, clock: Clock, begins: int, ends: int, applies: bool
) -> None:
    table = running_table(ctx)
    announced(
        table,
        begins=MORNING + timedelta(minutes=begins),
        ends=MORNING + timedelta(minutes=ends),
        standing="mend",
    )
    clock.forward(hours=1)
    close_due(ctx)
    assert bool(played(table)) is applies


def test_or_the_moment_of_closing(ctx: Context, clock: Clock) -> None:
    """The referee closes before the deadline, in an absence that is over by then."""
    table = running_table(ctx)
    announced(table, ends=MORNING + timedelta(minutes=30), standing="mend")
    clock.forward(minutes=10)
    close_phase(ctx, table.desk, table.match_id, 1)
    assert played(table) == {"Ann": "Mend for yourself*"}


def test_a_deadline_that_is_extended_out_of_the_absence_waits_for_the_player(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    announced(table, ends=MORNING + timedelta(hours=2), standing="mend")
    extend_phase(ctx, table.desk, table.match_id, 1, MORNING + timedelta(hours=3))
    clock.forward(hours=3)
    close_due(ctx)
    assert played(table) == {}


def test_who_announces_in_the_middle_of_a_round_is_away_in_it(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    clock.forward(minutes=59)
    announced(table, begins=clock.now, standing="practice")
    clock.forward(minutes=1)
    close_due(ctx)
    assert set(played(table)) == {"Ann"}


def test_a_paused_round_stays_open_and_the_standing_move_waits(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    announced(table, standing="mend", ends=MORNING + 9 * DAY)
    pause_phase(ctx, table.desk, table.match_id, 1)
    clock.forward(hours=2)
    assert close_due(ctx) + close_ready(ctx) == 0
    assert standing_now(table) == "Mend for yourself"


def test_a_cancelled_match_plays_nothing(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    announced(table, standing="mend")
    cancel_match(ctx, table.desk, table.match_id, "No time.")
    clock.forward(hours=1)
    assert close_due(ctx) == 0
    assert rows_of(ctx, "submissions") == []
    assert standing_now(table) is None


def test_the_eliminated_are_sent_nothing_for(ctx: Context) -> None:
    table = running_table(ctx, options={"starting_life": 3})
    announced(table, standing="mend")
    table.sent(1, "focus", "Bob")
    table.sent(2, "strike", "Ann")
    close_phase(ctx, table.desk, table.match_id, 1)
    assert reading.seat_page(ctx, table.seat(1)).out
    assert standing_now(table) is None
    close_phase(ctx, table.desk, table.match_id, 2)
    assert played(table, 2) == {}


# Who holds the seat


def test_a_substitute_does_not_inherit_it(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table, standing="mend")
    swap_seat(ctx, table.desk, table.match_id, 1, "Eve", move_stands=True, request_id=request_id())
    close_phase(ctx, table.desk, table.match_id, 1)
    assert played(table) == {}


def test_a_substitutes_own_has_a_number_that_says_nothing_of_what_was_sent_before(
    ctx: Context,
) -> None:
    versions = []
    for sends in (False, True):
        table = running_table(ctx)
        if sends:
            table.sent(1, "lunge", "Bob")
        swap_seat(
            ctx, table.desk, table.match_id, 1, "Eve", move_stands=False, request_id=request_id()
        )
        announced(table, standing="mend")
        assert standing_now(table) == "Mend for yourself"
        close_phase(ctx, table.desk, table.match_id, 1)
        versions += [one.version for one in report(table).moves]
    assert versions[0] == versions[1] > 1


def test_what_would_be_sent_tells_a_substitute_nothing_of_a_move_that_stands(ctx: Context) -> None:
    for sends in (False, True):
        table = running_table(ctx)
        if sends:
            table.sent(1, "lunge", "Bob")
        swap_seat(
            ctx, table.desk, table.match_id, 1, "Eve", move_stands=True, request_id=request_id()
        )
        announced(table, standing="mend")
        assert standing_now(table) == "Mend for yourself"
        close_phase(ctx, table.desk, table.match_id, 1)
        assert played(table) == {"Ann": "Lunge at Bob" if sends else "Mend for yourself*"}


def test_whoever_has_resigned_leaves_no_standing_move(ctx: Context) -> None:
    table = running_table(ctx)
    announced(table, standing="mend")
    resign(ctx, table.seat(1), table.match_id, 1)
    close_phase(ctx, table.desk, table.match_id, 1)
    assert played(table) == {}


# Ready


def test_nobody_waits_for_whoever_is_away_with_a_standing_move(ctx: Context) -> None:
    table = running_table(ctx, closing=READY)
    announced(table, standing="mend")
    table.sent(2, "mend", "Bob", ready=True)
    assert close_ready(ctx) == 0
    table.sent(3, "mend", "Cal", ready=True)
    assert close_ready(ctx) == 1
    assert played(table)["Ann"] == "Mend for yourself*"


@pytest.mark.parametrize("sends", [False, True])
def test_that_tells_nothing_of_whether_they_have_sent_one_of_their_own(
    ctx: Context, sends: bool
) -> None:
    table = running_table(ctx, closing=READY)
    announced(table, standing="mend")
    if sends:
        table.sent(1, "lunge", "Bob")
    for seat, name in ((2, "Bob"), (3, "Cal")):
        table.sent(seat, "mend", name, ready=True)
    assert close_ready(ctx) == 1
    assert played(table)["Ann"] == ("Lunge at Bob" if sends else "Mend for yourself*")


@pytest.mark.parametrize(
    ("begins", "standing"), [(MORNING, None), (MORNING + timedelta(minutes=30), "mend")]
)
def test_who_is_not_away_yet_or_has_left_nothing_is_waited_for(
    ctx: Context, begins: Any, standing: str | None
) -> None:
    table = running_table(ctx, closing=READY)
    announced(table, begins=begins, standing=standing)
    for seat, name in ((2, "Bob"), (3, "Cal")):
        table.sent(seat, "mend", name, ready=True)
    assert close_ready(ctx) == 0
    assert not close_if(ctx, table.match_id, 1, why="everybody")


def test_in_the_minutes_of_grace_nobody_waits_for_them_either(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, closing=ClosingRules(grace_minutes=30))
    announced(table, standing="mend")
    table.sent(2, "mend", "Bob")
    clock.forward(hours=1)
    assert close_ready(ctx) == 0
    table.sent(3, "mend", "Cal")
    assert close_ready(ctx) == 1
    assert len(played(table)) == 3


def test_a_match_in_which_nobody_is_there_goes_by_its_deadlines(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, practice=("Dee",), closing=READY)
    for seat in (1, 2, 3):
        announced(table, seat, standing="mend")
    play_practice(ctx, table.match_id, 1)
    assert close_ready(ctx) == 0
    clock.forward(hours=1)
    assert close_due(ctx) == 1
    table.sent(1, "mend", "Ann", phase=2, ready=True)
    play_practice(ctx, table.match_id, 2)
    assert close_ready(ctx) == 1


# What goes in


def test_it_follows_from_the_round_before_its_choices_included_and_the_first_has_none(
    ctx: Context,
) -> None:
    told: list[list[str]] = []

    class Listening(CrossingSwords):
        def standing_move(
            self, view: Any, seat: Any, decision: Any, name: Any, events: Any, dice: Any
        ) -> Any:
            told.append([event.kind for event in events])
            return super().standing_move(view, seat, decision, name, events, dice)

    table = running_table(replace(ctx, games={"crossing-swords": Listening()}))
    announced(table, standing="block")
    for phase in (1, 2, 3):
        table.sent(
            2, "strike" if phase == 1 else "mend", "Ann" if phase == 1 else "Bob", phase=phase
        )
        close_phase(table.ctx, table.desk, table.match_id, phase)
    assert told[0] == []
    assert "damage" in told[1]
    assert "damage" not in told[2]
    assert "mended" in told[2]


def hill(ctx: Context, standing: str) -> Table:
    """A match of a game with hidden hands and choices; Ann, who has the first seat, is away."""
    ctx = replace(ctx, games={**GAMES_BY_SLUG, "king-of-the-hill": KingOfTheHill()})
    new = NewMatch(game="king-of-the-hill", title="Up there", zone="UTC", round_minutes=60)
    made = create_match(ctx, new, request_id=request_id())
    table = Table(ctx, made.match_id, ("Ann", "Bob"))
    for name in table.names:
        sign_up(ctx, made.match_id, name, request_id=request_id())
    start_match(ctx, table.desk, made.match_id, go_ahead=True)
    announced(table, standing=standing, ends=MORNING + 9 * DAY)
    return table


@pytest.mark.parametrize("standing", ["highest", "practice"])
def test_a_choice_is_left_to_its_default_unless_a_practice_player_makes_it(
    ctx: Context, clock: Clock, standing: str
) -> None:
    choices = 0
    for _ in range(6):
        table = hill(ctx, standing)
        close_phase(table.ctx, table.desk, table.match_id, 1)
        assert set(played(table)) == {"Ann"}
        phase = reading.match_page(table.ctx, table.match_id, None).phase
        assert phase is not None
        assert phase.kind == "choice"
        asked = reading.seat_page(table.ctx, table.seat(1)).decision is not None
        close_phase(table.ctx, table.desk, table.match_id, 2)
        assert bool(played(table, 2)) == (asked and standing == "practice")
        choices += asked
    assert choices
