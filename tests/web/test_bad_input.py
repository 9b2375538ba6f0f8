"""Bad input: a sentence that says what was wrong and what to do, in page and API alike, and nothing changes.

Every line of the list is tried through the page's form and through the API: the same status, the same
sentence, the API's stable code, and not a row of the database touched.
"""

import asyncio
import html
import re
from collections.abc import Mapping
from typing import Any

import pytest

from referee.services import closing, matches
from referee.services.access import Key
from tests.web.client import LOOP, Answer, Client
from tests.web.worlds import World, open_match, strike, unchanged


def sentences(answer: Answer) -> str:
    """The page's words, without its markup."""
    text = re.sub(r"<(script|style)\b.*?</\1>", " ", answer.text, flags=re.S)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", text)))


def assert_refused(
    page: Answer, api: Answer, *, status: int, code: str, words: str, field: str | None = None
) -> None:
    """Both say no with this status, these words and, for programs, this code."""
    assert api.status == status, api.text
    assert api.headers["content-type"] == "application/problem+json"
    assert api.json["code"] == code
    assert words in api.json["detail"]
    assert api.json["status"] == status
    assert api.json["field"] == field
    assert page.status == status, sentences(page)
    assert page.headers["content-type"].startswith("text/html")
    assert words in sentences(page)


def send_both(
    world: World, seat: int, move: Mapping[str, str], *, phase: int = 2
) -> tuple[Answer, Answer]:
    """A move through the seat's form and through the API."""
    path = f"/matches/{world.match}/seats/{seat}"
    form = {"phase": phase, "request_id": "a-form-with-something-wrong"}
    form |= {f"move.{name}": value for name, value in move.items()}
    return (
        world.look("POST", path, cookies=world.cookies_of(str(seat)), form=form),
        world.look(
            "POST",
            f"/api{path}/moves",
            token=world.tokens[str(seat)],
            json={"phase": phase, "move": move},
        ),
    )


# Moves


def test_an_unknown_card(world):
    with unchanged(world.ctx):
        page, api = send_both(world, 1, {"card": "fireball", "target": "Bob"})
    assert_refused(
        page, api, status=422, code="move-unreadable", words="one of strike, lunge", field="card"
    )


def test_an_unknown_target(world):
    with unchanged(world.ctx):
        page, api = send_both(world, 1, strike("Zoe"))
    assert_refused(page, api, status=422, code="move-illegal", words="Zoe", field="target")


def test_a_target_that_is_out(server):
    world = with_eliminated(server)
    phase = present_phase(world)
    with unchanged(world.ctx):
        page, api = send_both(world, 1, strike("Cal"), phase=phase)
    assert_refused(page, api, status=422, code="move-illegal", words="Cal", field="target")


def test_oneself_as_target(world):
    with unchanged(world.ctx):
        page, api = send_both(world, 1, strike("Ann"))
    assert_refused(page, api, status=422, code="move-illegal", words="yourself", field="target")


def test_a_move_for_a_round_that_has_closed_is_refused_and_kept_as_late(world):
    page, api = send_both(world, 1, strike("Bob"), phase=1)
    assert_refused(page, api, status=409, code="phase-closed", words="It does not count")
    desk = world.look("GET", f"/api/matches/{world.match}/desk", token=world.tokens["referee"]).json
    assert [(late["seat_name"], late["phase"]) for late in desk["late"]] == [("Ann", 1)] * 2
    assert (
        "Ann"
        in world.look(
            "GET", f"/matches/{world.match}/desk", cookies=world.cookies_of("referee")
        ).text
    )


def test_a_move_after_the_deadline_is_refused_and_kept_as_late(world):
    world.clock.forward(days=1)
    page, api = send_both(world, 1, strike("Bob"))
    assert_refused(page, api, status=409, code="move-late", words="after the deadline of")
    assert world.look("GET", f"/matches/{world.match}").status == 200
    world.close(2)
    desk = world.look("GET", f"/api/matches/{world.match}/desk", token=world.tokens["referee"]).json
    assert len(desk["late"]) == 2
    report = world.look("GET", f"/api/matches/{world.match}/phases/2").json
    assert [move["seat_name"] for move in report["moves"]] == []


