"""Players who leave, are away and come back, and the referee who seats somebody else: through the pages."""

import re

import pytest
from playwright.sync_api import Page, expect

from referee.services import closing, open_seats, tenures
from referee.services.access import Key
from referee.services.practice import play_practice
from referee.services.seat_rules import SeatRules
from tests.browser.conftest import NewPage, Site
from tests.browser.playing import match_id_of, open_link, running_match, send, start_form

NAMES = ("Ann", "Bob", "Cal")


def give_seat_away(referee: Page, name: str) -> None:
    """From the desk to the form that gives this seat to somebody else."""
    row = referee.locator(".desk-seat").filter(has_text=name)
    if row.get_by_text("Change").count():
        row.get_by_text("Change").click()
    row.get_by_role("link", name=re.compile("^Give")).click()
    expect(referee.get_by_role("heading", level=1)).to_contain_text(
        f"Who takes over the seat of {name}?"
    )


def close_round(site: Site, match_id: str, phase: int) -> None:
    """The referee closes this round."""
    closing.close_phase(site.ctx, Key("referee", match_id, None), match_id, phase)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_player_reads_what_follows_and_gives_the_seat_up(
    site: Site, new_page: NewPage, scripts: bool
) -> None:
    match_id, seats, _ = running_match(site, NAMES)
    ann, public = new_page(phone=True, scripts=scripts), new_page()
    open_link(ann, seats[0])
    send(ann, "Strike", "Bob")
    public.goto(f"/matches/{match_id}")
    ann.get_by_text("If you cannot play").click()
    ann.get_by_role("link", name="Give up your seat").click()
    follows = ann.locator(".what-follows")
    expect(follows).to_contain_text("stays in the match without moves until the referee gives it")
    expect(follows).to_contain_text("A move that you have sent for Round 1 stays sealed and counts")
    assert ann.evaluate("document.documentElement.scrollWidth") <= 360
    ann.get_by_label("Yes, I give this seat up for good").check()
    ann.get_by_role("button", name="Give up my seat").click()

    expect(ann).to_have_url(re.compile(rf"/matches/{match_id}\?done=given-up"))
    expect(ann.get_by_role("status")).to_contain_text("You have given up the seat of Ann.")
    expect(ann.get_by_text("Your seat: Ann")).to_have_count(0)
    for page in (ann, public):
        held = page.locator(".holders li").filter(has_text="Ann")
        expect(held).to_contain_text("open since Mon 7 Jan 2030, 10:00 (Berlin)")
        expect(held).to_contain_text("its player has resigned")
    expect(public.get_by_text("write to the referee")).to_be_visible()
    ann.goto(f"/matches/{match_id}/seats/1")
    expect(ann.locator("main")).to_contain_text("If you gave this seat up, that is done")
    ann.goto(seats[0])
    ann.get_by_role("button", name="Open").click()
    expect(ann.locator("main")).to_contain_text("replaced")

    close_round(site, match_id, 1)
    public.goto(f"/matches/{match_id}/phases/1")
    expect(public.locator("article")).to_contain_text("Strike at Bob")


def test_a_seat_is_not_given_up_by_accident(site: Site, new_page: NewPage) -> None:
    match_id, seats, _ = running_match(site, NAMES)
    ann = new_page(phone=True)
    open_link(ann, seats[0])
    ann.goto(f"/matches/{match_id}/seats/1/resign")
    answer = ann.request.post(
        f"{site.url}/matches/{match_id}/seats/1/resign",
        form={"request_id": "x" * 20},
        headers={"Origin": site.url},
    )
    assert answer.status == 422
    assert "Tick the box" in answer.text()
    ann.get_by_role("link", name="Keep it").click()
    send(ann, "Strike", "Bob")


