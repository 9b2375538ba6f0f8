"""The referee's desk through the pages: seating, extending, closing, cancelling, and being refused."""

import re

from playwright.sync_api import Page, expect

from referee.services import closing, matches
from referee.services.access import SYSTEM
from tests.browser.conftest import NewPage, Site
from tests.browser.playing import (
    looks_right,
    match_id_of,
    open_link,
    running_match,
    send,
    sign_up,
    start_form,
)


def new_desk(page: Page) -> str:
    """Make a match through the form and go to its desk; returns the match's id."""
    start_form(page, title="Swords at the Inn")
    page.get_by_label("Time zone").fill("Europe/Berlin")
    page.get_by_role("button", name="Make the match").last.click()
    page.get_by_role("link", name="To the desk").click()
    expect(page.get_by_role("heading", name="The referee’s desk")).to_be_visible()
    return match_id_of(page)


def test_seats_are_filled_renamed_and_freed_and_links_handed_out(
    site: Site, new_page: NewPage
) -> None:
    referee, player = new_page(), new_page(phone=True)
    match_id = new_desk(referee)
    expect(referee.get_by_role("button", name="Start the match")).to_have_count(0)

    referee.get_by_label("Seat somebody yourself").fill("Ann")
    referee.get_by_role("button", name="Add", exact=True).click()
    message = referee.get_by_label("A private message: Your seat in Swords at the Inn")
    expect(message).to_contain_text("Hello Ann,")
    link = referee.get_by_label("Only the link").input_value()
    expect(message).to_contain_text(link)
    open_link(player, link)
    expect(player.get_by_role("heading", name="You are in")).to_be_visible()

    referee.get_by_label("Seat somebody yourself").fill("Robot")
    referee.get_by_label("a practice player").check()
    referee.get_by_role("button", name="Add", exact=True).click()
    expect(referee.get_by_text("The practice player has a seat")).to_be_visible()

    row = referee.locator(".desk-seat").filter(has_text="Ann")
    row.get_by_text("Change").click()
    row.get_by_label("New name").fill("Anna")
    row.get_by_role("button", name="Rename").click()
    expect(referee.locator(".desk-seat").first).to_contain_text("Anna")

    row = referee.locator(".desk-seat").filter(has_text="Anna")
    row.get_by_text("Change").click()
    row.get_by_role("button", name="Remove Anna").click()
    expect(referee.get_by_text("The seat is free again")).to_be_visible()
    player.reload()
    expect(player.locator("main")).to_contain_text("replaced")

    other = new_page()
    other.goto(f"/matches/{match_id}/signup")
    expect(other.locator(".seat-list")).to_have_text(re.compile(r"^\s*Robot practice player\s*$"))
    sign_up(other, match_id, "Bob")
    referee.goto(f"/matches/{match_id}/desk")
    referee.get_by_role("button", name="Start the match").click()
    expect(referee.get_by_role("status")).to_contain_text("The match has started.")


def test_a_link_shown_once_stays_in_sight_when_somebody_signs_up_meanwhile(
    site: Site, new_page: NewPage
) -> None:
    referee = new_page()
    match_id = new_desk(referee)
    referee.get_by_label("Seat somebody yourself").fill("Ann")
    referee.get_by_role("button", name="Add", exact=True).click()
    link = referee.get_by_label("Only the link").input_value()
    matches.sign_up(site.ctx, match_id, "Bob", request_id=site.ctx.new_token())
    expect(referee.locator("#news")).to_contain_text("There is news")
    assert referee.get_by_label("Only the link").input_value() == link
    referee.get_by_role("link", name="Show what is new").click()
    expect(referee.locator(".desk-seat").filter(has_text="Bob")).to_be_visible()


def test_the_desk_keeps_saying_that_the_round_is_closed_when_the_page_refreshes(
    site: Site, new_page: NewPage
) -> None:
    _, seats, desk = running_match(site, ("Ann", "Bob"), status_visibility="count")
    referee = new_page()
    open_link(referee, desk)
    referee.get_by_text("Close it now").click()
    referee.get_by_role("button", name="Close Round 1").click()
    expect(referee.get_by_text("The round is closed")).to_be_visible()
    player = new_page(phone=True)
    open_link(player, seats[0])
    send(player, "Strike", "Bob")
    expect(referee.locator("main")).to_contain_text("1 of 2")
    expect(referee.get_by_text("The round is closed")).to_be_visible()


def test_the_newest_post_is_copied_in_each_dialect_by_one_press(
    site: Site, new_page: NewPage
) -> None:
    match_id, _, desk = running_match(site, ("Ann", "Bob"))
    referee, bare = new_page(phone=True), new_page(scripts=False)
    referee.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_link(referee, desk)
    newest = referee.locator(".newest-post")
    expect(newest).to_contain_text("the match begins")
    for dialect, sign in (("BBCode", "[url="), ("Markdown", "]("), ("Plain text", "====")):
        newest.get_by_role("button", name=f"Copy as {dialect}").click()
        expect(newest.get_by_text("Copied", exact=True).first).to_be_visible()
        copied = referee.evaluate("navigator.clipboard.readText()")
        assert sign in copied, f"{dialect} was not copied"
    closing.close_phase(site.ctx, SYSTEM, match_id, 1)
    expect(newest).to_contain_text("Summer melee: Round 1")

    open_link(bare, desk)
    expect(bare.get_by_text("Copy as").first).to_be_hidden()
    bare.get_by_text("Its text").click()
    expect(bare.get_by_label("Markdown", exact=True)).to_contain_text("Round 1")
    bare.get_by_role("link", name="Summer melee: Round 1").click()
    expect(bare.get_by_role("heading", name="Posts for the forum")).to_be_visible()


