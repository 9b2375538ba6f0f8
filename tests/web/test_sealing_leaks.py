"""Tests of the tests of sealing: leaks planted on purpose are found."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection
from starlette.datastructures import MutableHeaders

from referee.services import reading
from referee.services.access import Key
from referee.services.context import Context
from referee.storage import moves
from referee.storage.tables import matches as stored_matches
from referee.storage.tables import submissions
from referee.web.pages import seat as seat_pages
from tests.web import test_sealing
from tests.web.sealing import DEEDS, assert_alike, seen
from tests.web.worlds import World


def _count(world: World) -> int:
    with world.ctx.store.read() as connection:
        return len(connection.execute(submissions.select()).all())


def _with_header(name: str) -> Callable[[World], Any]:
    def planted(world: World) -> Any:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            async def leaking(message: Any) -> None:
                if message["type"] == "http.response.start":
                    MutableHeaders(scope=message)[name] = str(_count(world))
                await send(message)

            await world.app(scope, receive, leaking)

        return app

    return planted


def _with_comment(world: World) -> Any:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        async def leaking(message: Any) -> None:
            if message["type"] == "http.response.body" and message.get("body"):
                message = {**message, "body": message["body"] + b"<!-- %d -->" % _count(world)}
            await send(message)

        await world.app(scope, receive, leaking)

    return app


def _with_status(world: World) -> Any:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        async def leaking(message: Any) -> None:
            if message["type"] == "http.response.start" and _count(world) > 3:
                message = {**message, "status": 203}
            await send(message)

        await world.app(scope, receive, leaking)

    return app


LEAKS = {
    "a count in a header": _with_header("x-moves"),
    "an ETag": _with_header("etag"),
    "a Last-Modified": _with_header("last-modified"),
    "a comment in the page": _with_comment,
    "a status": _with_status,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(new_match, leak):
    idle, busy = new_match("hidden"), new_match("hidden")
    DEEDS["a move"](busy)
    one = seen(idle, "public", app=LEAKS[leak](idle))
    other = seen(busy, "public", app=LEAKS[leak](busy))
    with pytest.raises(AssertionError):
        assert_alike(one, other, leak)


def test_a_log_line_that_tells_of_a_move_is_found(new_match, monkeypatch):
    looked_at = reading.seat_page

    def told(ctx: Context, key: Key) -> Any:
        page = looked_at(ctx, key)
        logging.getLogger("leak").debug("%d versions", len(page.submissions))
        return page

    monkeypatch.setattr(seat_pages, "seat_page", told)
    with pytest.raises(AssertionError):
        test_sealing.test_the_log_tells_nothing_of_it_and_holds_no_token(new_match)


def test_an_event_that_tells_of_a_move_is_found(new_match, monkeypatch):
    present = reading.revision

    def told(ctx: Context, match_id: str, key: Key | None) -> str:
        with ctx.store.read() as connection:
            count = len(connection.execute(submissions.select()).all())
        return f"{present(ctx, match_id, key)}-{count}"

    monkeypatch.setattr(reading, "revision", told)
    with pytest.raises(AssertionError):
        test_sealing.test_the_event_stream_tells_nothing_of_it(new_match, "public")


def test_a_row_that_tells_of_a_move_is_found(new_match, monkeypatch):
    add = moves.add_submissions

    def told(connection: Connection, rows: Any) -> None:
        add(connection, rows)
        connection.execute(stored_matches.update().values(revision=stored_matches.c.revision + 1))

    monkeypatch.setattr(moves, "add_submissions", told)
    with pytest.raises(AssertionError):
        test_sealing.test_no_row_but_the_sealed_ones_tells_of_it(new_match)


def test_a_statement_more_for_a_seat_that_has_sent_is_found(new_match):
    idle, busy = new_match("hidden"), new_match("hidden")
    DEEDS["a move"](busy)

    def asking(world: World) -> Any:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            if _count(world) > 3:
                _count(world)
            await world.app(scope, receive, send)

        return app

    one, other = (seen(world, "public", app=asking(world)) for world in (idle, busy))
    assert all(one[address].answer == other[address].answer for address in one)
    with pytest.raises(AssertionError):
        assert_alike(one, other, "a statement")
