"""Exports: whole when the match is over, and until then nothing that anybody may not know."""

import json
from functools import partial

import pytest

from referee.core.dice import Dice
from referee.sealing import digest
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.errors import Conflict, NotFound
from referee.services.exporting import export_match, format_export, phase_record
from referee.services.matches import cancel_match
from referee.services.moves import submit
from referee.services.phases import load_phase
from referee.services.practice import practice_move
from referee.services.verifying import verify
from tests.clock import Clock
from tests.services.playing import request_id, running_table
from tests.services.whole_matches import (
    desk_of,
    finished_match,
    play_phase,
    running_match,
    started_match,
)

text_of = partial(json.dumps, ensure_ascii=False)


def test_a_running_match_exports_the_same_whatever_has_been_sent(ctx: Context) -> None:
    table = running_table(ctx, status_visibility="hidden")
    nothing_sent = export_match(ctx, table.match_id)
    table.sent(1, "lunge", "Bob")
    table.sent(2, "block", "Ann")
    table.sent(2, None)
    assert export_match(ctx, table.match_id) == nothing_sent
    assert (nothing_sent.seed, nothing_sent.status) == (None, "running")


@pytest.mark.parametrize("seed", range(3))
def test_a_running_match_with_hidden_hands_shows_nothing_that_is_hidden(
    ctx: Context, clock: Clock, seed: int
) -> None:
    chance = Dice(bytes(32), seed)
    match_id = running_match(ctx, clock, chance, "royal-dilemma", played=1)
    running = export_match(ctx, match_id)
    assert running.status == "running"
    assert [phase.result for phase in running.phases] == [None, None]
    assert [phase.receipts for phase in running.phases] == [None, None]
    found = verify(format_export(running).encode(), ctx.games)
    assert found.mismatch is None
    assert found.unchecked
    cancel_match(ctx, desk_of(match_id), match_id, "Over.")
    over = export_match(ctx, match_id)
    assert all(phase.result is not None for phase in over.phases)
    # What was a hash before has been a hash of exactly this, and of something nobody could guess.
    for before, after in zip(running.record, over.record, strict=False):
        assert before == after
    results = [phase.result for phase in over.phases if phase.result is not None]
    assert len({result.nonce for result in results}) == len(results)
    hands = [digest(result.model_dump(mode="json")["state"]) for result in results]
    assert not [one for one in hands if one in format_export(running)]


def test_moves_that_a_game_still_hides_are_left_out_and_shown_in_the_end(
    ctx: Context, clock: Clock
) -> None:
    """Surrendered cards leave a hand unseen (RD-04): such a move is not published before the end."""
    for seed in range(30):
        chance = Dice(bytes(32), seed)
        match_id = started_match(ctx, clock, chance, "royal-dilemma", edition="surrender")
        while export_match(ctx, match_id).status == "running":
            play_phase(ctx, clock, chance, match_id)
            running = export_match(ctx, match_id)
            hidden = _hidden_moves(running)
            if running.status == "running" and hidden:
                phase = hidden[0]
                shown = phase_record(ctx, match_id, phase).moves
                assert any(one.move is one.nonce is one.sealed is None for one in shown)
                cancel_match(ctx, desk_of(match_id), match_id, "Over.")
                assert _hidden_moves(export_match(ctx, match_id)) == []
                assert all(one.sealed for one in phase_record(ctx, match_id, phase).moves)
                return
    pytest.fail("no match had a hidden move")


def _hidden_moves(export) -> list[int]:
    """The phases of which some counted move is not shown."""
    counted = {
        entry.act.phase: len(entry.act.moves)
        for entry in export.record
        if entry.act.kind == "closed"
    }
    return [
        phase.phase
        for phase in export.phases
        if phase.phase and len(phase.moves) < counted[phase.phase]
    ]


def test_a_cancelled_match_keeps_what_was_sealed_for_its_open_round(ctx: Context) -> None:
    table = running_table(ctx)
    receipt = table.sent(1, "lunge", "Bob")
    cancel_match(ctx, table.desk, table.match_id, "Rain.")
    export = export_match(ctx, table.match_id)
    assert export.seed is not None
    assert "lunge" not in text_of([phase.model_dump(mode="json") for phase in export.phases[1:]])
    assert receipt.commitment not in format_export(export)


def test_a_phases_record_lets_a_receipt_be_checked(ctx: Context) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    receipt = table.sent(1, "block", "Cal")
    close_phase(ctx, table.desk, table.match_id, 1)
    (move,) = phase_record(ctx, table.match_id, 1).moves
    assert (move.seat_name, move.version, move.commitment) == ("Ann", 2, receipt.commitment)
    assert move.sealed is not None
    assert digest(json.loads(move.sealed)) == receipt.commitment
    assert json.loads(move.sealed)["move"] == {"card": "block", "target": "Cal"}


def test_there_is_no_record_of_a_phase_before_it_closes(ctx: Context) -> None:
    table = running_table(ctx)
    with pytest.raises(Conflict, match="phase-open"):
        phase_record(ctx, table.match_id, 1)
    with pytest.raises(NotFound, match="phase-not-found"):
        phase_record(ctx, table.match_id, 2)
    with pytest.raises(NotFound, match="match-not-found"):
        export_match(ctx, "nothing")


def test_what_comes_after_a_close_changes_nothing_that_was_exported(
    ctx: Context, clock: Clock
) -> None:
    match_id = finished_match(ctx, clock, Dice(bytes(32), 4), "crossing-swords")
    before = export_match(ctx, match_id)
    move = practice_move(load_phase(ctx, match_id, 1), b"too late", 2)
    assert move is not None
    submit(ctx, [type(move)(**{**_fields(move), "request_id": request_id()})])
    assert export_match(ctx, match_id) == before


def _fields(move) -> dict[str, object]:
    return {name: getattr(move, name) for name in move.__slots__}
