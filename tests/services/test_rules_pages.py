"""Rules pages: every ruling can be linked to, and nothing in them can do harm."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from referee.games import GAMES
from referee.services.errors import NotFound
from referee.services.rules_pages import _rendered, rules_page

TEXT = """\
# The rules of Duel

- **DU-01** Draw.
- **DU-02** Fire, unless DU-01 says otherwise (see DU-99).

## Ends & means

| card | effect |
|---|---|
| Shot | DU-02 |

## Ends & means

<script>alert(1)</script> and [a link](javascript:alert(1)).
"""


def test_every_ruling_is_an_anchor_that_links_to_itself():
    page = _rendered("duel", "DU", TEXT)
    assert page.rulings == ("DU-01", "DU-02")
    assert '<li id="DU-01" class="rule"><a href="#DU-01"' in page.html


def test_a_mention_of_a_ruling_leads_to_it_and_one_of_no_ruling_stays_text():
    page = _rendered("duel", "DU", TEXT)
    assert 'unless <a href="#DU-01">DU-01</a> says' in page.html
    assert '<td><a href="#DU-02">DU-02</a></td>' in page.html
    assert "(see DU-99)" in page.html


def test_the_title_is_told_apart_and_headings_of_the_same_words_have_ids_of_their_own():
    page = _rendered("duel", "DU", TEXT)
    assert page.title == "The rules of Duel"
    assert "<h1" not in page.html
    assert [heading.anchor for heading in page.contents] == ["ends-means", "ends-means-2"]


def test_a_table_scrolls_by_itself_and_can_be_reached_by_keyboard():
    html = _rendered("duel", "DU", TEXT).html
    assert (
        '<div class="table" role="region" tabindex="0" aria-label="Table 1: Ends &amp; means">'
        in html
    )


def test_neither_markup_nor_scripts_come_through():
    html = _rendered("duel", "DU", TEXT).html
    assert "<script" not in html
    assert 'href="javascript:' not in html


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.slug)
def test_every_game_has_rules_whose_mentions_all_lead_somewhere(game):
    page = rules_page(SimpleNamespace(games={game.info.slug: game}), game.info.slug)
    assert page.rulings
    assert len(set(page.rulings)) == len(page.rulings)
    ids = set(re.findall(r'id="([^"]+)"', page.html))
    assert set(re.findall(r'href="#([^"]+)"', page.html)) <= ids
    # "…have the numbers from RD-60" speaks of rulings that are not there.
    said = re.sub(r"numbers from \S+", "", page.html)
    mentioned = set(re.findall(rf"\b{game.info.rules_prefix}-\d+\b", said))
    assert mentioned <= set(page.rulings)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.slug)
def test_every_ruling_that_the_code_cites_stands_in_the_rules(game):
    page = rules_page(SimpleNamespace(games={game.info.slug: game}), game.info.slug)
    folder = Path(__import__(type(game).__module__, fromlist=["x"]).__file__).parent
    cited = {
        ref
        for source in folder.rglob("*.py")
        for ref in re.findall(rf'"({game.info.rules_prefix}-\d+)"', source.read_text("utf-8"))
    }
    assert cited
    assert cited <= set(page.rulings)


def test_an_unknown_game_has_no_rules():
    with pytest.raises(NotFound) as refused:
        rules_page(SimpleNamespace(games={}), "ludo")
    assert refused.value.code == "game-not-found"
