"""A game is a folder: whatever the house does for its own games it does for this one, unasked.

Nothing here is stood in for: the services on both databases, the site, and the command as people run it,
with the game as a package of somebody else's.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.services import reading
from referee.services.access import Key
from referee.services.context import Context
from referee.services.matches import (
    NewMatch,
    SeatLink,
    add_seat,
    create_match,
    sign_up,
    start_match,
)
from referee.services.moves import suppose
from referee.services.rules_pages import rules_page
from referee.web.app import create_app
from referee.worker import run_once
from tests.clock import Clock
from tests.games.rock_paper_scissors.game import RockPaperScissors
from tests.services.playing import request_id
from tests.web.client import Client

SLUG = "rock-paper-scissors"
FOLDER = Path(__file__).parent
ROUNDS = 30


@pytest.fixture
def ctx(ctx: Context) -> Context:
    """The house with one game more."""
    return replace(ctx, games={**ctx.games, SLUG: RockPaperScissors()})


@pytest.fixture
def site(ctx: Context) -> Iterator[Client]:
    app = create_app(ctx, live_poll_seconds=0.01)
    app.state.writer.start()
    yield Client(app, origin=ctx.base_url)
    app.state.writer.stop()


def new_match(ctx: Context, people: tuple[str, ...], practice: tuple[str, ...]) -> list[SeatLink]:
    """A match in its first round; the links of its people."""
    new = NewMatch(game=SLUG, title="At the fair", options={}, zone="UTC", round_minutes=60)
    made = create_match(ctx, new, request_id=request_id())
    desk = Key("referee", made.match_id, None)
    links = [sign_up(ctx, made.match_id, name, request_id=request_id()) for name in people]
    for name in practice:
        add_seat(ctx, desk, made.match_id, name, practice=True)
    start_match(ctx, desk, made.match_id)
    return links or [SeatLink(match_id=made.match_id, seat=0, name="", token=None)]


def play_out(ctx: Context, clock: Clock, match_id: str) -> int:
    """Let practice players play to the end; says in how many rounds."""
    for round_ in range(ROUNDS):
        while run_once(ctx):
            pass
        if reading.match_page(ctx, match_id, None).status == "finished":
            return round_
        clock.forward(hours=1)
    raise AssertionError("the match has not ended")


def test_practice_players_play_a_match_to_its_end(ctx: Context, clock: Clock) -> None:
    (match,) = new_match(ctx, (), ("Ann", "Bob", "Cal", "Dee"))
    rounds = play_out(ctx, clock, match.match_id)
    page = reading.match_page(ctx, match.match_id, None)
    assert page.standings is not None
    assert len(page.history) == rounds >= 1
    best = page.standings.standings[0]
    assert (best.rank, best.score) == (1, rounds)
    every_move = [
        move.words
        for phase in page.history
        for move in reading.phase_report(ctx, match.match_id, phase.number).moves
    ]
    assert len(every_move) >= 4
    assert set(every_move) <= {"Show rock", "Show paper", "Show scissors"}
    (chart,) = reading.series(ctx, match.match_id)
    assert (chart.title, len(chart.lines)) == ("Rounds by round", 4)


def test_every_dialect_announces_it(ctx: Context, clock: Clock) -> None:
    (match,) = new_match(ctx, (), ("Ann", "Bob", "Cal"))
    play_out(ctx, clock, match.match_id)
    posts = reading.posts(ctx, match.match_id)
    assert {post.kind for post in posts} == {"recruiting", "opening", "round", "final"}
    first = next(post for post in reversed(posts) if post.kind == "round")
    assert set(first.texts) == {"bbcode", "markdown", "plain"}
    for text in first.texts.values():
        assert "Ann" in text
        assert re.search("shows .*(rock|paper|scissors)", text)
        assert "RS-0" in text
    for dialect in ("bbcode", "markdown"):
        assert f"{ctx.base_url}/games/{SLUG}/rules" in first.texts[dialect]
    opening = next(post for post in posts if post.kind == "opening")
    assert "20" in opening.texts["plain"]


def test_its_rules_are_a_page_with_every_ruling_linkable(ctx: Context, site: Client) -> None:
    assert rules_page(ctx, SLUG).rulings == tuple(f"RS-0{number}" for number in range(1, 6))
    page = site.get(f"/games/{SLUG}/rules")
    assert page.status == 200
    assert 'id="RS-03"' in page.text
    assert "Rock, Paper, Scissors" in site.get("/").text


def test_its_house_rules_are_a_form_and_its_match_can_be_made_there(
    ctx: Context, site: Client
) -> None:
    page = site.get(f"/new?game={SLUG}").text
    assert "If no move comes" in page
    assert 'name="option.last_round"' in page
    assert 'value="gentle"' in page or "preset=gentle" in page
    made = site.post(
        "/new",
        form={
            "game": SLUG,
            "filled": "1",
            "title": "At the fair",
            "zone": "UTC",
            "round_length": "1",
            "round_unit": "days",
            "option.last_round": "7",
            "option.silence": "rock",
            "request_id": request_id(),
        },
        headers={"origin": site.origin},
    )
    assert made.status == 303, made.text
    (match_id,) = re.findall("/matches/([a-z0-9]+)/", made.headers["location"])
    options = {one.name: one.value for one in reading.match_page(ctx, match_id, None).options}
    assert options == {"last_round": "7", "silence": "rock"}


def test_its_form_asks_for_a_sign_seals_it_and_reads_it_back(ctx: Context, site: Client) -> None:
    ann, *_ = new_match(ctx, ("Ann",), ("Bob", "Cal"))
    seat = f"/matches/{ann.match_id}/seats/{ann.seat}"
    cookies = {f"seat-{ann.match_id}-{ann.seat}": str(ann.token)}
    page = site.get(seat, cookies=cookies).text
    offered = re.findall(r'type="radio" name="move\.sign" value="(\w+)"', page)
    assert offered == ["rock", "paper", "scissors"]
    assert "Beats scissors, loses to paper." in page
    assert "If no move comes you show nothing and are out." in page
    for sign in offered:
        assert f'href="#icon-{sign}"' in page
        assert page.count(f'<symbol id="icon-{sign}"') == 1
    form = {"phase": "1", "move.sign": "paper", "request_id": request_id()}
    checked = site.post(f"{seat}/check", cookies=cookies, form={**form, "part": "preview"})
    assert "Show paper" in checked.text
    assert site.post(seat, cookies=cookies, form=form).status == 303
    assert "Show paper" in site.get(seat, cookies=cookies).text
    nothing = {"phase": "1", "request_id": request_id()}
    refused = site.post(seat, cookies=cookies, form=nothing)
    assert (refused.status, "Choose one under “Sign”." in refused.text) == (422, True)


def test_the_api_takes_its_moves_by_the_same_decision(ctx: Context, site: Client) -> None:
    ann, *_ = new_match(ctx, ("Ann",), ("Bob", "Cal"))
    moves = f"/api/matches/{ann.match_id}/seats/{ann.seat}/moves"
    sent = site.post(moves, token=ann.token, json={"phase": 1, "move": {"sign": "scissors"}})
    assert sent.json["words"] == "Show scissors", sent.text
    wrong = site.post(moves, token=ann.token, json={"phase": 1, "move": {"sign": "well"}})
    assert (wrong.status, wrong.json["code"]) == (422, "move-unreadable")


def test_its_round_is_a_page_with_a_picture_and_its_own_drawings(
    ctx: Context, site: Client, clock: Clock
) -> None:
    (match,) = new_match(ctx, (), ("Ann", "Bob", "Cal"))
    last = play_out(ctx, clock, match.match_id)
    for path in ("", "/phases", "/phases/1", "/posts"):
        assert site.get(f"/matches/{match.match_id}{path}").status == 200, path
    page = site.get(f"/matches/{match.match_id}/phases/{last}").text
    assert f"Who beat whom in round {last}" in page
    assert "flow-picture" in page
    drawn = set(re.findall(r'href="#(icon-\w+)"', page))
    assert drawn
    assert drawn <= set(re.findall(r'<symbol id="(icon-\w+)"', page))


def test_moves_can_be_supposed_because_all_of_it_is_open(ctx: Context) -> None:
    ann, *_ = new_match(ctx, ("Ann",), ("Bob", "Cal"))
    key = Key("seat", ann.match_id, ann.seat)
    signs = {"Ann": "rock", "Bob": "scissors", "Cal": "rock"}
    told = suppose(ctx, key, ann.match_id, {name: {"sign": sign} for name, sign in signs.items()})
    assert "Rock beats scissors" in told.model_dump_json()


# --- As somebody else's package, on the command line -------------------------------------------------------


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder of installed packages in which this one lies under a name of its own."""
    package = tmp_path / "rock_paper_scissors"
    shutil.copytree(FOLDER, package, ignore=shutil.ignore_patterns("test_*", "__pycache__"))
    for file in package.glob("*.py"):
        text = file.read_text("utf-8")
        file.write_text(text.replace("tests.games.rock_paper_scissors", package.name), "utf-8")
    info = tmp_path / "fair_games-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fair-games\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(
        "[referee.games]\nsigns = rock_paper_scissors.game:RockPaperScissors\n"
    )
    return tmp_path


