"""When a round closes, as its match's settings say: late, grace, ready. Each rule and each refusal."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.schedule import Clock as Slots
from referee.services import reading
from referee.services.closing import close_due, close_if, close_phase, close_ready
from referee.services.closing_rules import ClosingRules, rule_sentences
from referee.services.context import Context
from referee.services.matches import cancel_match, extend_phase
from referee.services.practice import play_practice
from referee.services.readiness import set_ready, take_ready_back
from referee.services.schedules import WantedSchedule
from tests.clock import Clock
from tests.services.playing import READY, Table, open_phase, refusal, refused, running_table
from tests.storage.rows import rows_of
from tests.web.statements import recorded


def send_all(table: Table, *, ready: bool) -> None:
    for seat, name in enumerate(table.names, start=1):
        table.sent(seat, "mend", name, ready=ready)


# Ready


def test_sent_is_not_ready_and_a_move_counts_all_the_same(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, closing=READY)
    send_all(table, ready=False)
    assert close_ready(ctx) == 0
    clock.forward(hours=1)
    assert close_due(ctx) == 1
    assert len(reading.phase_report(ctx, table.match_id, 1).moves) == 3


def test_a_round_closes_once_all_who_owe_are_ready(ctx: Context) -> None:
    table = running_table(ctx, closing=READY)
    send_all(table, ready=False)
    for seat in (1, 2):
        set_ready(ctx, table.seat(seat), table.match_id, seat, 1)
    assert close_ready(ctx) == 0
    set_ready(ctx, table.seat(3), table.match_id, 3, 1)
    set_ready(ctx, table.seat(3), table.match_id, 3, 1)
    assert close_ready(ctx) == 1
    assert close_ready(ctx) == 0
    assert open_phase(ctx, table).number == 2


@pytest.mark.parametrize("phase", [-(2**64), 0, 2, 2**63, 10**30])
def test_nobody_is_ready_for_a_round_that_there_cannot_be(ctx: Context, phase: int) -> None:
    table = running_table(ctx, closing=READY)
    for act in (set_ready, take_ready_back):
        assert refused(lambda act=act: act(ctx, table.seat(1), table.match_id, 1, phase)) == (  # type: ignore[misc]
            "NotFound",
            "phase-not-found",
        )


def test_ready_can_be_taken_back_and_the_move_stands(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, closing=READY)
    send_all(table, ready=True)
    take_ready_back(ctx, table.seat(2), table.match_id, 2, 1)
    take_ready_back(ctx, table.seat(2), table.match_id, 2, 1)
    assert close_ready(ctx) == 0
    assert not close_if(ctx, table.match_id, 1, why="everybody")
    clock.forward(hours=1)
    close_due(ctx)
    assert len(reading.phase_report(ctx, table.match_id, 1).moves) == 3


@pytest.mark.parametrize("card", ["mend", None])
def test_whoever_changes_or_withdraws_is_not_ready_until_they_say_so_again(
    ctx: Context, card: str | None
) -> None:
    table = running_table(ctx, closing=READY)
    send_all(table, ready=True)
    table.sent(2, card, "Bob" if card else "")
    assert close_ready(ctx) == 0
    assert not close_if(ctx, table.match_id, 1, why="everybody")
    table.sent(2, "mend", "Bob", ready=True)
    assert close_ready(ctx) == 1


def test_a_form_sent_twice_is_ready_once(ctx: Context) -> None:
    table = running_table(ctx, ("Ann", "Bob"), closing=READY)
    for _ in range(2):
        table.send(1, "mend", "Ann", ready=True, request="the very same form")
    table.sent(2, "mend", "Bob", ready=True)
    assert len(rows_of(ctx, "readiness")) == 2
    assert close_ready(ctx) == 1


def test_practice_players_are_ready_once_they_have_sent(ctx: Context) -> None:
    table = running_table(ctx, ("Ann",), practice=("Robot", "Tin"), closing=READY)
    table.sent(1, "mend", "Ann", ready=True)
    assert close_ready(ctx) == 0
    play_practice(ctx, table.match_id, 1)
    assert close_ready(ctx) == 1


def test_a_round_stays_open_for_its_least_length_however_ready_all_are(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, closing=ClosingRules(early_close="ready", least_minutes=20))
    send_all(table, ready=True)
    clock.forward(minutes=19)
    assert close_ready(ctx) == 0
    clock.forward(minutes=1)
    assert close_ready(ctx) == 1


def test_looking_for_whom_nobody_waits_takes_as_many_statements_for_many_matches_as_for_one(
    ctx: Context,
) -> None:
    def statements() -> int:
        with recorded(ctx) as asked:
            assert close_ready(ctx) == 0
        return len(asked)

    first = running_table(ctx, closing=READY)
    first.sent(1, "mend", "Ann", ready=True)
    for_one = statements()
    for _ in range(5):
        running_table(ctx, closing=READY)
    assert statements() == for_one


def test_without_the_rule_ready_means_nothing(ctx: Context) -> None:
    table = running_table(ctx)
    send_all(table, ready=True)
    assert rows_of(ctx, "readiness") == []
    assert close_ready(ctx) == 0
    assert refused(lambda: set_ready(ctx, table.seat(1), table.match_id, 1, 1)) == (
        "Conflict",
        "not-asked-ready",
    )


def test_what_readiness_is_refused_for(ctx: Context) -> None:
    table = running_table(ctx, closing=READY, options={"starting_life": 3})

    def ready(seat: int, phase: int = 1, *, by: int | None = None) -> Callable[[], object]:
        return lambda: set_ready(ctx, table.seat(by or seat), table.match_id, seat, phase)

    assert refused(ready(1)) == ("Conflict", "nothing-sent")
    assert refused(ready(1, by=2)) == ("NotYours", "not-yours")
    assert refused(ready(9)) == ("NotFound", "seat-not-found")
    assert refused(ready(1, 2)) == ("NotFound", "phase-not-found")
    table.sent(1, "strike", "Cal")
    close_phase(ctx, table.desk, table.match_id, 1)
    assert refused(ready(1)) == ("Conflict", "phase-closed")
    assert refused(ready(3, 2)) == ("Conflict", "seat-out")
    cancel_match(ctx, table.desk, table.match_id, "Enough.")
    assert refused(ready(1, 2)) == ("Conflict", "match-cancelled")


def test_a_seat_sees_whether_it_is_ready_and_others_see_nothing(ctx: Context) -> None:
    table = running_table(ctx, closing=READY, status_visibility="names")

    def seen(seat: int) -> tuple[bool | None, str]:
        page = reading.seat_page(ctx, table.seat(seat))
        return page.ready, page.match.revision

    table.sent(1, "mend", "Ann")
    (mine, revision), other = seen(1), seen(2)
    assert mine is False
    set_ready(ctx, table.seat(1), table.match_id, 1, 1)
    assert seen(1)[0] is True
    assert seen(1)[1] != revision
    assert seen(2) == other == (None, other[1])


# Late


def test_hard_means_received_before_the_deadline_to_the_instant(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    clock.forward(hours=1, microseconds=-1)
    table.sent(1, "mend", "Ann")
    clock.forward(microseconds=1)
    assert refusal(table.send(2, "mend", "Bob")) == ("Conflict", "move-late")


def test_until_closing_takes_what_comes_before_the_round_closes(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, closing=ClosingRules(late="until-closing"))
    table.sent(1, "mend", "Ann")
    clock.forward(hours=1, minutes=3)
    table.sent(1, "halt", "Bob")
    table.sent(2, "mend", "Bob")
    close_due(ctx)
    assert refusal(table.send(3, "mend", "Cal")) == ("Conflict", "phase-closed")
    moves = reading.phase_report(ctx, table.match_id, 1).moves
    assert [(one.seat, one.version) for one in moves] == [(1, 2), (2, 1)]


# Grace

GRACE = ClosingRules(grace_minutes=10)


def test_in_the_minutes_of_grace_those_may_move_who_have_not(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, closing=GRACE)
    first = table.sent(1, "mend", "Ann")
    clock.forward(hours=1)
    assert close_due(ctx) == 0
    assert refusal(table.send(1, "halt", "Bob")) == ("Conflict", "move-locked")
    assert refusal(table.send(1, None)) == ("Conflict", "move-locked")
    assert reading.seat_page(ctx, table.seat(1)).locked
    assert not reading.seat_page(ctx, table.seat(2)).locked
    table.sent(2, "mend", "Bob")
    assert refusal(table.send(2, "halt", "Ann")) == ("Conflict", "move-locked")
    clock.forward(minutes=10)
    assert refusal(table.send(3, "mend", "Cal")) == ("Conflict", "move-late")
    assert close_due(ctx) == 1
    moves = reading.phase_report(ctx, table.match_id, 1).moves
    assert [(one.seat, one.version) for one in moves] == [(1, first.version), (2, 1)]
    late = [(one["seat"], one["version"]) for one in rows_of(ctx, "submissions") if one["late"]]
    assert sorted(late) == [(1, 2), (1, 3), (2, 2), (3, 1)]


def test_who_withdrew_before_the_deadline_has_not_moved(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, closing=GRACE)
    table.sent(1, "mend", "Ann")
    table.sent(1, None)
    clock.forward(hours=1)
    table.sent(1, "halt", "Bob")


def test_a_form_repeated_in_the_minutes_of_grace_keeps_its_receipt(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, closing=GRACE)
    receipt = table.send(1, "mend", "Ann", request="the very same form")
    clock.forward(hours=1)
    assert table.send(1, "mend", "Ann", request="the very same form") == receipt


def test_once_all_have_moved_grace_is_over(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, closing=GRACE)
    table.sent(1, "mend", "Ann")
    table.sent(2, "mend", "Bob")
    clock.forward(hours=1)
    assert close_ready(ctx) == 0
    table.sent(3, "mend", "Cal")
    assert close_ready(ctx) == 1


@pytest.mark.parametrize("minutes", [10, 300], ids=["minutes", "hours"])
def test_grace_does_not_drag_the_next_deadline_off_a_daily_slot(
    ctx: Context, clock: Clock, minutes: int
) -> None:
    daily = WantedSchedule(zone="UTC", rounds=Slots.at("20:00", least_minutes=1440))
    table = running_table(ctx, schedule=daily, closing=ClosingRules(grace_minutes=minutes))
    first = reading.match_page(ctx, table.match_id, None).due_at
    assert first is not None
    clock.now = first + timedelta(minutes=minutes, seconds=5)
    assert close_due(ctx) == 1
    assert reading.match_page(ctx, table.match_id, None).due_at == first + timedelta(days=1)


def test_an_extension_opens_a_locked_round_again(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, closing=GRACE)
    table.sent(1, "mend", "Ann")
    clock.forward(hours=1)
    extend_phase(ctx, table.desk, table.match_id, 1, clock.now + timedelta(hours=2))
    table.sent(1, "halt", "Bob")


def test_with_both_the_locked_stay_locked_and_the_others_have_until_it_closes(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx, closing=ClosingRules(late="until-closing", grace_minutes=10))
    table.sent(1, "mend", "Ann")
    clock.forward(hours=1, minutes=20)
    assert refusal(table.send(1, "halt", "Bob")) == ("Conflict", "move-locked")
    table.sent(2, "mend", "Bob")


# In words


@given(
    st.builds(
        ClosingRules,
        late=st.sampled_from(["hard", "until-closing"]),
        grace_minutes=st.integers(0, 2880),
        early_close=st.sampled_from(["never", "ready"]),
        least_minutes=st.integers(0, 86400),
        most_extensions=st.integers(0, 100),
    )
)
def test_every_rule_is_told_in_whole_sentences(rules: ClosingRules) -> None:
    said = rule_sentences(rules)
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in said)
    assert len(said) == 1 + bool(rules.grace_minutes) + rules.closes_when_ready + (
        rules.most_extensions == 0
    )
