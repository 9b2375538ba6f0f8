"""Checking one phase of an export: its moves by their commitments, its receipts, its result made again."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from pydantic import JsonValue

from referee.sealing import Place, commitment
from referee.services.acts import Closed, CountedMove, Started
from referee.services.chronicle import PhaseStory
from referee.services.closing_rules import ClosingRules
from referee.services.export_models import ExportedPhase
from referee.services.mismatches import Mismatch, hashed, same
from referee.services.openings import opening_hash
from referee.services.replaying import (
    IllegalMove,
    Replay,
    SeedUnknown,
    first_difference,
    recorded_asked,
)


@dataclass
class Counts:
    """What was looked at in all phases."""

    moves: int = 0
    hidden: int = 0
    receipts: int = 0
    resolved: int = 0
    unresolved: int = 0


@dataclass(frozen=True)
class PhaseCheck:
    """A phase as it was exported (``raw`` is its JSON) and what it is held to.

    ``act`` is the record's entry that made it, ``story`` None for the setup; ``before`` the state it
    stands on, as recorded. ``rules`` say what is late. Once the match is over everything must be open.
    """

    match: str
    is_over: bool
    rules: ClosingRules
    replay: Replay
    phase: ExportedPhase
    raw: Mapping[str, Any]
    act: Started | Closed
    story: PhaseStory | None
    before: JsonValue
    counts: Counts

    def check(self) -> None:
        """All of it. Raises `Mismatch`."""
        self._moves()
        self._receipts()
        self._result()

    @property
    def _where(self) -> str:
        return "The setup" if self.story is None else self.story.opened.title

    @property
    def _counted(self) -> dict[int, CountedMove]:
        return {one.seat: one for one in self.act.moves} if isinstance(self.act, Closed) else {}

    @property
    def _is_open(self) -> bool:
        return self.is_over or self.replay.game.info.open_information

    def _moves(self) -> None:
        """None that did not count, in the end all that did, and each by its commitment."""
        counted, shown = self._counted, [one.seat for one in self.phase.moves]
        expected = [seat for seat in counted if self._is_open or seat in shown]
        same(f"{self._where}: the seats whose moves counted", shown, expected)
        for one, raw in zip(self.phase.moves, self.raw["moves"], strict=True):
            where = f"{self._where}: {self._name(one.seat)}'s move, by its commitment"
            place = Place(self.match, self.phase.phase, one.seat, counted[one.seat].version)
            computed = hashed(where, commitment, place, raw["move"], raw["nonce"])
            same(where, counted[one.seat].commitment, computed)
        self.counts.moves += len(shown)
        self.counts.hidden += len(counted) - len(shown)
        if self.story is None:
            return
        owed = self._owed(self.story)
        for seat, move in counted.items():
            where = f"{self._where}: {self._name(seat)}'s move"
            same(f"{where}, whether one was owed", owed is None or seat in owed, True)
            same(f"{where}, whether it came in time", self._is_in_time(move, self.story), True)

    def _owed(self, story: PhaseStory) -> tuple[int, ...] | None:
        """The seats that the phase asks, by the record or the state before; None while neither tells."""
        if story.opened.owed is not None or self.before is None:
            return story.opened.owed
        try:
            asked = self.replay.asked(self.replay.state(self.before))
        except Exception as wrong:  # the rules were never meant to meet such a file
            where = f"{self._where}: the state before"
            raise Mismatch(where, "as in the file", f"none: {type(wrong).__name__}") from wrong
        return () if asked is None else asked[2]

    def _is_in_time(self, move: CountedMove, story: PhaseStory) -> bool:
        """By the match's own rules: where they are soft, whatever came before the close.

        A standing move comes with the close itself.
        """
        if move.standing_move:
            return move.received_at == story.closed_at
        if self.rules.late != "hard":
            return True
        return move.received_at < story.due_at + timedelta(minutes=self.rules.grace_minutes)

    def _receipts(self) -> None:
        """Every receipt that was given; and what counted is the newest of its seat."""
        receipts, where = self.phase.receipts, f"{self._where}: its receipts"
        are_due = self.is_over and isinstance(self.act, Closed)
        same(f"{where}, whether they are shown", receipts is not None, are_due)
        if receipts is None or not isinstance(self.act, Closed):
            return
        same(f"{where}, by their hash", self.act.receipts, self._hash("receipts"))
        newest = {one.seat: one.model_dump(mode="json") for one in receipts.versions}
        for seat, move in self._counted.items():
            where = f"{self._where}: {self._name(seat)}'s newest receipt"
            same(where, newest.get(seat), move.model_dump(mode="json"))
        self.counts.receipts += len(receipts.versions)

    def _result(self) -> None:
        """The result made again, compared value by value; then its hash."""
        where = f"{self._where}: its result"
        same(f"{where}, whether it is shown", self.phase.result is not None, self._is_open)
        if self.phase.result is None:
            self.counts.unresolved += 1
            return
        try:
            self._resolve()
            self.counts.resolved += 1
        except SeedUnknown:
            self.counts.unresolved += 1
        except Mismatch:
            raise
        except IllegalMove as wrong:
            move = next(one.move for one in self.phase.moves if one.seat == wrong.seat)
            raise Mismatch(
                f"{self._where}: {self._name(wrong.seat)}'s move", move, str(wrong)
            ) from None
        except Exception as wrong:  # the rules were never meant to meet such a file
            raise Mismatch(where, "as in the file", f"none: {type(wrong).__name__}") from wrong
        same(f"{where}, by its hash", self.act.result, self._hash("result"))

    def _resolve(self) -> None:
        number = self.phase.phase
        made = (
            self.replay.setup()
            if self.story is None
            else self.replay.resolution(number, self.before, self.phase.moves)
        )
        for part, computed in self.replay.result(made).items():
            different = first_difference(self.raw["result"][part], computed)
            if different is not None:
                path, recorded, wanted = different
                raise Mismatch(f"{self._where}: {part}{path}", recorded, wanted)
        where = f"{self._where}: what is asked next, and of whom"
        asked = self.replay.asked(made.state)
        same(where, recorded_asked(self.act.following, asked), asked)

    def _hash(self, part: str) -> str:
        where = f"{self._where}: {part}"
        return hashed(where, opening_hash, self.match, self.phase.phase, self.raw[part])

    def _name(self, seat: int) -> str:
        return self.replay.seats.get(seat) or f"seat {seat}"
