"""Asking for notices, from the seat's page to a real mail server and back by the link in the mail."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from email.message import EmailMessage

import pytest
from playwright.sync_api import expect

from referee.notifying.mail import Relay, SmtpMailer
from referee.services import closing, matches, notices
from referee.services.access import SYSTEM, Key
from referee.services.context import Context
from referee.services.couriering import deliver_notices
from referee.services.matches import NewMatch
from referee.services.notices import Wishes
from tests.browser.conftest import NewPage, Site
from tests.browser.playing import looks_right
from tests.notifying.servers import Background, Inbox, mail_server


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def mail(inbox: Inbox) -> Iterator[Background]:
    with mail_server(inbox) as server:
        yield server


def send_what_is_due(site: Site, mail: Background) -> None:
    relay = Relay("127.0.0.1", mail.port, "none", "Referee <referee@games.example>")
    ctx = replace(site.ctx, mailer=SmtpMailer(relay, base_url=site.url))
    # In a thread, as the courier does: Playwright's loop runs in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(deliver_notices, ctx).result()


def running_match(ctx: Context) -> tuple[str, str]:
    """A match with Ann in it, and the token of her seat."""
    new = NewMatch(game="crossing-swords", title="Summer melee", zone="Europe/Berlin")
    made = matches.create_match(ctx, new, request_id=ctx.new_token())
    links = [
        matches.sign_up(ctx, made.match_id, name, request_id=ctx.new_token())
        for name in ("Ann", "Bob")
    ]
    matches.start_match(ctx, SYSTEM, made.match_id)
    return made.match_id, str(links[0].token)


def link_in(message: EmailMessage) -> str:
    (link,) = set(re.findall(r"http://\S+/notices/\S+", str(message.get_content())))
    return str(link)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_player_asks_confirms_is_told_and_stops_it(
    site: Site, new_page: NewPage, inbox: Inbox, mail: Background, scripts: bool
) -> None:
    match, token = running_match(site.ctx)
    page = new_page(phone=True, scripts=scripts)
    page.goto(f"/open/{token}")
    page.get_by_role("button", name="Open").click()
    page.get_by_text("Tell me when a round opens or my move is missing").click()
    page.get_by_label("Where to").fill("ann@example.org")
    page.get_by_label("If I have sent nothing, remind me").select_option(
        "6 hours before the deadline"
    )
    page.get_by_role("button", name="Ask there").click()
    expect(page.get_by_text("A message is on its way there.")).to_be_visible()
    expect(page.get_by_text("a…@example.org").first).to_be_visible()

    send_what_is_due(site, mail)
    reader = new_page()  # the mail is read on another device, which holds no key
    reader.goto(link_in(inbox.messages[-1]))
    reader.get_by_role("button", name="Yes, send them here").click()
    expect(reader.get_by_role("heading", name="Notices come here from now on")).to_be_visible()

    site.clock.forward(hours=18)
    send_what_is_due(site, mail)
    reminder = inbox.messages[-1]
    assert reminder["Subject"] == "Summer melee: no move from you for Round 1 yet"
    page.goto(f"/matches/{match}/seats/1")
    expect(page.get_by_text("6 hours before the deadline if you have sent nothing")).to_have_count(
        1
    )

    reader.goto(reminder["List-Unsubscribe"].strip("<>"))
    reader.get_by_role("button", name="No more notices here").click()
    expect(reader.get_by_role("heading", name="No notices come here")).to_be_visible()
    site.clock.forward(hours=6)
    closing.close_phase(site.ctx, SYSTEM, match, 1)
    send_what_is_due(site, mail)
    assert inbox.messages[-1] is reminder


@pytest.mark.parametrize(("phone", "dark"), [(True, False), (False, True)], ids=["light", "dark"])
def test_every_state_of_the_pages_stands_axe_on_a_phone_and_at_a_desk(
    site: Site, new_page: NewPage, phone: bool, dark: bool
) -> None:
    ctx = site.ctx
    match, token = running_match(ctx)
    page = new_page(phone=phone, dark=dark)
    page.goto(f"/open/{token}")
    page.get_by_role("button", name="Open").click()
    looks_right(page)
    here = f"/matches/{match}/seats/1/notices"
    page.goto(here)
    looks_right(page)
    page.get_by_label("Where to").fill("ntfys://user@ntfy.sh/topic")
    page.get_by_role("button", name="Ask there").click()
    expect(page.locator("#refusal")).to_contain_text("no target")
    looks_right(page)
    for address in (
        "ann.with.a.long.name@a-rather-long-domain-name.example.org",
        "https://ntfy.sh/t",
    ):
        notices.add_contact(
            ctx, Key("seat", match, 1), match, 1, address=address, wishes=Wishes(remind_minutes=90)
        )
    deliver_notices(replace(ctx, pusher=None))
    link = re.search(r"/notices/\S+", ctx.mailer.mails[-1].text)  # type: ignore[union-attr]
    assert link is not None
    for path in (here, f"/matches/{match}/seats/1", link[0]):
        page.goto(path)
        looks_right(page)
    page.get_by_role("button", name="Yes, send them here").click()
    looks_right(page)
    page.goto(here)
    looks_right(page)
    page.goto(link[0])
    page.get_by_role("button", name="No more notices here").click()
    looks_right(page)
    assert page.goto("/notices/nosuchtoken").status == 404  # type: ignore[union-attr]
    looks_right(page)


def test_a_server_that_sends_nothing_says_what_can_be_subscribed_to(
    site: Site, new_page: NewPage
) -> None:
    object.__setattr__(site.ctx, "mailer", None)
    object.__setattr__(site.ctx, "pusher", None)
    match, token = running_match(site.ctx)
    page = new_page(phone=True)
    page.goto(f"/open/{token}")
    page.get_by_role("button", name="Open").click()
    page.goto(f"/matches/{match}/seats/1/notices")
    expect(page.get_by_text("This server sends no messages of its own.")).to_be_visible()
    expect(page.get_by_label("Where to")).to_have_count(0)
    looks_right(page)
