"""Nobody learns what another has sent: worlds that differ only in that give the same bytes everywhere.

Every GET route of the application, found by itself, is asked as the public, as every other seat, as
somebody whose link to the seat was replaced, and as the referee and the operator, in worlds in which one seat
(number 2) has sent nothing, a move, another move, three versions, a move taken back, a move for a closed
round, or one after the deadline; or has announced an absence, with a standing move or without. Status, headers and bytes must be equal, and so must the statements that
the database is sent, but for what the match's ``status_visibility`` grants. So must the event stream, the
log, every row but the sealed ones, and what others are answered when they do something.
"""

import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest
import structlog

from referee.sealing import SEALED_PREFIX
from referee.storage.tables import absences, metadata, submissions
from tests.web.client import LOOP
from tests.web.routes import Route, routes
from tests.web.sealing import (
    AWAY,
    DEEDS,
    DESKS,
    GRANTS,
    LATE,
    SECRET,
    SENT,
    VIEWERS,
    Sight,
    accepted,
    assert_alike,
    cookies_of,
    events_while,
    refused,
    seen,
)
from tests.web.statements import recorded
from tests.web.test_keys import ask
from tests.web.worlds import World, strike


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
        DEEDS["a move"](busy)
        path = f"/api/matches/{idle.match}"
        before = idle.look("GET", path, cookies=cookies_of(idle, viewer)).json
        after = busy.look("GET", path, cookies=cookies_of(busy, viewer)).json
        changed = {name for name in before if before[name] != after[name]}
        assert changed == {"moved", "revision"}


def test_the_seat_itself_sees_its_own_move(new_match):
    idle, busy = new_match("hidden"), new_match("hidden")
    DEEDS["a move"](busy)
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
            refused(world.send(SECRET, move, phase=2))
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
            accepted(world.send(SECRET, strike("Ann"), phase=2))
        with recorded(world.ctx) as statements:
            accepted(world.send(1, strike("Cal"), phase=2))
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