def test_a_substitute_takes_a_seat_over_and_plays_on(site: Site, new_page: NewPage) -> None:
    match_id, seats, desk = running_match(site, NAMES)
    ann, eve, referee = new_page(phone=True), new_page(phone=True), new_page(scripts=False)
    open_link(ann, seats[0])
    send(ann, "Strike", "Bob")
    open_link(referee, desk)
    give_seat_away(referee, "Ann")
    expect(referee.locator("[name=move_stands]:checked")).to_have_count(0)
    referee.get_by_label("Their name").fill("Bob")
    referee.get_by_label("It stands").check()
    referee.get_by_role("button", name="Give the seat away").click()
    expect(referee.get_by_role("alert")).to_contain_text("Bob")
    expect(referee.get_by_label("Their name")).to_have_value("Bob")
    expect(referee.locator("[name=move_stands]:checked")).to_have_count(0)

    referee.get_by_label("Their name").fill("Eve")
    referee.get_by_label("It stands").check()
    referee.get_by_role("button", name="Give the seat away").click()
    expect(referee.get_by_role("heading", level=1)).to_contain_text("Eve plays the seat of Ann now")
    message = referee.get_by_label("A private message: Your seat in Summer melee")
    expect(message).to_contain_text("Hello Eve,")
    expect(message).to_contain_text("you take over the seat of Ann")
    link = referee.get_by_label("Only the link").input_value()
    expect(message).to_contain_text(link)

    ann.reload()
    expect(ann.locator("main")).to_contain_text("replaced")
    open_link(eve, link)
    expect(eve.locator(".seat-head")).to_contain_text("played by Eve")
    expect(eve.locator("main")).not_to_contain_text("Strike at Bob")
    expect(eve.locator(".seat-side")).to_contain_text("if the referee has let it stand")
    eve.get_by_role("button", name="Take back what was sent before").click()
    expect(eve.locator(".seat-side")).not_to_contain_text("if the referee has let it stand")
    send(eve, "Focus", "Cal")
    close_round(site, match_id, 1)
    eve.goto(f"/matches/{match_id}")
    expect(eve.locator(".holders li")).to_contain_text("played by Eve since")
    expect(eve.locator(".latest")).to_contain_text("Focus on Cal")
    expect(eve.locator(".latest")).not_to_contain_text("Strike at Bob")
    eve.get_by_text("Who held which seat when").click()
    expect(eve.locator(".tenures").first).to_contain_text("then the seat was given to somebody")


def test_whether_a_move_stands_is_asked_and_without_an_answer_nothing_is_done(
    site: Site, new_page: NewPage
) -> None:
    match_id, seats, desk = running_match(site, NAMES)
    referee, ann = new_page(phone=True), new_page()
    open_link(referee, desk)
    answer = referee.request.post(
        f"{site.url}/matches/{match_id}/desk/seats/1/swap",
        form={"to": "player", "player": "Eve", "request_id": "x" * 20},
        headers={"Origin": site.url},
    )
    assert answer.status == 422
    assert "Say whether a move that was already sent is to stand." in answer.text()
    assert 'value="Eve"' in answer.text()
    open_link(ann, seats[0])
    send(ann, "Strike", "Bob")


