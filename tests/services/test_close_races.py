"""A close against whatever else is done at that moment: one of the two is first, and it is told once.

Each race is a small match of its own. ``REFEREE_RACES`` sets how many there are of each kind; with ``-s``
they say how often which side was first. Whoever was first last time starts a little later the next time,
so that both sides win.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

import pytest
from sqlalchemy import select

from referee.sealing import token_hash
from referee.services.access import key_of
from referee.services.closing import close_if, close_phase
from referee.services.closing_rules import ClosingRules
from referee.services.context import Context
from referee.services.deadlines import extend_phase, pause_phase
from referee.services.errors import KeyRevoked, Refusal
from referee.services.matches import cancel_match, reissue_link
from referee.services.moves import submit
from referee.services.readiness import set_ready, take_ready_back
from referee.services.tenures import resign, swap_seat
from referee.storage import contacts, tables
from tests.clock import Clock
from tests.services.playing import Table, own_link, request_id, running_table
from tests.services.racing import at_once

RACES = int(os.environ.get("REFEREE_RACES", "8"))
ENOUGH = 100
"""Of so many races each side wins some."""

Way = Literal["by hand", "at the deadline", "when all are ready"]
First = Literal["close", "rival"]
ALL: tuple[Way, ...] = ("by hand", "at the deadline", "when all are ready")

ANN, BOB = 1, 2
"""Ann acts, or is acted upon; Bob hears of it."""

_RULES: Mapping[Way, ClosingRules] = {
    "by hand": ClosingRules(early_close="ready"),
    "at the deadline": ClosingRules(early_close="ready", late="until-closing"),
    "when all are ready": ClosingRules(early_close="ready"),
}


@dataclass
class Race:
    """A match in its first round, ready to be closed in one of three ways, and what happened to it."""

    one: Context
    two: Context
    way: Way
    table: Table
    link: str
    later: datetime
    before: int = 0
    revision: int = 0
    answer: Any = None
    first: First = "close"

    def close(self) -> Any:
        """Close the round; True and the referee's answer mean that it is closed."""
        table = self.table
        if self.way == "by hand":
            return close_phase(self.one, table.desk, table.match_id, 1)
        why = "deadline" if self.way == "at the deadline" else "everybody"
        return close_if(self.one, table.match_id, 1, why=why)  # type: ignore[arg-type]

    def rows(self, name: str) -> list[dict[str, Any]]:
        """The match's rows of a table."""
        table = tables.metadata.tables[name]
        query = select(table).where(table.c.match_id == self.table.match_id)
        with self.one.store.read() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def acts(self) -> list[str]:
        """The kinds of all that the record tells, in order, beside the posts."""
        rows = sorted(self.rows("records"), key=lambda row: int(row["number"]))
        kinds = [json.loads(row["body"])["act"]["kind"] for row in rows]
        return [kind for kind in kinds if kind != "announced"]


@dataclass(frozen=True)
class Rival:
    """Something that is done while a round closes.

    ``refused`` is what it hears if it comes second, None if it is done all the same. ``told`` is what the
    record tells of it, None if nothing. ``counts`` is the version of Ann's move that counts in the round
    by who is first, 0 for none. ``stops`` are the ways of closing that it keeps from closing the round,
    if it comes first. ``sent``: whether Ann has sent a move before.
    """

    act: Callable[[Race], Any]
    refused: str | None
    told: str | None
    counts: Mapping[First, int]
    stops: tuple[Way, ...] = ()
    ways: tuple[Way, ...] = ALL
    sent: bool = True
    ready: bool = True
    ends_link: bool = False


def _extend(race: Race) -> Any:
    return extend_phase(race.two, race.table.desk, race.table.match_id, 1, race.later)


def _submit(race: Race) -> Any:
    return submit(race.two, [race.table.move_in(ANN, "halt", "Bob")])[0]


def _withdraw(race: Race) -> Any:
    return submit(race.two, [race.table.move_in(ANN, None)])[0]


def _ready(race: Race) -> Any:
    return set_ready(race.two, key_of(race.two, race.link), race.table.match_id, ANN, 1)


def _not_ready(race: Race) -> Any:
    return take_ready_back(race.two, key_of(race.two, race.link), race.table.match_id, ANN, 1)


