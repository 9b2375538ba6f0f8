"""The link that the desk makes, on a player's phone: opened once, exchanged for one's own, kept and used elsewhere."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.playing import open_link, running_match, send

NewPage = Callable[..., Page]


def made_at_the_desk(referee: Page, desk: str, match_id: str) -> str:
    """The link that the referee makes for Ann, as the desk shows it once."""
    open_link(referee, desk)
    referee.goto(f"/matches/{match_id}/desk")
    row = referee.locator(".desk-seat").filter(has_text="Ann")
    row.get_by_text("Change").click()
    row.get_by_role("button", name="Make a new link").click()
    return referee.get_by_label("Only the link").input_value()


def assert_fits(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= page.viewport_size["width"], f"{page.url} is {wide} wide"  # type: ignore[index]


def test_a_player_opens_the_referees_link_keeps_their_own_and_plays_on_two_devices(
    site: Site, new_page: NewPage
) -> None:
    referee, phone, tablet = new_page(), new_page(phone=True), new_page(phone=True)
    match_id, _, desk = running_match(site, ("Ann", "Bob"))
    link = made_at_the_desk(referee, desk, match_id)

    phone.goto(link)
    assert_fits(phone)
    phone.get_by_role("button", name="Open").click()
    expect(phone.get_by_role("heading", name="This is your own link: keep it")).to_be_visible()
    assert_fits(phone)
    own = phone.get_by_label("Your seat link").input_value()
    assert own != link
    phone.get_by_role("button", name="Copy").first.click()
    expect(phone.get_by_role("button", name="Copied").first).to_be_visible()
    phone.get_by_role("link", name="To my seat").click()
    send(phone, "Lunge", "Bob")

    # The message is still where it was: following it again leads to the seat.
    phone.goto(link)
    phone.get_by_role("button", name="Open").click()
    expect(phone).to_have_url(f"{site.url}/matches/{match_id}/seats/1")

    tablet.goto(link)
    tablet.get_by_role("button", name="Open").click()
    expect(tablet.locator("main")).to_contain_text("This link was opened on")
    expect(tablet.locator("main")).to_contain_text("ask the referee for a new one")
    assert_fits(tablet)
    open_link(tablet, own)
    expect(tablet.locator(".receipt .sentence").first).to_contain_text("Lunge at Bob")


def test_a_player_whose_link_the_referee_opened_first_sees_it_and_gets_another(
    site: Site, new_page: NewPage
) -> None:
    referee, player = new_page(), new_page(phone=True)
    match_id, _, desk = running_match(site, ("Ann", "Bob"))
    link = made_at_the_desk(referee, desk, match_id)
    open_link(referee, link)

    player.goto(link)
    player.get_by_role("button", name="Open").click()
    expect(player.locator("main")).to_contain_text("If that was not you")

    open_link(player, made_at_the_desk(referee, desk, match_id))
    referee.goto(f"/matches/{match_id}/seats/1")
    expect(referee.locator("main")).to_contain_text("replaced")
    player.goto(f"/matches/{match_id}")
    expect(player.locator("dl.facts-wide")).to_contain_text("The seat of Ann")
    assert_fits(player)


def test_a_referee_replaces_the_desks_link_and_the_old_one_is_worth_nothing(
    site: Site, new_page: NewPage
) -> None:
    referee, thief = new_page(phone=True), new_page()
    match_id, _, desk = running_match(site, ("Ann", "Bob"))
    open_link(referee, desk)
    open_link(thief, desk)
    referee.get_by_role("link", name="Your desk link").click()
    referee.get_by_text("Replace the desk’s link").click()
    assert_fits(referee)
    referee.get_by_label("Yes, replace the link to this desk.").check()
    referee.get_by_role("button", name="Replace the link").click()
    expect(referee.get_by_role("heading", name="Your new desk link: keep it")).to_be_visible()
    new = referee.get_by_label("Your desk link").input_value()
    assert new != desk
    assert_fits(referee)
    referee.get_by_role("link", name="To the desk").click()
    expect(referee.get_by_role("heading", name="Seats")).to_be_visible()

    thief.goto(f"/matches/{match_id}/desk")
    expect(thief.locator("main")).to_contain_text("replaced by a newer one")
    open_link(thief, new)
    expect(thief).to_have_url(f"{site.url}/matches/{match_id}/desk")
