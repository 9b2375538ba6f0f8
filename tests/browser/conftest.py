"""A real server on a free port of this machine, with a clock that the test moves, and a real Chromium."""

import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect, sync_playwright

from referee.bootstrap import new_seed, new_token
from referee.games import GAMES_BY_SLUG
from referee.notifying.hosts import Hosts
from referee.notifying.ntfy import NtfySender
from referee.notifying.pushing import Targets, offered_schemes
from referee.notifying.target_addresses import SCHEMES
from referee.sealing import Sealer
from referee.services.context import Context
from referee.storage.unit_of_work import Store
from referee.web.app import create_app
from tests.clock import Clock
from tests.conftest import SECRET
from tests.databases import NewDatabase
from tests.services.notice_world import Postbox

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}
PATIENCE_MS = 15_000


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


def chromium_path() -> str | None:
    """Where a Chromium is installed; ``REFEREE_CHROMIUM`` says it where it is none of the usual places."""
    named = os.environ.get("REFEREE_CHROMIUM")
    return named or next((path for name in BROWSERS if (path := shutil.which(name))), None)


# Playwright keeps an event loop running in the test's thread, so it must end with this folder's tests.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = chromium_path()
    if path is None:
        told = "no Chromium found, so no browser tests (install chromium or set REFEREE_CHROMIUM)"
        if os.environ.get("REFEREE_REQUIRE_BROWSER") == "1":
            pytest.fail(told)
        pytest.skip(told)
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


@dataclass(frozen=True)
class Site:
    """A server that is up: where it is, its context, and the clock it goes by."""

    url: str
    ctx: Context
    clock: Clock


@pytest.fixture
def seeds() -> Callable[[], bytes]:
    """Where the server's seeds come from; a test that needs a certain deal brings its own."""
    return new_seed


def _targets() -> Targets:
    """Every kind of target is offered, as on a real server; nothing is sent to one."""
    hosts = Hosts((), lambda host, port: ["93.184.215.14"])
    return Targets(offered_schemes(set(SCHEMES) - {"ntfy"}), NtfySender(hosts), hosts)


@pytest.fixture
def site(new_sqlite_url: NewDatabase, clock: Clock, seeds: Callable[[], bytes]) -> Iterator[Site]:
    """The whole application behind uvicorn, on SQLite."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    ctx = Context(
        clock=clock,
        new_token=new_token,
        new_seed=seeds,
        store=Store.open(new_sqlite_url()),
        games=GAMES_BY_SLUG,
        sealer=Sealer(SECRET),
        base_url=url,
        mailer=Postbox(),
        pusher=_targets(),
    )
    app = create_app(ctx, live_poll_seconds=0.2)
    server = uvicorn.Server(uvicorn.Config(app, ws="none", log_config=None, access_log=False))
    up = threading.Event()
    begin = server.startup

    async def startup(sockets: list[socket.socket] | None = None) -> None:
        await begin(sockets)
        up.set()

    server.startup = startup  # type: ignore[method-assign]
    with closing(listening):
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        assert up.wait(20), "the server did not start"
        yield Site(url, ctx, clock)
        app.state.stopping = True
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive(), "the server did not stop"
    ctx.store.close()


NewPage = Callable[..., Page]


def let_it_load_before_it_leaves(page: Page) -> None:
    """Make ``goto`` and ``reload`` wait until what a click has led to is there.

    A click returns when the next page has begun to come. Chromium refuses to leave a page that it has not
    yet made the active one ("Not attached to an active page"), and drops a page that is left half loaded.
    """

    def patiently(leave: Callable[..., Response | None]) -> Callable[..., Response | None]:
        def when_loaded(*args: object, **how: object) -> Response | None:
            page.wait_for_load_state("load")
            return leave(*args, **how)

        return when_loaded

    page.goto = patiently(page.goto)  # type: ignore[method-assign]
    page.reload = patiently(page.reload)  # type: ignore[method-assign]


@pytest.fixture
def new_page(browser: Browser, site: Site) -> Iterator[NewPage]:
    """Makes somebody's own browser with one page: ``new_page(phone=True, scripts=False)``.

    Whatever a page throws, logs as an error, or has blocked by the content security policy, fails the test.
    """
    made: list[BrowserContext] = []
    complaints: list[str] = []

    def make(*, phone: bool = False, scripts: bool = True, dark: bool = False) -> Page:
        context = browser.new_context(
            base_url=site.url,
            viewport=PHONE if phone else DESK,
            has_touch=phone,
            java_script_enabled=scripts,
            color_scheme="dark" if dark else "light",
            timezone_id="America/New_York",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        made.append(context)
        page = context.new_page()
        let_it_load_before_it_leaves(page)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda said: (
                complaints.append(said.text)
                if said.type == "error" and "Failed to load resource" not in said.text
                else None
            ),
        )
        return page

    yield make
    for context in made:
        context.close()
    assert complaints == []