def test_a_seat_that_is_out(server):
    world = with_eliminated(server)
    with unchanged(world.ctx):
        page, api = send_both(world, 3, strike("Ann"), phase=present_phase(world))
    assert_refused(page, api, status=409, code="seat-out", words="Nothing is asked of your seat")


def test_a_revoked_link(world):
    desk = Key("referee", world.match, None)
    world.chance.begin("reissue")
    matches.reissue_link(world.ctx, desk, world.match, 1)
    with unchanged(world.ctx):
        page, api = send_both(world, 1, strike("Bob"))
    assert_refused(page, api, status=401, code="key-revoked", words="replaced by a newer one")


def test_a_phase_that_is_not_there_yet(world):
    with unchanged(world.ctx):
        page, api = send_both(world, 1, strike("Bob"), phase=7)
    assert_refused(page, api, status=404, code="phase-not-found", words="no such round yet")


@pytest.mark.parametrize("phase", [0, -1, 10**30, "two", None, 2.5])
def test_a_phase_that_is_no_number_of_a_phase(world, phase):
    path = f"/matches/{world.match}/seats/1"
    form = {"phase": phase, "move.card": "strike", "move.target": "Bob"}
    with unchanged(world.ctx):
        page = world.look("POST", path, cookies=world.cookies_of("1"), form=form)
        api = world.look(
            "POST",
            f"/api{path}/moves",
            token=world.tokens["1"],
            json={"phase": phase, "move": strike("Bob")},
        )
    assert api.status == 422
    assert "“phase”" in api.json["detail"].lower()
    assert page.status in (404, 422)


def test_nothing_chosen_at_all(world):
    path = f"/matches/{world.match}/seats/1"
    with unchanged(world.ctx):
        page = world.look("POST", path, cookies=world.cookies_of("1"), form={"phase": 2})
        api = world.look(
            "POST", f"/api{path}/moves", token=world.tokens["1"], json={"phase": 2, "move": {}}
        )
    assert (page.status, api.status) == (422, 422)
    assert api.json["code"] == "move-unreadable"


def test_taking_back_what_was_never_sent(world):
    path = f"/matches/{world.match}/seats/1/withdraw"
    with unchanged(world.ctx):
        page = world.look("POST", path, cookies=world.cookies_of("1"), form={"phase": 2})
        api = world.look("POST", f"/api{path}", token=world.tokens["1"], json={"phase": 2})
    assert_refused(
        page, api, status=409, code="nothing-to-withdraw", words="has sent nothing in this round"
    )


# Seats and the start


def sign_up_both(world: World, name: Any) -> tuple[Answer, Answer]:
    path = f"/matches/{world.match}/signup"
    form = {"name": name, "request_id": "a-form-with-something-wrong"}
    return (
        world.look("POST", path, form=form),
        world.look("POST", f"/api{path}", json={"name": name}),
    )


def test_a_ninth_player(server):
    eight = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
    world = open_match(server, names=eight, start=False)
    with unchanged(world.ctx):
        page, api = sign_up_both(world, "Ian")
    assert_refused(page, api, status=409, code="match-full", words="All 8 seats", field="name")


def test_a_signup_after_the_start(world):
    with unchanged(world.ctx):
        page, api = sign_up_both(world, "Eve")
    assert_refused(page, api, status=409, code="already-started", words="The match has started")


def test_a_start_with_one_player(server):
    world = open_match(server, names=("Ann",), start=False)
    path = f"/matches/{world.match}"
    with unchanged(world.ctx):
        page = world.look("POST", f"{path}/desk/start", cookies=world.cookies_of("referee"))
        api = world.look("POST", f"/api{path}/start", token=world.tokens["referee"])
    assert_refused(
        page, api, status=409, code="too-few-seats", words="at least 2 players, and 1 has signed up"
    )


NAMES = {
    "x" * 33: (422, "name-too-long", "at most 32 characters"),
    "": (422, "name-empty", "empty"),
    "   ": (422, "name-empty", ""),
    "Ann": (409, "name-taken", "already taken"),
    "ANN": (409, "name-taken", "already taken"),
    "Аnn": (409, "name-lookalike", "looks too much like"),
    "A[b]nn": (422, "name-invalid", "cannot hold"),
    "a\u202eb": (422, "name-invalid", "cannot hold"),
    "a\x00b": (422, "name-invalid", "cannot hold"),
}


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_name_that_will_not_do(server, name):
    world = open_match(server, start=False)
    status, code, words = NAMES[name]
    with unchanged(world.ctx):
        page, api = sign_up_both(world, name)
    assert (api.status, api.json["code"], api.json["field"]) == (status, code, "name")
    assert words in api.json["detail"]
    assert page.status == status
    assert words in sentences(page)


