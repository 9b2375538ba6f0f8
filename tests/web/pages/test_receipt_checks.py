"""The page that takes a pasted receipt, and its twin: what became of it, to whom it may be told."""

import re
from html import unescape

import pytest

from tests.web.worlds import strike


@pytest.fixture
def receipt(world):
    """The text that Ann's page gave her for a move of the open round."""
    assert world.send(1, strike("Bob"), phase=2).version == 1
    seat = f"/matches/{world.match}/seats/1"
    text = world.look("GET", f"{seat}/receipts/1.txt", cookies=world.cookies_of("1")).text
    page = world.look("GET", seat, cookies=world.cookies_of("1")).text
    (copied,) = re.findall(r'<textarea id="receipt-text-1"[^>]*>([^<]*)</textarea>', page)
    assert unescape(copied) == text
    return text


def told(world, text: str, holder: str) -> tuple[str, str]:
    """What the page and the API say the receipt's fate is."""
    path = f"/matches/{world.match}/receipts"
    page = world.look("POST", path, form={"receipt": text}, cookies=world.cookies_of(holder))
    token = None if holder == "public" else world.tokens[holder]
    api = world.look("POST", f"/api{path}/check", json={"receipt": text}, token=token)
    assert (page.status, api.status) == (200, 200)
    found = re.search(r'id="fate"[^>]*><strong>([^<]*)<', page.text)
    assert found
    return found[1], api.json["fate"]


def test_the_seat_itself_is_told_at_once_and_all_others_after_the_close(world, receipt):
    assert told(world, receipt, "1") == ("Counts", "counts")
    for holder in ("public", "2", "referee", "operator"):
        assert told(world, receipt, holder) == ("Not known", "unknown")
    world.close(2)
    for holder in ("public", "1", "2", "referee", "operator"):
        assert told(world, receipt, holder) == ("Counted", "counted")


def test_a_referee_who_plays_is_told_of_their_own_seat(world, receipt):
    cookies = {**world.cookies_of("referee"), **world.cookies_of("2"), **world.cookies_of("1")}
    path = f"/matches/{world.match}/receipts"
    page = world.look("POST", path, form={"receipt": receipt}, cookies=cookies)
    assert "Counts" in page.text


def test_an_altered_receipt_shows_both_values(world, receipt):
    world.close(2)
    altered = receipt.replace("Strike at Bob", "Strike at <b>Cal</b>")
    assert told(world, altered, "public") == ("Not as it was given", "altered")
    path = f"/matches/{world.match}/receipts"
    page = world.look("POST", path, form={"receipt": altered}).text
    assert "Strike at &lt;b&gt;Cal&lt;/b&gt;" in page
    assert "<bdi>Strike at Bob</bdi>" in page


def test_what_is_no_receipt_is_said_above_what_was_pasted(world):
    path = f"/matches/{world.match}/receipts"
    page = world.look("POST", path, form={"receipt": "I swear I sent <b>it</b>"})
    assert page.status == 422
    assert "There is no receipt in this." in page.text
    assert "I swear I sent &lt;b&gt;it&lt;/b&gt;</textarea>" in page.text
    api = world.look("POST", f"/api{path}/check", json={"receipt": "nothing"})
    assert (api.status, api.json["code"]) == (422, "receipt-unreadable")


def test_the_receipt_as_the_api_gave_it_is_read(world):
    seat = f"/api/matches/{world.match}/seats/1"
    body = {"phase": 2, "move": strike("Bob")}
    given = world.look("POST", f"{seat}/moves", token=world.tokens["1"], json=body).json
    path = f"/api/matches/{world.match}/receipts/check"
    told = world.look("POST", path, token=world.tokens["1"], json={"receipt": given})
    assert (told.json["fate"], told.json["phase_title"]) == ("counts", "Round 2")


def test_nothing_of_a_check_is_logged(world, receipt, log):
    told(world, receipt, "1")
    assert [line for line in log if line.get("path")] == []
