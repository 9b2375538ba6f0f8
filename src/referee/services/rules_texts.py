"""Where a game's rules are: ``rules.md`` in its own folder, wherever that is installed."""

import sys
from importlib.resources import files

from referee.core.interchange import AnyGame


def rules_text(game: AnyGame) -> str:
    """The text of a game's ``rules.md``.

    Raises OSError or UnicodeDecodeError if it cannot be read, ValueError for a game in no package.
    """
    package = sys.modules[type(game).__module__].__package__
    if not package:
        raise ValueError(f"the game {game.info.slug} lies in no package")
    return (files(package) / "rules.md").read_text(encoding="utf-8")
