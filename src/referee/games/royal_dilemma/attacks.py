"""From revealed plays to attacks: who builds, who battles whom, who invades whom, how strongly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.core.seats import Seat
from referee.games.royal_dilemma.cards import SUIT, VALUE
from referee.games.royal_dilemma.editions import Edition
from referee.games.royal_dilemma.table import Play, Player


@dataclass(frozen=True, slots=True)
class Battle:
    """Two players who targeted each other (RD-23); ``first`` sits before ``second``."""

    first: Seat
    second: Seat
    first_card: str
    second_card: str
    first_strength: int
    second_strength: int

    @property
    def winner(self) -> Seat | None:
        """The stronger one, or None if they are equal."""
        if self.first_strength == self.second_strength:
            return None
        return self.first if self.first_strength > self.second_strength else self.second

    @property
    def losers(self) -> tuple[Seat, ...]:
        """Those whose revealed card is discarded: the weaker one, or both if they are equal."""
        winner = self.winner
        if winner is None:
            return (self.first, self.second)
        return (self.second,) if winner == self.first else (self.first,)


@dataclass(frozen=True, slots=True)
class Attack:
    """One player's claim on another: an invasion (RD-24), or a battle won (RD-33).

    ``power`` ranks it and bounds what it captures; ``demand`` is what the target owes where the edition
    lets them surrender: the same, except after a battle in the `surrender` editions (RD-42).
    """

    attacker: Seat
    target: Seat
    card: str
    power: int
    demand: int
    is_won_battle: bool


@dataclass(frozen=True, slots=True)
class Clash:
    """What the revealed plays amount to; battles and attacks in seat order."""

    battles: tuple[Battle, ...]
    attacks: tuple[Attack, ...]


def counted(card: str, pair: tuple[Player, Player], *, doubled: bool) -> int:
    """What a card counts between two players: its value, twice that in either one's suit (RD-25)."""
    value = VALUE[card]
    return value * 2 if doubled and SUIT[card] in (pair[0].suit, pair[1].suit) else value


def clash(edition: Edition, players: Sequence[Player], plays: Mapping[Seat, Play]) -> Clash:
    """The battles and attacks of a round, from its plays (RD-23, RD-24, RD-25, RD-33)."""
    by_name = {player.name: player for player in players}
    battles: list[Battle] = []
    attacks: list[Attack] = []
    for player in players:
        play = plays.get(player.name)
        if play is None or play.target == player.name:
            continue
        other = by_name[play.target]
        answer = plays.get(other.name)
        pair = (player, other)
        if answer is None or answer.target != player.name:
            power = counted(play.card, pair, doubled=edition.doubling == "always")
            attacks.append(Attack(player.name, other.name, play.card, power, power, False))
            continue
        mine = counted(play.card, pair, doubled=edition.doubling != "never")
        theirs = counted(answer.card, pair, doubled=edition.doubling != "never")
        if mine > theirs:
            demand = mine - theirs if edition.battle_owes == "difference" else mine
            attacks.append(Attack(player.name, other.name, play.card, mine, demand, True))
        if not any(battle.second == player.name for battle in battles):
            battles.append(Battle(player.name, other.name, play.card, answer.card, mine, theirs))
    return Clash(tuple(battles), tuple(attacks))
