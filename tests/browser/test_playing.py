"""Playing one seat: by keyboard on a phone, without scripts, in two windows, and too late."""

import re

from playwright.sync_api import Page, expect

from referee.services import closing
from referee.services.access import SYSTEM
from tests.browser.conftest import NewPage, Site
from tests.browser.playing import choose, open_link, running_match, send, sign_up

NAMES = ("Ann", "Bob", "Cal")


def tab_until(page: Page, selector: str, *, most: int = 60) -> None:
    """Press Tab until the focus is on what the selector finds."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab never reached {selector}")


def arrow_until(page: Page, value: str, *, most: int = 20) -> None:
    """Press the down arrow until the focused radio button has this value."""
    for _ in range(most):
        page.keyboard.press("ArrowDown")
        if page.evaluate("document.activeElement.value") == value:
            return
    raise AssertionError(f"no arrow reached {value}")


def test_a_seat_is_played_on_a_phone_by_keyboard_alone(site: Site, new_page: NewPage) -> None:
    _, seats, _ = running_match(site, NAMES)
    page = new_page(phone=True)
    page.goto(seats[1])
    tab_until(page, "main button")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Bob")).to_be_visible()

    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    tab_until(page, '[name="move.card"]')
    ring = "getComputedStyle(document.activeElement.closest('.pick')).outlineStyle"
    assert page.evaluate(ring) == "solid", "the focused card shows no ring"
    page.keyboard.press("Space")
    arrow_until(page, "lunge")
    tab_until(page, '[name="move.target"]')
    page.keyboard.press("Space")
    arrow_until(page, "Cal")
    expect(page.locator("#preview")).to_contain_text("You will send: Lunge at Cal")
    focused_is_above_the_bar = """() => {
        const pick = document.activeElement.closest('.pick').getBoundingClientRect();
        return pick.bottom <= document.querySelector('.send-bar').getBoundingClientRect().top + 1;
    }"""
    assert page.evaluate(focused_is_above_the_bar), "the bar hides what the keyboard is on"
    tab_until(page, "#send")
    page.keyboard.press("Enter")
    expect(page.locator(".receipt-fresh")).to_contain_text("Lunge at Cal")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_without_scripts_a_seat_checks_sends_replaces_and_withdraws(
    site: Site, new_page: NewPage
) -> None:
    match_id, seats, _ = running_match(site, NAMES)
    page = new_page(phone=True, scripts=False)
    open_link(page, seats[0])
    choose(page, "Strike", "Bob")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#preview")).to_contain_text("You will send: Strike at Bob")
    expect(page.locator(".versions")).to_have_count(0)
    page.locator("#send").click()
    expect(page.locator(".receipt-fresh")).to_contain_text("Strike at Bob")

    send(page, "Mend", "Ann")
    expect(page.locator(".counting")).to_contain_text("Counts now: Mend for yourself")
    page.get_by_text("Earlier versions (1)").click()
    expect(page.locator(".earlier-versions")).to_contain_text("Strike at Bob")
    expect(page.locator(".earlier-versions")).to_contain_text("replaced by a later version")

    page.get_by_role("button", name="Withdraw my move").click()
    expect(page.locator(".receipt-fresh")).to_contain_text("Withdrawn: no move")
    expect(page.get_by_role("button", name="Withdraw my move")).to_have_count(0)

    closing.close_phase(site.ctx, SYSTEM, match_id, 1)
    page.reload()
    expect(page.locator(".latest")).to_contain_text("no move received")


def test_what_is_missing_is_said_and_what_was_chosen_stays(site: Site, new_page: NewPage) -> None:
    _, seats, _ = running_match(site, NAMES)
    page = new_page(scripts=False)
    open_link(page, seats[0])
    page.locator(".pick-card").filter(has_text="Lunge").click()
    page.locator("#send").click()
    expect(page.locator("#preview")).to_contain_text("Still to choose: target.")
    expect(page.locator('input[value="lunge"]')).to_be_checked()
    expect(page.locator(".versions")).to_have_count(0)


def test_an_illegal_move_is_refused_at_its_field_with_the_ruling(
    site: Site, new_page: NewPage
) -> None:
    _, seats, _ = running_match(site, NAMES)
    page = new_page(scripts=False)
    open_link(page, seats[0])
    choose(page, "Lunge", "Ann")
    page.locator("#send").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be aimed at yourself")
    expect(page.locator("#f1 .problem a")).to_have_attribute(
        "href", "/games/crossing-swords/rules#CS-03"
    )
    expect(page.locator(".versions")).to_have_count(0)


def test_send_pressed_twice_is_one_version(site: Site, new_page: NewPage) -> None:
    _, seats, _ = running_match(site, NAMES)
    page = new_page(scripts=False)
    open_link(page, seats[0])
    choose(page, "Strike", "Bob")
    page.locator("#send").dblclick()
    expect(page.locator(".receipt")).to_have_count(1)
    page.reload()
    expect(page.locator(".receipt")).to_have_count(1)
    expect(page.locator(".receipt")).to_contain_text("version 1")


def test_take_a_seat_pressed_twice_is_one_seat(site: Site, new_page: NewPage) -> None:
    page = new_page(scripts=False)
    page.goto("/new")
    page.get_by_label("Title").fill("Twice")
    page.get_by_role("button", name="Make the match").last.dblclick()
    expect(page.get_by_role("heading", name="Your match is made")).to_be_visible()
    page.goto("/")
    rows = page.locator(".match-row")
    expect(rows).to_have_count(1)
    rows.get_by_role("link", name="Sign up").click()
    page.get_by_label("Your name in this match").fill("Ann")
    page.get_by_role("button", name="Take a seat").dblclick()
    expect(page.get_by_role("heading", name="You are in")).to_be_visible()
    page.goto("/")
    expect(page.locator(".match-row")).to_contain_text("1 of 8 seats")


def test_a_move_chosen_for_a_round_that_has_closed_is_not_sent_for_the_next(
    site: Site, new_page: NewPage
) -> None:
    match_id, seats, _ = running_match(site, NAMES)
    page = new_page(scripts=False)
    open_link(page, seats[0])
    choose(page, "Strike", "Bob")
    closing.close_phase(site.ctx, SYSTEM, match_id, 1)
    page.locator("#send").click()
    expect(page.get_by_role("alert")).to_contain_text("Round 1 had closed before your move came")
    expect(page.locator(".pick :checked")).to_have_count(0)
    expect(page.locator(".versions")).to_have_count(0)
    expect(page.locator(".deadline")).to_contain_text("Round 2 closes")


def test_a_move_after_the_deadline_is_refused_and_the_referee_sees_that_it_came(
    site: Site, new_page: NewPage
) -> None:
    match_id, seats, desk = running_match(site, NAMES)
    page, referee = new_page(phone=True), new_page()
    open_link(page, seats[0])
    choose(page, "Strike", "Bob")
    site.clock.forward(hours=24, seconds=3)
    page.locator("#send").click()
    expect(page.get_by_role("alert")).to_contain_text("after the deadline")
    expect(page.locator(".receipt").first).to_contain_text("Late: does not count")
    closing.close_due(site.ctx)
    open_link(referee, desk)
    late = referee.locator("section").filter(
        has=referee.get_by_role("heading", name="Came too late")
    )
    expect(late).to_contain_text("Ann")
    expect(late).not_to_contain_text("Strike")
    assert match_id in referee.url


def test_two_windows_of_one_seat_both_get_a_receipt_and_the_later_counts(
    site: Site, new_page: NewPage
) -> None:
    _, seats, _ = running_match(site, NAMES)
    first, second = new_page(), new_page(phone=True)
    open_link(first, seats[0])
    open_link(second, seats[0])
    send(first, "Strike", "Bob")
    send(second, "Block", "Cal")
    expect(second.locator(".receipt-fresh")).to_contain_text("version 2")
    first.reload()
    expect(first.locator(".counting")).to_contain_text("Block against Cal")


def test_a_closed_round_shows_by_itself_but_never_takes_a_choice_away(
    site: Site, new_page: NewPage
) -> None:
    match_id, seats, _ = running_match(site, NAMES)
    idle, choosing = new_page(), new_page(phone=True)
    open_link(idle, seats[0])
    open_link(choosing, seats[1])
    choose(choosing, "Strike", "Ann")
    expect(choosing.locator("#preview")).to_contain_text("You will send")
    closing.close_phase(site.ctx, SYSTEM, match_id, 1)
    expect(idle.locator(".deadline")).to_contain_text("Round 2 closes")
    news = choosing.locator("#news")
    expect(news).to_contain_text("The round has closed while you were choosing.")
    expect(choosing.locator("#send")).to_be_disabled()
    expect(choosing.locator('input[value="strike"]')).to_be_checked()
    news.get_by_role("link").click()
    expect(choosing.locator(".deadline")).to_contain_text("Round 2 closes")
    expect(choosing.locator(".pick :checked")).to_have_count(0)
    send(idle, "Mend", "Ann")


def test_a_replaced_link_says_so_and_the_new_one_opens_the_seat(
    site: Site, new_page: NewPage
) -> None:
    _, seats, desk = running_match(site, NAMES)
    player, referee = new_page(phone=True), new_page()
    open_link(player, seats[0])
    open_link(referee, desk)
    row = referee.locator(".desk-seat").filter(has_text="Ann")
    row.get_by_text("Change").click()
    row.get_by_role("button", name="Make a new link").click()
    expect(referee.get_by_label("A private message")).to_contain_text("The old one no longer works")
    link = referee.get_by_label("Only the link").input_value()
    player.reload()
    expect(player.locator("main")).to_contain_text("This link has been replaced by a newer one")
    open_link(player, link)
    send(player, "Strike", "Bob")


def test_supposing_shows_what_would_follow_and_stores_nothing(
    site: Site, new_page: NewPage
) -> None:
    _, seats, _ = running_match(site, NAMES)
    page = new_page(phone=True)
    open_link(page, seats[0])
    page.get_by_role("link", name="Practice against the rules").click()
    row = page.locator(".suppose-row").filter(has=page.locator("legend", has_text="Bob"))
    row.get_by_label("Card").select_option("lunge")
    row.get_by_label("Target").select_option("Ann")
    page.get_by_role("button", name="What would follow?").click()
    expect(page.locator("#supposed")).to_contain_text("Lunge at Ann")
    expect(row.get_by_label("Card")).to_have_value("lunge")
    page.get_by_role("link", name="Back to my seat").click()
    expect(page.locator(".versions")).to_have_count(0)


def test_the_deadline_is_told_in_the_readers_zone_too_and_counts_down(
    site: Site, new_page: NewPage
) -> None:
    match_id, _, _ = running_match(site, NAMES)
    page = new_page()
    page.goto(f"/matches/{match_id}")
    # 24 hours after Monday 9:00 UTC, in New York, Berlin and UTC.
    zones = page.locator(".zones")
    expect(zones).to_contain_text(re.compile(r"Yours\s*Tue 8 Jan 2030, 04:00"))
    expect(zones).to_contain_text(re.compile(r"Berlin\s*Tue 8 Jan 2030, 10:00"))
    expect(zones).to_contain_text(re.compile(r"UTC\s*Tue 8 Jan 2030, 09:00"))
    expect(page.locator(".deadline-left")).to_contain_text(re.compile("^(1 day left|23 h 59 min)"))


def test_a_look_alike_name_is_refused_beside_what_was_typed(site: Site, new_page: NewPage) -> None:
    page = new_page(phone=True)
    page.goto("/new")
    page.get_by_label("Title").fill("Names")
    page.get_by_role("button", name="Make the match").last.click()
    expect(page.get_by_role("heading", name="Your match is made")).to_be_visible()
    match_id = re.search(r"/matches/(\w+)", page.url)
    assert match_id is not None
    sign_up(page, match_id[1], "Paul")
    page.goto(f"/matches/{match_id[1]}/signup")
    page.get_by_label("Your name in this match").fill("Pаul")  # the second letter is Cyrillic
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_label("Your name in this match")).to_have_value("Pаul")


def test_who_has_sent_shows_by_itself_and_an_open_fold_stays_open(
    site: Site, new_page: NewPage
) -> None:
    match_id, seats, _ = running_match(site, NAMES, status_visibility="names")
    public, player = new_page(), new_page(phone=True)
    public.goto(f"/matches/{match_id}")
    sent = public.locator(".moved li").filter(has_text="Bob")
    expect(sent).to_contain_text("not yet")
    public.get_by_text("House rules: all as usual").click()
    open_link(player, seats[1])
    send(player, "Halt", "Cal")
    expect(sent).not_to_contain_text("not yet")
    expect(sent).to_contain_text("sent")
    expect(public.locator("details.fold[open]")).to_contain_text("House rules")
    expect(public.locator("main")).not_to_contain_text("Halt")