def _resign(race: Race) -> Any:
    return resign(race.two, key_of(race.two, race.link), race.table.match_id, ANN)


def _swap(*, move_stands: bool) -> Callable[[Race], Any]:
    def swap(race: Race) -> Any:
        table = race.table
        return swap_seat(
            race.two,
            table.desk,
            table.match_id,
            ANN,
            "Eve",
            move_stands=move_stands,
            request_id=request_id(),
        )

    return swap


def _pause(race: Race) -> Any:
    return pause_phase(race.two, race.table.desk, race.table.match_id, 1)


def _cancel(race: Race) -> Any:
    return cancel_match(race.two, race.table.desk, race.table.match_id, "Enough.")


KEPT = {"close": 1, "rival": 1}

RIVALS: Mapping[str, Rival] = {
    "extend": Rival(
        _extend,
        "phase-closed",
        "extended",
        KEPT,
        stops=("at the deadline",),
        ways=("at the deadline", "by hand"),
    ),
    "submit": Rival(
        _submit, "phase-closed", None, {"close": 1, "rival": 2}, stops=("when all are ready",)
    ),
    "submit for the first time": Rival(
        _submit,
        "phase-closed",
        None,
        {"close": 0, "rival": 1},
        ways=("by hand", "at the deadline"),
        sent=False,
    ),
    "withdraw": Rival(
        _withdraw, "phase-closed", None, {"close": 1, "rival": 0}, stops=("when all are ready",)
    ),
    "ready": Rival(
        _ready, "phase-closed", None, KEPT, ways=("by hand", "at the deadline"), ready=False
    ),
    "not ready after all": Rival(
        _not_ready, "phase-closed", None, KEPT, stops=("when all are ready",)
    ),
    "resign": Rival(_resign, None, "resigned", KEPT, ends_link=True),
    "swap, the move stands": Rival(
        _swap(move_stands=True),
        None,
        "seat-swapped",
        KEPT,
        stops=("when all are ready",),
        ends_link=True,
    ),
    "swap, the move falls": Rival(
        _swap(move_stands=False),
        None,
        "seat-swapped",
        {"close": 1, "rival": 0},
        stops=("when all are ready",),
        ends_link=True,
    ),
    "pause": Rival(
        _pause,
        "phase-closed",
        "paused",
        KEPT,
        stops=ALL,
        ways=("by hand", "when all are ready"),
    ),
    "cancel": Rival(_cancel, None, "cancelled", KEPT, stops=ALL),
}


@pytest.mark.parametrize("name", RIVALS)
def test_a_close_and_what_races_it_end_as_one_after_the_other_and_are_told_once(
    processes: tuple[Context, Context], clock: Clock, name: str
) -> None:
    rival = RIVALS[name]
    leads = dict.fromkeys(rival.ways, 0.0)
    won: Counter[tuple[Way, First]] = Counter()
    for number in range(RACES):
        way = rival.ways[number % len(rival.ways)]
        race = _prepared(processes, clock, rival, way)
        # How much later the close starts, in seconds; less if the rival was first, more if the close was.
        lead = leads[way]
        answers = at_once(
            lambda race=race: rival.act(race),  # type: ignore[misc]
            lambda race=race: race.close(),  # type: ignore[misc]
            waits=(max(0.0, -lead), max(0.0, lead)),
        )
        race.answer, closed = answers
        _judge(race, rival, closed)
        won[way, race.first] += 1
        leads[way] += 0.0004 if race.first == "close" else -0.0004
    said = ", ".join(f"{way}: {first} first {count}" for (way, first), count in sorted(won.items()))
    print(f"\nclose against {name}: {said}")
    if RACES >= ENOUGH:
        assert set(won) == {(way, first) for way in rival.ways for first in ("close", "rival")}


def _prepared(processes: tuple[Context, Context], clock: Clock, rival: Rival, way: Way) -> Race:
    one, two = processes
    table = running_table(one, ("Ann", "Bob"), closing=_RULES[way])
    clock.forward(minutes=1)
    link = own_link(one, reissue_link(one, table.desk, table.match_id, ANN)).token
    clock.forward(minutes=1)
    if rival.sent:
        table.sent(ANN, "mend", "Ann", ready=rival.ready)
    table.sent(BOB, "mend", "Bob", ready=True)
    _let_bob_hear(one, table)
    if way == "at the deadline":
        clock.forward(hours=1)
    race = Race(one, two, way, table, link, later=clock.now + timedelta(hours=2))
    race.before = len(race.acts())
    race.revision = race.rows("matches")[0]["revision"]
    return race