def test_after_an_extension_the_message_about_it_stands_beside_the_post(
    site: Site, new_page: NewPage
) -> None:
    _, _, desk = running_match(site, ("Ann", "Bob"))
    referee = new_page(phone=True)
    referee.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_link(referee, desk)
    newest = referee.locator(".newest-post")
    expect(newest).not_to_contain_text("The deadline was moved")
    site.clock.forward(hours=1)
    referee.get_by_text("Extend the deadline").click()
    referee.get_by_role("button", name="Extend Round 1").click()
    until = "Round 1 closes Tue 8 Jan 2030, 22:00 (Berlin)."
    expect(newest).to_contain_text(f"The deadline was moved after this was written. {until}")
    newest.get_by_role("button", name="Copy the message as Markdown").click()
    expect(newest.get_by_text("Copied", exact=True)).to_be_visible()
    copied = referee.evaluate("navigator.clipboard.readText()")
    assert "What you have sent stays sent" in copied
    newest.get_by_role("link", name="A message that says so").click()
    message = referee.get_by_label("More time for Round 1 of Summer melee, BBCode")
    expect(message).to_be_visible()
    looks_right(referee)


def test_at_the_end_the_last_round_and_the_standings_are_both_one_press_away(
    site: Site, new_page: NewPage
) -> None:
    _, seats, desk = running_match(site, ("Ann", "Bob"), options={"starting_life": 1})
    referee, ann = new_page(phone=True), new_page()
    referee.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_link(ann, seats[0])
    send(ann, "Strike", "Bob")
    open_link(referee, desk)
    referee.get_by_text("Close it now").click()
    referee.get_by_role("button", name="Close Round 1").click()
    offered = referee.locator(".newest-post")
    expect(offered).to_contain_text(["Summer melee: Round 1", "Summer melee: final standings"])
    for post, told in zip(offered.all(), ("Strike at Bob", "Ann wins"), strict=True):
        post.get_by_role("button", name="Copy as Plain text").click()
        expect(post.get_by_text("Copied", exact=True)).to_be_visible()
        assert told in referee.evaluate("navigator.clipboard.readText()").replace("*", "")
    looks_right(referee)


def test_a_deadline_is_extended_by_an_offer_and_to_a_time_of_ones_own(
    site: Site, new_page: NewPage
) -> None:
    _, seats, desk = running_match(site, ("Ann", "Bob"))
    referee, player = new_page(phone=True), new_page()
    open_link(player, seats[0])
    open_link(referee, desk)
    referee.get_by_text("Extend the deadline").click()
    expect(referee.get_by_text("From Tue 8 Jan 2030, 10:00 (Berlin) to")).to_be_visible()
    referee.get_by_label("Wed 9 Jan 2030, 10:00 (Berlin) 24 hours later").check()
    referee.get_by_role("button", name="Extend Round 1").click()
    expect(referee.get_by_role("status")).to_contain_text("Wed 9 Jan 2030, 10:00 (Berlin)")
    expect(player.locator(".zones")).to_contain_text("Wed 9 Jan 2030, 10:00")

    referee.get_by_text("Extend the deadline").click()
    referee.get_by_label("The new deadline, Berlin time").fill("2030-01-10T21:15")
    expect(referee.get_by_label("another time, Berlin time")).to_be_checked()
    referee.get_by_role("button", name="Extend Round 1").click()
    expect(referee.get_by_role("status")).to_contain_text("Thu 10 Jan 2030, 21:15 (Berlin)")


def test_a_deadline_is_never_moved_to_an_earlier_time(site: Site, new_page: NewPage) -> None:
    _, _, desk = running_match(site, ("Ann", "Bob"))
    referee = new_page(scripts=False)
    open_link(referee, desk)
    referee.get_by_text("Extend the deadline").click()
    referee.get_by_label("another time, Berlin time").check()
    # A browser that does not know the field's least value sends whatever was typed.
    field = referee.get_by_label("The new deadline, Berlin time")
    form = referee.locator("form", has=field)
    answer = referee.request.post(
        f"{site.url}{form.get_attribute('action')}",
        form={
            "phase": "1",
            "due": "other",
            "due_local": "2030-01-07T12:00",
            "request_id": "x" * 20,
        },
        headers={"Origin": site.url},
    )
    assert answer.status == 422
    assert "can only be moved to a later time" in answer.text()
    assert 'value="2030-01-07T12:00"' in answer.text()


