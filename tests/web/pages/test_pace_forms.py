"""When rounds are due, chosen on the page that starts a match."""

import json
from dataclasses import replace
from typing import Any

import pytest

from referee.schedule import PRESETS, Clock, Interval
from referee.services import reading
from referee.services.errors import Invalid
from referee.web.pages.pace_forms import filled_by, is_filled_by, preset_named, wanted_schedule
from tests.storage.rows import rows_of

DAILY = preset_named("daily")


@pytest.mark.parametrize("preset", PRESETS, ids=lambda one: one.slug)
def test_the_fields_that_a_preset_fills_amount_to_its_schedule(preset) -> None:
    pace = filled_by(preset)
    wanted = wanted_schedule(pace, "Europe/Berlin")
    assert wanted.model_dump() == preset.schedule("Europe/Berlin").model_dump()
    assert [is_filled_by(pace, one) for one in PRESETS].count(True) == 1


def form(**changes: Any) -> dict[str, Any]:
    return {
        "filled": "1",
        "game": "crossing-swords",
        "title": "A match",
        "zone": "Europe/Berlin",
        "request_id": "the form of a pace of one's own",
        "rounds": "clock",
        "times": "9:00, 20:00",
        "weekdays": ["mon", "thu"],
        "least_length": "2",
        "least_unit": "days",
        "days_off": ["sun"],
        "blackouts": "2030-12-24 to 2030-12-26",
        "country": "DE",
        "part_of_country": "BY",
        **changes,
    }


def test_a_pace_of_ones_own_is_stored_with_its_holidays(server) -> None:
    answer = server.look("POST", "/new", form=form())
    assert answer.status == 303
    (row,) = rows_of(server.ctx, "matches")
    schedule = json.loads(row["schedule"])
    assert schedule["zone"] == row["zone"] == "Europe/Berlin"
    assert schedule["rounds"]["least_minutes"] == 2 * 1440
    assert [slot["at"] for slot in schedule["rounds"]["slots"]] == ["09:00", "20:00"]
    assert schedule["days_off"] == ["sun"]
    assert schedule["blackouts"] == ["2030-12-24", "2030-12-25", "2030-12-26"]
    assert schedule["holidays"]["title"] == "Germany (Bayern)"
    page = reading.match_page(server.ctx, row["match_id"], None)
    assert len(page.upcoming) == 10
    assert "Every Mon and Thu at 09:00 and 20:00 (Berlin)" in page.settings.schedule_words


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"times": "25:00"}, "“25:00” is no time of day"),
        ({"times": ""}, "Name a time of day"),
        ({"weekdays": []}, "Tick at least one weekday"),
        ({"least_length": "soon"}, "The least length of a round must be a whole number"),
        ({"least_unit": "weeks"}, "not in “weeks”"),
        ({"blackouts": "Christmas"}, "“Christmas” is no date"),
        ({"days_off": ["mon", "thu"]}, "Every time named falls on a day off"),
        ({"country": "XX"}, "No holidays are known for the country “XX”"),
        ({"part_of_country": "??"}, "a part of Germany"),
        ({"rounds": "interval", "round_length": "0"}, "from one minute to sixty days"),
    ],
)
def test_what_is_wrong_with_a_pace_is_said_and_kept(server, changes, words) -> None:
    answer = server.look("POST", "/new", form=form(**changes))
    assert answer.status == 422
    assert words in answer.text
    assert '<details class="fold" id="deadlines" open>' in answer.text
    assert rows_of(server.ctx, "matches") == []


def test_choosing_a_preset_fills_in_everything_and_keeps_what_was_typed(server) -> None:
    answer = server.look("GET", "/new?filled=1&title=Mine&zone=Asia/Tokyo&pace=fast")
    assert 'value="Mine"' in answer.text
    assert 'value="Asia/Tokyo"' in answer.text
    assert "10 minutes a round" in answer.text
    assert 'name="early_close" value="true" checked' in answer.text


def test_the_usual_pace_stands_in_the_form_with_its_next_deadlines(server) -> None:
    text = server.look("GET", "/new").text
    assert "Every day but Sat and Sun at 20:00 (UTC), at least 8 hours a round" in text
    assert text.split('class="plain-list due-times"')[1].split("</ol>")[0].count("<time") == 10


def test_lengths_are_read_in_the_unit_that_was_chosen() -> None:
    wanted = wanted_schedule(filled_by(preset_named("two-days")), "UTC")
    assert wanted.rounds == Interval(minutes=2880)
    assert isinstance(wanted_schedule(filled_by(DAILY), "UTC").rounds, Clock)


def test_more_times_than_a_schedule_holds_are_refused() -> None:
    times = ",".join(f"{hour}:{minute:02}" for hour in range(24) for minute in (0, 15, 30))
    with pytest.raises(Invalid, match="at most 48"):
        wanted_schedule(replace(filled_by(DAILY), times=times), "UTC")
