"""What people do on the pages, by what they see: labels, buttons, headings."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from referee.services import matches
from referee.services.access import Key
from referee.services.matches import NewMatch
from tests.browser.conftest import Site


def start_form(page: Page, *, title: str) -> None:
    """Open the form for a new match and give it a title."""
    page.goto("/new")
    page.get_by_label("Title").fill(title)


def match_id_of(page: Page) -> str:
    """The id of the match whose page this is."""
    found = re.search(r"/matches/([a-z0-9]+)", page.url)
    assert found is not None, page.url
    return found[1]


def sign_up(page: Page, match_id: str, name: str) -> str:
    """Take a seat; returns the seat's link as the page shows it."""
    page.goto(f"/matches/{match_id}/signup")
    page.get_by_label("Your name in this match").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("heading", name="You are in")).to_be_visible()
    return page.get_by_label("Your seat link").input_value()


def choose(page: Page, card: str, target: str) -> None:
    """Choose a card and a target by their names."""
    page.locator(".pick-card").filter(has=page.locator(".card-name", has_text=card)).click()
    name = re.compile(f"^{re.escape(target)}$")
    page.locator(".pick-seat").filter(has=page.locator(".pick-name", has_text=name)).click()


def send(page: Page, card: str, target: str) -> None:
    """Choose and send, and see the receipt."""
    choose(page, card, target)
    page.locator("#send").click()
    expect(page.locator(".receipt-fresh .sentence")).to_contain_text(card)


def running_match(site: Site, names: tuple[str, ...], **how: object) -> tuple[str, list[str], str]:
    """A match made and started through the services: its id, the seats' links, the desk's link."""
    ctx = site.ctx
    new = NewMatch(game="crossing-swords", title="Summer melee", zone="Europe/Berlin", **how)  # type: ignore[arg-type]
    made = matches.create_match(ctx, new, request_id=ctx.new_token())
    links = [
        matches.sign_up(ctx, made.match_id, name, request_id=ctx.new_token()) for name in names
    ]
    matches.start_match(ctx, Key("referee", made.match_id, None), made.match_id)
    seats = [f"{site.url}/open/{link.token}" for link in links]
    return made.match_id, seats, f"{site.url}/open/{made.referee_token}"


def open_link(page: Page, link: str) -> str:
    """Open a link as its holder would: follow it, press the button, keep one's own link, and go on.

    Returns the link to keep: this one, or what an invitation was exchanged for.
    """
    page.goto(link)
    page.get_by_role("button", name="Open").click()
    expect(page).not_to_have_url(re.compile("/open/"))
    if "/link?new=own" not in page.url:
        return link
    own = page.get_by_label("Your seat link").input_value()
    page.get_by_role("link", name="To my seat").click()
    return own


def looks_right(page: Page) -> None:
    """Axe finds nothing, with everything unfolded, and nothing is wider than the screen."""
    page.wait_for_load_state("load")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert Axe().run(page).response["violations"] == []
