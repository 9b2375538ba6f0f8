"""What pages say about time and length, and that scripts, styles and names cannot get in where they must not."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.web.pages import templating
from referee.web.pages.templating import left_text, local_text, static_url, utc_text

AT = datetime(2030, 1, 31, 23, 30, tzinfo=UTC)
TEMPLATES = sorted((Path(templating.__file__).parents[1] / "templates").glob("*.html"))


def test_a_moment_is_told_in_its_zone_with_its_own_day() -> None:
    assert local_text(AT, "Europe/Berlin") == "Fri 1 Feb 2030, 00:30 (Berlin)"
    assert local_text(AT, "America/New_York", zone_too=False) == "Thu 31 Jan 2030, 18:30"
    assert utc_text(AT) == "2030-01-31T23:30:00Z"


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(days=3, hours=2, minutes=59), "3 days 2 h left"),
        (timedelta(hours=31, minutes=32), "1 day 7 h left"),
        (timedelta(hours=24), "1 day left"),
        (timedelta(hours=23, minutes=59), "23 h 59 min left"),
        (timedelta(hours=5, minutes=12), "5 h 12 min left"),
        (timedelta(seconds=1), "1 min left"),
        (timedelta(0), "any moment now"),
        (timedelta(seconds=-90), "any moment now"),
    ],
)
def test_what_is_left_is_told_in_what_matters(left: timedelta, words: str) -> None:
    assert left_text(AT + left, AT) == words


def test_a_static_files_address_follows_its_content() -> None:
    assert re.fullmatch(r"/static/site\.css\?v=[0-9a-f]{12}", static_url("site.css"))
    assert static_url("site.css").split("=")[1] != static_url("seat.css").split("=")[1]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_holds_what_the_content_security_policy_forbids(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert not re.search(r"<[^>]*\sstyle=", text)
    assert not re.search(r"<[^>]*\son[a-z]+=", text)
    assert "<style" not in text
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))
