"""The record over HTTP: pages and API say the same, to everybody, and nothing before its time."""

import json

import pytest

from referee.games import GAMES_BY_SLUG
from referee.services.verifying import verify

PAIRS = [
    ("/matches/{match}/export.json", "/api/matches/{match}/export"),
    ("/matches/{match}/phases/1/record.json", "/api/matches/{match}/phases/1/record"),
]


@pytest.mark.parametrize(("page", "twin"), PAIRS)
def test_a_file_and_its_api_twin_are_the_same_to_everybody(world, page, twin):
    file = world.look("GET", page.format(match=world.match))
    assert file.status == 200
    assert file.headers["content-type"] == "application/json"
    assert file.json == world.look("GET", twin.format(match=world.match)).json
    for token in world.tokens.values():
        held = {"authorization": f"Bearer {token}"}
        assert world.look("GET", twin.format(match=world.match), headers=held).json == file.json


def test_what_is_served_verifies(world):
    served = world.look("GET", f"/matches/{world.match}/export.json")
    found = verify(served.body, GAMES_BY_SLUG)
    assert found.mismatch is None
    assert found.export.status == "running"


def test_there_is_no_record_of_an_open_round_nor_of_what_is_not_there(world):
    for address, status in [
        (f"/matches/{world.match}/phases/{world.phase}/record.json", 409),
        (f"/matches/{world.match}/phases/99/record.json", 404),
        ("/matches/nothing/phases/1/record.json", 404),
        ("/matches/nothing/export.json", 404),
    ]:
        assert world.look("GET", address).status == status


def test_a_rounds_page_leads_to_its_record_and_a_match_to_its_own(world):
    round_page = world.look("GET", f"/matches/{world.match}/phases/1").text
    assert f"/matches/{world.match}/phases/1/record.json" in round_page
    assert (
        f"/matches/{world.match}/export.json" in world.look("GET", f"/matches/{world.match}").text
    )


def test_the_export_holds_no_seed_and_no_open_move_while_the_match_runs(world):
    served = world.look("GET", f"/matches/{world.match}/export.json").json
    assert served["seed"] is None
    assert [phase["phase"] for phase in served["phases"]] == [0, 1]
    assert json.dumps(served["phases"][1]["receipts"]) == "null"
