"""Nobody learns what another has sent: worlds that differ only in that give the same bytes everywhere.

Every GET route of the application, found by itself, is asked as the public, as every other seat, as
somebody whose link to the seat was replaced, and as the referee and the operator, in worlds in which one seat
(number 2) has sent nothing, a move, another move, three versions, a move taken back, a move for a closed
round, or one after the deadline; or has announced an absence, with a standing move or without. Status, headers and bytes must be equal, and so must the statements that
the database is sent, but for what the match's ``status_visibility`` grants. So must the event stream, the
log, every row but the sealed ones, and what others are answered when they do something.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
import structlog
from sqlalchemy import Connection
from starlette.datastructures import MutableHeaders

from referee.sealing import SEALED_PREFIX
from referee.services import matches, reading
from referee.services.absences import announce_absence, take_absence_back
from referee.services.access import Key
from referee.services.context import Context
from referee.services.errors import Refusal
from referee.services.opening import open_link
from referee.storage import moves
from referee.storage.tables import absences, metadata, submissions
from referee.storage.tables import matches as stored_matches
from referee.web.pages import seat as seat_pages
from tests.web.client import LOOP, ORIGIN, Answer, scope_of
from tests.web.routes import Route, routes
from tests.web.statements import recorded
from tests.web.test_keys import ask
from tests.web.worlds import World, open_match, strike

SECRET = 2
"""The seat whose doings nobody else may see."""
VIEWERS = ("public", "1", "3", "former", "referee", "operator")
"""``former`` is whoever held the secret seat's link before it was replaced: a thief, or a player who left."""


def _moves(world: World) -> list[dict[str, str]]:
    """Legal moves of the secret seat, each unlike the others, from what it is asked."""
    asked = reading.seat_page(world.ctx, Key("seat", world.match, SECRET)).decision
    assert asked is not None
    return [{"card": card.value, "target": "Ann"} for card in asked.fields[0].choices[:3]]


def _send(world: World, move: Mapping[str, str] | None, request_id: str) -> None:
    _accepted(world.send(SECRET, move, phase=world.phase, request_id=request_id))


def _nothing(world: World) -> None:
    """Nothing is sent. The seat looks at its page, as it does before it sends: that is no secret."""
    _moves(world)


def _move(world: World) -> None:
    _send(world, _moves(world)[0], "the first form")


def _other_move(world: World) -> None:
    _send(world, _moves(world)[1], "a form")


def _three_versions(world: World) -> None:
    for move in _moves(world):
        world.clock.forward(minutes=1)
        _send(world, move, f"the form with {move['card']}")
    world.clock.forward(minutes=-3)


def _withdrawn(world: World) -> None:
    _move(world)
    _send(world, None, "take it back")


def _for_closed_round(world: World) -> None:
    _nothing(world)
    _refused(world.send(SECRET, strike("Ann"), phase=1, request_id="too late"))


def _other_for_closed_round(world: World) -> None:
    _nothing(world)
    _refused(world.send(SECRET, {"card": "block", "target": "Cal"}, phase=1, request_id="late"))


def _away(world: World, standing: str | None = None) -> None:
    _nothing(world)
    announce_absence(
        world.ctx,
        Key("seat", world.match, SECRET),
        world.match,
        SECRET,
        begins_at=world.clock(),
        ends_at=world.clock() + timedelta(days=30),
        standing=standing,
        request_id="the form of an absence",
    )


def _away_with_a_standing_move(world: World) -> None:
    _away(world, "practice")


def _away_and_back(world: World) -> None:
    _away(world, "practice")
    take_absence_back(world.ctx, Key("seat", world.match, SECRET), world.match, SECRET, 1)


def _accepted(receipt: Any) -> None:
    assert not isinstance(receipt, Refusal), receipt


def _refused(refusal: Any) -> None:
    assert isinstance(refusal, Refusal), refusal


DEEDS: Mapping[str, Callable[[World], None]] = {
    "nothing": _nothing,
    "a move": _move,
    "another move": _other_move,
    "three versions": _three_versions,
    "withdrawn": _withdrawn,
    "late": _for_closed_round,
    "late, another": _other_for_closed_round,
    "away": _away,
    "standing move": _away_with_a_standing_move,
    "away and back": _away_and_back,
}
SENT = ("a move", "another move", "three versions")
AWAY = ("away", "standing move", "away and back")
UNSENT = ("nothing", "withdrawn", "late", "late, another", *AWAY)


