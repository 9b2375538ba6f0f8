"""The pages for notices: scanners change nothing, one click ends them, and what was typed is kept."""

import pytest

from referee.services.couriering import deliver_notices
from tests.services.notice_world import postbox, token_in

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def new_database_url(new_sqlite_url):
    """Nothing here depends on the database, so one is enough."""
    return new_sqlite_url


def asked(world, **form):
    """What comes of sending the form of seat 1."""
    path = f"/matches/{world.match}/seats/1/notices"
    sent = {"address": "ann@example.org", "remind": "180", "opened": "yes", **form}
    return world.look("POST", path, cookies=world.cookies_of("1"), form=sent)


def link(world):
    """The path of the link in the mail that has come."""
    deliver_notices(world.ctx)
    return f"/notices/{token_in(postbox(world.ctx).mails[-1])}"


def shown(world):
    path = f"/api/matches/{world.match}/seats/1/notices"
    return world.look("GET", path, token=world.tokens["1"]).json["contacts"]


def test_a_form_leads_to_the_list_and_says_what_happens_now(world):
    answer = asked(world)
    assert answer.status == 303
    page = world.look("GET", answer.headers["location"], cookies=world.cookies_of("1"))
    assert "A message is on its way there." in page.text
    assert "a…@example.org" in page.text
    assert "ann@example.org" not in page.text
    (contact,) = shown(world)
    assert contact["wishes"] == {"remind_minutes": 180, "opened": True, "closed": False}


def test_a_mail_scanner_that_follows_every_link_changes_nothing(world):
    asked(world)
    here = link(world)
    for path in (here, f"{here}/stop", here):
        page = world.look("GET", path)
        assert page.status == 200
        assert page.headers["cache-control"] == "no-store"
        assert page.headers["referrer-policy"] == "no-referrer"
    assert world.look("HEAD", here).status == 200
    assert world.look("GET", f"{here}/confirm").status == 405
    assert [one["state"] for one in shown(world)] == ["waiting"]
    assert world.look("POST", f"{here}/confirm", form={}).status == 200
    assert [one["state"] for one in shown(world)] == ["on"]


def test_one_click_by_the_mail_program_ends_it_without_cookie_or_origin(world):
    """RFC 8058: a POST to the address in the header, with one field, by a program that holds no key."""
    asked(world)
    here = link(world)
    world.look("POST", f"{here}/confirm", form={})
    address = postbox(world.ctx).mails[-1].leave_url
    assert address == f"{world.ctx.base_url}{here}/stop"
    answer = world.look("POST", f"{here}/stop", form=ONE_CLICK)
    assert answer.status == 200
    assert shown(world) == []
    assert world.look("POST", f"{here}/stop", form=ONE_CLICK).status == 200


def test_what_was_typed_is_kept_when_it_is_refused(world):
    answer = asked(world, address="<ann>@", remind="720", closed="yes", opened="")
    assert answer.status == 422
    assert 'value="&lt;ann&gt;@"' in answer.text
    assert '<option value="720" selected>' in answer.text
    assert 'aria-invalid="true"' in answer.text


@pytest.mark.parametrize("remind", ["x", "1e3", "٣x"])
def test_a_reminder_that_is_no_number_is_refused_in_words(world, remind):
    answer = asked(world, remind=remind)
    assert answer.status == 422
    assert "whole number" in answer.text


def test_a_number_of_many_thousand_digits_is_refused_in_one_sentence(world):
    answer = asked(world, remind="9" * 5000)
    assert answer.status == 422
    assert "“" + "9" * 64 + "” is none." in answer.text


@pytest.mark.parametrize("remind", ["-5", "0", "99999999999999"])
def test_a_reminder_beyond_reason_is_the_nearest_that_can_be(world, remind):
    assert asked(world, remind=remind).status == 303
    assert shown(world)[0]["wishes"]["remind_minutes"] in (1, 2880)


def test_an_unknown_link_is_not_found_and_trying_many_is_limited(new_server):
    world = new_server(limits=None)
    for _ in range(20):
        assert world.look("GET", "/notices/nosuchtoken").status == 404
    assert world.look("POST", "/notices/nosuchtoken/stop", form=ONE_CLICK).status == 429


def test_the_link_is_in_no_log_line(world, log):
    asked(world)
    here = link(world)
    world.look("GET", here)
    world.look("POST", f"{here}/confirm", form={})
    assert here.removeprefix("/notices/") not in repr(log)
    assert "ann@" not in repr(log)
