"""Every shared case, through the interchange form as `referee resolve` goes."""

import json
from typing import Any

import pytest

from referee.games import GAMES_BY_SLUG
from referee.services.situations import resolve_lines
from tests.games.crossing_swords.shared_cases import CASES, COPY, SHARED


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['title']}" for case in CASES])
def test_a_shared_case_has_its_result(case: dict[str, Any]) -> None:
    (answer,) = resolve_lines([json.dumps(case["situation"])], GAMES_BY_SLUG)
    result = json.loads(answer.text)
    assert not answer.is_error
    del result["events"]
    assert result == case["expect"]


def test_the_copy_of_the_shared_cases_is_the_same() -> None:
    if not SHARED.exists():
        pytest.skip("the shared cases are not beside this clone; the copy was used")
    assert COPY.read_bytes() == SHARED.read_bytes()
