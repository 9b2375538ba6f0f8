"""Every page in every state: nothing for axe to find, no page too heavy or too wide, in light and dark."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from referee.games import GAMES_BY_SLUG
from referee.services import absences, closing, matches, tenures
from referee.services.access import SYSTEM, Key
from referee.services.matches import NewMatch
from referee.services.moves import MoveIn, submit
from referee.services.practice import play_practice
from referee.services.reading import match_page
from referee.services.reading_models import Receipt
from referee.services.seat_rules import SeatRules
from tests.browser.conftest import NewPage, Site
from tests.browser.playing import choose

NAMES = ("Ann", "Bob", "Cálin Ó Dubhthaigh", "Dee", "Hildegard von Bingen-Ruhr of the Hills")
HEAVIEST = 100_000


@dataclass(frozen=True)
class Matches:
    """Matches in every state, and the tokens of their desks and first two seats, by title."""

    ids: dict[str, str]
    cookies: list[dict[str, str]]

    def path(self, title: str, rest: str = "") -> str:
        return f"/matches/{self.ids[title]}{rest}"


def play(site: Site, match_id: str, phase: int, moves: dict[int, tuple[str, str]]) -> None:
    for seat, (card, target) in moves.items():
        key = Key("seat", match_id, seat)
        move = {"card": card, "target": target}
        [answer] = submit(site.ctx, [MoveIn(key, match_id, seat, phase, move)])
        assert isinstance(answer, Receipt), answer
    closing.close_phase(site.ctx, SYSTEM, match_id, phase)


@pytest.fixture
def states(site: Site) -> Matches:
    ctx, ids, cookies = site.ctx, {}, []
    for title, visibility in (
        ("Open", "hidden"),
        ("Running", "names"),
        ("Short", "count"),
        ("Cancelled", "hidden"),
        ("Waiting", "hidden"),
    ):
        options = {"starting_life": 3} if title == "Short" else {}
        names = NAMES[:3] if title == "Short" else tuple(name[:32] for name in NAMES)
        new = NewMatch(
            game="crossing-swords",
            title=title,
            zone="Europe/Berlin",
            status_visibility=visibility,
            options=options,
            seat_rules=SeatRules(misses=1, open_seat="wait") if title == "Waiting" else SeatRules(),
        )
        made = matches.create_match(ctx, new, request_id=ctx.new_token())
        ids[title] = made.match_id
        cookies.append((f"desk-{made.match_id}", made.referee_token))
        for number, name in enumerate(names, start=1):
            link = matches.sign_up(ctx, made.match_id, name, request_id=ctx.new_token())
            assert link.token is not None
            if number < 3:
                cookies.append((f"seat-{made.match_id}-{number}", link.token))
        if title != "Open":
            matches.start_match(ctx, SYSTEM, made.match_id)
    running, short = ids["Running"], ids["Short"]
    play(site, running, 1, {1: ("lunge", "Bob"), 2: ("riposte", "Ann"), 3: ("halt", "Dee")})
    play(site, running, 2, {1: ("focus", "Bob"), 2: ("mend", "Bob"), 4: ("taunt", "Ann")})
    [receipt] = submit(
        ctx, [MoveIn(Key("seat", running, 2), running, 2, 3, {"card": "halt", "target": "Ann"})]
    )
    assert isinstance(receipt, Receipt)
    play(site, short, 1, {1: ("strike", "Bob")})
    matches.cancel_match(ctx, SYSTEM, ids["Cancelled"], "Nobody had the time.")
    _let_seats_change_hands(site, ids["Waiting"], running)
    return Matches(
        ids, [{"name": name, "value": token, "url": site.url} for name, token in cookies]
    )


def _let_seats_change_hands(site: Site, waiting: str, running: str) -> None:
    """One match waits for substitutes; in the other a seat was given up, one has a substitute, one is away."""
    ctx = site.ctx
    play(site, waiting, 1, {2: ("strike", "Ann"), 3: ("focus", "Ann"), 4: ("focus", "Ann")})
    tenures.resign(ctx, Key("seat", running, 4), running, 4)
    tenures.swap_seat(ctx, SYSTEM, running, 3, "Eve", move_stands=True, request_id=ctx.new_token())
    for days in (1, 5):
        absences.announce_absence(
            ctx,
            Key("seat", running, 1),
            running,
            1,
            begins_at=site.clock() + timedelta(days=days),
            ends_at=site.clock() + timedelta(days=days + 2),
            standing="block" if days == 1 else None,
            request_id=ctx.new_token(),
        )


def walk(page: Page, states: Matches) -> Iterator[tuple[str, int]]:
    """Bring the page to every page in every state, telling its name and the weight of its HTML."""
    running, opened, short = states.path("Running"), states.path("Open"), states.path("Short")
    cancelled, waiting = states.path("Cancelled"), states.path("Waiting")
    for path, status in (
        ("/", 200),
        ("/new", 200),
        ("/new?game=crossing-swords&preset=grand-melee", 200),
        ("/games/crossing-swords/rules", 200),
        (opened, 200),
        (f"{opened}/signup", 200),
        (f"{opened}/desk", 200),
        (f"{opened}/seats/1", 200),
        (f"{opened}/seats/1/link?new=1", 200),
        (f"{opened}/posts", 200),
        (running, 200),
        (f"{running}/signup", 200),
        (f"{running}/phases", 200),
        (f"{running}/phases/1", 200),
        (f"{running}/posts", 200),
        (f"{running}/posts/opening?dialect=markdown", 200),
        (f"{running}/desk", 200),
        (f"{running}/desk/link", 200),
        (f"{running}/seats/1", 200),
        (f"{running}/seats/2?sent=1", 200),
        (f"{running}/seats/1/suppose", 200),
        (f"{running}/seats/1/absences?done=announced", 200),
        (f"{running}/seats/1/resign", 200),
        (f"{running}/desk/seats/1/swap", 200),
        (f"{running}/desk/seats/4/swap", 200),
        (f"{opened}/seats/1/resign", 200),
        (f"{short}/seats/2/resign", 200),
        (waiting, 200),
        (f"{waiting}/desk", 200),
        (f"{waiting}/seats/1", 200),
        (f"{waiting}/seats/2", 200),
        (short, 200),
        (f"{short}/seats/2", 200),
        (cancelled, 200),
        (f"{cancelled}/desk", 200),
        (f"{cancelled}/seats/1", 200),
        ("/open/not-a-token", 200),
        ("/matches/nothere", 404),
        (f"{running}/seats/3", 401),
    ):
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == status, path
        yield path, len(answer.body())
    yield from _answers_to_forms(page, states)


def _answers_to_forms(page: Page, states: Matches) -> Iterator[tuple[str, int]]:
    running, opened = states.path("Running"), states.path("Open")
    page.goto(f"{running}/seats/1")
    choose(page, "Strike", "Dee")
    expect(page.locator("#preview")).to_contain_text("wastes it")
    yield "a choice with its warning", 0
    page.goto(f"{running}/seats/1/suppose")
    row = page.locator(".suppose-row").first
    row.get_by_label("Card").select_option("lunge")
    row.get_by_label("Target").select_option("Bob")
    with page.expect_response("**/suppose") as supposed:
        page.get_by_role("button", name="What would follow?").click()
    yield "supposed", len(supposed.value.body())
    page.goto(f"{opened}/desk")
    page.get_by_label("Seat somebody yourself").fill("Frieda")
    with page.expect_response("**/desk/seats") as seated:
        page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_label("Only the link")).to_be_visible()
    yield "a fresh link", len(seated.value.body())
    page.get_by_label("Seat somebody yourself").fill("Ann")
    with page.expect_response("**/desk/seats") as refused:
        page.get_by_role("button", name="Add", exact=True).click()
    assert refused.value.status == 409
    yield "a name taken", len(refused.value.body())
    page.goto(f"{running}/desk/seats/4/swap")
    page.get_by_label("It stands").check()
    for name in ("Bob", "Frieda"):
        page.get_by_label("Their name").fill(name)
        with page.expect_response("**/swap") as swapped:
            page.get_by_role("button", name="Give the seat away").click()
        yield f"a seat given to {name}", len(swapped.value.body())
        if name == "Bob":
            page.get_by_label("It stands").check()
    expect(page.get_by_label("Only the link")).to_be_visible()
    page.goto(f"{running}/seats/1/absences")
    page.get_by_label("until, Berlin time").fill("2040-01-01T10:00")
    with page.expect_response("**/absences") as too_long:
        page.get_by_role("button", name="Announce it").click()
    assert too_long.value.status == 422
    yield "an absence too long", len(too_long.value.body())


@pytest.mark.parametrize(("phone", "dark"), [(True, False), (False, True)], ids=["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_too_wide_or_too_heavy(
    site: Site, new_page: NewPage, states: Matches, phone: bool, dark: bool
) -> None:
    page = new_page(phone=phone, dark=dark)
    page.context.add_cookies(states.cookies)  # type: ignore[arg-type]
    axe, found = Axe(), []
    for name, weight in walk(page, states):
        assert weight < HEAVIEST, f"{name} weighs {weight}"
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{name}: wider than the screen")
        results = axe.run(page)
        found += [
            f"{name}: {one['id']}: {node['html'][:160]} {node.get('failureSummary', '')}"
            for one in results.response["violations"]
            for node in one["nodes"]
        ]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("slug", GAMES_BY_SLUG)
def test_every_games_pages_stand_the_same_test(site: Site, new_page: NewPage, slug: str) -> None:
    ctx = site.ctx
    made = matches.create_match(
        ctx, NewMatch(game=slug, title="For all games", zone="UTC"), request_id=ctx.new_token()
    )
    match_id = made.match_id
    mine = matches.sign_up(ctx, match_id, "Ann", request_id=ctx.new_token())
    for name in ("Bob", "Cal", "Dee"):
        matches.add_seat(ctx, SYSTEM, match_id, name, practice=True)
    matches.start_match(ctx, SYSTEM, match_id)
    page = new_page(phone=True)
    page.goto(f"/open/{mine.token}")
    page.get_by_role("button", name="Open").click()
    axe = Axe()
    for phase in range(1, 5):
        for path in (f"/seats/{mine.seat}", "", "/posts"):
            answer = page.goto(f"/matches/{match_id}{path}")
            assert answer is not None
            assert answer.status == 200
            assert len(answer.body()) < HEAVIEST
            assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
            found = axe.run(page).response["violations"]
            assert found == [], f"{path} in phase {phase}: {found}"
        if match_page(ctx, match_id, None).status != "running":
            break
        play_practice(ctx, match_id, phase)
        _send_whatever_comes_first(page, f"/matches/{match_id}/seats/{mine.seat}")
        closing.close_phase(ctx, SYSTEM, match_id, phase)


def _send_whatever_comes_first(page: Page, path: str) -> None:
    """Choose in every field the first answers that it takes, and send; nothing if nothing is asked."""
    page.goto(path)
    fields = page.locator(".field")
    if not fields.count():
        return
    for field in fields.all():
        field.locator("input").first.press("Space")
    page.locator("#send").click()
    expect(page.locator(".receipt-fresh, #refusal, .problem").first).to_be_visible()


def test_an_empty_site_invites(site: Site, new_page: NewPage) -> None:
    page = new_page(phone=True)
    page.goto("/")
    expect(page.get_by_text("Nobody is looking for players just now.")).to_be_visible()
    assert Axe().run(page).response["violations"] == []
