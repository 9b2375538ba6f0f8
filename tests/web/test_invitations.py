"""A link that the referee has had in hand, opened in a browser or by a program; and a desk's link replaced."""

import re

import pytest

from referee.services import matches
from referee.services.access import Key
from tests.web.worlds import World, unchanged


@pytest.fixture
def invited(world: World) -> World:
    """The world, where the link of seat 1 was made anew by the referee: an invitation."""
    world.chance.begin("the referee makes a new link")
    link = matches.reissue_link(world.ctx, Key("referee", world.match, None), world.match, 1)
    world.tokens["invitation"] = str(link.token)
    return world


def seat_path(world: World) -> str:
    return f"/matches/{world.match}/seats/1"


def opened(world: World, *, form: str = "the form of Ann's browser", **how):
    world.chance.begin(f"opened by {form}")
    return world.client.post(
        f"/open/{world.tokens['invitation']}", form={"request_id": form}, **how
    )


def test_opening_an_invitation_leads_to_a_link_of_ones_own(invited):
    answer = opened(invited)
    assert (answer.status, answer.headers["location"]) == (
        303,
        f"{seat_path(invited)}/link?new=own",
    )
    (own,) = answer.set_cookies.values()
    assert own != invited.tokens["invitation"]
    page = invited.look("GET", answer.headers["location"], cookies=answer.set_cookies)
    assert page.status == 200
    assert "This is your own link: keep it" in page.text
    assert f"/open/{own}" in page.text
    assert invited.tokens["invitation"] not in page.text
    assert page.headers["cache-control"] == "no-store"


def test_on_another_device_the_link_of_ones_own_leads_straight_to_the_seat(invited):
    (own,) = opened(invited).set_cookies.values()
    answer = invited.look("POST", f"/open/{own}", form={})
    assert (answer.status, answer.headers["location"]) == (303, seat_path(invited))


def test_whoever_comes_later_is_told_when_it_was_opened_and_gets_nothing(invited):
    opened(invited)
    at = "Mon 7 Jan 2030, 11:00 (UTC)"
    invited.clock.forward(hours=1)
    with unchanged(invited.ctx):
        answer = opened(invited, form="the form of somebody else")
    assert answer.status == 401
    assert f"This link was opened on {at}. If that was not you, ask the referee" in answer.text
    assert "<h1>This link no longer opens anything</h1>" in answer.text
    assert not answer.set_cookies


def test_the_same_browser_follows_it_again_and_comes_to_its_seat(invited):
    cookies = opened(invited).set_cookies
    answer = opened(invited, form="another page of Ann's browser", cookies=cookies)
    assert (answer.status, answer.headers["location"]) == (303, seat_path(invited))
    assert not answer.set_cookies


@pytest.mark.parametrize("holder", ["2", "referee", "operator"])
def test_no_other_key_of_a_browser_makes_an_opened_invitation_open_again(invited, holder):
    opened(invited)
    cookies = {
        **invited.cookies_of(holder),
        f"seat-{invited.match}-1": invited.tokens[holder],
    }
    answer = opened(invited, form="the form of somebody else", cookies=cookies)
    assert (answer.status, answer.set_cookies) == (401, {})


def test_a_button_pressed_twice_gives_the_same_link_twice(invited):
    assert opened(invited).set_cookies == opened(invited).set_cookies


def test_a_form_that_names_no_id_opens_it_too(invited):
    answer = invited.look("POST", f"/open/{invited.tokens['invitation']}")
    assert answer.status == 303


def test_looking_at_an_invitation_tells_nothing_of_whether_it_was_opened(invited):
    def looked_at():
        invited.chance.begin("the form's own id")
        return invited.client.get(f"/open/{invited.tokens['invitation']}")

    before = looked_at()
    opened(invited)
    after = looked_at()
    assert (before.status, before.raw_headers, before.body) == (
        after.status,
        after.raw_headers,
        after.body,
    )


@pytest.mark.parametrize("by", ["token", "cookie"])
def test_an_invitation_is_no_key_to_the_seat(invited, by):
    token = invited.tokens["invitation"]
    cookies = {f"seat-{invited.match}-1": token}
    how = {"token": token} if by == "token" else {"cookies": cookies}
    for path in (seat_path(invited), f"{seat_path(invited)}/link"):
        assert invited.look("GET", path, **how).status == 401
    refused = invited.look("GET", f"/api{seat_path(invited)}", **how)
    assert (refused.status, refused.json["code"]) == (401, "key-unopened")


