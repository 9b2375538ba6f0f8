"""A match's pages stay light however long the match has gone on."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Engine, event

from referee.services import matches
from referee.services.context import Context
from referee.services.matches import NewMatch
from referee.web.app import create_app
from referee.web.pages.charts import POINTS_SHOWN
from referee.web.pages.match import ROUNDS_SHOWN
from tests.clock import Clock
from tests.databases import NewDatabase
from tests.web.client import ORIGIN, Client
from tests.web.long_match import long_match

ROUNDS = 100
HEAVIEST = 100_000


@contextmanager
def statements() -> Iterator[list[str]]:
    """Every statement sent to a database while the block runs."""
    seen: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        seen.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    yield seen
    event.remove(Engine, "before_cursor_execute", note)


@pytest.fixture
def client(
    new_sqlite_url: NewDatabase, new_context: Callable[[str], Context]
) -> tuple[Client, str, str]:
    """A client, and the ids of a match with one closed round and of one with a hundred."""
    ctx = new_context(new_sqlite_url())
    short, long = long_match(ctx, 1), long_match(ctx, ROUNDS)
    return Client(create_app(ctx), origin=ORIGIN), short, long


def test_a_hundred_rounds_make_a_match_page_little_heavier_and_ask_the_database_no_more(
    client: tuple[Client, str, str],
) -> None:
    browser, short, long = client
    counts, weights = [], []
    for match_id in (short, long):
        with statements() as seen:
            answer = browser.get(f"/matches/{match_id}")
        assert answer.status == 200
        counts.append(len(seen))
        weights.append(len(answer.body))
        listed = re.findall(rf'<li><a href="/matches/{match_id}/phases/\d+"', answer.text)
        assert len(listed) == min(ROUNDS_SHOWN, 1 if match_id == short else ROUNDS)
    assert counts[0] == counts[1]
    assert weights[1] < HEAVIEST
    assert weights[1] < 1.5 * weights[0]

    # The rest comes when asked for, a handful at a time, down to the first.
    found, path = [], f"/matches/{long}"
    while path:
        text = browser.get(path).text
        rounds = text[text.index('class="rounds"') :]
        found += [int(number) for number in re.findall(r"/phases/(\d+)\"", rounds)]
        more = re.search(r'href="([^"]*\?before=\d+)" data-more', rounds)
        path = more[1] if more else ""
    assert found == list(range(ROUNDS, 0, -1))

    for path in (f"/matches/{long}/posts", f"/matches/{long}/phases/{ROUNDS}"):
        assert len(browser.get(path).body) < HEAVIEST

    chart = browser.get(f"/matches/{long}").text
    chart = chart[chart.index('id="chart"') :]
    lines = re.findall(r'<(?:polyline|path)[^>]* (?:points|d)="([^"]*)"', chart)
    longest = max(len(re.findall(r"[\d.]+[ ,][\d.]+", one)) for one in lines)
    assert longest <= 4 * POINTS_SHOWN


def test_the_home_page_stays_light_however_many_matches_there_are(
    new_sqlite_url: NewDatabase, new_context: Callable[[str], Context], clock: Clock
) -> None:
    ctx = new_context(new_sqlite_url())
    for number in range(60):
        clock.forward(minutes=1)
        new = NewMatch(
            game="crossing-swords", title=f"{number} {'of a long title ' * 4}".strip(), zone="UTC"
        )
        made = matches.create_match(ctx, new, request_id=ctx.new_token())
    answer = Client(create_app(ctx), origin=ORIGIN).get("/")
    rows = answer.text.count('class="match-row"')
    assert 20 <= rows < 60
    assert made.match_id in answer.text
    # Three lists of that length must still fit.
    row = answer.text.index('class="match-row"')
    weight = (answer.text.rindex("</li>", 0, answer.text.index("</section>")) - row) / rows
    assert len(answer.body) + 2 * rows * weight < HEAVIEST