@dataclass(frozen=True)
class Granted:
    """What a setting lets others tell apart: the classes of deeds within which all must look alike."""

    visibility: str
    classes: tuple[tuple[str, ...], ...]


GRANTS = (
    Granted("hidden", (SENT + UNSENT,)),
    Granted("count", (SENT, ("nothing", "withdrawn", *AWAY))),
    Granted("names", (SENT, ("nothing", "withdrawn", *AWAY))),
)
LATE = ("late", "late, another")
DESKS = ("referee", "operator")
"""A late move is shown to these as late: that it came, and when, but never what it was."""


@pytest.fixture
def new_match(new_server: Callable[[], World]) -> Callable[..., World]:
    """Makes worlds that are alike to the last byte."""

    def make(visibility: str, **how: Any) -> World:
        world = open_match(new_server(), visibility=visibility, **how)
        replace_link(world)
        return world

    return make


def replace_link(world: World) -> None:
    """The secret seat's link is replaced; the one before belongs to a viewer of its own from then on."""
    world.tokens["former"] = world.tokens[str(SECRET)]
    world.chance.begin("the link is replaced")
    link = matches.reissue_link(world.ctx, Key("referee", world.match, None), world.match, SECRET)
    own = open_link(world.ctx, str(link.token), request_id="the player opens the new link")
    world.tokens[str(SECRET)] = own.token


def cookies_of(world: World, viewer: str) -> dict[str, str]:
    """The cookie of a viewer's browser."""
    if viewer == "former":
        return {f"seat-{world.match}-{SECRET}": world.tokens["former"]}
    return world.cookies_of(viewer)


def addresses(world: World, viewer: str) -> Iterator[str]:
    """Every address that can be asked for, streams excepted: they have a test of their own.

    Those that name no match are asked by two viewers only; nobody's key makes a difference there.
    """
    posts = [post.post_id for post in reading.posts(world.ctx, world.match)]
    values = {
        "match": [world.match],
        "seat": [1, SECRET],
        "phase": [1, 2],
        "number": [1, 2],
        "post": posts[-1:],
        "post_id": posts[-1:],
        "game": ["crossing-swords"],
        "slug": ["crossing-swords"],
        "version": [1],
        "absence": [1],
        "token": ["nosuchtoken"],
    }
    for route in routes(world.app):
        is_everybodys = "{match}" not in route.path
        if (
            route.is_safe
            and not route.is_stream
            and not (is_everybodys and viewer in ("3", "former", *DESKS))
        ):
            yield from route.addresses(values)


class Sight(NamedTuple):
    """One answer, and what the database was asked for it."""

    answer: Answer
    statements: tuple[str, ...]


def seen(world: World, viewer: str, *, app: Any = None) -> dict[str, Sight]:
    """Everything a viewer can see, by address."""
    sights: dict[str, Sight] = {}
    for address in addresses(world, viewer):
        with recorded(world.ctx) as statements:
            answer = world.look("GET", address, app=app, cookies=cookies_of(world, viewer))
        sights[address] = Sight(answer, tuple(statements))
    return sights


def assert_alike(one: Mapping[str, Sight], other: Mapping[str, Sight], what: str) -> None:
    """Status, headers and bytes are the same at every address, and so is what the database was asked."""
    assert one.keys() == other.keys(), what
    for address in one:
        mine, others = one[address].answer, other[address].answer
        assert mine.status == others.status, f"{what}: {address}"
        assert mine.raw_headers == others.raw_headers, f"{what}: {address}"
        assert mine.body == others.body, f"{what}: {address}"
        assert one[address].statements == other[address].statements, f"{what}: {address}"


@pytest.mark.parametrize("granted", GRANTS, ids=lambda granted: granted.visibility)
def test_nobody_can_tell_what_another_seat_has_sent(new_match, granted):
    for deeds in granted.classes:
        first: dict[tuple[str, bool], tuple[str, dict[str, Sight]]] = {}
        for deed in deeds:
            world = new_match(granted.visibility)
            DEEDS[deed](world)
            for viewer in VIEWERS:
                shows_late = viewer in DESKS and deed in LATE
                picture = seen(world, viewer)
                other, plain = first.setdefault((viewer, shows_late), (deed, picture))
                assert_alike(plain, picture, f"{viewer}, {other} against {deed}")


