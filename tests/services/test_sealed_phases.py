"""Replacing the server's secret, and losing it: which rounds need which, and what is lost."""

from dataclasses import replace
from datetime import timedelta

import pytest

from referee.sealing import Sealer
from referee.services import reading
from referee.services.absences import announce_absence, take_absence_back
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.health import health
from referee.services.matches import cancel_match, reissue_link
from referee.services.sealed_absences import lost_absences
from referee.services.sealed_phases import SealedPhase, check_secrets, lost_phases
from referee.services.tenures import resign
from referee.storage.tables import submissions
from tests.clock import MORNING, Clock
from tests.conftest import SECRET
from tests.services.playing import Table, request_id, running_table

NEW = b"a newer secret of at least 32 bytes, for tests"


@pytest.fixture
def table(ctx: Context) -> Table:
    """A match in its second round, in which Ann has sent a move."""
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    close_phase(ctx, table.desk, table.match_id, 1)
    table.sent(1, "strike", "Bob", phase=2)
    return table


def holding(ctx: Context, secret: bytes, *older: bytes) -> Context:
    return replace(ctx, sealer=Sealer(secret, older))


def test_a_round_goes_on_under_a_new_secret_while_the_old_one_is_kept(
    ctx: Context, table: Table
) -> None:
    rotated = holding(ctx, NEW, SECRET)
    after = table.at(rotated)
    after.sent(2, "mend", "Bob", phase=2)
    assert [one.words for one in reading.seat_page(rotated, table.seat(1)).submissions] == [
        "Strike at Bob"
    ]
    assert check_secrets(rotated).idle == ()
    close_phase(rotated, table.desk, table.match_id, 2)
    assert [one.words for one in reading.phase_report(rotated, table.match_id, 2).moves] == [
        "Strike at Bob",
        "Mend for yourself",
    ]
    found = check_secrets(rotated)
    assert found.idle == (Sealer(SECRET).name,)
    assert found.lost == ()
    after.sent(1, "strike", "Bob", phase=3)
    close_phase(holding(ctx, NEW), table.desk, table.match_id, 3)


def test_a_lost_secret_is_told_with_exactly_the_rounds_it_loses(ctx: Context, table: Table) -> None:
    lost = holding(ctx, NEW)
    other = running_table(lost)
    other.sent(1, "lunge", "Bob")
    (phase,) = lost_phases(lost)
    assert (phase.match_id, phase.phase, phase.secret) == (table.match_id, 2, ctx.sealer.name)
    found = check_secrets(lost)
    assert found.lost == (phase,)
    assert found.lines[0] == (
        f"Secret {lost.sealer.name}, the present one: needed by one open round."
    )
    assert found.lines[1].startswith(
        f"Round 2 of “{phase.match_title}” ({table.match_id}, phase 2) holds moves that were sealed by "
        f"the secret {ctx.sealer.name}, which is not here."
    )
    assert "Ann" not in repr(found)
    assert lost_phases(ctx) == (
        phase.model_copy(
            update={"match_id": other.match_id, "phase": 1, "phase_title": "Round 1"}
            | {"secret": lost.sealer.name, "match_title": phase.match_title}
        ),
    )


def test_whoever_sends_again_is_in_the_round_again(ctx: Context, table: Table) -> None:
    lost = holding(ctx, NEW)
    table.at(lost).sent(1, "mend", "Bob", phase=2)
    close_phase(lost, table.desk, table.match_id, 2)
    assert [one.words for one in reading.phase_report(lost, table.match_id, 2).moves] == [
        "Mend for Bob"
    ]


def test_a_match_in_which_nothing_is_sealed_needs_no_secret(ctx: Context) -> None:
    running_table(ctx)
    assert lost_phases(holding(ctx, NEW)) == ()
    assert check_secrets(holding(ctx, NEW)).lost == ()


def test_a_move_that_was_changed_in_the_database_is_found(ctx: Context, table: Table) -> None:
    with ctx.store.read() as connection:
        row = connection.execute(
            submissions.select().where(submissions.c.match_id == table.match_id)
        ).first()
    assert row is not None
    with ctx.store.write() as connection:
        forged = {**row._mapping, "phase": 2, "version": 2, "request_id": "forged"}
        connection.execute(submissions.insert().values(forged))
    found = check_secrets(ctx)
    (lost,) = found.lost
    assert isinstance(lost, SealedPhase)
    assert (lost.match_id, lost.phase) == (table.match_id, 2)
    assert "have been changed in the database" in found.lines[-1]
    assert lost_phases(ctx) == ()


# Absences


def away(table: Table, seat: int, *, until: timedelta) -> None:
    announce_absence(
        table.ctx,
        table.seat(seat),
        table.match_id,
        seat,
        begins_at=MORNING,
        ends_at=MORNING + until,
        standing="mend",
        request_id=request_id(),
    )


def test_an_absence_to_come_needs_the_secret_that_sealed_it(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    for seat in (1, 2):
        away(table, seat, until=timedelta(days=3))
    rotated = holding(ctx, NEW, SECRET)
    assert check_secrets(rotated).idle == ()
    assert check_secrets(rotated).lines[1] == (
        f"Secret {ctx.sealer.name}: needed by no open round and 2 announced absences."
    )
    take_absence_back(ctx, table.seat(1), table.match_id, 1, 1)
    assert "one announced absence" in check_secrets(rotated).lines[1]
    clock.forward(days=3)
    # The round that is open still was due while Bob was away.
    assert "one announced absence" in check_secrets(rotated).lines[1]
    close_phase(rotated, table.desk, table.match_id, 1)
    assert [one.words for one in reading.phase_report(rotated, table.match_id, 1).moves] == [
        "Mend for yourself"
    ]
    assert check_secrets(rotated).idle == (ctx.sealer.name,)


def test_a_lost_secret_is_told_with_the_matches_whose_absences_it_loses(ctx: Context) -> None:
    table = running_table(ctx)
    away(table, 1, until=timedelta(days=3))
    lost = holding(ctx, NEW)
    assert lost_phases(lost) == ()
    (absences,) = lost_absences(lost)
    assert (absences.match_id, absences.absences, absences.secret) == (
        table.match_id,
        1,
        ctx.sealer.name,
    )
    found = check_secrets(lost)
    assert found.lost == (absences,)
    assert f"({table.match_id}) has one announced absence" in found.lines[-1]
    assert "Ann" not in repr(found)
    assert health(lost).lost_absences == 1
    reissue_link(lost, table.desk, table.match_id, 1)
    assert (lost_absences(lost), health(lost).lost_absences) == ((), 0)
    close_phase(lost, table.desk, table.match_id, 1)


def test_an_absence_of_a_match_that_is_over_or_of_a_former_player_needs_no_secret(
    ctx: Context,
) -> None:
    over, swapped = running_table(ctx), running_table(ctx)
    for table in (over, swapped):
        away(table, 1, until=timedelta(days=3))
    cancel_match(ctx, over.desk, over.match_id, "No time.")
    resign(ctx, swapped.seat(1), swapped.match_id, 1)
    assert lost_absences(holding(ctx, NEW)) == ()