@pytest.mark.parametrize("name", [None, 5, ["Ann"], {"a": 1}], ids=repr)
def test_a_name_that_is_no_text(server, name):
    world = open_match(server, start=False)
    with unchanged(world.ctx):
        api = world.look("POST", f"/api/matches/{world.match}/signup", json={"name": name})
    assert (api.status, api.json["code"]) == (422, "field-invalid")
    assert "must be a text" in api.json["detail"]


# A match


def create_both(world: World, **how: Any) -> tuple[Answer, Answer]:
    body = {"game": "crossing-swords", "title": "A match", "zone": "UTC", **how}
    minutes, zone = body.pop("round_minutes", 1440), body.pop("zone")
    form = {
        **body,
        "zone": zone,
        "filled": "yes",
        "round_length": str(minutes),
        "round_unit": "minutes",
        "request_id": "a-form-with-something-wrong",
    }
    schedule = {"zone": zone, "rounds": {"pace": "interval", "minutes": minutes}}
    return (
        world.look("POST", "/new", form=form),
        world.look("POST", "/api/matches", json=body | {"schedule": schedule}),
    )


def test_a_zone_that_does_not_exist(server):
    with unchanged(server.ctx):
        page, api = create_both(server, zone="Mars/Olympus")
    assert_refused(page, api, status=422, code="zone-unknown", words="Mars/Olympus", field="zone")


@pytest.mark.parametrize("zone", ["", "../../etc/passwd", "Europe/../UTC", "/UTC", "a\x00b", "CON"])
def test_a_zone_that_is_something_else(server, zone):
    with unchanged(server.ctx):
        page, api = create_both(server, zone=zone)
    assert (page.status, api.status, api.json["code"]) == (422, 422, "zone-unknown")


@pytest.mark.parametrize("minutes", [0, -5, 60 * 24 * 365 * 2, 10**40])
def test_a_length_of_zero_or_of_years(server, minutes):
    with unchanged(server.ctx):
        page, api = create_both(server, round_minutes=minutes)
    assert_refused(
        page,
        api,
        status=422,
        code="length-out-of-range",
        words="from one minute to sixty days",
        field="minutes",
    )


def test_a_game_that_is_not_played_here(server):
    with unchanged(server.ctx):
        page, api = create_both(server, game="ludo")
    assert_refused(page, api, status=404, code="game-not-found", words="ludo", field="game")


def test_a_house_rule_out_of_bounds(server):
    with unchanged(server.ctx):
        api = server.look(
            "POST",
            "/api/matches",
            json={"game": "crossing-swords", "title": "A", "options": {"starting_life": 0}},
        )
        page = server.look(
            "POST",
            "/new",
            form={
                "game": "crossing-swords",
                "title": "A",
                "zone": "UTC",
                "filled": "yes",
                "round_length": "24",
                "round_unit": "hours",
                "options.starting_life": "0",
                "option.starting_life": "0",
                "request_id": "a-form-with-something-wrong",
            },
        )
    assert (api.status, api.json["code"]) == (422, "options-invalid")
    assert api.json["problems"][0]["field"] == "starting_life"
    assert page.status == 422


# The desk


def test_closing_a_stale_phase_is_refused_and_closing_again_returns_the_stored_result(world):
    path = f"/matches/{world.match}"
    world.send(1, strike("Bob"), phase=2)
    token = world.tokens["referee"]
    first = world.look("POST", f"/api{path}/close", token=token, json={"phase": 2})
    assert first.status == 200
    with unchanged(world.ctx):
        again = world.look("POST", f"/api{path}/close", token=token, json={"phase": 2})
        stale = world.look("POST", f"/api{path}/close", token=token, json={"phase": 1})
        page = world.look(
            "POST", f"{path}/desk/close", cookies=world.cookies_of("referee"), form={"phase": 1}
        )
    assert again.body == first.body
    assert_refused(page, stale, status=409, code="phase-stale", words="Nothing was closed")