@pytest.mark.parametrize("visibility", ["hidden", "names"])
def test_nobody_can_tell_in_a_game_of_hidden_hands_either(new_match, visibility):
    """There even what a seat could send is its own secret."""
    first: dict[str, dict[str, Sight]] = {}
    for deed in SENT if visibility == "names" else (*SENT, "nothing", "withdrawn", *AWAY):
        world = new_match(visibility, game="royal-dilemma", rounds=0)
        DEEDS[deed](world)
        for viewer in VIEWERS:
            picture = seen(world, viewer)
            assert_alike(first.setdefault(viewer, picture), picture, f"{viewer}: {deed}")


@pytest.mark.parametrize("visibility", ["count", "names"])
def test_what_the_setting_grants_is_told_and_is_told_to_everybody(new_match, visibility):
    for viewer in VIEWERS:
        idle, busy = new_match(visibility), new_match(visibility)
        _move(busy)
        path = f"/api/matches/{idle.match}"
        before = idle.look("GET", path, cookies=cookies_of(idle, viewer)).json
        after = busy.look("GET", path, cookies=cookies_of(busy, viewer)).json
        changed = {name for name in before if before[name] != after[name]}
        assert changed == {"moved", "revision"}


def test_the_seat_itself_sees_its_own_move(new_match):
    idle, busy = new_match("hidden"), new_match("hidden")
    _move(busy)
    mine = f"/matches/{idle.match}/seats/{SECRET}"
    before = idle.look("GET", mine, cookies=idle.cookies_of(str(SECRET)))
    after = busy.look("GET", mine, cookies=busy.cookies_of(str(SECRET)))
    assert "Strike at Ann" not in before.text
    assert "Strike at Ann" in after.text


def test_after_the_deadline_and_before_the_close_nothing_is_told_either(new_match):
    def overdue(do: str) -> World:
        world = new_match("hidden")
        DEEDS[do](world)
        world.clock.forward(days=1)
        return world

    plain, other = overdue("nothing"), overdue("three versions")
    for viewer in VIEWERS:
        assert_alike(seen(plain, viewer), seen(other, viewer), f"{viewer}, overdue")


def test_a_late_move_is_told_to_the_desk_alone_and_only_once_its_round_has_closed(new_match):
    def overdue(move: Mapping[str, str] | None) -> World:
        world = new_match("hidden")
        world.clock.forward(days=1)
        if move is not None:
            _refused(world.send(SECRET, move, phase=2))
        return world

    plain, late, other = overdue(None), overdue(strike("Ann")), overdue(strike("Cal"))
    for viewer in ("public", "3", "referee"):
        nothing = seen(plain, viewer)
        for world in (late, other):
            assert_alike(nothing, seen(world, viewer), f"{viewer} before the close")
    for world in (plain, late, other):
        world.chance.begin("the close")
        world.close(2)
    for viewer in ("public", "3"):
        nothing = seen(plain, viewer)
        for world in (late, other):
            assert_alike(nothing, seen(world, viewer), f"{viewer} after the close")
    assert_alike(seen(late, "referee"), seen(other, "referee"), "the referee after the close")
    desk = late.look("GET", f"/api/matches/{late.match}/desk", token=late.tokens["referee"])
    assert [one["seat_name"] for one in desk.json["late"]] == ["Bob"]


def test_another_seats_own_receipt_does_not_depend_on_it(new_match):
    answers, asked = [], []
    for deed in DEEDS:
        world = new_match("hidden")
        DEEDS[deed](world)
        path = f"/api/matches/{world.match}/seats/1/moves"
        body = {"phase": 2, "move": strike("Cal"), "request_id": "another-seats-form"}
        world.app.state.writer.start()
        with recorded(world.ctx) as statements:
            answers.append(world.look("POST", path, token=world.tokens["1"], json=body))
        asked.append(statements)
        world.app.state.writer.stop()
    assert answers[0].status == 201
    assert all(answer == answers[0] for answer in answers)
    assert any("submissions" in statement for statement in asked[0])
    assert asked == [asked[0]] * len(asked)


