"""Moving matches between servers and databases: nothing that matters is lost, and nothing false comes in."""

import json
import os
from collections.abc import Callable
from typing import Any

import pytest

from referee.core.dice import Dice
from referee.sealing import Sealer
from referee.services.context import Context
from referee.services.export_files import UnreadableExport
from referee.services.exporting import export_match, format_export
from referee.services.importing import CannotImport, import_match
from referee.services.matches import cancel_match
from referee.services.reading import match_page, phase_report, posts
from referee.services.verifying import verify
from tests.clock import Clock
from tests.databases import NewDatabase
from tests.services.forging import rehashed
from tests.services.playing import running_table, signup_table
from tests.services.whole_matches import finished_match, started_match
from tests.storage.rows import rows_of

MATCHES = int(os.environ.get("REFEREE_TEST_MATCHES", "20"))
"""How many whole matches travel; 200 before a release."""

SAME = ("matches", "seats", "phases", "resolutions", "posts", "records")
"""Tables that must come out alike."""


@pytest.fixture
def both(
    new_context: Callable[[str], Context],
    new_sqlite_url: NewDatabase,
    new_postgres_url: NewDatabase,
) -> tuple[Context, Context]:
    """A server on SQLite and another on PostgreSQL, with another secret and another address."""
    here, there = new_context(new_sqlite_url()), new_context(new_postgres_url())
    object.__setattr__(there, "sealer", Sealer(b"another server's secret of 32 bytes"))
    object.__setattr__(there, "base_url", "https://elsewhere.example")
    return here, there


