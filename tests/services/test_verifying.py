"""Verifying: whatever is changed in an export, it is named."""

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.core.dice import Dice
from referee.games import GAMES_BY_SLUG
from referee.sealing import digest, short_hash
from referee.services.access import SYSTEM
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.desk_links import replace_referee_link
from referee.services.export_files import UnreadableExport
from referee.services.exporting import export_match, format_export
from referee.services.matches import cancel_match
from referee.services.mismatches import Mismatch
from referee.services.verification_words import verification_lines
from referee.services.verifying import Verification, verify
from tests.clock import Clock
from tests.databases import NewDatabase
from tests.services.forging import rehashed
from tests.services.playing import request_id, running_table
from tests.services.whole_matches import finished_match, running_match

MUTATIONS = 250
"""For each of four exports: a thousand."""

SHORT: dict[str, dict[str, Any]] = {
    "crossing-swords": {"starting_life": 4},
    "royal-dilemma": {"edition": "surrender", "last_round": "stop"},
}
"""House rules that make a match short."""

Path = tuple[str | int, ...]


@pytest.fixture
def ctx(new_context: Callable[[str], Context], new_sqlite_url: NewDatabase) -> Context:
    """Verifying knows no database: one kind is enough."""
    return new_context(new_sqlite_url())


def export_of(ctx: Context, clock: Clock, name: str) -> bytes:
    """An export by name: "finished crossing-swords", "running royal-dilemma"."""
    status, game = name.split()
    chance = Dice(name.encode(), 0)
    if status == "finished":
        match_id = finished_match(ctx, clock, chance, game, **SHORT[game])
    else:
        match_id = running_match(ctx, clock, chance, game, played=2)
    export = export_match(ctx, match_id)
    assert export.status == status
    return format_export(export).encode()


