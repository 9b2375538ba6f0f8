"""Games from other packages: found where they are installed, and told of where they will not do."""

import sys
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from referee.bootstrap import every_game
from referee.games import GAMES_BY_SLUG
from referee.services import reading
from referee.services.access import Key
from referee.services.cache import Cache
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.errors import NotFound
from referee.services.installed_games import FoundGames, GamesWhenAsked, SkippedGame, find_games
from referee.services.matches import NewMatch, add_seat, create_match, start_match
from referee.worker import run_once
from tests.clock import Clock
from tests.games.tiny.game import KingOfTheHill
from tests.services.playing import request_id, running_table

Install = Callable[..., None]

HILL = """
    from tests.games.tiny.game import KingOfTheHill

    class Hill(KingOfTheHill):
        info = KingOfTheHill.info.model_copy(update={"slug": "far-hill", "title": "Far Hill"})
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs a distribution: its modules lie in a package of its name, beside a ``rules.md``."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(
        name: str,
        entry_points: Mapping[str, str],
        *,
        version: str | None = "1.2",
        rules: bytes | None = b"# Rules\n\n- **KH-01** None.\n",
        **modules: str,
    ) -> None:
        package = tmp_path / name.replace("-", "_")
        package.mkdir()
        (package / "__init__.py").touch()
        for module, text in modules.items():
            (package / f"{module}.py").write_text(textwrap.dedent(text), "utf-8")
        if rules is not None:
            (package / "rules.md").write_bytes(rules)
        info = tmp_path / f"{package.name}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        lines = "".join(f"{entry} = {value}\n" for entry, value in entry_points.items())
        (info / "entry_points.txt").write_text(f"[referee.games]\n{lines}")
        # The package is the test's own: the next test may install another of that name.
        for module in ("", *(f".{module}" for module in modules)):
            monkeypatch.delitem(sys.modules, package.name + module, raising=False)

    return make


def found() -> FoundGames:
    return find_games(GAMES_BY_SLUG)


def test_without_packages_there_are_the_houses_games() -> None:
    assert dict(found().games) == GAMES_BY_SLUG
    assert found().skipped == ()


def test_an_installed_game_stands_after_the_houses(install: Install) -> None:
    install("far-games", {"hill": "far_games.game:Hill"}, game=HILL)
    games = found()
    assert list(games.games) == [*GAMES_BY_SLUG, "far-hill"]
    assert games.games["far-hill"].info.title == "Far Hill"
    assert games.packages == {"far-hill": "far-games 1.2"}
    assert games.skipped == ()


def test_an_instance_is_as_good_as_its_class(install: Install) -> None:
    install("far-games-b", {"hill": "far_games_b.game:hill"}, game=HILL + "\n    hill = Hill()\n")
    assert "far-hill" in found().games


BROKEN = {
    "a module that is not there": (
        "far_broken.nowhere:Hill",
        "",
        "ModuleNotFoundError: No module named 'far_broken.nowhere'",
    ),
    "a class that is not there": (
        "far_broken.game:Mountain",
        HILL,
        "AttributeError: module 'far_broken.game' has no attribute 'Mountain'",
    ),
    "a module that raises": (
        "far_broken.game:Hill",
        "1 / 0",
        "ZeroDivisionError: division by zero",
    ),
    "a module with a mistake in it": ("far_broken.game:Hill", "class Hill(:\n", "SyntaxError:"),
    "a module that ends the process": (
        "far_broken.game:Hill",
        "import sys; sys.exit(3)",
        "SystemExit: 3",
    ),
    "no game": (
        "far_broken.game:Hill",
        "class Hill: pass",
        "TypeError: far_broken.game:Hill is no subclass of referee.core.game.Game",
    ),
    "half a game": (
        "far_broken.game:Hill",
        """
        from referee.core.game import Game

        class Hill(Game):
            def phase(self, state):
                return None
        """,
        "TypeError: Can't instantiate abstract class Hill",
    ),
    "info that is none": (
        "far_broken.game:Hill",
        HILL + '\n    Hill.info = {"slug": "far-hill"}\n',
        "TypeError: its info is no GameInfo",
    ),
    "info that lacks something": (
        "far_broken.game:Hill",
        """
        from referee.core.game import GameInfo

        GameInfo(slug="far-hill", title="Far Hill")
        """,
        "ValidationError: 9 validation errors for GameInfo",
    ),
    "a slug that is no address": (
        "far_broken.game:Hill",
        """
        from referee.core.game import GameInfo
        from tests.games.tiny.game import KingOfTheHill

        GameInfo(**{**dict(KingOfTheHill.info), "slug": "Far Hill/.."})
        """,
        "ValidationError: 1 validation error for GameInfo slug",
    ),
    "options that are none": (
        "far_broken.game:Hill",
        HILL + "\n    Hill.options_type = dict\n",
        "TypeError: its options_type is no GameOptions",
    ),
    "events that cannot be read": (
        "far_broken.game:Hill",
        HILL + "\n    Hill.event_type = None\n",
        "TypeError: its event_type is no TypeAdapter",
    ),
    "seats for nobody": (
        "far_broken.game:Hill",
        HILL
        + """
    from referee.core.game import SeatCount

    Hill.seat_count = lambda self, options: SeatCount(least=4, most=2)
