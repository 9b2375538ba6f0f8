"""What a referee may send to everybody by hand: true of the match as it stands, and no secret in it."""

from datetime import UTC, datetime, timedelta

import pytest

from referee.publishing import DIALECTS, Scene
from referee.services.closing_rules import ClosingRules
from referee.services.context import Context
from referee.services.deadlines import extend_phase, pause_phase
from referee.services.desk_letters import desk_letters
from referee.services.drafts import About
from referee.services.errors import NotYours
from referee.services.letters import reminder_to_all
from tests.clock import Clock
from tests.services.playing import running_table, signup_table


def test_there_is_a_reminder_while_a_round_is_open_and_word_of_more_time_once_there_is_some(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    (reminder,) = desk_letters(ctx, table.desk, table.match_id)
    assert reminder.title == "Round 1 of Summer melee is due"
    assert set(reminder.texts) == {"bbcode", "markdown", "plain"}
    assert "Mon 7 Jan 2030, 11:00 (Berlin; Mon 10:00 UTC)" in reminder.texts["plain"].replace(
        "\n", " "
    )
    extend_phase(ctx, table.desk, table.match_id, 1, clock.now + timedelta(hours=3))
    slugs = [letter.slug for letter in desk_letters(ctx, table.desk, table.match_id)]
    assert slugs == ["more-time", "reminder"]
    pause_phase(ctx, table.desk, table.match_id, 1)
    assert desk_letters(ctx, table.desk, table.match_id) == ()


def test_no_letter_names_a_time_that_has_passed(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx, closing=ClosingRules(grace_minutes=30))
    extend_phase(ctx, table.desk, table.match_id, 1, clock.now + timedelta(hours=2))
    clock.forward(hours=2)
    (reminder,) = desk_letters(ctx, table.desk, table.match_id)
    assert reminder.slug == "reminder"
    assert "12:30 (Berlin; Mon 11:30 UTC)" in reminder.texts["plain"].replace("\n", " ")
    clock.forward(minutes=30)
    assert desk_letters(ctx, table.desk, table.match_id) == ()


def test_before_the_start_there_is_nothing_to_remind_of(ctx: Context) -> None:
    table = signup_table(ctx, ("Ann", "Bob"))
    assert desk_letters(ctx, table.desk, table.match_id) == ()


def test_the_reminder_is_the_same_whoever_has_sent_and_names_nobody(ctx: Context) -> None:
    table = running_table(ctx)
    before = desk_letters(ctx, table.desk, table.match_id)
    table.sent(1, "strike", "Bob")
    assert desk_letters(ctx, table.desk, table.match_id) == before
    for text in before[0].texts.values():
        assert not any(name in text for name in table.names)
        assert "/open/" not in text


def test_a_reminder_of_choices_asks_nothing_of_whom_no_choice_asks() -> None:
    about = About(
        match_id="a",
        title="The hill",
        game="king-of-the-hill",
        game_title="King of the Hill",
        zone="UTC",
        base_url="https://games.example",
    )
    due = datetime(2026, 12, 1, 18, 0, tzinfo=UTC)
    choices, moves = (
        " ".join(
            DIALECTS["plain"].render(letter.document, Scene((), about.game, "", "UTC")).split()
        )
        for letter in (
            reminder_to_all(about, phase_title="Round 1: choices", phase_kind="choice", due_at=due),
            reminder_to_all(about, phase_title="Round 1", due_at=due),
        )
    )
    assert "Round 1: choices of The hill are due" in choices
    assert "If it asks you for a choice and you have sent none, send one" in choices
    assert "If it asks nothing, there is nothing to do." in choices
    assert "If you have sent your move" not in choices
    assert "If you have sent your move" in moves
    assert "choice" not in moves


def test_they_are_the_referees(ctx: Context) -> None:
    table = running_table(ctx)
    with pytest.raises(NotYours):
        desk_letters(ctx, table.seat(1), table.match_id)