def test_sending_takes_the_same_statements_though_nobody_has_looked_before(new_match):
    asked = []
    for sends in (False, True):
        world = new_match("hidden")
        if sends:
            _accepted(world.send(SECRET, strike("Ann"), phase=2))
        with recorded(world.ctx) as statements:
            _accepted(world.send(1, strike("Cal"), phase=2))
        asked.append(statements)
    assert asked[0] == asked[1]
    assert len(asked[0]) > 5


# What others do, and the rows that are stored

NOT_COMPARED = ("/close", "/leave", "/open/{token}")
"""Closing tells what was sent; the other two have nothing to do with a match."""


def _done(world: World) -> Iterator[tuple[str, Sight]]:
    """Every unsafe route tried by everybody, one after the other, each with a good body."""
    # These come last: after them nothing else would work.
    last = ("/resign", "/swap", "/cancel")

    def order(route: Route) -> int:
        return next((at for at, end in enumerate(last, 1) if route.path.endswith(end)), 0)

    for route in sorted(routes(world.app), key=order):
        if route.is_safe or route.path.endswith(NOT_COMPARED):
            continue
        for viewer in VIEWERS:
            seat = int(viewer) if viewer.isdigit() else SECRET
            world.chance.begin(f"{viewer} does {route}")
            with recorded(world.ctx) as statements:
                answer = ask(world, route, seat, world.tokens.get(viewer), by="token", anew=False)
            yield f"{viewer} does {route}", Sight(answer, tuple(statements))


def test_nobody_is_answered_otherwise_whatever_they_do(new_match):
    first: dict[str, Sight] = {}
    for deed in ("nothing", "three versions", "withdrawn", "standing move"):
        world = new_match("hidden")
        DEEDS[deed](world)
        world.app.state.writer.start()
        done = dict(_done(world))
        assert_alike(first or done, done, deed)
        first = first or done
    worked = [sight.answer.status for sight in first.values() if sight.answer.status < 400]
    assert len(worked) > 20, f"good bodies were sent, and only {len(worked)} worked"


def test_no_row_but_the_sealed_ones_tells_of_it(new_match):
    stored = {}
    for deed in DEEDS:
        world = new_match("hidden")
        DEEDS[deed](world)
        with world.ctx.store.read() as connection:
            stored[deed] = {
                table.name: connection.execute(table.select()).all()
                for table in metadata.sorted_tables
                if table not in (submissions, absences)
            }
        assert len(stored[deed]["phases"]) == 2
    assert all(rows == stored["nothing"] for rows in stored.values())


def test_a_sealed_row_tells_nothing_but_that_it_is_there(new_match):
    shapes = set()
    for deed in ("a move", "another move", "withdrawn"):
        world = new_match("hidden")
        DEEDS[deed](world)
        with world.ctx.store.read() as connection:
            rows = connection.execute(
                submissions.select().where(submissions.c.phase == world.phase)
            ).all()
        shapes |= {
            (row.late, len(row.sealed), row.sealed[:SEALED_PREFIX], len(row.commitment), *row[:2])
            for row in rows
        }
    assert len(shapes) == 1


def test_what_is_sealed_for_an_absence_looks_alike_whatever_it_is(new_match):
    shapes = set()
    for deed in AWAY[:2]:
        world = new_match("hidden")
        DEEDS[deed](world)
        with world.ctx.store.read() as connection:
            (row,) = connection.execute(absences.select()).all()
        shapes.add((len(row.sealed), row.sealed[:SEALED_PREFIX], *row[:-1]))
    assert len(shapes) == 1


# The event stream