def test_closing_a_round_that_has_closed_meanwhile_closes_nothing_else(
    site: Site, new_page: NewPage
) -> None:
    match_id, _, desk = running_match(site, ("Ann", "Bob"))
    referee = new_page(scripts=False)
    open_link(referee, desk)
    referee.get_by_text("Close it now").click()
    closing.close_phase(site.ctx, SYSTEM, match_id, 1)
    closing.close_phase(site.ctx, SYSTEM, match_id, 2)
    referee.get_by_role("button", name="Close Round 1 now").click()
    referee.goto(f"/matches/{match_id}")
    expect(referee.locator(".deadline")).to_contain_text("Round 3 closes")


def test_a_match_is_cancelled_with_a_reason_that_everybody_reads(
    site: Site, new_page: NewPage
) -> None:
    match_id, seats, desk = running_match(site, ("Ann", "Bob"))
    referee, player = new_page(), new_page(phone=True)
    open_link(player, seats[0])
    send(player, "Strike", "Bob")
    open_link(referee, desk)
    referee.locator("#cancel summary").click()
    referee.get_by_label("Why").fill("The tavern burned down.")
    referee.get_by_label(re.compile("Yes, end")).check()
    referee.get_by_role("button", name="Cancel the match").click()
    expect(referee.get_by_role("status")).to_contain_text("The match is cancelled.")
    expect(player.get_by_role("heading", name="The match was cancelled")).to_be_visible()
    public = new_page(phone=True)
    public.goto(f"/matches/{match_id}")
    expect(public.locator("main")).to_contain_text("The tavern burned down.")
    public.goto(f"/matches/{match_id}/signup")
    expect(public.get_by_text("This match is over.")).to_be_visible()


def test_a_preset_fills_the_house_rules_and_keeps_what_was_typed_without_scripts(
    site: Site, new_page: NewPage
) -> None:
    page = new_page(scripts=False)
    start_form(page, title="A grand one")
    page.get_by_role("button", name=re.compile("^48 hours")).click()
    page.locator("#deadlines summary").click()
    page.get_by_label("A round lasts", exact=True).fill("36")
    page.get_by_role("button", name="Grand Melee").click()
    assert "request_id" not in page.url
    expect(page.get_by_label("Title")).to_have_value("A grand one")
    expect(page.get_by_label("A round lasts", exact=True)).to_have_value("36")
    expect(page.locator("#deadlines summary")).to_contain_text("36 hours a round")
    page.get_by_text("House rules: 2 changed").click()
    expect(page.get_by_label("Most VP from one Assail")).to_have_value("8")
    page.get_by_label("Starting life").fill("12")
    page.get_by_label("Title").press("Enter")
    expect(page.get_by_role("heading", name="Your match is made")).to_be_visible()
    page.goto(f"/matches/{match_id_of(page)}")
    page.get_by_text("House rules: 3 changed").click()
    expect(page.locator(".options .changed").first).to_contain_text("Starting life: 12")
    expect(page.locator("main")).to_contain_text("36 hours")


def test_the_deadlines_foretold_are_those_of_the_zone_that_the_browser_fills_in(
    site: Site, new_page: NewPage
) -> None:
    page = new_page(phone=True)
    start_form(page, title="At home")
    expect(page.get_by_label("Time zone")).to_have_value("America/New_York")
    expect(page.locator("#deadlines > summary")).to_contain_text("at 20:00 (New York)")
    page.locator("#coming > summary").click()
    expect(page.locator("#coming time").first).to_contain_text("20:00 (New York)")
    page.get_by_label("Time zone").fill("Asia/Tokyo")
    page.get_by_label("Title").focus()
    expect(page.locator("#deadlines > summary")).to_contain_text("at 20:00 (Tokyo)")
    expect(page.locator("#coming time").first).to_contain_text("20:00 (Tokyo)")
    expect(page.get_by_label("Title")).to_have_value("At home")


def test_what_is_wrong_with_a_new_match_is_said_and_nothing_typed_is_lost(
    site: Site, new_page: NewPage
) -> None:
    page = new_page(phone=True)
    start_form(page, title="Nowhere")
    page.get_by_label("Time zone").fill("Mars/Olympus")
    page.get_by_role("button", name="Make the match").last.click()
    expect(page.get_by_role("alert")).to_contain_text("There is no time zone “Mars/Olympus”")
    expect(page.get_by_label("Time zone")).to_have_value("Mars/Olympus")
    expect(page.get_by_label("Time zone")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Title")).to_have_value("Nowhere")
    page.goto("/")
    expect(page.locator(".match-row")).to_have_count(0)


def test_a_full_match_turns_a_ninth_player_away_with_a_way_on(
    site: Site, new_page: NewPage
) -> None:
    page = new_page(phone=True)
    match_id = new_desk(page)
    for number in range(8):
        matches.sign_up(site.ctx, match_id, f"Player {number}0", request_id=site.ctx.new_token())
    page.goto(f"/matches/{match_id}/signup")
    expect(page.get_by_text("Every seat is taken.")).to_be_visible()
    expect(page.get_by_role("button", name="Take a seat")).to_have_count(0)
