"""The live stream: says that something has changed, and lets go when nobody listens or the server stops."""

import asyncio
import re
from typing import Any

import pytest

from referee.services import matches
from referee.services.access import Key
from referee.services.errors import KeyRevoked, TooMany
from referee.web import live
from tests.web.client import LOOP, ORIGIN, Client, scope_of
from tests.web.worlds import strike


@pytest.fixture
def new_database_url(new_sqlite_url):
    """Nothing here depends on the database, so one is enough."""
    return new_sqlite_url


class Stream:
    """A stream that is being listened to."""

    def __init__(self, world: Any, path: str, *, headers: dict[str, str] | None = None) -> None:
        self.status: int | None = None
        self.headers: dict[str, str] = {}
        self._chunks: asyncio.Queue[bytes] = asyncio.Queue()
        self._gone = asyncio.Event()
        scope = scope_of(
            "GET", path, {"host": "testserver", **(headers or {})}, ORIGIN, "192.0.2.1"
        )
        self.task = asyncio.create_task(world.app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        elif message.get("body"):
            await self._chunks.put(message["body"])

    async def next(self) -> dict[str, str]:
        """The next event, its fields by name."""
        async with asyncio.timeout(20):
            chunk = await self._chunks.get()
        return dict(line.split(": ", 1) for line in chunk.decode().splitlines() if line)

    async def leave(self) -> None:
        self._gone.set()
        await self.task


@pytest.mark.parametrize("prefix", ["", "/api"])
def test_a_close_is_told_with_the_revision_that_the_page_has_then(world, prefix):
    async def watch() -> None:
        stream = Stream(world, f"{prefix}/matches/{world.match}/live")
        first = await stream.next()
        assert first == {
            "retry": "3000",
            "event": "revision",
            "id": first["id"],
            "data": first["id"],
        }
        await asyncio.to_thread(world.close, 2)
        changed = await stream.next()
        assert changed["event"] == "changed"
        page = await Client(world.app).exchange("GET", f"/api/matches/{world.match}")
        assert changed["data"] == page.json["revision"] != first["data"]
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["cache-control"] == "no-store"
        assert "content-encoding" not in stream.headers
        await stream.leave()

    LOOP.run(watch())


def test_ones_own_move_is_told_to_ones_other_browser(world):
    async def watch() -> None:
        cookie = f"seat-{world.match}-1={world.tokens['1']}"
        stream = Stream(world, f"/matches/{world.match}/live", headers={"cookie": cookie})
        await stream.next()
        await asyncio.to_thread(world.send, 1, strike("Bob"), phase=2)
        assert (await stream.next())["event"] == "changed"
        await stream.leave()

    LOOP.run(watch())


@pytest.mark.parametrize("seat", [1, 2])
def test_a_browser_that_holds_two_seats_and_the_desk_watches_the_page_it_shows(world, seat):
    held = {**world.cookies_of("1"), **world.cookies_of("2"), **world.cookies_of("referee")}
    cookie = "; ".join(f"{name}={token}" for name, token in held.items())
    world.send(1, strike("Bob"), phase=2)

    async def watch() -> None:
        path = f"/matches/{world.match}/seats/{seat}"
        page = await Client(world.app).exchange("GET", path, cookies=held)
        live = re.search(r'data-live="([^"]+)" data-revision="([^"]+)"', page.text)
        stream = Stream(world, live[1], headers={"cookie": cookie})
        assert (await stream.next())["data"] == live[2]
        await asyncio.to_thread(world.send, seat, strike("Cal"), phase=2)
        assert (await stream.next())["event"] == "changed"
        await stream.leave()

    LOOP.run(watch())


def test_a_stream_ends_when_the_server_stops(world):
    async def watch() -> None:
        stream = Stream(world, f"/matches/{world.match}/live")
        await stream.next()
        world.app.state.stopping = True
        async with asyncio.timeout(20):
            await stream.task

    LOOP.run(watch())


def test_a_stream_ends_when_its_link_is_revoked(world):
    async def watch() -> None:
        headers = {"authorization": f"Bearer {world.tokens['1']}"}
        stream = Stream(world, f"/matches/{world.match}/live", headers=headers)
        await stream.next()
        await asyncio.to_thread(
            matches.reissue_link, world.ctx, Key("referee", world.match, None), world.match, 1
        )
        async with asyncio.timeout(20):
            await stream.task

    LOOP.run(watch())


def test_a_stream_of_no_match_never_begins(world):
    answer = world.look("GET", "/api/matches/nosuchone/live")
    assert (answer.status, answer.json["code"]) == (404, "match-not-found")


def test_whoever_leaves_makes_room_for_another(world, monkeypatch):
    monkeypatch.setattr(live, "STREAMS_PER_ADDRESS", 1)
    path = f"/api/matches/{world.match}/live"

    async def watch() -> None:
        stream = Stream(world, path)
        await stream.next()
        refused = await Client(world.app).exchange("GET", path)
        assert (refused.status, refused.json["code"]) == (429, "too-many-streams")
        assert refused.headers["retry-after"] == "60"
        await stream.leave()
        again = Stream(world, path)
        await again.next()
        await again.leave()

    LOOP.run(watch())


def test_all_streams_of_a_process_are_bounded():
    streams = live.OpenStreams()
    for at in range(live.STREAMS_PER_PROCESS):
        streams.enter(f"192.0.2.{at}")
    with pytest.raises(TooMany):
        streams.enter("198.51.100.1")
    streams.leave("192.0.2.0")
    streams.enter("198.51.100.1")


def test_many_watchers_of_one_match_read_the_database_once_a_poll(world, monkeypatch):
    read = []
    revision = live.reading.revision
    monkeypatch.setattr(
        live.reading, "revision", lambda *asked: read.append(asked) or revision(*asked)
    )
    revisions = live.Revisions(keep_seconds=60)

    async def watch() -> list[str]:
        return await asyncio.gather(
            *(revisions.present(world.ctx, world.match, None) for _ in range(50))
        )

    assert len(set(LOOP.run(watch()))) == 1
    assert len(read) == 1


def test_a_silent_stream_is_kept_alive():
    async def listen() -> list[bytes]:
        async def present() -> str:
            return "17"

        polls = iter([False, False, False, True])
        return [
            event
            async for event in live.changes(
                present, lambda: next(polls), poll_seconds=0.001, keepalive_seconds=0.002
            )
        ]

    assert LOOP.run(listen()) == [
        b"retry: 3000\nevent: revision\nid: 17\ndata: 17\n\n",
        b": still here\n\n",
    ]


def test_a_refusal_ends_the_stream_quietly():
    async def listen() -> list[bytes]:
        answers = iter(["17"])

        async def present() -> str:
            for answer in answers:
                return answer
            raise KeyRevoked("key-revoked", "Replaced.")

        return [
            event
            async for event in live.changes(
                present, lambda: False, poll_seconds=0.001, keepalive_seconds=1
            )
        ]

    assert len(LOOP.run(listen())) == 1
