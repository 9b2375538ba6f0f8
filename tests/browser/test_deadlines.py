"""Ready, pause, resume and extend through the pages, on a phone, without scripts and with them."""

import re

import pytest
from playwright.sync_api import expect

from referee.schedule import Clock
from referee.services import closing
from referee.services.closing_rules import ClosingRules
from referee.services.schedules import WantedSchedule
from tests.browser.conftest import NewPage, Site
from tests.browser.playing import choose, looks_right, open_link, running_match, send

READY = ClosingRules(early_close="ready")
NAMES = ("Ann", "Bob")


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def scripts(request: pytest.FixtureRequest) -> bool:
    """With scripts and without: every form works in both."""
    return bool(request.param)


def test_ready_is_said_taken_back_and_once_all_are_the_round_closes(
    site: Site, new_page: NewPage, scripts: bool
) -> None:
    _, seats, _ = running_match(site, NAMES, closing=READY)
    ann, bob = new_page(phone=True, scripts=scripts), new_page(scripts=scripts)
    open_link(ann, seats[0])
    expect(ann.get_by_role("button", name="I am ready")).to_have_count(0)
    send(ann, "Strike", "Bob")
    ann.get_by_role("button", name="I am ready").click()
    expect(ann.get_by_text("You are ready: the round closes early")).to_be_visible()

    open_link(bob, seats[1])
    choose(bob, "Focus", "Ann")
    bob.get_by_label("and I am ready").check()
    bob.locator("#send").click()
    expect(bob.get_by_text("You are ready: the round closes early")).to_be_visible()

    ann.get_by_role("button", name="Not ready after all").click()
    expect(ann.get_by_role("button", name="I am ready")).to_be_visible()
    assert closing.close_ready(site.ctx) == 0, "the round closed on somebody who had taken it back"
    expect(ann.locator(".counting")).to_contain_text("Strike at Bob")

    ann.get_by_role("button", name="I am ready").click()
    expect(ann.get_by_role("button", name="Not ready after all")).to_be_visible()
    assert closing.close_ready(site.ctx) == 1
    ann.reload()
    expect(ann.locator(".deadline")).to_contain_text("Round 2 closes")
    expect(ann.locator(".latest")).to_contain_text("Strike at Bob")
    assert ann.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_changed_move_is_not_ready(site: Site, new_page: NewPage) -> None:
    _, seats, _ = running_match(site, NAMES, closing=READY)
    ann = new_page(phone=True, scripts=False)
    open_link(ann, seats[0])
    choose(ann, "Strike", "Bob")
    ann.get_by_label("and I am ready").check()
    ann.locator("#send").click()
    expect(ann.get_by_role("button", name="Not ready after all")).to_be_visible()
    send(ann, "Lunge", "Bob")
    expect(ann.get_by_role("button", name="I am ready")).to_be_visible()


def test_where_rounds_close_at_their_deadline_nobody_is_asked_to_be_ready(
    site: Site, new_page: NewPage
) -> None:
    _, seats, _ = running_match(site, NAMES)
    ann = new_page(phone=True)
    open_link(ann, seats[0])
    send(ann, "Strike", "Bob")
    expect(ann.locator("main")).not_to_contain_text(re.compile("ready", re.IGNORECASE))


def test_a_paused_round_takes_moves_and_goes_on_with_the_time_that_was_left(
    site: Site, new_page: NewPage, scripts: bool
) -> None:
    match_id, seats, desk = running_match(site, NAMES)
    referee = new_page(phone=True, scripts=scripts)
    ann, public = new_page(phone=True, scripts=scripts), new_page()
    open_link(ann, seats[0])
    public.goto(f"/matches/{match_id}")
    site.clock.forward(hours=20)  # four of twenty-four are left
    open_link(referee, desk)
    referee.get_by_text("Pause it").click()
    referee.get_by_role("button", name="Pause Round 1").click()
    expect(referee.get_by_role("status")).to_contain_text("The clock of Round 1 stands still.")

    if not scripts:
        ann.reload()
    expect(ann.locator(".deadline-left")).to_have_text("paused")
    expect(public.locator(".deadline-left")).to_have_text("paused")
    expect(public.locator(".deadline")).to_contain_text("Tue 8 Jan 2030, 06:00 (Berlin)")
    send(ann, "Strike", "Bob")
    site.clock.forward(days=3)
    assert closing.close_due(site.ctx) == 0, "a paused round closed"
    send(ann, "Focus", "Bob")

    referee.reload()
    expect(referee.get_by_text("Extend the deadline")).to_have_count(0)
    until = "Fri 11 Jan 2030, 10:00 (Berlin)"  # Monday 9:00 UTC and 20 hours, 3 days, 4 hours
    expect(referee.get_by_label(f"with the time that was left until {until}")).to_be_checked()
    referee.get_by_role("button", name="Resume Round 1").click()
    expect(referee.get_by_role("status")).to_contain_text(until)
    if not scripts:
        ann.reload()
    expect(ann.locator(".zones")).to_contain_text("Fri 11 Jan 2030, 10:00")
    expect(ann.locator(".deadline-left")).to_contain_text(re.compile("^(4 h|3 h 59 min)"))
    expect(ann.locator(".counting")).to_contain_text("Focus on Bob")