def test_a_practice_player_takes_a_seat_over(site: Site, new_page: NewPage) -> None:
    match_id, seats, desk = running_match(site, NAMES)
    ann, referee = new_page(), new_page(phone=True)
    open_link(ann, seats[0])
    send(ann, "Strike", "Bob")
    open_link(referee, desk)
    give_seat_away(referee, "Ann")
    referee.get_by_label("a practice player").check()
    referee.get_by_label("It does not").check()
    referee.get_by_role("button", name="Give the seat away").click()
    expect(referee.get_by_role("status")).to_contain_text("A practice player has the seat now")
    expect(referee.locator(".desk-seat").filter(has_text="Ann")).to_contain_text(
        "a practice player since"
    )
    play_practice(site.ctx, match_id, 1)
    close_round(site, match_id, 1)
    referee.goto(f"/matches/{match_id}")
    expect(referee.locator(".latest")).not_to_contain_text("Strike at Bob")
    expect(referee.locator(".latest")).not_to_contain_text("Ann: no move received")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_standing_move_is_left_behind_and_played(
    site: Site, new_page: NewPage, scripts: bool
) -> None:
    match_id, seats, desk = running_match(site, NAMES)
    ann, bob = new_page(phone=True, scripts=scripts), new_page()
    open_link(bob, seats[1])
    send(bob, "Lunge", "Ann")
    open_link(ann, seats[0])
    ann.get_by_text("If you cannot play").click()
    expect(ann.get_by_label("Away from, Berlin time")).to_have_value("2030-01-07T10:00")
    if scripts:
        expect(ann.locator("#begins-yours")).to_have_text("Mon 7 Jan 2030, 04:00 (your time)")
        expect(ann.locator("#ends-yours")).to_be_hidden()
    ann.get_by_label("until, Berlin time").fill("2030-01-06T10:00")
    form = ann.locator("form", has=ann.get_by_label("until, Berlin time"))
    form.evaluate("form => { form.noValidate = true; }")
    ann.get_by_role("button", name="Announce it").click()
    expect(ann.get_by_role("alert")).to_contain_text("Choose a later end.")
    expect(ann.get_by_label("until, Berlin time")).to_have_attribute("aria-invalid", "true")
    ann.get_by_label("until, Berlin time").fill("2030-01-20T10:00")
    if scripts:
        expect(ann.locator("#ends-yours")).to_have_text("Sun 20 Jan 2030, 04:00 (your time)")
    ann.get_by_label("If I send nothing meanwhile").select_option(
        label="Block against whoever dealt me most damage last round"
    )
    ann.get_by_role("button", name="Announce it").click()
    expect(ann.get_by_role("status")).to_contain_text("Nobody else can see")
    expect(ann.locator(".absences")).to_contain_text("Away until Sun 20 Jan 2030, 10:00 (Berlin)")
    assert ann.evaluate("document.documentElement.scrollWidth") <= 360

    close_round(site, match_id, 1)
    ann.get_by_role("link", name="Back to my seat").click()
    expect(ann.locator(".seat-side")).to_contain_text("If you send nothing: Block against Bob")
    site.clock.forward(hours=25)
    assert closing.close_due(site.ctx) == 1
    bob.goto(f"/matches/{match_id}/phases/2")
    expect(bob.locator("article")).to_contain_text(re.compile("Ann: Block (against|at) Bob"))

    referee = new_page()
    open_link(referee, desk)
    for page in (bob, referee):
        page.goto(f"/matches/{match_id}")
        expect(page.locator("main")).not_to_contain_text(re.compile("absen|away", re.IGNORECASE))

    ann.get_by_text("If you cannot play: 1 absence announced").click()
    ann.get_by_role("button", name="I am here again").click()
    expect(ann.get_by_role("status")).to_contain_text("Taken back.")
    expect(ann.locator(".absences")).to_have_count(0)


def test_dates_that_were_filled_in_are_not_taken_away_by_news(
    site: Site, new_page: NewPage
) -> None:
    match_id, seats, _ = running_match(site, NAMES, status_visibility="count")
    ann, bob = new_page(phone=True), new_page()
    open_link(ann, seats[0])
    open_link(bob, seats[1])
    ann.get_by_text("If you cannot play").click()
    ann.get_by_label("until, Berlin time").fill("2030-01-20T10:00")
    ann.get_by_role("heading", name="The board").click()
    ann.evaluate("document.activeElement.blur()")
    close_round(site, match_id, 1)
    expect(ann.locator("#news")).to_contain_text("The round has closed.")
    expect(ann.get_by_label("until, Berlin time")).to_have_value("2030-01-20T10:00")