""",
        "ValueError: it is for 4 to 2 players",
    ),
    "a preset that its own options refuse": (
        "far_broken.game:Hill",
        HILL
        + """
    from referee.core.game import Preset

    many = Preset(name="many", title="Many", explanation="", options={"hand": 99})
    Hill.info = Hill.info.model_copy(update={"presets": (many,)})
""",
        "ValidationError: 1 validation error for HillOptions hand",
    ),
    "the slug of one of the house's": (
        "far_broken.game:Hill",
        HILL.replace("far-hill", next(iter(GAMES_BY_SLUG))),
        f"ValueError: Referee itself has a game “{next(iter(GAMES_BY_SLUG))}” too",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_game_is_told_of_and_skipped_and_others_stay(install: Install, case: str) -> None:
    value, module, reason = BROKEN[case]
    install("far-broken", {"broken": value}, game=module)
    install("near-games", {"hill": "near_games.game:Hill"}, game=HILL)
    games = found()
    assert list(games.games) == [*GAMES_BY_SLUG, "far-hill"]
    assert all(games.games[slug] is game for slug, game in GAMES_BY_SLUG.items())
    (skipped,) = games.skipped
    assert (skipped.name, skipped.package) == ("broken", "far-broken 1.2")
    assert skipped.reason.startswith(reason), skipped.reason
    assert len(skipped.reason) <= 300
    assert "\n" not in skipped.reason


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (None, "FileNotFoundError: "),
        (b"\xff\xfe", "UnicodeDecodeError: "),
        (b"  \n", "ValueError: its rules.md is empty"),
    ],
)
def test_a_game_without_rules_to_read_is_skipped(
    install: Install, rules: bytes | None, reason: str
) -> None:
    install("far-broken", {"hill": "far_broken.game:Hill"}, game=HILL, rules=rules)
    (skipped,) = found().skipped
    assert skipped.reason.startswith(reason)


def test_of_two_games_with_one_slug_the_package_first_by_name_has_it(install: Install) -> None:
    install("b-games", {"hill": "b_games.game:Hill"}, game=HILL)
    install("a-games", {"hill": "a_games.game:Hill"}, game=HILL)
    games = found()
    assert games.packages == {"far-hill": "a-games 1.2"}
    assert games.skipped == (
        SkippedGame("hill", "b-games 1.2", "ValueError: a-games 1.2 has a game “far-hill” too"),
    )


def test_the_server_starts_with_what_is_left_and_logs_the_rest(install: Install) -> None:
    install("far-broken", {"hill": "far_broken.game:Hill"}, game="1 / 0")
    with capture_logs() as logs:
        games = every_game()
    assert dict(games) == GAMES_BY_SLUG
    assert logs == [
        {
            "event": "game skipped",
            "log_level": "warning",
            "game": "hill",
            "package": "far-broken 1.2",
            "reason": "ZeroDivisionError: division by zero",
        }
    ]


def test_packages_are_left_alone_until_a_game_is_asked_for_that_is_not_the_houses(
    install: Install, tmp_path: Path
) -> None:
    trace = tmp_path / "imported"
    install(
        "far-games-c",
        {"hill": "far_games_c.game:Hill", "other": "far_games_c.nowhere:Other"},
        game=HILL + f"\n    open({str(trace)!r}, 'w').close()\n",
    )
    told: list[SkippedGame] = []
    games = GamesWhenAsked(GAMES_BY_SLUG, report=told.append)
    for slug, game in GAMES_BY_SLUG.items():
        assert games[slug] is game
    assert not trace.exists()
    assert games["far-hill"].info.title == "Far Hill"
    assert games.get("nothing") is None
    assert list(games) == [*GAMES_BY_SLUG, "far-hill"]
    assert [skipped.name for skipped in told] == ["other"]


# --- A match whose game is gone -----------------------------------------------------------------------------


def test_a_match_halts_until_its_game_is_back_and_no_other_match_minds(
    ctx: Context, clock: Clock
) -> None:
    slug = KingOfTheHill.info.slug
    games = {**ctx.games, slug: KingOfTheHill()}
    whole = replace(ctx, games=games, phases=Cache(8), reports=Cache(8))  # another process
    new = NewMatch(game=slug, title="Up there", options={}, zone="UTC", round_minutes=60)
    lost = create_match(whole, new, request_id=request_id()).match_id
    desk = Key("referee", lost, None)
    for name in ("Ann", "Bob"):
        add_seat(whole, desk, lost, name, practice=True)
    start_match(whole, desk, lost)
    other = running_table(ctx)
    clock.forward(hours=2)
    run_once(ctx)
    assert reading.match_page(ctx, other.match_id, None).phase.number == 2  # type: ignore[union-attr]
    listed = {one.match_id: one.game_title for one in reading.home(ctx).running}
    assert listed == {lost: slug, other.match_id: ctx.games["crossing-swords"].info.title}
    with pytest.raises(NotFound, match=slug) as refused:
        reading.match_page(ctx, lost, None)
    assert refused.value.code == "game-not-found"
    halted = reading.desk_page(whole, desk, lost)
    assert (halted.match.status, halted.match.phase.number) == ("quarantined", 1)  # type: ignore[union-attr]
    assert "NotFound" in (halted.error or "")
    close_phase(whole, desk, lost, 1)
    again = reading.match_page(whole, lost, None)
    assert (again.status, again.phase.number) == ("running", 2)  # type: ignore[union-attr]
