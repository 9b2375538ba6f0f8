"""Importing an export: a match that is over, into a database that does not have it.

Only what verifies is let in. A match that still runs cannot move so: its sealed moves can be opened with
the server's secret alone, and its links are known only by their hashes; it moves with its database. Links
do not move either: the operator's link opens every desk.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, IntegrityError

from referee.sealing import Place, canonical
from referee.services.chronicle import Chronicle, PhaseStory, SeatStory
from referee.services.context import Context
from referee.services.export_models import Export, ExportedPhase
from referee.services.openings import OpenedResult, ReceivedVersion
from referee.services.phases import DECISIONS, game_of
from referee.services.records import JSON_SETTINGS
from referee.services.replaying import Replay
from referee.services.submissions import payload
from referee.services.verifying import verify
from referee.storage import matches, moves, phases, posts, records, resolutions, seats
from referee.storage.matches import MatchRow
from referee.storage.moves import SubmissionRow
from referee.storage.phases import PhaseRow
from referee.storage.posts import PostRow
from referee.storage.records import RecordRow
from referee.storage.resolutions import ResolutionRow


class CannotImport(Exception):
    """The export is not let in; says why."""


def import_match(ctx: Context, text: bytes) -> str:
    """Store an exported match; returns its id. Raises `export_files.UnreadableExport`, `CannotImport`."""
    found = verify(text, ctx.games)
    export, told = found.export, found.told
    if found.mismatch is not None or told is None:
        raise CannotImport(
            f"The export does not hold ({found.mismatch}). `referee verify` says more."
        )
    if not found.is_over:
        raise CannotImport(
            "The match is not over: its moves are sealed with its server's secret. Move its database and "
            "its secret instead, or import it when it is over."
        )
    try:
        with ctx.store.write() as connection:
            _write(ctx, connection, export, told)
    except (DataError, IntegrityError):
        raise CannotImport(
            "The export holds something that this server's database cannot keep."
        ) from None
    return export.match


def _write(ctx: Context, connection: Connection, export: Export, told: Chronicle) -> None:
    if matches.match_row(connection, export.match) is not None:
        raise CannotImport(f"This server has a match {export.match} already.")
    _Import(ctx, connection, export, told).write()


class _Import:
    """One import: everything is written from the record and its openings, table by table."""

    def __init__(
        self, ctx: Context, connection: Connection, export: Export, told: Chronicle
    ) -> None:
        self._ctx = ctx
        self._connection = connection
        self._export = export
        self._told = told
        self._game = game_of(ctx, told.created.settings.game)
        self._replay = Replay.of(self._game, told, export.seed)

    def write(self) -> None:
        """All of it, in the order of the foreign keys."""
        self._match()
        for number, seat in self._told.seats.items():
            self._seat(number, seat)
        exported = {phase.phase: phase for phase in self._export.phases}
        if self._told.started is not None and self._told.started_at is not None:
            made_by, made_at = "start", self._told.started_at
            self._resolution(exported[0], "[]", made_by=made_by, made_at=made_at)
        for story in self._told.phases:
            self._phase(story, exported[story.opened.number - 1])
            if story.closed is not None and story.closed_at is not None:
                phase = exported[story.opened.number]
                self._submissions(story, phase)
                self._resolution(
                    phase,
                    self._kept_moves(story, phase),
                    made_by=story.closed.because,
                    made_at=story.closed_at,
                )
        self._posts()
        for entry in self._export.record:
            body = entry.model_dump(mode="json", exclude={"hash"})
            records.add_record(
                self._connection,
                RecordRow(entry.match, entry.number, entry.hash, canonical(body).decode()),
            )

    def _seat(self, number: int, seat: SeatStory) -> None:
        first, *others = seat.tenures
        match = self._export.match
        seats.add_seat(
            self._connection,
            match,
            number,
            seat.name,
            practice=first.holder == "practice",
            at=first.since,
        )
        for before, after in pairwise((first, *others)):
            if before.until is not None and before.ended_by is not None:
                seats.end_tenure(
                    self._connection, match, number, at=before.until, ended_by=before.ended_by
                )
            seats.add_tenure(
                self._connection,
                match,
                number,
                holder=after.holder,
                player=after.player,
                since=after.since,
                phase=after.phase,
            )

    def _match(self) -> None:
        told, settings = self._told, self._told.created.settings
        matches.add_match(
            self._connection,
            MatchRow(
                **settings.model_dump(exclude=set(JSON_SETTINGS)),
                options=_compact(settings.options),
                schedule=_compact(settings.schedule),
                closing=_compact(settings.closing),
                seat_rules=_compact(settings.seat_rules),
                match_id=self._export.match,
                status=told.status,
                seed=bytes.fromhex(self._export.seed or ""),
                created_at=told.created_at,
                started_at=told.started_at,
                finished_at=told.finished_at,
                cancel_reason=told.reason,
                error=None,
                revision=len(self._export.record),
            ),
        )

    def _phase(self, story: PhaseStory, before: ExportedPhase) -> None:
        opened = story.opened
        state = self._replay.state(_result(before).state)
        asked, places = self._game.phase(state), self._replay.asked(state)
        decisions = {} if asked is None else dict(asked.decisions)
        is_closed = story.closed is not None
        phases.add_phase(
            self._connection,
            PhaseRow(
                match_id=self._export.match,
                number=opened.number,
                round=opened.round,
                title=opened.title,
                kind=opened.kind,
                status="closed" if is_closed else "void",
                opened_at=story.opened_at,
                due_at=story.due_at,
                due_set_at=story.due_set_at,
                closed_at=story.closed_at if is_closed else self._told.finished_at,
                base=1,
                owed=json.dumps(() if places is None else places[2]),
            ),
            decisions=DECISIONS.dump_json(decisions).decode(),
        )

    def _resolution(
        self, phase: ExportedPhase, kept: str, *, made_by: str, made_at: datetime
    ) -> None:
        result = _result(phase)
        resolutions.add_resolution(
            self._connection,
            ResolutionRow(
                match_id=self._export.match,
                phase=phase.phase,
                version=1,
                rules_version=self._game.info.rules_version,
                made_at=made_at,
                made_by=made_by,
                moves=kept,
                events=_compact(result.events),
                state=_compact(result.state),
                measures=json.dumps(result.measures, ensure_ascii=False),
                outcome=None if result.outcome is None else _compact(result.outcome),
            ),
        )

    def _kept_moves(self, story: PhaseStory, phase: ExportedPhase) -> str:
        """The counted moves as a result keeps them."""
        words = {one.seat: one.words for one in _result(phase).words}
        counted = {one.seat: one for one in story.closed.moves} if story.closed else {}
        return json.dumps(
            [
                {
                    "seat": one.seat,
                    "version": counted[one.seat].version,
                    "received_at": counted[one.seat].received_at.isoformat(),
                    "words": words[one.seat],
                    "move": one.move,
                    "nonce": one.nonce,
                    "commitment": counted[one.seat].commitment,
                    "standing_move": counted[one.seat].standing_move,
                }
                for one in phase.moves
            ],
            ensure_ascii=False,
        )

    def _submissions(self, story: PhaseStory, phase: ExportedPhase) -> None:
        """Every receipt. What counted is sealed anew; the rest was never shown, and has only its receipt."""
        counted = {(one.seat, one.version) for one in story.closed.moves} if story.closed else set()
        versions: Sequence[ReceivedVersion] = phase.receipts.versions if phase.receipts else ()
        rows = [
            self._submission(one, phase, is_counted=(one.seat, one.version) in counted)
            for one in versions
        ]
        if rows:
            moves.add_submissions(self._connection, rows)

    def _submission(
        self, one: ReceivedVersion, phase: ExportedPhase, *, is_counted: bool
    ) -> SubmissionRow:
        place = Place(self._export.match, phase.phase, one.seat, one.version)
        sealed = b""
        if is_counted:
            sent = next(move for move in phase.moves if move.seat == one.seat)
            words = next(kept.words for kept in _result(phase).words if kept.seat == one.seat)
            content = payload(is_move=True, move=sent.move, nonce=sent.nonce, words=words)
            sealed = self._ctx.sealer.seal(place, content, nonce=self._ctx.new_seed())
        return SubmissionRow(
            match_id=place.match,
            phase=place.phase,
            seat=place.seat,
            version=place.version,
            request_id=f"imported version {one.version}",
            request_use=1,
            received_at=one.received_at,
            late=False,
            sealed=sealed,
            commitment=one.commitment,
            standing_move=one.standing_move,
        )

    def _posts(self) -> None:
        for post in self._export.posts:
            posts.add_post(
                self._connection,
                PostRow(
                    match_id=self._export.match,
                    post_id=post.post_id,
                    kind=post.kind,
                    title=post.title,
                    phase=post.phase,
                    created_at=post.created_at,
                    texts=json.dumps(dict(post.texts), ensure_ascii=False),
                ),
            )


def _result(phase: ExportedPhase) -> OpenedResult:
    if phase.result is None:
        raise ValueError("the result of a match that is over is open")
    return phase.result


def _compact(value: object) -> str:
    """JSON as the services write it: no spaces, every letter itself."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
