"""Standing moves in what is kept: marked in results, exports and imports, and verified like any other."""

import json
from collections.abc import Mapping
from typing import Any

from referee.services import reading
from referee.services.access import Key
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.export_files import read_export
from referee.services.exporting import export_match, format_export
from referee.services.importing import import_match
from referee.services.verifying import verify
from tests.clock import MORNING
from tests.services.away import DAY, announced, report
from tests.services.playing import Table, running_table
from tests.storage.rows import rows_of


def whole_match(ctx: Context) -> Table:
    """A match that is over, in which Ann was away all the time and Bob once."""
    table = running_table(ctx, ("Ann", "Bob"), options={"max_rounds": 3})
    announced(table, standing="strike-back", ends=MORNING + 9 * DAY)
    for phase in (1, 2, 3):
        if phase != 2:
            table.sent(2, "strike", "Ann", phase=phase)
        close_phase(ctx, table.desk, table.match_id, phase)
    return table


def test_an_export_with_standing_moves_verifies_and_is_imported_as_it_was(
    ctx: Context, new_context: Any, new_sqlite_url: Any
) -> None:
    table = whole_match(ctx)
    text = format_export(export_match(ctx, table.match_id)).encode()
    found = verify(text, ctx.games)
    assert found.mismatch is None
    other = table.at(new_context(new_sqlite_url()))
    import_match(other.ctx, text)
    for phase in (1, 2, 3):
        assert report(other, phase) == report(table, phase)
    assert format_export(export_match(other.ctx, table.match_id)).encode() == text


def test_a_mark_that_is_taken_off_or_put_on_is_found(ctx: Context) -> None:
    table = whole_match(ctx)
    text = format_export(export_match(ctx, table.match_id))
    assert read_export(text.encode()) is not None
    for before, after in (("true", "false"), ("false", "true")):
        changed = text.replace(f'"standing_move":{before}', f'"standing_move":{after}', 1)
        assert changed != text
        assert verify(changed.encode(), ctx.games).mismatch is not None


def test_a_running_matchs_export_tells_of_no_absence(ctx: Context) -> None:
    texts = []
    table = running_table(ctx)
    for standing in (None, "block"):
        texts.append(format_export(export_match(ctx, table.match_id)))
        if standing is None:
            announced(table, standing="block")
    assert texts[0] == texts[1]
    assert "absence" not in json.dumps(json.loads(texts[1]))


def kept_flags(ctx: Context) -> Mapping[int, list[bool]]:
    return {
        row["phase"]: [one["standing_move"] for one in json.loads(row["moves"])]
        for row in rows_of(ctx, "resolutions")
    }


def test_what_a_result_keeps_says_so_too(ctx: Context) -> None:
    whole_match(ctx)
    assert kept_flags(ctx) == {0: [], 1: [True, False], 2: [True], 3: [True, False]}


def test_the_seat_has_the_receipt_of_what_was_sent_for_it(ctx: Context) -> None:
    table = whole_match(ctx)
    (receipt,) = reading.seat_page(ctx, table.seat(1)).submissions
    assert (receipt.standing_move, receipt.standing) == (True, "counts")
    assert Key("seat", table.match_id, 1) == table.seat(1)
