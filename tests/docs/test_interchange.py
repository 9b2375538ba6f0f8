"""The example of the interchange form is a real situation, and its result the real one."""

import json

from referee.core.interchange import format_result, parse_situation
from referee.games import GAMES_BY_SLUG
from tests.docs.pages import ROOT, Page

PAGE = Page("docs/interchange.md", (ROOT / "docs/interchange.md").read_text("utf-8"))


def test_the_situation_shown_has_the_result_shown() -> None:
    (_, situation), (_, result), _ = PAGE.blocks("json")
    resolved = parse_situation(situation, GAMES_BY_SLUG)
    written = json.loads(format_result(resolved.game, resolved.resolve()))
    assert written.pop("events")
    shown = json.loads(result)
    assert shown.pop("events") == []
    assert written == shown
