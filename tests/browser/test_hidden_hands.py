"""A match with hidden hands through the pages: a contested capture, a surrender, a choice left to its default.

The deal is looked for beforehand: the first of many seeds by whose cards all this can be played in two
rounds. Whatever a player's page holds, no card is in it that only another player may know.
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count

import pytest
from playwright.sync_api import Page, expect

from referee.core.dice import Dice
from referee.core.seats import Seat
from referee.games.royal_dilemma.attacks import counted
from referee.games.royal_dilemma.cards import VALUE, highest_first, lowest_first, spoken, symbol
from referee.games.royal_dilemma.game import RoyalDilemma
from referee.games.royal_dilemma.moves import DilemmaMove
from referee.games.royal_dilemma.options import DilemmaOptions
from referee.games.royal_dilemma.state import DilemmaState
from referee.games.royal_dilemma.table import Player
from referee.services import reading
from referee.services.phases import load_phase
from tests.browser.conftest import NewPage, Site
from tests.browser.playing import match_id_of, sign_up

GAME = RoyalDilemma()
ANN, BOB, CAL = NAMES = (Seat("Ann"), Seat("Bob"), Seat("Cal"))


@dataclass(frozen=True)
class Story:
    """A seed and what is played by its cards.

    First Ann and Cal invade Bob, who passes, and both choose his only card in play; Ann is stronger. Then
    Ann invades Bob again, who has nothing in play and hands over ``surrendered`` from his hand, while Cal
    invades Ann and leaves it to the default to capture ``highest``.
    """

    seed: bytes
    contested: str
    anns_first: str
    cals_first: str
    anns_second: str
    cals_second: str
    surrendered: tuple[str, ...]
    highest: str


def power(card: str, me: Player, other: Player) -> int:
    return counted(card, (me, other), doubled=True)


def stories() -> Iterator[Story]:
    """Every story that some seed tells."""
    for number in count():
        seed = hashlib.sha256(f"story {number}".encode()).digest()
        state = GAME.setup(DilemmaOptions(), NAMES, Dice(seed, 0)).state
        ann, bob, cal = state.players
        contested = bob.in_play[0]
        first = next(
            (
                (a, c)
                for a in ann.hand
                for c in cal.hand
                if power(a, ann, bob) > power(c, cal, bob) >= power(contested, cal, bob)
                and power(a, ann, bob) >= power(contested, ann, bob)
            ),
            None,
        )
        if first is None:
            continue
        state = after(
            state,
            {
                ANN: DilemmaMove(target=BOB, card=first[0]),
                CAL: DilemmaMove(target=BOB, card=first[1]),
            },
            seed,
            1,
        )
        state = after(state, dict.fromkeys((ANN, CAL), DilemmaMove(capture=contested)), seed, 2)
        ann, bob, cal = state.players
        mild = next((x for x in ann.hand if power(x, ann, bob) in range(1, len(bob.hand))), None)
        bold = next(
            (
                y
                for y in cal.hand
                if all(power(y, cal, ann) >= power(z, cal, ann) for z in ann.in_play)
            ),
            None,
        )
        if mild is None or bold is None:
            continue
        # not the lowest, which the default would take
        dearest = tuple(highest_first(bob.hand)[: power(mild, ann, bob)])
        if set(dearest) != set(lowest_first(bob.hand)[: len(dearest)]):
            yield Story(seed, contested, *first, mild, bold, dearest, highest_first(ann.in_play)[0])


def after(
    state: DilemmaState, moves: Mapping[Seat, DilemmaMove], seed: bytes, phase: int
) -> DilemmaState:
    return GAME.resolve(state, moves, Dice(seed, phase)).state


@pytest.fixture(scope="module")
def story() -> Story:
    return next(stories())


@pytest.fixture
def seeds(story: Story) -> Callable[[], bytes]:
    return lambda: story.seed


@dataclass
class Table:
    """The match as it is played: everybody's page, and what has been shown to everybody so far."""

    site: Site
    match_id: str
    referee: Page
    pages: dict[Seat, Page]
    known: set[str]
    """Cards that everybody has seen in somebody's hand or in play."""
    between: set[tuple[Seat, str]]
    """Cards that a player knows although they are in another's hand: they went there from theirs."""

    def open(self, seat: Seat) -> Page:
        """The player's own page, in which no card is that only others may know."""
        page = self.pages[seat]
        answer = page.goto(f"/matches/{self.match_id}/seats/{NAMES.index(seat) + 1}")
        assert answer is not None
        # A form's nonce begins with a card's name now and then.
        source = re.sub(r'name="request_id" value="[^"]*"', "", answer.text())
        state = self.state()
        hidden = {
            card
            for player in state.players
            if player.name != seat
            for card in player.hand
            if card not in self.known and (seat, card) not in self.between
        }
        assert hidden
        hidden |= set(state.deck)
        for card in hidden:
            for word in (symbol(card), spoken(card), f'value="{card}'):
                assert word not in source, f"{seat} can see {card}"
        (own,) = [player.hand for player in state.players if player.name == seat]
        assert all(spoken(card) in source for card in own)
        return page

    def state(self) -> DilemmaState:
        phase = reading.match_page(self.site.ctx, self.match_id, None).phase
        assert phase is not None
        state = load_phase(self.site.ctx, self.match_id, phase.number).state
        assert isinstance(state, DilemmaState)
        return state

    def play(self, seat: Seat, card: str, target: Seat) -> Page:
        """Choose a card and a target as a screen reader names them, and send."""
        page = self.open(seat)
        page.get_by_role("radio", name=spoken(card)).check()
        page.get_by_role("group", name="Target").get_by_role("radio", name=target).check()
        said = f"Invade {target} with {symbol(card)}, power "
        expect(page.locator("#preview")).to_contain_text(f"You will send: {said}")
        self.send(page)
        expect(page.locator(".receipt-fresh .sentence")).to_contain_text(said)
        self.known.add(card)
        return page

    def send(self, page: Page) -> None:
        page.locator("#send").click()
        expect(page.locator(".receipt-fresh .sentence")).to_be_visible()

    def close(self, title: str) -> None:
        """Close the open phase from the desk."""
        self.referee.goto(f"/matches/{self.match_id}/desk")
        self.referee.get_by_text("Close it now").click()
        self.referee.get_by_role("button", name=f"Close {title} now").click()
        expect(self.referee.get_by_role("status")).to_contain_text("The round is closed")


