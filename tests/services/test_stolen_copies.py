"""A copy of the database taken before a deadline tells nothing of a sealed move, however one looks at it.

The whole SQLite file with its log, PostgreSQL's own dump, and the files of its data folder. What everybody
knows (who plays, which cards there are) stands in the other tables; so in those it is looked for what only
the move says, and in the rows of submissions for every card and every name.
"""

import base64
import gzip
import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from referee.core.decisions import Decision
from referee.services import reading
from referee.services.absences import announce_absence
from referee.services.access import Key
from referee.storage.tables import absences, submissions
from tests.databases import NewDatabase, Postgres
from tests.services.encodings import holds, holds_at_sight
from tests.web.worlds import World, new_world, open_match

NAMES = ("Quillon", "Vambrace", "Gorget")
"""Nobody else in the tests is called so: the files of a server hold every test's databases."""
MOVE = {"card": "lunge", "target": "Vambrace"}
SAID_BY_THE_MOVE = (
    "Lunge at Vambrace",
    json.dumps(MOVE),
    json.dumps(MOVE, separators=(",", ":")),
    "lunge Vambrace",
)
STANDING = "strike-back"
"""A standing move's name, which stands nowhere but in what is sealed for an absence."""


def go_away(world: World) -> None:
    """Seat 3 announces an absence with a standing move."""
    announce_absence(
        world.ctx,
        Key("seat", world.match, 3),
        world.match,
        3,
        begins_at=world.clock(),
        ends_at=world.clock() + timedelta(days=9),
        standing=STANDING,
        request_id="the form of an absence",
    )


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """A match in its second round, in which one has sent, one has sent thrice, and one has withdrawn."""
    world = open_match(new_world(database_url), names=NAMES)
    world.send(1, MOVE, phase=2)
    for card in ("strike", "mend", "lunge"):
        world.send(2, {"card": card, "target": "Gorget"}, phase=2)
    world.send(3, MOVE, phase=2)
    world.send(3, None, phase=2)
    yield world
    world.ctx.store.close()


def asked(world: World) -> Decision:
    decision = reading.seat_page(world.ctx, Key("seat", world.match, 1)).decision
    assert decision is not None
    return decision


def sealed_rows(world: World) -> bytes:
    """Every column of every submission of the open round, as bytes."""
    with world.ctx.store.read() as connection:
        rows = connection.execute(submissions.select().where(submissions.c.phase == 2)).all()
    assert len(rows) == 6
    return b"\n".join(
        value if isinstance(value, bytes) else str(value).encode() for row in rows for value in row
    )


def test_the_stored_rows_hold_no_card_target_or_name_in_any_encoding(world: World) -> None:
    rows = sealed_rows(world)
    cards = [text for card in asked(world).fields[0].choices for text in (card.value, card.label)]
    assert len(cards) > 8
    for word in (*NAMES, *cards, "withdrawal", "target"):
        assert not holds(rows, word), word


def test_what_is_sealed_for_an_absence_is_stored_in_no_encoding(world: World) -> None:
    go_away(world)
    with world.ctx.store.read() as connection:
        (row,) = connection.execute(absences.select()).all()
    stored = b"\n".join(value if isinstance(value, bytes) else str(value).encode() for value in row)
    for word in (STANDING, "standing", "null"):
        assert not holds(stored, word), word


def test_a_copy_of_the_sqlite_file_and_its_log_holds_nothing_the_move_says(
    new_sqlite_url: NewDatabase,
) -> None:
    url = new_sqlite_url()
    world = open_match(new_world(url), names=NAMES)
    world.send(1, MOVE, phase=2)
    go_away(world)
    file = Path(make_url(url).database or "")
    copies = {path.name: path.read_bytes() for path in file.parent.glob(f"{file.name}*")}
    assert len(copies) == 3, "the file, its write-ahead log and the log's index"
    with closing(sqlite3.connect(file)) as connection:
        copies["dump"] = "\n".join(connection.iterdump()).encode()
    world.ctx.store.close()
    copies["closed"] = file.read_bytes()
    assert holds_at_sight(copies["dump"], "Strike at Vambrace"), "the closed round is no secret"
    for name, copy in copies.items():
        for words in (*SAID_BY_THE_MOVE, STANDING):
            assert not holds_at_sight(copy, words), name
            assert not holds(copy, words, deepest=1), name


def test_a_dump_and_the_files_of_postgresql_hold_nothing_the_move_says(
    new_postgres_url: NewDatabase, postgres: Postgres
) -> None:
    url = new_postgres_url()
    world = open_match(new_world(url), names=NAMES)
    world.send(1, MOVE, phase=2)
    go_away(world)
    dump = postgres.dump(url)
    world.ctx.store.close()
    assert b"COPY public.submissions" in dump
    assert holds_at_sight(dump, "Strike at Vambrace"), "the closed round is no secret"
    for words in (*SAID_BY_THE_MOVE, STANDING):
        assert not holds(dump, words, deepest=1), words
    names = []
    for name, content in postgres.files():
        names.append(name)
        for words in (*SAID_BY_THE_MOVE, STANDING):
            assert not holds_at_sight(content, words), name
    assert any(name.startswith("base/") for name in names)
    assert any(name.startswith("pg_wal/") for name in names)


@pytest.mark.parametrize("around", [b"", b"some bytes before ", b"\x00\xff"])
@pytest.mark.parametrize(
    "encode",
    [
        bytes,
        bytes.upper,
        bytes.hex,
        base64.b64encode,
        base64.urlsafe_b64encode,
        gzip.compress,
        zlib.compress,
        lambda text: zlib.compress(text, 9),
        lambda text: text.decode().encode("utf-16"),
        lambda text: text.decode().encode("utf-16-be"),
        lambda text: text[::-1],
        lambda text: base64.b64encode(gzip.compress(text)),
        lambda text: zlib.compress(text).hex(),
        lambda text: base64.b64encode(text.hex().encode()),
        lambda text: json.dumps({"move": base64.b64encode(text).decode()}).encode().hex(),
    ],
)
def test_a_word_is_found_however_it_is_encoded(encode, around: bytes) -> None:
    """The test of the test."""
    coded = encode(b'{"move":{"card":"lunge","target":"Vambrace"}}')
    haystack = around + (coded.encode() if isinstance(coded, str) else coded) + around
    assert holds(haystack, "lunge")
    assert holds(haystack, "Vambrace")
    assert not holds(haystack, "riposte")


@pytest.mark.parametrize("before", ["", "a", "ab", "abc"])
def test_a_word_is_found_at_sight_in_hex_and_base64(before: str) -> None:
    text = f"{before}Lunge at Vambrace, and more".encode()
    for haystack in (text, text.hex().encode(), text.hex().upper().encode()):
        assert holds_at_sight(haystack, "Lunge at Vambrace")
    assert holds_at_sight(base64.b64encode(text), "Lunge at Vambrace")
    assert holds_at_sight(text.decode().encode("utf-16-le"), "Lunge at Vambrace")
    assert not holds_at_sight(text, "Lunge at Gorget")
