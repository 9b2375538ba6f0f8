"""The access log: what was asked and how it went, without a token, a seat's doings, or a body."""

import pytest

from referee.web.access_log import told_path
from tests.web.worlds import strike


@pytest.fixture
def new_database_url(new_sqlite_url):
    """Nothing here depends on the database, so one is enough."""
    return new_sqlite_url


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/", "/"),
        ("/matches/abc", "/matches/abc"),
        ("/matches/abc/desk/close", "/matches/abc/desk/close"),
        ("/open/a-token", "/open/…"),
        ("/open/a-token/", "/open/…"),
        ("/open/a/token", "/open/…"),
        ("//open/a-token", "//open/…"),
        ("/Open/a-token", "/Open/…"),
        ("/api//open/a-token", "/api//open/…"),
        ("/referee/open/a-token", "/referee/open/…"),
        ("/matches/" + "t" * 43, "/matches/…"),
        ("/matches/abc/seats/2", None),
        ("/matches/abc/seats/2/withdraw", None),
        ("/api/matches/abc/seats/2/moves", None),
        ("/matches/abc/desk/seats/2/link", None),
    ],
)
def test_what_is_told_of_a_path(path, told):
    assert told_path(path) == told


def test_a_request_is_logged_with_its_outcome_and_not_its_query(world, log):
    world.look("GET", f"/matches/{world.match}/phases?before=3")
    (line,) = log
    assert line["event"] == "request"
    assert (line["method"], line["path"]) == ("GET", f"/matches/{world.match}/phases")
    assert line["status"] == 200
    assert line["milliseconds"] > 0


def test_no_log_line_holds_a_token_a_move_or_a_name(world, log):
    for holder, token in world.tokens.items():
        world.look("GET", f"/open/{token}")
        world.look("POST", f"/open/{token}")
        world.look("GET", "/api/key", token=token)
        world.look("GET", f"/matches/{world.match}", cookies=world.cookies_of(holder))
    path = f"/matches/{world.match}/seats/1"
    form = {"phase": 2, "move.card": "strike", "move.target": "Bob", "request_id": "x" * 20}
    world.look("POST", path, cookies=world.cookies_of("1"), form=form)
    body = {"phase": 2, "move": strike("Bob")}
    world.look("POST", f"/api{path}/moves", token=world.tokens["1"], json=body)
    told = repr(log)
    assert "/open/…" in told
    for secret in (*world.tokens.values(), "strike", "Strike", "Bob"):
        assert secret not in told


def test_static_files_and_the_watchdog_fill_no_log(world, log):
    world.look("GET", "/static/theme.css")
    world.look("GET", "/health")
    assert log == []
