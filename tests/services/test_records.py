"""The record: every act, in order, bound together, in the same transaction as what it tells of."""

import hashlib
import json
import re

import pytest

from referee.core.game import Resolution
from referee.sealing import canonical, short_hash
from referee.services.access import SYSTEM
from referee.services.acts import HashedEntry, Settings
from referee.services.chronicle import chronicle_of
from referee.services.closing import close_due, close_phase, close_ready
from referee.services.closing_rules import ClosingRules
from referee.services.context import Context
from referee.services.desk_links import replace_referee_link
from referee.services.errors import Conflict, Refusal
from referee.services.exporting import export_match, format_export
from referee.services.matches import (
    add_seat,
    cancel_match,
    extend_phase,
    reissue_link,
    remove_seat,
    rename_seat,
    start_match,
)
from referee.services.reading import posts
from referee.services.verifying import verify
from referee.storage.matches import MatchRow
from tests.clock import Clock
from tests.services.playing import request_id, running_table, signup_table
from tests.storage.rows import rows_of

CHANGING = {"status", "started_at", "finished_at", "cancel_reason", "error", "revision"}
"""What changes in a match's row: the record tells of it by its acts."""
ELSEWHERE = {"match_id", "created_at", "seed"}
"""In every entry; the first entry's time; by its hash."""


def record(ctx: Context, match_id: str) -> tuple[HashedEntry, ...]:
    return export_match(ctx, match_id).record


def deeds(ctx: Context, match_id: str) -> list[tuple[str, str]]:
    """Who did what, announcements left out."""
    return [
        (entry.by, entry.act.kind)
        for entry in record(ctx, match_id)
        if entry.act.kind != "announced"
    ]


def test_every_act_is_recorded_with_who_did_it(ctx: Context, clock: Clock) -> None:
    table = signup_table(ctx, ("Ann", "Bob", "Cal"), practice=("Dee",))
    rename_seat(ctx, table.desk, table.match_id, 2, "Bert")
    remove_seat(ctx, SYSTEM, table.match_id, 3)
    reissue_link(ctx, table.desk, table.match_id, 1)
    replace_referee_link(ctx, table.desk, table.match_id, request_id=request_id())
    start_match(ctx, table.desk, table.match_id)
    extend_phase(ctx, table.desk, table.match_id, 1, clock.now.replace(hour=23))
    close_phase(ctx, table.desk, table.match_id, 1)
    clock.forward(hours=2)
    close_due(ctx)
    cancel_match(ctx, SYSTEM, table.match_id, "The hall burns.")
    replace_referee_link(ctx, SYSTEM, table.match_id, request_id=request_id())
    assert deeds(ctx, table.match_id) == [
        ("referee", "created"),
        ("player", "seat-taken"),
        ("player", "seat-taken"),
        ("player", "seat-taken"),
        ("referee", "seat-taken"),
        ("referee", "seat-renamed"),
        ("operator", "seat-removed"),
        ("referee", "link-replaced"),
        ("referee", "desk-link-replaced"),
        ("referee", "started"),
        ("referee", "extended"),
        ("referee", "closed"),
        ("server", "closed"),
        ("server", "seat-opened"),
        ("server", "seat-opened"),
        ("operator", "cancelled"),
        ("operator", "desk-link-replaced"),
    ]
    told = chronicle_of(record(ctx, table.match_id))
    assert {number: seat.name for number, seat in told.seats.items()} == {
        1: "Ann",
        2: "Bert",
        4: "Dee",
    }
    assert [phase.closed.because for phase in told.phases if phase.closed] == [
        "referee",
        "deadline",
    ]
    assert (told.status, told.reason) == ("cancelled", "The hall burns.")


def test_a_round_that_closes_because_everybody_is_ready_says_so(ctx: Context) -> None:
    table = running_table(ctx, ("Ann", "Bob"), closing=ClosingRules(early_close="ready"))
    table.sent(1, "block", "Bob", ready=True)
    table.sent(2, "block", "Ann", ready=True)
    assert close_ready(ctx) == 1
    told = chronicle_of(record(ctx, table.match_id))
    assert told.phases[0].closed is not None
    assert told.phases[0].closed.because == "everybody"


