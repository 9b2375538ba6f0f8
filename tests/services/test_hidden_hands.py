"""A game with hidden hands and a choice after the play: each viewer is told their own part and no more."""

import hashlib
import re
from dataclasses import replace
from datetime import timedelta

import pytest

from referee.core.dice import Dice
from referee.services import reading
from referee.services.access import Key
from referee.services.cache import Cache
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.errors import Conflict, Refusal
from referee.services.matches import NewMatch, create_match, sign_up, start_match
from referee.services.moves import MoveIn, submit, suppose
from referee.services.phases import load_phase
from tests.clock import Clock
from tests.games.tiny.game import KingOfTheHill
from tests.services.playing import Table, request_id

NAMES = ("Ann", "Bob")


@pytest.fixture
def hill(ctx: Context) -> Table:
    """A running match: two climbers with two cards each; rounds last an hour, choices ten minutes."""
    ctx = replace(
        ctx,
        games={"king-of-the-hill": KingOfTheHill()},
        phases=Cache(16),
        reports=Cache(16),
        matches=Cache(16),
    )
    new = NewMatch(
        game="king-of-the-hill",
        title="The hill",
        options={"hand": 2},
        round_minutes=60,
        choice_minutes=10,
        status_visibility="names",
    )
    made = create_match(ctx, new, request_id=request_id())
    for name in NAMES:
        sign_up(ctx, made.match_id, name, request_id=request_id())
    start_match(ctx, Key("referee", made.match_id, None), made.match_id)
    return Table(ctx, made.match_id, NAMES)


def hand(table: Table, seat: int) -> list[str]:
    """The cards a seat is offered."""
    decision = reading.seat_page(table.ctx, table.seat(seat)).decision
    assert decision is not None
    return [choice.value for choice in decision.fields[0].choices]


def play(table: Table, seat: int, card: str, phase: int) -> None:
    key, move = table.seat(seat), {"card": card}
    (answer,) = submit(table.ctx, [MoveIn(key, table.match_id, seat, phase, move)])
    assert not isinstance(answer, Refusal), answer


def play_out(table: Table) -> None:
    """Close everything until the match is over; nobody sends anything."""
    for phase in range(1, 5):
        close_phase(table.ctx, table.desk, table.match_id, phase)


def test_a_seat_sees_its_own_hand_and_nobody_else_does(hill: Table) -> None:
    hands = {seat: hand(hill, seat) for seat in (1, 2)}
    boards = {
        "Ann": reading.match_page(hill.ctx, hill.match_id, hill.seat(1)).board,
        "Bob": reading.match_page(hill.ctx, hill.match_id, hill.seat(2)).board,
        "public": reading.match_page(hill.ctx, hill.match_id, None).board,
        "referee": reading.match_page(hill.ctx, hill.match_id, hill.desk).board,
    }
    assert f"Your hand: {', '.join(hands[1])}" in repr(boards["Ann"])
    assert f"Your hand: {', '.join(hands[2])}" in repr(boards["Bob"])
    assert boards["public"] == boards["referee"]
    assert "Your hand: none" in repr(boards["public"])


def test_what_is_remembered_for_one_seat_is_never_shown_to_another(hill: Table) -> None:
    first = [reading.seat_page(hill.ctx, hill.seat(seat)) for seat in (1, 2)]
    again = [reading.seat_page(hill.ctx, hill.seat(seat)) for seat in (1, 2)]
    assert first == again
    assert first[0].board != first[1].board


def test_a_choice_phase_asks_only_who_owes_one_and_has_its_own_length(
    hill: Table, clock: Clock
) -> None:
    highest = max((1, 2), key=lambda seat: max(map(int, hand(hill, seat))))
    play(hill, highest, max(hand(hill, highest), key=int), 1)
    close_phase(hill.ctx, hill.desk, hill.match_id, 1)
    page = reading.match_page(hill.ctx, hill.match_id, None)
    assert page.phase is not None
    assert (page.phase.kind, page.phase.round, page.phase.title) == ("choice", 1, "Round 1: choice")
    assert page.phase.due_at == clock.now + timedelta(minutes=10)
    assert page.moved.owed == 1
    king, other = (reading.seat_page(hill.ctx, hill.seat(s)) for s in (highest, 3 - highest))
    assert king.decision is not None
    assert (other.decision, other.out) == (None, False)
    post = reading.post(hill.ctx, hill.match_id, "phase-1").texts["plain"]
    assert f"A move is owed by {NAMES[highest - 1]}" in " ".join(post.split())


def test_who_owes_nothing_in_a_choice_is_refused(hill: Table) -> None:
    close_phase(hill.ctx, hill.desk, hill.match_id, 1)
    asked = [seat for seat in (1, 2) if reading.seat_page(hill.ctx, hill.seat(seat)).decision]
    (other,) = {1, 2} - set(asked)
    (answer,) = submit(hill.ctx, [MoveIn(hill.seat(other), hill.match_id, other, 2, {"card": "1"})])
    assert isinstance(answer, Conflict)
    assert answer.code == "seat-out"


def test_a_round_of_two_phases_is_one_point_of_the_chart(hill: Table) -> None:
    play_out(hill)
    assert reading.match_page(hill.ctx, hill.match_id, None).status == "finished"
    (points,) = reading.series(hill.ctx, hill.match_id)
    assert points.labels == ("Start", "1", "2")


def test_the_seed_is_promised_at_the_start_and_told_only_at_the_end(hill: Table) -> None:
    opening = reading.post(hill.ctx, hill.match_id, "opening").texts["plain"]
    (promised,) = re.findall(r"\b[0-9a-f]{64}\b", opening)
    state = load_phase(hill.ctx, hill.match_id, 1).state
    play_out(hill)
    final = reading.post(hill.ctx, hill.match_id, "final").texts["plain"]
    (seed,) = re.findall(r"\b[0-9a-f]{64}\b", final)
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == promised
    game = KingOfTheHill()
    dealt = game.setup(state.options, NAMES, Dice(bytes.fromhex(seed), 0))  # type: ignore[arg-type]
    assert dealt.state == state
    before = [post.texts for post in reading.posts(hill.ctx, hill.match_id) if post.kind != "final"]
    assert seed not in repr(before)


def test_where_anything_is_hidden_nobody_may_suppose_moves_for_others(hill: Table) -> None:
    assert not reading.seat_page(hill.ctx, hill.seat(1)).may_suppose
    with pytest.raises(Conflict, match="not-open"):
        suppose(hill.ctx, hill.seat(1), hill.match_id, {"Bob": {"card": hand(hill, 2)[0]}})


def test_a_card_that_one_does_not_hold_is_refused_alike_whoever_holds_it(hill: Table) -> None:
    held, nowhere = hand(hill, 2)[0], "99"
    answers = [
        submit(hill.ctx, [MoveIn(hill.seat(1), hill.match_id, 1, 1, {"card": card})])[0]
        for card in (held, nowhere)
    ]
    assert [str(answer) for answer in answers] == [str(answers[0])] * 2