def test_who_misses_too_much_is_warned_loses_the_seat_and_comes_back(
    site: Site, new_page: NewPage
) -> None:
    match_id, seats, _ = running_match(site, NAMES, seat_rules=SeatRules(misses=2))
    ann, public = new_page(phone=True, scripts=False), new_page()
    open_link(ann, seats[0])
    expect(ann.locator(".risk")).to_have_count(0)
    close_round(site, match_id, 1)
    ann.reload()
    expect(ann.locator(".risk")).to_contain_text("If you send nothing in this one either")
    close_round(site, match_id, 2)
    ann.reload()
    expect(ann.get_by_role("heading", name="Your seat is open")).to_be_visible()
    expect(ann.locator("#send")).to_have_count(0)
    public.goto(f"/matches/{match_id}")
    held = public.locator(".holders li").filter(has_text="Ann")
    expect(held).to_contain_text("too many rounds without a move")

    ann.get_by_role("button", name="I am back").click()
    expect(ann.locator(".risk")).to_have_count(0)
    send(ann, "Strike", "Bob")
    expect(held).to_contain_text("back since")


def test_a_round_waits_for_a_substitute_and_goes_on_when_there_is_one(
    site: Site, new_page: NewPage
) -> None:
    rules = SeatRules(misses=1, open_seat="wait", wait_minutes=3 * 1440)
    match_id, seats, desk = running_match(site, NAMES, seat_rules=rules)
    bob, referee = new_page(phone=True), new_page()
    for number in (1, 2):
        page = new_page()
        open_link(page, seats[number])
        send(page, "Mend", NAMES[number])
    close_round(site, match_id, 1)
    open_link(bob, seats[1])
    told = bob.locator(".deadline")
    expect(told).to_contain_text("Round 2 waits for a substitute")
    expect(told).to_contain_text("until Thu 10 Jan 2030, 10:00")
    send(bob, "Strike", "Cal")
    open_link(referee, desk)
    expect(referee.locator(".deadline")).to_contain_text("Round 2 waits for a substitute")
    give_seat_away(referee, "Ann")
    referee.get_by_label("Their name").fill("Eve")
    referee.get_by_label("It does not").check()
    referee.get_by_role("button", name="Give the seat away").click()
    expect(referee.get_by_role("heading", level=1)).to_contain_text("Eve plays the seat of Ann now")
    expect(bob.locator(".deadline")).to_contain_text("Round 2 closes")
    expect(bob.locator(".counting")).to_contain_text("Strike at Cal")


def test_a_round_that_has_waited_long_enough_goes_on_without(site: Site, new_page: NewPage) -> None:
    rules = SeatRules(misses=1, open_seat="wait", wait_minutes=60)
    match_id, seats, _ = running_match(site, NAMES, seat_rules=rules)
    bob = new_page(phone=True)
    open_link(bob, seats[1])
    send(bob, "Mend", "Bob")
    tenures.resign(site.ctx, Key("seat", match_id, 1), match_id, 1)
    bob.reload()
    expect(bob.locator(".deadline")).to_contain_text("Round 1 waits for a substitute")
    site.clock.forward(minutes=61)
    assert open_seats.end_waits(site.ctx) == 1
    bob.reload()
    expect(bob.locator(".deadline")).to_contain_text("Round 1 closes")


def test_what_follows_an_open_seat_is_chosen_for_a_new_match_and_told_on_its_page(
    site: Site, new_page: NewPage
) -> None:
    page = new_page(phone=True, scripts=False)
    start_form(page, title="Strict")
    page.get_by_role("button", name=re.compile("^Fast")).click()
    page.get_by_text("Players who do not come back").click()
    expect(page.get_by_label("A practice player takes it over")).to_be_checked()
    page.get_by_label("A seat is open after so many rounds").fill("21")
    page.locator("#new-match").evaluate("form => { form.noValidate = true; }")
    page.get_by_role("button", name="Make the match").last.click()
    expect(page.get_by_role("alert")).to_contain_text("1 to 20 rounds in a row")
    field = page.get_by_label("A seat is open after so many rounds")
    expect(field).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("3")
    page.get_by_label("The next round waits for somebody else").check()
    page.get_by_label("It waits at most", exact=True).fill("5")
    page.get_by_role("button", name="Make the match").last.click()
    page.goto(f"/matches/{match_id_of(page)}")
    expect(page.locator("main")).to_contain_text("in 3 rounds in a row loses the seat")
    expect(page.locator("main")).to_contain_text("waits for a substitute, at most 5 days")