def test_each_entry_is_hashed_with_the_hash_of_the_one_before(ctx: Context) -> None:
    table = running_table(ctx)
    close_phase(ctx, table.desk, table.match_id, 1)
    previous = None
    for number, entry in enumerate(record(ctx, table.match_id), start=1):
        body = entry.model_dump(mode="json")
        hashed = body.pop("hash")
        assert hashed == hashlib.sha256(canonical(body)).hexdigest()
        assert (entry.number, entry.previous, entry.match) == (number, previous, table.match_id)
        previous = hashed


def test_what_is_refused_leaves_no_entry(ctx: Context) -> None:
    table = running_table(ctx)
    before = record(ctx, table.match_id)
    with pytest.raises(Refusal):
        add_seat(ctx, table.desk, table.match_id, "Eve")
    with pytest.raises(Refusal):
        close_phase(ctx, table.desk, table.match_id, 7)
    with pytest.raises(Refusal):
        cancel_match(ctx, table.desk, table.match_id, " ")
    assert record(ctx, table.match_id) == before


def test_done_twice_is_recorded_once(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    later = clock.now.replace(hour=23)
    for _ in range(2):
        extend_phase(ctx, table.desk, table.match_id, 1, later)
    for _ in range(2):
        close_phase(ctx, table.desk, table.match_id, 1)
    for _ in range(2):
        cancel_match(ctx, table.desk, table.match_id, "Enough.")
    kinds = [kind for _, kind in deeds(ctx, table.match_id)]
    assert [kinds.count(kind) for kind in ("extended", "closed", "cancelled")] == [1, 1, 1]


def test_a_halt_is_recorded_once_and_the_round_can_close_after_it(
    ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = running_table(ctx)
    game = type(ctx.games["crossing-swords"])

    def fails(*_: object) -> Resolution:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(game, "resolve", fails)
        for _ in range(2):
            with pytest.raises(Conflict):
                close_phase(ctx, table.desk, table.match_id, 1)
    assert export_match(ctx, table.match_id).status == "quarantined"
    close_phase(ctx, table.desk, table.match_id, 1)
    assert [kind for _, kind in deeds(ctx, table.match_id)][-3:] == ["started", "halted", "closed"]
    text = format_export(export_match(ctx, table.match_id)).encode()
    assert verify(text, ctx.games).mismatch is None


def test_every_post_shows_the_head_of_the_record_and_round_posts_every_receipt(
    ctx: Context,
) -> None:
    table = running_table(ctx)
    receipt = table.sent(2, "block", "Ann")
    close_phase(ctx, table.desk, table.match_id, 1)
    entries = record(ctx, table.match_id)
    heads = {
        entry.act.post_id: entry.previous for entry in entries if entry.act.kind == "announced"
    }
    written = {post.post_id: post for post in posts(ctx, table.match_id)}
    assert written.keys() == heads.keys() == {"recruiting", "opening", "phase-1"}
    for post_id, post in written.items():
        for text in post.texts.values():
            assert f"Record {short_hash(heads[post_id] or '')}" in text
    texts = written["phase-1"].texts
    told = re.compile(rf"Bob, version 1, .*: {receipt.commitment}$", re.MULTILINE)
    assert told.search(texts["bbcode"])
    assert told.search(texts["markdown"])
    assert f"  {receipt.commitment}\n" in texts["plain"]


def test_every_column_of_a_match_is_in_its_record() -> None:
    told = set(Settings.model_fields) | CHANGING | ELSEWHERE
    assert set(MatchRow.__slots__) == told


def test_no_token_is_ever_in_the_record(ctx: Context) -> None:
    table = running_table(ctx)
    link = reissue_link(ctx, table.desk, table.match_id, 1)
    assert link.token
    bodies = json.dumps([str(row) for row in rows_of(ctx, "records")])
    assert link.token not in bodies
    assert hashlib.sha256(link.token.encode()).hexdigest() not in bodies