@pytest.mark.postgres
@pytest.mark.parametrize("game", ["crossing-swords", "royal-dilemma"])
@pytest.mark.parametrize("number", range(MATCHES // 2))
def test_a_whole_match_travels_to_the_other_database_and_verifies_there(
    both: tuple[Context, Context], clock: Clock, game: str, number: int
) -> None:
    here, there = both if number % 2 else both[::-1]
    match_id = finished_match(here, clock, Dice(game.encode(), number), game)
    text = format_export(export_match(here, match_id)).encode()
    assert verify(text, here.games).mismatch is None
    assert import_match(there, text) == match_id
    again = format_export(export_match(there, match_id)).encode()
    assert again == text
    assert verify(again, there.games).mismatch is None


@pytest.mark.postgres
def test_an_imported_match_reads_as_it_did(both: tuple[Context, Context], clock: Clock) -> None:
    here, there = both
    match_id = finished_match(here, clock, Dice(bytes(32), 7), "crossing-swords")
    import_match(there, format_export(export_match(here, match_id)).encode())
    assert posts(there, match_id) == posts(here, match_id)
    left_out = {"revision"}
    for page in (match_page(here, match_id, None), match_page(there, match_id, None)):
        assert page.standings is not None
    assert match_page(there, match_id, None).model_dump(exclude=left_out) == match_page(
        here, match_id, None
    ).model_dump(exclude=left_out)
    last = match_page(here, match_id, None).history[0].number
    assert phase_report(there, match_id, last) == phase_report(here, match_id, last)
    for table in SAME:
        assert len(rows_of(there, table)) == len(rows_of(here, table))


def test_a_match_that_runs_is_not_imported(ctx: Context, clock: Clock) -> None:
    match_id = started_match(ctx, clock, Dice(bytes(32), 1), "royal-dilemma")
    with pytest.raises(CannotImport, match="not over"):
        import_match(ctx, format_export(export_match(ctx, match_id)).encode())
    table = signup_table(ctx, ("Ann",))
    with pytest.raises(CannotImport, match="not over"):
        import_match(ctx, format_export(export_match(ctx, table.match_id)).encode())


def test_a_match_that_is_here_already_is_not_imported(ctx: Context, clock: Clock) -> None:
    match_id = finished_match(ctx, clock, Dice(bytes(32), 2), "royal-dilemma")
    before = rows_of(ctx, "records")
    with pytest.raises(CannotImport, match="already"):
        import_match(ctx, format_export(export_match(ctx, match_id)).encode())
    assert rows_of(ctx, "records") == before


def test_what_does_not_verify_is_not_imported(
    ctx: Context, new_context: Callable[[str], Context], new_database_url: NewDatabase, clock: Clock
) -> None:
    match_id = finished_match(ctx, clock, Dice(bytes(32), 3), "royal-dilemma")
    text = format_export(export_match(ctx, match_id))
    other = new_context(new_database_url())
    with pytest.raises(CannotImport, match="does not hold"):
        import_match(other, text.replace("Ann", "Eve").encode())
    assert rows_of(other, "matches") == []


def test_a_match_cancelled_before_its_start_travels(
    ctx: Context, new_context: Callable[[str], Context], new_database_url: NewDatabase
) -> None:
    other = new_context(new_database_url())
    for table in (signup_table(ctx, ("Ann",)), running_table(ctx)):
        cancel_match(ctx, table.desk, table.match_id, "No time.")
        text = format_export(export_match(ctx, table.match_id)).encode()
        import_match(other, text)
        assert format_export(export_match(other, table.match_id)).encode() == text
        assert match_page(other, table.match_id, None).reason == "No time."


def cancelled_early(ctx: Context) -> dict[str, Any]:
    """The export of a match of two that was cancelled before its start, with its first post left out."""
    table = signup_table(ctx, ("Ann", "Bob"))
    cancel_match(ctx, table.desk, table.match_id, "No time.")
    export: dict[str, Any] = json.loads(format_export(export_match(ctx, table.match_id)))
    export["posts"] = []
    export["record"] = [one for one in export["record"] if one["act"]["kind"] != "announced"]
    for number, entry in enumerate(export["record"], start=1):
        entry["number"] = number
    return export


def set_in(export: dict[str, Any], entry: int, path: str, value: object) -> None:
    *steps, last = path.split(".")
    place = export["record"][entry]
    for step in steps:
        place = place[step]
    place[last] = value


@pytest.mark.parametrize(
    ("entry", "path", "value"),
    [
        (0, "act.settings.schedule", {}),
        (0, "act.settings.schedule.zone", "Nowhere"),
        (0, "act.settings.zone", "../../etc/passwd"),
        (0, "act.settings.options", {"x": 1}),
        (0, "act.settings.closing", {"x": 1}),
        (0, "act.settings.seat_rules", {"x": 1}),
        (0, "act.settings.title", ""),
        (0, "act.settings.title", "a\x00b"),
        (0, "act.settings.seats_most", 10**15),
        (0, "act.settings.rules_version", 2**52),
        (0, "at", "2030-01-01T00:00:00"),
        (0, "at", "0001-01-01T00:00:00+14:00"),
        (1, "act.seat", 0),
        (1, "act.seat", 10**15),
        (2, "act.name", ""),
        (2, "act.name", "B\x00b"),
        (2, "act.name", "Ann"),
        (3, "act.reason", "No\x00"),
    ],
)
def test_what_no_server_could_have_written_is_refused_in_a_sentence_though_every_hash_holds(
    ctx: Context,
    new_context: Callable[[str], Context],
    new_database_url: NewDatabase,
    entry: int,
    path: str,
    value: object,
) -> None:
    export, other = cancelled_early(ctx), new_context(new_database_url())
    set_in(export, entry, path, value)
    with pytest.raises((CannotImport, UnreadableExport)):
        import_match(other, rehashed(export))
    assert rows_of(other, "matches") == []


@pytest.mark.parametrize("name", ["", "../x", '<b>"', "a" * 500, "ABC"])
def test_a_match_that_no_address_leads_to_is_not_imported(
    ctx: Context, new_context: Callable[[str], Context], new_database_url: NewDatabase, name: str
) -> None:
    export, other = cancelled_early(ctx), new_context(new_database_url())
    export["match"] = name
    for entry in export["record"]:
        entry["match"] = name
    with pytest.raises(UnreadableExport):
        import_match(other, rehashed(export))
    assert rows_of(other, "matches") == []


def test_the_export_that_the_forgeries_are_made_from_is_let_in(
    ctx: Context, new_context: Callable[[str], Context], new_database_url: NewDatabase
) -> None:
    export, other = cancelled_early(ctx), new_context(new_database_url())
    import_match(other, rehashed(export))
    assert (
        match_page(other, export["match"], None).title
        == export["record"][0]["act"]["settings"]["title"]
    )
