"""Local times in a zone: read as the moment they name, and refused where the clocks skip them."""

from datetime import UTC, datetime

import pytest

from referee.services.errors import Invalid
from referee.web.pages.zones import format_local, parse_local, zone_names


def test_a_local_time_is_the_moment_its_zone_says() -> None:
    assert parse_local("2030-07-01T20:00", "Europe/Berlin") == datetime(2030, 7, 1, 18, tzinfo=UTC)
    assert parse_local("2030-01-01T20:00", "UTC") == datetime(2030, 1, 1, 20, tzinfo=UTC)


def test_what_is_shown_is_read_back_as_the_same_moment() -> None:
    for zone in ("Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "UTC"):
        at = datetime(2030, 3, 3, 17, 42, tzinfo=UTC)
        assert parse_local(format_local(at, zone), zone) == at


def test_a_time_that_comes_twice_means_its_first_coming() -> None:
    # Berlin's clocks go back from 3:00 to 2:00 on 27 October 2030.
    assert parse_local("2030-10-27T02:30", "Europe/Berlin") == datetime(
        2030, 10, 27, 0, 30, tzinfo=UTC
    )


def test_a_time_that_the_clocks_skip_is_refused() -> None:
    with pytest.raises(Invalid) as refused:
        parse_local("2030-03-31T02:30", "Europe/Berlin")
    assert refused.value.code == "time-skipped"
    assert refused.value.field == "due_at"


@pytest.mark.parametrize("text", ["", "tomorrow", "2030-02-30T10:00", "2030-01-01T10:00+01:00"])
def test_what_is_no_local_time_is_refused(text: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse_local(text, "Europe/Berlin")
    assert refused.value.code == "time-unreadable"


def test_the_zones_offered_begin_with_utc_and_hold_places() -> None:
    names = zone_names()
    assert names[0] == "UTC"
    assert "Europe/Berlin" in names
    assert "Etc/GMT+5" not in names
    assert len(set(names)) == len(names)
