"""Every shared case, through the interchange form as `referee resolve` goes."""

import json
from typing import Any

import pytest

from referee.core.interchange import format_result, parse_situation
from referee.games.royal_dilemma.game import RoyalDilemma
from tests.games.royal_dilemma.shared_cases import CASES, COPY, SHARED

GAMES = {"royal-dilemma": RoyalDilemma()}


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['title']}" for case in CASES])
def test_a_shared_case_has_its_result(case: dict[str, Any]) -> None:
    situation = parse_situation(json.dumps(case["situation"]), GAMES)
    result = json.loads(format_result(situation.game, situation.resolve()))
    del result["events"]
    assert result == case["expect"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_shared_case_reads_and_writes_back_as_it_was(case: dict[str, Any]) -> None:
    situation = parse_situation(json.dumps(case["situation"]), GAMES)
    omitted = set(type(situation.state).outside_interchange)
    assert situation.state.model_dump(mode="json", exclude=omitted) == case["situation"]["state"]


def test_the_copy_of_the_shared_cases_is_the_same() -> None:
    if not SHARED.exists():
        pytest.skip("the shared cases are not beside this clone; the copy was used")
    assert COPY.read_bytes() == SHARED.read_bytes()
