"""The cases every implementation of the rules is held to."""

import json
from pathlib import Path
from typing import Any

COPY = Path(__file__).parents[2] / "cases" / "royal-dilemma.jsonl"
SHARED = Path(__file__).parents[4] / "shared" / "cases" / "royal-dilemma.jsonl"

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (SHARED if SHARED.exists() else COPY).read_text(encoding="utf-8").splitlines()
]
