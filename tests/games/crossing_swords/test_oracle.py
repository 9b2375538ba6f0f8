"""The resolver against a second, naive reading of the rules."""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings

from tests.games.crossing_swords import oracle
from tests.games.crossing_swords.shared_cases import CASES
from tests.games.crossing_swords.situations import resolved, situations


@settings(
    max_examples=600,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(situations())
def test_two_readings_of_the_rules_agree(given_situation: dict[str, Any]) -> None:
    answer = resolved(given_situation)
    del answer["events"]
    assert answer == oracle.result(given_situation), json.dumps(given_situation)


def test_the_naive_reading_agrees_with_the_shared_cases_too() -> None:
    for case in CASES:
        assert oracle.result(case["situation"]) == case["expect"], case["id"]