def _let_bob_hear(ctx: Context, table: Table) -> None:
    """Bob is told of everything by mail, as far as there is an errand to tell him."""
    with ctx.store.write() as connection:
        tenure = connection.execute(
            select(tables.tenures.c.tenure_id).where(
                tables.tenures.c.match_id == table.match_id, tables.tenures.c.seat == BOB
            )
        ).scalar_one()
        contacts.add_contact(
            connection,
            contact_id=f"bob{tenure:013}",
            tenure_id=tenure,
            channel="email",
            sealed=b"an address",
            token_hash=token_hash(f"{tenure}"),
            remind_minutes=30,
            wants_opened=True,
            wants_closed=True,
            created_at=ctx.clock(),
            confirmed_at=ctx.clock(),
        )


def _judge(race: Race, rival: Rival, closed: Any) -> None:
    """The race has one outcome, and everything that is stored agrees with it."""
    if race.way != "by hand" and closed is False:
        # Somebody was at work on the match, or there was no reason to close it: the next look decides.
        closed = race.close()
    kinds = race.acts()[race.before :]
    refused = isinstance(race.answer, Refusal)
    if rival.refused is None:
        assert not refused, race.answer
        race.first = "close" if kinds[:1] == ["closed"] else "rival"
    else:
        race.first = "close" if refused else "rival"
        assert not isinstance(race.answer, Refusal) or race.answer.code == rival.refused
    is_closed = race.first == "close" or race.way not in rival.stops
    mine = [] if rival.told is None or (rival.refused and refused) else [rival.told]
    close = ["closed"] if is_closed else []
    assert kinds == (close + mine if race.first == "close" else mine + close)
    assert (closed is True or not isinstance(closed, Refusal | bool)) is is_closed, closed
    _judge_stored(race, rival, is_closed=is_closed, kinds=kinds)
    if rival.ends_link:
        with pytest.raises(KeyRevoked):
            key_of(race.one, race.link)


def _judge_stored(race: Race, rival: Rival, *, is_closed: bool, kinds: list[str]) -> None:
    phases = {row["number"]: row for row in race.rows("phases")}
    assert sorted(phases) == ([1, 2] if is_closed else [1])
    assert (phases[1]["status"] == "closed") is is_closed
    results = [row for row in race.rows("resolutions") if row["phase"] == 1]
    assert len(results) == is_closed
    if is_closed:
        counted = {one["seat"]: one["version"] for one in json.loads(results[0]["moves"])}
        version = rival.counts[race.first]
        assert counted == ({ANN: version, BOB: 1} if version else {BOB: 1})
    posts = sorted(row["post_id"] for row in race.rows("posts"))
    assert posts == ["opening", *(["phase-1"] if is_closed else []), "recruiting"]
    (match,) = race.rows("matches")
    # Each act that anybody may see is one step: whoever looks once more has seen it.
    assert match["revision"] == race.revision + len(kinds), kinds
    assert (match["status"] == "cancelled") is ("cancelled" in kinds)
    told = Counter(
        json.loads(row["payload"])["event"]
        for row in race.rows("outbox")
        if row["kind"] == "notice"
    )
    assert told["opened"] == kinds.count("closed")
    assert told["extended"] == kinds.count("extended")
    assert told["over"] == kinds.count("cancelled")
    _judge_submissions(race, rival)


def _judge_submissions(race: Race, rival: Rival) -> None:
    """Nothing is lost and nothing is there twice: what came too late is kept as late."""
    sent = sorted(race.rows("submissions"), key=lambda row: int(row["version"]))
    rows = [row for row in sent if (row["phase"], row["seat"]) == (1, ANN)]
    before = [False] if rival.sent else []
    own = [race.first == "close"] if rival.act in (_submit, _withdraw) else []
    falls = [False] if rival.counts["rival"] == 0 and rival.told and race.first == "rival" else []
    assert [row["late"] for row in rows] == before + own + falls
    assert len({row["version"] for row in rows}) == len(rows)