def test_a_program_exchanges_it_once_and_again_with_the_same_id(invited):
    body = {"request_id": "the-programs-own-id-01"}

    def exchanged(json):
        return invited.look("POST", "/api/key", token=invited.tokens["invitation"], json=json)

    told = exchanged(body)
    assert (told.status, told.json["exchanged"], told.json["seat"]) == (200, True, 1)
    assert told.json["link"].endswith(f"/open/{told.json['token']}")
    assert exchanged(body).json == told.json
    late = exchanged({})
    assert (late.status, late.json["code"]) == (401, "key-opened")
    seat = invited.look("GET", f"/api{seat_path(invited)}", token=told.json["token"])
    assert (seat.status, seat.json["seat"]["number"]) == (200, 1)


def test_a_program_that_opens_its_own_link_keeps_it(world):
    told = world.look("POST", "/api/key", token=world.tokens["1"]).json
    assert (told["token"], told["exchanged"]) == (world.tokens["1"], False)


def test_the_link_page_tells_later_that_an_invitation_was_opened_for_it(invited):
    cookies = opened(invited).set_cookies
    page = invited.look("GET", f"{seat_path(invited)}/link", cookies=cookies)
    assert "when the referee’s invitation was opened" in page.text
    other = f"/matches/{invited.match}/seats/2/link"
    own = invited.look("GET", other, cookies=invited.cookies_of("2"))
    assert "invitation was opened" not in own.text


# The desk's own link


def replaced(world: World, holder: str = "referee", **form):
    world.chance.begin("the desk's link is replaced")
    return world.client.post(
        f"/matches/{world.match}/desk/link",
        form={"request_id": "the form on the page of the link", "sure": "yes", **form},
        cookies=world.cookies_of(holder),
    )


def test_a_desks_link_is_replaced_once_that_is_confirmed(world):
    with unchanged(world.ctx):
        asked = replaced(world, sure="")
    assert asked.status == 422
    assert "Tick the box" in asked.text
    answer = replaced(world)
    assert (answer.status, answer.headers["location"]) == (
        303,
        f"/matches/{world.match}/desk/link?new=replaced",
    )
    new = answer.set_cookies
    assert set(new) == {f"desk-{world.match}"}
    assert world.look("GET", f"/matches/{world.match}/desk", cookies=new).status == 200
    shown = world.look("GET", answer.headers["location"], cookies=new)
    assert f"/open/{new[f'desk-{world.match}']}" in shown.text
    old = world.look("GET", f"/matches/{world.match}/desk", cookies=world.cookies_of("referee"))
    assert old.status == 401


def test_a_referee_whose_answer_was_lost_gets_it_again_and_whoever_has_the_old_link_does_not(world):
    first = replaced(world)
    assert replaced(world).set_cookies == first.set_cookies
    other = replaced(world, request_id="the form on another page")
    assert (other.status, other.set_cookies) == (401, {})


def test_an_operator_is_shown_the_desks_new_link_once_and_does_not_become_its_referee(world):
    answer = replaced(world, "operator")
    assert (answer.status, answer.set_cookies) == (200, {})
    (token,) = set(re.findall(r"/open/([\w-]{20,})", answer.text))
    assert answer.headers["cache-control"] == "no-store"
    key = world.look("GET", "/api/key", token=token).json
    assert (key["role"], key["match_id"]) == ("referee", world.match)


def test_everybody_reads_on_the_matchs_page_that_links_were_replaced(invited):
    replaced(invited)
    text = invited.look("GET", f"/matches/{invited.match}").text
    told = " ".join(re.sub(r"<[^>]+>", " ", text.partition("Links replaced")[2]).split())
    assert re.match(
        r"The seat of Ann Mon .+? , by the referee The desk’s Mon .+? , by the referee", told
    )


def test_a_program_replaces_a_desks_link(world):
    path = f"/api/matches/{world.match}/desk/link"
    answer = world.look("POST", path, token=world.tokens["referee"])
    assert answer.status == 201
    again = {"request_id": "another-request-of-it-01"}
    late = world.look("POST", path, token=world.tokens["referee"], json=again)
    assert (late.status, late.json["code"]) == (401, "key-revoked")
    assert world.look("GET", "/api/key", token=answer.json["token"]).json["role"] == "referee"