@pytest.fixture
def table(site: Site, new_page: NewPage) -> Table:
    """A match of three, made, joined and started through the pages; one of them plays on a phone."""
    referee = new_page()
    referee.goto("/new")
    referee.get_by_role("button", name=GAME.info.title).click()
    referee.get_by_label("Title").fill("Crowns at Dusk")
    expect(referee.locator("[name=choice_length]")).to_have_count(1)
    referee.get_by_role("button", name="Make the match").last.click()
    expect(referee.get_by_role("heading", name="Your match is made")).to_be_visible()
    match_id = match_id_of(referee)
    pages = {seat: new_page(phone=seat == BOB) for seat in NAMES}
    for seat, page in pages.items():
        sign_up(page, match_id, seat)
    referee.goto(f"/matches/{match_id}/desk")
    referee.get_by_role("button", name="Start the match").click()
    expect(referee.get_by_text("The match has started.")).to_be_visible()
    known = set(_in_play(site, match_id))
    return Table(site, match_id, referee, pages, known, between=set())


def _in_play(site: Site, match_id: str) -> Iterator[str]:
    state = load_phase(site.ctx, match_id, 1).state
    assert isinstance(state, DilemmaState)
    return (card for player in state.players for card in player.in_play)


def test_three_play_with_hidden_hands(table: Table, story: Story, new_page: NewPage) -> None:
    match, public = f"/matches/{table.match_id}", new_page()
    table.play(ANN, story.anns_first, BOB)
    table.play(CAL, story.cals_first, BOB)
    bob = table.open(BOB)
    bob.get_by_role("group", name="Card").get_by_role("radio", name="Pass").check()
    table.send(bob)
    table.close("Round 1")

    expect(
        table.open(BOB).get_by_text("The plays are revealed, and the round waits")
    ).to_be_visible()
    expect(table.pages[BOB].locator("#send")).to_have_count(0)
    for seat in (ANN, CAL):
        page = table.open(seat)
        expect(
            page.get_by_text(f"{VALUE[story.contested]} points from Bob to you.")
        ).to_be_visible()
        page.get_by_role("radio", name=spoken(story.contested)).check()
        table.send(page)
    table.close("Round 1: choices")
    public.goto(f"{match}/phases/2")
    expect(public.locator("article")).to_contain_text(
        f"Ann captures {symbol(story.contested)} from"
    )
    expect(public.locator("article")).to_contain_text("in vain")

    table.play(ANN, story.anns_second, BOB)
    table.play(CAL, story.cals_second, ANN)
    table.close("Round 2")
    page = table.open(BOB)
    number = len(story.surrendered)
    expect(page.get_by_role("group", name=f"Surrender {number} card")).to_be_visible()
    for card in story.surrendered:
        page.get_by_role("checkbox", name=spoken(card)).check()
    table.send(page)
    for card in story.surrendered:
        table.between.add((BOB, card))
    expect(table.open(CAL).locator(".default")).to_contain_text(
        f"capture {symbol(story.highest)} from Ann"
    )
    table.close("Round 2: choices")

    public.goto(f"{match}/phases/4")
    told = public.locator("article")
    expect(told).to_contain_text(f"Cal captures {symbol(story.highest)} from")
    expect(told).to_contain_text(f"surrenders {number} card")
    for card in story.surrendered:
        assert spoken(card) not in public.content()
        assert symbol(card) not in public.content()
    for seat in (ANN, BOB):
        table.pages[seat].goto(f"{match}/phases/4")
        for card in story.surrendered:
            expect(table.pages[seat].locator("article")).to_contain_text(symbol(card))
    for seat in NAMES:
        table.open(seat)
