"""Whether a state can be: states of matches always can, those written by hand need not."""

from collections.abc import Sequence

from referee.core.problems import Problem
from referee.core.seats import Seat
from referee.games.crossing_swords.state import SwordsState


def flaws(state: SwordsState) -> Sequence[Problem]:
    """The first thing that cannot be, if anything: as many players as may play, each name once, and
    memories of players who are here.
    """
    players = state.players
    if len(players) < 2:
        return _flaw("players", "A match has at least 2 players.")
    if len(players) > state.options.max_players:
        return _flaw(
            "players",
            f"There are {len(players)} players, and max_players allows {state.options.max_players}.",
        )
    names: set[Seat] = set()
    for place, player in enumerate(players):
        if player.name in names:
            return _flaw(f"players.{place}.name", f"Two players are called “{player.name}”.")
        names.add(player.name)
    for place, player in enumerate(players):
        if player.focused_on is not None and player.focused_on not in names:
            return _flaw(
                f"players.{place}.focused_on",
                f"“{player.focused_on}”, whom {player.name} Focused on, is not among the players.",
            )
        if player.dodged is not None and player.dodged not in names:
            return _flaw(
                f"players.{place}.dodged",
                f"“{player.dodged}”, whom {player.name} Dodged, is not among the players.",
            )
    return ()


def _flaw(field: str, text: str) -> Sequence[Problem]:
    return (Problem(code="state-impossible", text=text, field=field),)
