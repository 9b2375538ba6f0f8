"""Verifying an export with nothing but the export and the rules: no database, no server, no trust.

Every hash is made again from the JSON as it stands in the file; every result is made again by the game.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from referee.schedule import Schedule, is_zone
from referee.sealing import SHORT_DIGITS, digest, short_hash
from referee.services.acts import Closed, Started
from referee.services.chronicle import Chronicle, Impossible, PhaseStory, chronicle_of
from referee.services.closing_rules import ClosingRules
from referee.services.context import AnyGame
from referee.services.export_files import UnreadableExport, read_export
from referee.services.export_models import Export
from referee.services.exporting import OVER
from referee.services.mismatches import Mismatch, hashed, same
from referee.services.openings import post_hash
from referee.services.phase_checks import Counts, PhaseCheck
from referee.services.replaying import Replay
from referee.services.seat_rules import SeatRules
from referee.services.witnessing import record_words

M = TypeVar("M", bound=BaseModel)


@dataclass
class Verification:
    """An export and what was found. ``checked`` are sentences; ``mismatch`` the first thing that fails.

    ``unchecked`` says what cannot be checked before the match is over.
    """

    export: Export
    raw: dict[str, Any] = field(repr=False)
    told: Chronicle | None = None
    checked: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    mismatch: Mismatch | None = None

    @property
    def is_over(self) -> bool:
        """Whether everything must be open."""
        return self.export.status in OVER


def verify(
    text: bytes, games: Mapping[str, AnyGame], witnessed: Sequence[str] = ()
) -> Verification:
    """Check everything in an export that can be checked; stops at the first thing that does not hold.

    ``witnessed`` are records that somebody has read in announcements: each must be one of this match's.
    Raises `UnreadableExport` for a file that cannot be read, or whose game or rules are not here.
    """
    export, raw = read_export(text)
    found = Verification(export, raw)
    try:
        _entries(found)
        told = _story(found)
        _seed(found, told)
        _phases(found, told, _game(games, told))
        _posts(found, told)
        _witnessed(found, witnessed)
    except Mismatch as mismatch:
        found.mismatch = mismatch
    return found


def _entries(found: Verification) -> None:
    """Each entry by its hash, and by the hash of the one before."""
    export, previous = found.export, None
    for number, entry in enumerate(export.record, start=1):
        where = f"Entry {number} of the record ({entry.act.kind})"
        raw = {k: v for k, v in found.raw["record"][number - 1].items() if k != "hash"}
        same(f"{where}, by its hash", entry.hash, hashed(where, digest, raw))
        same(f"{where}, the hash of the entry before", entry.previous, previous)
        same(f"{where}, its number", entry.number, number)
        same(f"{where}, its match", entry.match, export.match)
        previous = entry.hash
    same("The record, whether there is any", bool(export.record), True)
    found.checked.append(
        f"{len(export.record)} entries of the record, each bound to the one before"
    )


def _story(found: Verification) -> Chronicle:
    try:
        told = found.told = chronicle_of(found.export.record)
    except Impossible as wrong:
        act = found.export.record[wrong.entry - 1].act.kind
        raise Mismatch(f"Entry {wrong.entry} of the record", act, f"none: {wrong}") from None
    same("The match's status", found.export.status, told.status)
    return told


def _seed(found: Verification, told: Chronicle) -> None:
    seed = found.export.seed
    same("The seed, whether it is published", seed is not None, found.is_over)
    if seed is None:
        found.unchecked.append("the seed, which is published when the match is over")
        return
    sha256 = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    same("The seed, by its hash", told.created.seed_sha256, sha256)
    found.checked.append("the seed of all chance, by the hash that fixed it at the beginning")


def _game(games: Mapping[str, AnyGame], told: Chronicle) -> AnyGame:
    settings = told.created.settings
    game = games.get(settings.game)
    if game is None:
        raise UnreadableExport(
            f"The game “{settings.game}” is not installed here, so nothing can be resolved again."
        )
    acts = (told.started, *(phase.closed for phase in told.phases))
    for version in sorted({act.rules_version for act in acts if act is not None}):
        if version != game.info.rules_version:
            raise UnreadableExport(
                f"This match was played by version {version} of the rules of {game.info.title}; here "
                f"is version {game.info.rules_version}. Verify it with a Referee that has the other."
            )
    return game


def _phases(found: Verification, told: Chronicle, game: AnyGame) -> None:
    acts: list[tuple[PhaseStory | None, Started | Closed]] = []
    if told.started is not None:
        closed = [(story, story.closed) for story in told.phases if story.closed is not None]
        acts = [(None, told.started), *closed]
    numbers = [phase.phase for phase in found.export.phases]
    same("The phases that have closed, the setup first", numbers, list(range(len(acts))))
    replay, counts = Replay.of(game, told, found.export.seed), Counts()
    rules = _settings(told, game)
    before: JsonValue = None
    for phase, raw, (story, act) in zip(
        found.export.phases, found.raw["phases"], acts, strict=True
    ):
        PhaseCheck(
            match=found.export.match,
            is_over=found.is_over,
            rules=rules,
            replay=replay,
            phase=phase,
            raw=raw,
            act=act,
            story=story,
            before=before,
            counts=counts,
        ).check()
        before = None if phase.result is None else phase.result.state
    _tell(found, told, counts)


def _settings(told: Chronicle, game: AnyGame) -> ClosingRules:
    """Each can be understood; returns the closing rules, which phases are checked by."""
    settings = told.created.settings
    _parsed(game.options_type, "options", settings.options)
    schedule = _parsed(Schedule, "schedule", settings.schedule)
    for where, zone in (("zone", settings.zone), ("schedule.zone", schedule.zone)):
        if not is_zone(zone):
            raise Mismatch(
                f"The match's settings: {where}", zone, "none: no time zone has this name"
            )
    _parsed(SeatRules, "seat_rules", settings.seat_rules)
    return _parsed(ClosingRules, "closing", settings.closing)


def _parsed(model: type[M], field: str, value: Mapping[str, JsonValue]) -> M:
    try:
        return model.model_validate_json(json.dumps(value))
    except ValidationError as wrong:
        first = wrong.errors(include_url=False)[0]
        where = ".".join((field, *(str(step) for step in first["loc"])))
        raise Mismatch(f"The match's settings: {where}", first["input"], first["msg"]) from None


def _tell(found: Verification, told: Chronicle, counts: Counts) -> None:
    if counts.moves:
        found.checked.append(f"{counts.moves} moves, by their commitments")
    if counts.receipts:
        found.checked.append(f"{counts.receipts} receipts, those of replaced moves among them")
    if counts.resolved and told.started is not None:
        found.checked.append(
            f"the setup and {counts.resolved - 1} phases, made again by version "
            f"{told.started.rules_version} of the rules: the same results"
        )
    if counts.hidden:
        found.unchecked.append(f"{counts.hidden} moves that the game still hides")
    if counts.unresolved:
        found.unchecked.append(f"{counts.unresolved} results that follow from what is still hidden")


def _posts(found: Verification, told: Chronicle) -> None:
    """Each post by its hash; and each shows the head of the record when it was written."""
    written = [one.post_id for one in found.export.posts]
    same("The posts", written, [one.announced.post_id for one in told.posts])
    for post, raw, story in zip(found.export.posts, found.raw["posts"], told.posts, strict=True):
        where = f"The post “{post.post_id}”"
        made = hashed(where, post_hash, found.export.match, raw)
        same(f"{where}, by its hash", story.announced.post, made)
        for dialect, text in post.texts.items():
            is_shown = short_hash(story.head) in text
            same(f"{where}, whether it shows its record ({dialect})", is_shown, True)
    found.checked.append(f"{len(told.posts)} posts, each with the head of the record at its time")


def _witnessed(found: Verification, records: Sequence[str]) -> None:
    """Each as announcements show it, "Record 3F2A-…" with or without the word, or a whole hash."""
    for words in records:
        wanted = words.casefold().removeprefix("record").strip().replace("-", "")
        entries = (one for one in found.export.record if one.hash.startswith(wanted))
        entry = next(entries, None) if len(wanted) >= SHORT_DIGITS else None
        if entry is None:
            newest = record_words(found.export.record[-1].hash)
            raise Mismatch("The record that was announced, none of this match's", newest, words)
        found.checked.append(f"{record_words(entry.hash)}, as announced, is entry {entry.number}")