async def events_while(
    world: World, viewer: str, act: Callable[[World], object], *, polls: int = 8
) -> list[bytes]:
    """What a stream tells a viewer from before an act until some polls after it."""
    got: list[bytes] = []
    opened, closed = asyncio.Event(), asyncio.Event()

    async def receive() -> dict[str, Any]:
        await closed.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            got.append(repr((message["status"], message["headers"])).encode())
        elif message.get("body"):
            got.append(message["body"])
            opened.set()

    headers = {"host": "testserver"}
    if cookies := cookies_of(world, viewer):
        headers["cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
    scope = scope_of("GET", f"/matches/{world.match}/live", headers, ORIGIN, "192.0.2.1")
    task = asyncio.create_task(world.app(scope, receive, send))
    await opened.wait()
    await asyncio.to_thread(act, world)
    for _ in range(polls):
        await asyncio.sleep(world.app.state.revisions.keep_seconds)
    closed.set()
    await task
    return got


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_event_stream_tells_nothing_of_it(new_match, viewer):
    streams = []
    for deed in DEEDS:
        if viewer in DESKS and deed in LATE:
            continue
        world = new_match("hidden")
        streams.append(LOOP.run(events_while(world, viewer, DEEDS[deed])))
    assert len(streams[0]) == 2, "the headers and the present revision, no change"
    assert all(stream == streams[0] for stream in streams)


def test_the_event_stream_tells_what_is_granted(new_match):
    world = new_match("count")
    stream = LOOP.run(events_while(world, "public", DEEDS["a move"]))
    assert [event.split(b"\n")[0] for event in stream[2:]] == [b"event: changed"]


# The log


class _Everything(logging.Handler):
    """Keeps what the libraries log, at every level."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(level=1)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith("markdown_it"):
            return  # The rules pages are read once a process, by whichever test comes first.
        self._lines.append(f"{record.levelname} {record.name} {record.getMessage()}")


@contextmanager
def _at_every_level() -> Iterator[list[str]]:
    root, lines = logging.getLogger(), list[str]()
    handler, level = _Everything(lines), root.level
    root.addHandler(handler)
    root.setLevel(1)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


def _logged(world: World, deed: str) -> str:
    """Everything logged, by us and by the libraries, while the seat does its deed and everybody looks."""
    with _at_every_level() as libraries, structlog.testing.capture_logs() as lines:
        for body in {
            "nothing": [],
            "a move": [{"card": "strike", "target": "Ann"}],
            "three versions": [
                {"card": card, "target": "Ann"} for card in ("halt", "dodge", "mend")
            ],
        }[deed]:
            path = f"/api/matches/{world.match}/seats/{SECRET}/moves"
            answer = world.look(
                "POST", path, token=world.tokens[str(SECRET)], json={"phase": 2, "move": body}
            )
            assert answer.status == 201, answer.text
        for viewer in (str(SECRET), "referee"):
            seen(world, viewer)
    for line in lines:
        line.pop("milliseconds", None)
        line.pop("reference", None)
    return json.dumps([*lines, *libraries])


def test_the_log_tells_nothing_of_it_and_holds_no_token(new_match):
    logs = []
    for deed in ("nothing", "a move", "three versions"):
        world = new_match("hidden")
        world.app.state.writer.start()
        logs.append(_logged(world, deed))
        world.app.state.writer.stop()
        for token in world.tokens.values():
            assert token not in logs[-1]
    assert logs[0] == logs[1] == logs[2]
    assert "/matches/" in logs[0], "something was logged"


# Tests of the test: leaks planted on purpose must be found


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
    _move(busy)
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
        test_the_log_tells_nothing_of_it_and_holds_no_token(new_match)


def test_an_event_that_tells_of_a_move_is_found(new_match, monkeypatch):
    present = reading.revision

    def told(ctx: Context, match_id: str, key: Key | None) -> str:
        with ctx.store.read() as connection:
            count = len(connection.execute(submissions.select()).all())
        return f"{present(ctx, match_id, key)}-{count}"

    monkeypatch.setattr(reading, "revision", told)
    with pytest.raises(AssertionError):
        test_the_event_stream_tells_nothing_of_it(new_match, "public")


def test_a_row_that_tells_of_a_move_is_found(new_match, monkeypatch):
    add = moves.add_submissions

    def told(connection: Connection, rows: Any) -> None:
        add(connection, rows)
        connection.execute(stored_matches.update().values(revision=stored_matches.c.revision + 1))

    monkeypatch.setattr(moves, "add_submissions", told)
    with pytest.raises(AssertionError):
        test_no_row_but_the_sealed_ones_tells_of_it(new_match)


def test_a_statement_more_for_a_seat_that_has_sent_is_found(new_match):
    idle, busy = new_match("hidden"), new_match("hidden")
    _move(busy)

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
