"""Games from other packages: whatever is installed under the entry point group ``referee.games``.

A package of its own brings a game by naming its class in its ``pyproject.toml``::

    [project.entry-points."referee.games"]
    my-game = "my_game.game:MyGame"

Such a package is somebody else's work. Whatever is wrong with it is told, and the game is not there; the
server and its other games do not mind.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points

from pydantic import TypeAdapter

from referee.core.game import Game, GameInfo, GameOptions, GameState
from referee.core.interchange import AnyGame
from referee.core.values import Value
from referee.services.rules_texts import rules_text

GROUP = "referee.games"

_LONGEST_REASON = 300


@dataclass(frozen=True, slots=True)
class SkippedGame:
    """A game that is installed and will not do: its entry point, the package it comes with, and why not.

    ``reason`` is one line, of at most a few hundred characters.
    """

    name: str
    package: str
    reason: str


@dataclass(frozen=True, slots=True)
class FoundGames:
    """The games by slug, the house's first, and those that were skipped."""

    games: Mapping[str, AnyGame]
    skipped: tuple[SkippedGame, ...]
    packages: Mapping[str, str]
    """Where a game that is not the house's comes from ("fair-games 1.2"), by its slug."""


def find_games(house: Mapping[str, AnyGame]) -> FoundGames:
    """The house's games and those of every installed package. Raises nothing on a package's account.

    Where two have the same slug the house's goes first, then the package whose name is first.
    """
    games = dict(house)
    packages: dict[str, str] = {}
    skipped: list[SkippedGame] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (_package(entry), entry.name)):
        package = _package(entry)
        try:
            game = _loaded(entry)
            slug = game.info.slug
            if slug in games:
                raise ValueError(f"{packages.get(slug, 'Referee itself')} has a game “{slug}” too")
        except (Exception, SystemExit) as wrong:  # whatever it is, it is theirs
            skipped.append(SkippedGame(entry.name, package, _reason(wrong)))
        else:
            games[slug] = game
            packages[slug] = package
    return FoundGames(games, tuple(skipped), packages)


class GamesWhenAsked(Mapping[str, AnyGame]):
    """The same games, but other packages are looked for only when a game is none of the house's.

    For a command that must start fast. ``report`` is told of each game skipped, when they are looked for.
    """

    def __init__(self, house: Mapping[str, AnyGame], report: Callable[[SkippedGame], None]) -> None:
        self._house = house
        self._report = report

    @cached_property
    def _found(self) -> Mapping[str, AnyGame]:
        found = find_games(self._house)
        for skipped in found.skipped:
            self._report(skipped)
        return found.games

    def __getitem__(self, slug: str) -> AnyGame:
        """The game with this slug. Raises KeyError."""
        return self._house[slug] if slug in self._house else self._found[slug]

    def __iter__(self) -> Iterator[str]:
        """Every slug, the house's first."""
        return iter(self._found)

    def __len__(self) -> int:
        """How many games there are."""
        return len(self._found)


def _loaded(entry: EntryPoint) -> AnyGame:
    """The game an entry point names. Raises whatever its package raises, and TypeError or ValueError."""
    found = entry.load()
    game = found() if isinstance(found, type) and issubclass(found, Game) else found
    if not isinstance(game, Game):
        raise TypeError(f"{entry.value} is no subclass of referee.core.game.Game")
    for name, wanted in _PARTS:
        part = getattr(game, name, None)
        if not (issubclass(part, wanted) if isinstance(part, type) else isinstance(part, wanted)):
            raise TypeError(f"its {name} is no {wanted.__name__}")
    _try_out(game)
    return game


_PARTS: Iterable[tuple[str, type]] = (
    ("info", GameInfo),
    ("options_type", GameOptions),
    ("state_type", GameState),
    ("move_type", Value),
    ("view_type", Value),
    ("event_type", TypeAdapter),
)


def _try_out(game: AnyGame) -> None:
    """Ask what the list of games and the form for a new match ask, which must work for every game."""
    options = game.options_type()
    game.options_type.model_json_schema()
    seats = game.seat_count(options)
    if not 1 <= seats.least <= seats.most:
        raise ValueError(f"it is for {seats.least} to {seats.most} players")
    for preset in game.info.presets:
        game.options_type.model_validate(dict(preset.options))
    if not rules_text(game).strip():
        raise ValueError("its rules.md is empty")


def _package(entry: EntryPoint) -> str:
    """The package and its version; a broken installation may lack either."""
    found = entry.dist
    return f"{found.name} {found.version}" if found is not None else "an unknown package"


def _reason(wrong: BaseException) -> str:
    words = " ".join(str(wrong).split())
    told = f"{type(wrong).__name__}: {words}" if words else type(wrong).__name__
    return told if len(told) <= _LONGEST_REASON else told[: _LONGEST_REASON - 1] + "…"