def referee(
    elsewhere: Path, *arguments: str, stdin: str = ""
) -> "subprocess.CompletedProcess[str]":
    ambient = {name: text for name, text in os.environ.items() if "REFEREE" not in name}
    return subprocess.run(
        [Path(sys.executable).with_name("referee"), *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        text=True,
        cwd=elsewhere,
        env={**ambient, "PYTHONPATH": str(elsewhere)},
    )


SITUATION = json.dumps(
    {
        "game": SLUG,
        "options": {"last_round": 9},
        "state": {
            "round": 3,
            "players": [
                {"name": "Ann", "rounds": 2},
                {"name": "Bob", "rounds": 2},
                {"name": "Cal", "rounds": 0, "is_out": True},
            ],
        },
        "moves": {"Ann": {"sign": "rock"}, "Bob": {"sign": "scissors"}},
    }
)


def test_an_installed_package_is_a_game_of_the_house(elsewhere: Path) -> None:
    listed = referee(elsewhere, "games")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert f"{SLUG}: Rock, Paper, Scissors, from fair-games 1.2" in listed.stdout.splitlines()


def test_resolve_knows_it(elsewhere: Path) -> None:
    done = referee(elsewhere, "resolve", stdin=SITUATION)
    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads(done.stdout)
    assert result["finished"] is True
    assert result["standings"] == [
        {"rank": 1, "name": "Ann", "rounds": 3},
        {"rank": 2, "name": "Bob", "rounds": 2},
        {"rank": 3, "name": "Cal", "rounds": 0},
    ]
    assert [event["kind"] for event in result["events"]] == ["shown", "shown", "beaten", "ended"]


def test_resolve_explains_it(elsewhere: Path) -> None:
    done = referee(elsewhere, "resolve", "--explain", stdin=SITUATION)
    assert done.returncode == 0, done.stderr
    assert "Rock beats scissors" in done.stdout
    assert "Ann wins" in done.stdout


def test_resolve_says_what_cannot_be(elsewhere: Path) -> None:
    wrong = SITUATION.replace('"rounds": 0', '"rounds": 4')
    done = referee(elsewhere, "resolve", stdin=wrong)
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["field"] == "state.players.2.rounds"


def test_a_broken_game_beside_it_is_told_of_and_harms_nobody(elsewhere: Path) -> None:
    (elsewhere / "fair_games-1.2.dist-info" / "entry_points.txt").write_text(
        "[referee.games]\n"
        "broken = rock_paper_scissors.nowhere:Game\n"
        "signs = rock_paper_scissors.game:RockPaperScissors\n"
    )
    told = (
        "Skipped the game “broken” of fair-games 1.2: "
        "ModuleNotFoundError: No module named 'rock_paper_scissors.nowhere'\n"
    )
    listed = referee(elsewhere, "games")
    assert (listed.returncode, listed.stderr) == (1, told)
    assert f"{SLUG}: " in listed.stdout
    done = referee(elsewhere, "resolve", stdin=SITUATION)
    assert (done.returncode, done.stderr) == (0, told)
    assert json.loads(done.stdout)["finished"] is True
