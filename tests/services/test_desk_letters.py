"""What a referee may send to everybody by hand: true of the match as it stands, and no secret in it."""

from datetime import timedelta

import pytest

from referee.services.closing_rules import ClosingRules
from referee.services.context import Context
from referee.services.deadlines import extend_phase, pause_phase
from referee.services.desk_letters import desk_letters
from referee.services.errors import NotYours
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


def test_they_are_the_referees(ctx: Context) -> None:
    table = running_table(ctx)
    with pytest.raises(NotYours):
        desk_letters(ctx, table.seat(1), table.match_id)
