"""A whole match of eight through the pages, from the referee's form to the final standings."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Site
from tests.browser.playing import match_id_of, send, sign_up, start_form

NAMES = ("Ada", "Bea", "Cleo", "Dora", "Edda", "Flora", "Gerda", "Hanna")

# With three life counters each. Ada kills Bea, Edda and Flora, and is killed by Cleo in between; Gerda
# and Hanna share Cleo (one counter is lost to the equal fractions) and then kill each other.
ROUNDS: tuple[dict[str, tuple[str, str]], ...] = (
    {
        "Ada": ("Strike", "Bea"),
        "Bea": ("Focus", "Cleo"),
        "Cleo": ("Strike", "Dora"),
        "Dora": ("Focus", "Cleo"),
        "Edda": ("Focus", "Flora"),
        "Flora": ("Focus", "Edda"),
        "Gerda": ("Focus", "Hanna"),
        "Hanna": ("Focus", "Gerda"),
    },
    {
        "Ada": ("Strike", "Edda"),
        "Cleo": ("Focus", "Gerda"),
        "Edda": ("Focus", "Flora"),
        "Flora": ("Focus", "Gerda"),
        "Gerda": ("Focus", "Hanna"),
        "Hanna": ("Focus", "Gerda"),
    },
    {
        "Ada": ("Strike", "Flora"),
        "Cleo": ("Strike", "Ada"),
        "Flora": ("Focus", "Gerda"),
        "Gerda": ("Focus", "Hanna"),
        "Hanna": ("Focus", "Gerda"),
    },
    {
        "Cleo": ("Focus", "Gerda"),
        "Gerda": ("Strike", "Cleo"),
        "Hanna": ("Strike", "Cleo"),
    },
    {"Gerda": ("Strike", "Hanna"), "Hanna": ("Strike", "Gerda")},
)
STANDINGS = ["1 Ada 9 VP", "2 Cleo 6 VP", "3 Gerda 4 VP", "3 Hanna 4 VP"]


def test_eight_players_play_a_match_and_a_dead_one_wins(site: Site, new_page: NewPage) -> None:
    referee = new_page()
    start_form(referee, title="Eight at the Inn")
    referee.get_by_text("House rules").click()
    referee.get_by_label("Starting life").fill("3")
    referee.get_by_role("button", name="Make the match").last.click()
    expect(referee.get_by_role("heading", name="Your match is made")).to_be_visible()
    assert "/open/" in referee.get_by_label("Your desk link").input_value()
    match_id = match_id_of(referee)
    referee.get_by_role("link", name="To the desk").click()
    expect(referee.get_by_label("A recruiting post, BBCode")).to_contain_text("Eight at the Inn")

    players = {name: new_page(phone=True) for name in NAMES}
    for name, page in players.items():
        sign_up(page, match_id, name)
    expect(referee.get_by_text("8 of 8 seats taken")).to_be_visible()
    referee.get_by_role("button", name="Start the match").click()
    expect(referee.get_by_text("The match has started.")).to_be_visible()

    for number, moves in enumerate(ROUNDS, start=1):
        for name, (card, target) in moves.items():
            page = players[name]
            page.goto(f"/matches/{match_id}/seats/{NAMES.index(name) + 1}")
            send(page, card, target)
        for name in NAMES:
            if name not in moves:
                page = players[name]
                page.goto(f"/matches/{match_id}/seats/{NAMES.index(name) + 1}")
                expect(page.get_by_role("heading", name="You are out of the fight")).to_be_visible()
                expect(page.locator("#send")).to_have_count(0)
        close(referee, match_id, number)

    public = new_page()
    public.goto(f"/matches/{match_id}")
    expect(public.get_by_role("heading", name="Final standings").first).to_be_visible()
    told = public.get_by_text("Final standings", exact=True).locator("visible=true")
    expect(told).to_have_count(1)
    rows = public.locator("ol.standings > li")
    assert [" ".join(text.split()) for text in rows.all_inner_texts()][:4] == STANDINGS
    public.get_by_role("link", name="Round 3").last.click()
    expect(public.get_by_role("heading", level=1, name="Round 3")).to_be_visible()
    expect(public.locator("article")).to_contain_text("CS-20")

    public.goto(f"/matches/{match_id}/posts")
    expect(public.get_by_label("BBCode, ")).to_contain_text("Ada")
    winner = players["Ada"]
    winner.reload()
    expect(winner.get_by_role("heading", name="The match is over")).to_be_visible()
    expect(winner.locator(".standing-first")).to_contain_text("Ada")


def close(referee: Page, match_id: str, number: int) -> None:
    """Close the open round from the desk, after confirming which."""
    referee.goto(f"/matches/{match_id}/desk")
    referee.get_by_text("Close it now").click()
    referee.get_by_role("button", name=f"Close Round {number} now").click()
    said = "the match is over" if number == len(ROUNDS) else f"Round {number + 1} is open until"
    expect(referee.get_by_role("status")).to_contain_text(said)
