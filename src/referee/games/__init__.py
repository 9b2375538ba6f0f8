"""The games this house can referee: an explicit list, and the only place that knows them all."""

from typing import Any

from referee.core.game import Game
from referee.games.crossing_swords.game import CrossingSwords
from referee.games.royal_dilemma.game import RoyalDilemma

GAMES: tuple[Game[Any, Any, Any, Any], ...] = (CrossingSwords(), RoyalDilemma())

GAMES_BY_SLUG: dict[str, Game[Any, Any, Any, Any]] = {game.info.slug: game for game in GAMES}