def test_a_round_that_is_resumed_at_the_next_slot_is_due_when_the_clock_strikes(
    site: Site, new_page: NewPage
) -> None:
    evenings = WantedSchedule(zone="Europe/Berlin", rounds=Clock.at("20:00", least_minutes=480))
    _, _, desk = running_match(site, NAMES, schedule=evenings)
    referee = new_page(phone=True, scripts=False)
    open_link(referee, desk)
    expect(referee.locator(".zones")).to_contain_text("Mon 7 Jan 2030, 20:00")
    referee.get_by_text("Pause it").click()
    referee.get_by_role("button", name="Pause Round 1").click()
    expect(referee.get_by_role("status")).to_contain_text("The clock of Round 1 stands still.")
    site.clock.forward(days=1)
    referee.reload()
    expect(referee.get_by_label("until the next fixed time")).to_be_checked()
    referee.get_by_role("button", name="Resume Round 1").click()
    expect(referee.get_by_role("status")).to_contain_text("Tue 8 Jan 2030, 20:00 (Berlin)")


def test_an_extension_shows_the_old_time_and_the_new_and_everybody_sees_who_moved_it(
    site: Site, new_page: NewPage, scripts: bool
) -> None:
    match_id, seats, desk = running_match(site, NAMES)
    referee = new_page(phone=True, scripts=scripts)
    ann, public = new_page(phone=True), new_page()
    open_link(ann, seats[0])
    public.goto(f"/matches/{match_id}")
    open_link(referee, desk)
    referee.get_by_text("Extend the deadline").click()
    form = referee.locator("#extend")
    expect(form).to_contain_text("From Tue 8 Jan 2030, 10:00 (Berlin) to")
    form.get_by_label("Thu 10 Jan 2030, 10:00 (Berlin) 48 hours later").check()
    referee.get_by_role("button", name="Extend Round 1").dblclick()
    expect(referee.get_by_role("status")).to_contain_text("Thu 10 Jan 2030, 10:00 (Berlin)")
    for page in (ann, public):
        expect(page.locator(".zones")).to_contain_text("Thu 10 Jan 2030, 10:00")
        expect(page.locator(".deadline")).to_contain_text("The referee has moved this deadline.")
    referee.get_by_text("Extend the deadline").click()
    expect(form).to_contain_text("From Thu 10 Jan 2030, 10:00 (Berlin) to")


def test_a_deadline_that_may_not_be_moved_again_is_not_offered(
    site: Site, new_page: NewPage
) -> None:
    _, _, desk = running_match(site, NAMES, closing=ClosingRules(most_extensions=1))
    referee = new_page(phone=True, scripts=False)
    open_link(referee, desk)
    referee.get_by_text("Extend the deadline").click()
    expect(referee.locator("#extend")).to_contain_text("1 more extension of this deadline")
    stale = referee.locator("#extend form")
    sent: dict[str, str | float | bool] = {
        "phase": "1",
        "due": stale.locator("input[name=due]").first.get_attribute("value") or "",
        "request_id": "x" * 20,
    }
    referee.get_by_role("button", name="Extend Round 1").click()
    expect(referee.get_by_role("status")).to_contain_text("Round 1 now closes")
    expect(referee.locator("#extend")).to_have_count(0)
    # The same form once more asks for the time that stands already: that is no second extension.
    where = re.sub(r"\?.*", "", referee.url)
    again = referee.request.post(f"{where}/extend", form=sent, headers={"Origin": site.url})
    assert again.status == 200
    sent |= {"due": "other", "due_local": "2030-01-12T20:00"}
    further = referee.request.post(f"{where}/extend", form=sent, headers={"Origin": site.url})
    assert further.status == 409
    assert "which is the most in this match" in further.text()


@pytest.mark.parametrize(("phone", "dark"), [(True, False), (False, True)], ids=["light", "dark"])
def test_axe_finds_nothing_on_a_ready_seat_and_a_paused_desk(
    site: Site, new_page: NewPage, phone: bool, dark: bool
) -> None:
    match_id, seats, desk = running_match(site, NAMES, closing=READY)
    page = new_page(phone=phone, dark=dark)
    open_link(page, seats[0])
    send(page, "Strike", "Bob")
    looks_right(page)
    page.get_by_role("button", name="I am ready").click()
    expect(page.get_by_role("button", name="Not ready after all")).to_be_visible()
    looks_right(page)
    open_link(page, desk)
    looks_right(page)
    page.get_by_role("button", name="Pause Round 1").click()
    expect(page.get_by_role("status")).to_contain_text("stands still")
    looks_right(page)
    for path in (f"/matches/{match_id}", f"/matches/{match_id}/seats/1"):
        page.goto(path)
        looks_right(page)
