"""What lies in the database after the month: rows as they are, grouped by match."""

import json
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from referee.schedule import Schedule
from referee.services.context import Context
from tests.storage.rows import rows_of

Row = dict[str, Any]


@dataclass
class Evidence:
    """One match's rows."""

    match: Row
    phases: dict[int, Row] = field(default_factory=dict)
    submissions: list[Row] = field(default_factory=list)
    results: dict[int, list[Row]] = field(default_factory=lambda: defaultdict(list))
    entries: list[Row] = field(default_factory=list)
    posts: list[Row] = field(default_factory=list)
    tenures: list[Row] = field(default_factory=list)

    @property
    def schedule(self) -> Schedule:
        return Schedule.model_validate_json(self.match["schedule"])

    @cached_property
    def acts(self) -> list[Row]:
        """The record's entries from the start of the match on, but for those that announce posts."""
        kinds = [one["act"]["kind"] for one in self.entries]
        entries = self.entries[kinds.index("started") :]
        return [one for one in entries if one["act"]["kind"] != "announced"]

    def practised(self, phase: int, seat: int, at: datetime, *, late: bool | None = None) -> bool:
        """Whether the practice player at this seat sent something in this phase at this time; ``late`` or not."""
        return any(
            (row["phase"], row["seat"], row["received_at"]) == (phase, seat, at)
            and row["request_id"].startswith("practice player")
            and late in (None, row["late"])
            for row in self.submissions
        )

    def stood_in(self, phase: int, seat: int, at: datetime) -> bool:
        """Whether a standing move was played for a seat."""
        return any(
            (row["phase"], row["seat"], row["received_at"]) == (phase, seat, at)
            and row["standing_move"]
            for row in self.submissions
        )

    def closed_early(self, phase: int, at: datetime) -> bool:
        """Whether a phase was closed then, because nobody waited for anybody."""
        closed = (one for one in self.entries if one["act"]["kind"] == "closed")
        return any(
            (one["act"]["phase"], one["act"]["because"]) == (phase, "everybody")
            and datetime.fromisoformat(one["at"]) == at
            for one in closed
        )


def gathered(ctx: Context) -> dict[str, Evidence]:
    """All matches' evidence, by their ids."""
    found = {row["match_id"]: Evidence(row) for row in rows_of(ctx, "matches")}
    for row in rows_of(ctx, "phases"):
        found[row["match_id"]].phases[row["number"]] = row
    for row in rows_of(ctx, "resolutions"):
        found[row["match_id"]].results[row["phase"]].append(row)
    for name in ("submissions", "posts", "tenures"):
        for row in rows_of(ctx, name):
            getattr(found[row["match_id"]], name).append(row)
    for row in sorted(rows_of(ctx, "records"), key=lambda row: int(row["number"])):
        found[row["match_id"]].entries.append(json.loads(row["body"]))
    return found
