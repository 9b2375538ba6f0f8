"""Games that fail, and processes in which they are played."""

from dataclasses import replace

from referee.games.crossing_swords.game import CrossingSwords
from referee.services.cache import Cache
from referee.services.context import Context


class BrokenSwords(CrossingSwords):
    """Fails on what was sent, and says it aloud, as bugs do."""

    def resolve(self, state, moves, dice):
        raise KeyError(f"no rule for {dict(moves)}")


class SilentSwords(CrossingSwords):
    """Fails only when it is to be announced."""

    def report(self, before, moves, resolution, viewer):
        raise RuntimeError(f"cannot describe {dict(moves)}")


def with_game(ctx: Context, game: CrossingSwords) -> Context:
    """Another process, in which this game is played."""
    return replace(ctx, games={"crossing-swords": game}, phases=Cache(8), reports=Cache(8))