@pytest.mark.parametrize(
    ("due_at", "code"),
    [
        ("2030-01-07T09:00:00Z", "extension-earlier"),
        ("2031-01-07T09:00:00Z", "extension-too-far"),
        ("2030-01-09T09:00:00", "field-invalid"),
        ("tomorrow", "field-invalid"),
        ("9999-12-31T23:59:59-12:00", "field-invalid"),
        ("0001-01-01T00:00:00+12:00", "field-invalid"),
    ],
)
def test_a_deadline_that_will_not_do(world, due_at, code):
    path = f"/matches/{world.match}"
    with unchanged(world.ctx):
        api = world.look(
            "POST",
            f"/api{path}/extend",
            token=world.tokens["referee"],
            json={"phase": 2, "due_at": due_at},
        )
        page = world.look(
            "POST",
            f"{path}/desk/extend",
            cookies=world.cookies_of("referee"),
            form={"phase": 2, "due": due_at},
        )
    assert (api.status, api.json["code"]) == (422, code)
    assert page.status == 422


@pytest.mark.parametrize("typed", ["", "0001-01-01T00:00", "9999-12-31T23:59", "2030-13-01T00:00"])
def test_a_deadline_typed_in_the_matchs_zone_that_will_not_do(world, typed):
    with unchanged(world.ctx):
        page = world.look(
            "POST",
            f"/matches/{world.match}/desk/extend",
            cookies=world.cookies_of("referee"),
            form={"phase": 2, "due": "other", "due_local": typed},
        )
    assert page.status == 422


def test_a_seat_that_is_not_there(server):
    world = open_match(server, start=False)
    path = f"/matches/{world.match}"
    token, cookies = world.tokens["referee"], world.cookies_of("referee")
    with unchanged(world.ctx):
        api = world.look("PATCH", f"/api{path}/seats/9", token=token, json={"name": "Eve"})
        page = world.look(
            "POST", f"{path}/desk/seats/9/rename", cookies=cookies, form={"name": "Eve"}
        )
    assert_refused(page, api, status=404, code="seat-not-found", words="no such seat")


# The same twice, and two at once


def test_a_form_sent_twice_is_one_act(server):
    world = open_match(server, start=False)
    path = f"/matches/{world.match}/signup"
    form = {"name": "Eve", "request_id": "the-very-same-form"}
    first = world.look("POST", path, form=form)
    with unchanged(world.ctx):
        again = world.look("POST", path, form=form)
    assert first.status == again.status == 303
    assert first.headers["location"] == again.headers["location"]
    assert first.set_cookies == again.set_cookies


def test_a_move_sent_twice_by_one_form_is_one_version(world):
    path = f"/matches/{world.match}/seats/1"
    form = {"phase": 2, "move.card": "strike", "move.target": "Bob", "request_id": "one-form"}
    first = world.look("POST", path, cookies=world.cookies_of("1"), form=form)
    with unchanged(world.ctx):
        again = world.look("POST", path, cookies=world.cookies_of("1"), form=form)
    assert first.status == again.status == 303
    assert first.headers["location"] == again.headers["location"]


def test_two_browsers_sending_for_one_seat_at_once_are_both_kept_and_told_which_counts(world):
    client = Client(world.app)
    path = f"/api/matches/{world.match}/seats/1/moves"

    async def both() -> list[Answer]:
        return await asyncio.gather(
            *(
                client.exchange(
                    "POST", path, token=world.tokens["1"], json={"phase": 2, "move": strike(target)}
                )
                for target in ("Bob", "Cal")
            )
        )

    receipts = [answer.json for answer in LOOP.run(both())]
    assert sorted(receipt["version"] for receipt in receipts) == [1, 2]
    kept = world.look(
        "GET", f"/api/matches/{world.match}/seats/1/receipts", token=world.tokens["1"]
    ).json
    assert [(one["version"], one["standing"]) for one in kept] == [(2, "counts"), (1, "replaced")]
    for receipt in receipts:
        (same,) = [one for one in kept if one["version"] == receipt["version"]]
        assert same["words"] == receipt["words"]
        assert same["commitment"] == receipt["commitment"]