NAMES = [f"{status} {game}" for status in ("finished", "running") for game in GAMES_BY_SLUG]


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where every single value is."""
    if isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], (*path, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from leaves(item, (*path, place))
    else:
        yield path


def changed(value: Any, chance: Dice) -> Any:
    """Another value in the place of one."""
    if value is None:
        return chance.pick([0, "x", {}, []])
    if isinstance(value, bool):
        return chance.pick([not value, None, int(value)])
    if isinstance(value, int):
        return chance.pick([value + 1, value - 1, -value - 1, float(value), str(value), None])
    place = chance.below(len(value) + 1)
    other = chance.pick([char for char in "0a9fZ é-" if char != value[place : place + 1]])
    return chance.pick(
        [value[:place] + other + value[place + 1 :], value[:place] + other + value[place:], None]
    )


def with_change(export: Any, path: Path, chance: Dice) -> Any:
    """The export with one value changed."""
    other = copy.deepcopy(export)
    inner = other
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = changed(inner[path[-1]], chance)
    return other


def complaint(text: bytes) -> str | None:
    """What verifying says against a text, if anything."""
    try:
        found = verify(text, GAMES_BY_SLUG)
    except UnreadableExport as wrong:
        return str(wrong)
    return None if found.mismatch is None else found.mismatch.where


@pytest.mark.parametrize("name", NAMES)
def test_any_single_value_that_is_changed_is_named(ctx: Context, clock: Clock, name: str) -> None:
    text = export_of(ctx, clock, name)
    assert complaint(text) is None
    export, chance = json.loads(text), Dice(name.encode(), 1)
    paths = chance.shuffled(list(leaves(export)))
    missed = []
    for number in range(MUTATIONS):
        path = paths[number % len(paths)]
        other = with_change(export, path, chance)
        if complaint(json.dumps(other, ensure_ascii=False).encode()) is None:
            missed.append(path)
    assert missed == []


def test_any_single_byte_that_is_changed_is_named_unless_it_means_the_same(
    ctx: Context, clock: Clock
) -> None:
    text = export_of(ctx, clock, "running royal-dilemma")
    chance, meaning = Dice(b"bytes", 0), json.loads(text)
    for _ in range(300):
        place = chance.below(len(text))
        other = text[:place] + bytes([chance.below(256)]) + text[place + 1 :]
        if complaint(other) is None:
            assert json.loads(other) == meaning


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("part", ["record", "phases", "posts"])
def test_nothing_can_be_left_out_doubled_or_swapped(
    ctx: Context, clock: Clock, name: str, part: str
) -> None:
    export = json.loads(export_of(ctx, clock, name))
    whole = export[part]
    for place in range(len(whole)):
        left_out = whole[:place] + whole[place + 1 :]
        doubled = whole[: place + 1] + whole[place:]
        rest = [whole[place], whole[place - 1]] if place else []
        swapped = whole[: max(0, place - 1)] + rest + whole[place + 1 :]
        for other in [left_out, doubled, *([swapped] if place else [])]:
            assert complaint(json.dumps({**export, part: other}).encode()), (part, place)


def swords(ctx: Context, clock: Clock) -> dict[str, Any]:
    export: dict[str, Any] = json.loads(export_of(ctx, clock, "finished crossing-swords"))
    return export


def test_a_forged_result_is_named_with_both_values_though_all_hashes_fit(
    ctx: Context, clock: Clock
) -> None:
    export = swords(ctx, clock)
    player = export["phases"][1]["result"]["state"]["players"][1]
    player["vp"] += 7
    mismatch = verify(_posts_with_new_heads(export), GAMES_BY_SLUG).mismatch
    assert mismatch is not None
    assert mismatch.where == "Round 1: state.players.1.vp"
    assert mismatch.recorded == mismatch.computed + 7  # type: ignore[operator]


def _posts_with_new_heads(export: dict[str, Any]) -> bytes:
    """`rehashed`, and every post showing the forged record."""
    written = {entry["number"]: entry["previous"] for entry in export["record"]}
    for entry in export["record"]:
        rehashed(export)
        if entry["act"]["kind"] == "announced":
            post = next(p for p in export["posts"] if p["post_id"] == entry["act"]["post_id"])
            shown, shows = short_hash(written[entry["number"]]), short_hash(entry["previous"])
            post["texts"] = {slug: t.replace(shown, shows) for slug, t in post["texts"].items()}
    return rehashed(export)


def test_a_whole_new_history_holds_by_itself_but_not_against_what_the_forum_has_seen(
    ctx: Context, clock: Clock
) -> None:
    """The limit, and why every announcement shows the record: `docs/trust.md`."""
    export = swords(ctx, clock)
    announced = f"Record {short_hash(export['record'][-2]['hash'])}"
    assert verify(json.dumps(export).encode(), GAMES_BY_SLUG, [announced]).mismatch is None
    export["record"][0]["act"]["settings"]["title"] = "Another history"
    forged = _posts_with_new_heads(export)
    assert verify(forged, GAMES_BY_SLUG).mismatch is None
    mismatch = verify(forged, GAMES_BY_SLUG, [announced]).mismatch
    assert mismatch is not None
    assert mismatch.computed == announced


@pytest.mark.parametrize("words", ["", "Record", "3F2A", "Record 3F2A-91C0-77DE-0B14-A5F3"])
def test_a_record_that_is_none_of_the_matchs_is_named(ctx: Context, words: str) -> None:
    table = running_table(ctx)
    text = format_export(export_match(ctx, table.match_id)).encode()
    assert verify(text, GAMES_BY_SLUG, [words]).mismatch is not None


def test_a_move_that_came_too_late_cannot_be_counted(ctx: Context, clock: Clock) -> None:
    export = swords(ctx, clock)
    closed = next(e["act"] for e in export["record"] if e["act"]["kind"] == "closed")
    closed["moves"][0]["received_at"] = "2031-01-01T00:00:00Z"
    mismatch = verify(rehashed(export), GAMES_BY_SLUG).mismatch
    assert mismatch is not None
    assert "whether it came in time" in mismatch.where


def test_a_replaced_move_cannot_be_counted(ctx: Context) -> None:
    table = running_table(ctx, ("Ann", "Bob"))
    table.sent(1, "block", "Bob")
    table.sent(1, "lunge", "Bob")
    close_phase(ctx, table.desk, table.match_id, 1)
    cancel_match(ctx, table.desk, table.match_id, "Enough.")
    export = json.loads(format_export(export_match(ctx, table.match_id)))
    first = export["phases"][1]["receipts"]["versions"][0]
    assert first["version"] == 1
    del export["phases"][1]["receipts"]["versions"][1]
    mismatch = verify(rehashed(export), GAMES_BY_SLUG).mismatch
    assert mismatch is not None
    assert mismatch.where == "Round 1: Ann's newest receipt"


def test_an_illegal_move_is_named(ctx: Context, clock: Clock) -> None:
    export = swords(ctx, clock)
    phase = export["phases"][1]
    moved = phase["moves"][0]
    moved["move"] = {"card": "lunge", "target": "Nobody"}
    counted = next(e["act"] for e in export["record"] if e["act"]["kind"] == "closed")["moves"][0]
    committed = {
        "match": export["match"],
        "phase": 1,
        "seat": moved["seat"],
        "version": counted["version"],
        "move": moved["move"],
        "nonce": moved["nonce"],
    }
    counted["commitment"] = digest(committed)
    for version in phase["receipts"]["versions"]:
        if (version["seat"], version["version"]) == (moved["seat"], counted["version"]):
            version["commitment"] = counted["commitment"]
    mismatch = verify(rehashed(export), GAMES_BY_SLUG).mismatch
    assert mismatch is not None
    assert mismatch.where.endswith("'s move")
    assert mismatch.recorded == moved["move"]


def test_a_deal_that_does_not_follow_from_the_seed_is_named(ctx: Context, clock: Clock) -> None:
    export = json.loads(export_of(ctx, clock, "finished royal-dilemma"))
    deck = export["phases"][0]["result"]["state"]["deck"]
    deck[0], deck[1] = deck[1], deck[0]
    mismatch = verify(rehashed(export), GAMES_BY_SLUG).mismatch
    assert mismatch is not None
    assert mismatch.where == "The setup: state.deck.0"


def test_another_seed_is_named(ctx: Context, clock: Clock) -> None:
    export = json.loads(export_of(ctx, clock, "finished royal-dilemma"))
    export["seed"] = "00" * 32
    mismatch = verify(rehashed(export), GAMES_BY_SLUG).mismatch
    assert mismatch is not None
    assert mismatch.where == "The seed, by its hash"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "an object"),
        (b'{"format": 2}', "format is 2"),
        (b'{"format": true}', "format is true"),
        (b'{"format": 1}', "This is missing"),
        (b'{"format": 1, "format": 1}', "twice"),
        (b'{"format": NaN}', "NaN"),
    ],
)
def test_what_is_no_export_is_said_to_be_unreadable(text: bytes, reason: str) -> None:
    with pytest.raises(UnreadableExport, match=reason):
        verify(text, GAMES_BY_SLUG)


def test_a_game_or_rules_that_are_not_here_are_named(
    ctx: Context, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = export_of(ctx, clock, "finished crossing-swords")
    with pytest.raises(UnreadableExport, match="not installed"):
        verify(text, {})
    game = GAMES_BY_SLUG["crossing-swords"]
    newer = game.info.model_copy(update={"rules_version": 2})
    monkeypatch.setattr(type(game), "info", newer)
    with pytest.raises(UnreadableExport, match=r"version 1 .* here is version 2"):
        verify(text, GAMES_BY_SLUG)


def test_nothing_in_a_file_can_harm_a_terminal(ctx: Context) -> None:
    table = running_table(ctx)
    found = verify(format_export(export_match(ctx, table.match_id)).encode(), GAMES_BY_SLUG)
    assert isinstance(found, Verification)
    found.mismatch = Mismatch("\x1b[31mAnn\u202e's move", "\x9b2J", {"card": "\x1b]0;x\x07"})
    assert all(line.text.isprintable() for line in verification_lines(found))


def test_a_match_whose_desk_got_a_new_link_after_its_end_holds(ctx: Context, clock: Clock) -> None:
    chance = Dice(b"a link after the end", 0)
    match_id = finished_match(ctx, clock, chance, "crossing-swords", **SHORT["crossing-swords"])
    replace_referee_link(ctx, SYSTEM, match_id, request_id=request_id())
    export = export_match(ctx, match_id)
    assert export.record[-1].act.kind == "desk-link-replaced"
    assert verify(format_export(export).encode(), GAMES_BY_SLUG).mismatch is None