# What is no JSON, no form, no address


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'"move"', b"null", b"\xff\xfe", b'{"name": "\\ud800"}', b'{"name": NaN}'],
    ids=repr,
)
def test_a_body_that_is_no_object(server, body):
    world = open_match(server, start=False)
    with unchanged(world.ctx):
        answer = world.look(
            "POST",
            f"/api/matches/{world.match}/signup",
            body=body,
            headers={"Content-Type": "application/json"},
        )
    assert answer.status == 422
    assert answer.json["code"] in ("body-unreadable", "field-invalid", "name-invalid")
    assert answer.json["detail"].endswith(".")


def test_a_body_of_another_kind(server):
    world = open_match(server, start=False)
    for content_type in ("text/plain", "application/xml", "multipart/form-data; boundary=x"):
        answer = world.look(
            "POST",
            f"/api/matches/{world.match}/signup",
            body=b'{"name": "Eve"}',
            headers={"Content-Type": content_type},
        )
        assert answer.status == 422
        assert answer.json["code"] == "body-unreadable"


def test_a_field_that_is_not_known(world):
    answer = world.look(
        "POST",
        f"/api/matches/{world.match}/close",
        token=world.tokens["referee"],
        json={"phase": 2, "force": True},
    )
    assert (answer.status, answer.json["code"]) == (422, "field-invalid")
    assert answer.json["detail"] == "“force” is not known here. Leave it out."


@pytest.mark.parametrize(
    "path",
    [
        "/matches/%00",
        "/matches/a%20b",
        "/matches/" + "a" * 100,
        "/matches/{match}/phases/0",
        "/matches/{match}/phases/99999999999999999999999",
        "/matches/{match}/seats/0",
        "/matches/{match}/seats/two",
        "/matches/{match}/posts/%00",
        "/games/%00/rules",
        "/%00",
    ],
)
def test_an_address_that_cannot_be_one(world, path):
    path = path.format(match=world.match)
    for answer in (world.look("GET", path), world.look("GET", f"/api{path}")):
        assert answer.status in (401, 404), f"{path}: {answer.status}"


def test_a_method_that_an_address_does_not_take(world):
    answer = world.look("PUT", f"/api/matches/{world.match}")
    assert (answer.status, answer.json["code"]) == (405, "method-not-allowed")
    assert answer.json["detail"] == "This address takes GET, not PUT."
    assert answer.headers["allow"] == "GET"


def test_a_method_that_an_address_of_several_routes_does_not_take(world):
    seat = f"/matches/{world.match}/seats/1"
    for path, taken in ((f"/api{seat}", ["DELETE", "GET", "PATCH"]), (seat, ["GET", "POST"])):
        answer = world.look("PUT", path)
        assert answer.status == 405
        assert answer.headers.getlist("allow") == [", ".join(taken)]
        assert " or ".join(taken) in answer.text


def test_what_is_mounted_says_its_methods_itself(world):
    answer = world.look("POST", "/static/site.css")
    assert (answer.status, answer.headers.getlist("allow")) == (405, ["GET, HEAD"])


# Worlds with somebody out


def with_eliminated(server: World) -> World:
    """A match in which Cal (seat 3) has just been eliminated by Lunges."""
    world = open_match(server, rounds=0)
    phase = 1
    while not _is_out(world, "Cal"):
        for seat in (1, 2):
            world.send(seat, {"card": "lunge", "target": "Cal"}, phase=phase)
        world.close(phase)
        phase += 1
        assert phase < 9
    return world


def _is_out(world: World, name: str) -> bool:
    (life,) = [
        line["values"][-1]
        for series in world.look("GET", f"/api/matches/{world.match}/series").json
        if "life" in series["title"].lower()
        for line in series["lines"]
        if line["seat"] == name
    ]
    return not life


def present_phase(world: World) -> int:
    """The number of the phase that is open."""
    number: int = world.look("GET", f"/api/matches/{world.match}").json["phase"]["number"]
    return number


def test_the_worlds_above_are_as_they_say(server):
    world = with_eliminated(server)
    assert world.look("GET", f"/api/matches/{world.match}").json["status"] == "running"
    assert closing.due_phases(world.ctx) == []
