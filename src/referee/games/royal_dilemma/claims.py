"""What attacks may take and targets must hand over, and what of it is worth a question (RD-09)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.core.seats import Seat
from referee.games.royal_dilemma.attacks import Attack, Clash, clash, counted
from referee.games.royal_dilemma.cards import in_order
from referee.games.royal_dilemma.editions import Edition
from referee.games.royal_dilemma.surrender import Payable, only_answer
from referee.games.royal_dilemma.table import FROM_HAND, Owed, Play, Player, seats_from_start


@dataclass(frozen=True, slots=True)
class Due:
    """What a target must hand to one attacker: so many cards of the hand, or so much value."""

    attack: Attack
    amount: int


class Claims:
    """The claims of one round. ``players`` are as they stand right after the builds (RD-26)."""

    def __init__(
        self,
        edition: Edition,
        round_number: int,
        players: Sequence[Player],
        plays: Mapping[Seat, Play],
    ) -> None:
        self.edition = edition
        self.players = {player.name: player for player in players}
        self.clash: Clash = clash(edition, players, plays)
        self._from_start = seats_from_start(players, round_number)
        self._in_seat_order = tuple(self.players)
        self._dues: dict[Seat, tuple[Due, ...]] = {}

    def attack_by(self, seat: Seat) -> Attack | None:
        """The seat's attack this round; nobody has two."""
        return next((attack for attack in self.clash.attacks if attack.attacker == seat), None)

    def attacks_on(self, seat: Seat) -> tuple[Attack, ...]:
        """The attacks a seat suffers, in seat order."""
        return tuple(attack for attack in self.clash.attacks if attack.target == seat)

    def strongest_first(self, attacks: Sequence[Attack]) -> list[Attack]:
        """By what they demand, equal ones in seat order from the starting seat (RD-36, RD-44)."""
        return sorted(
            attacks, key=lambda attack: (-attack.demand, self._from_start.index(attack.attacker))
        )

    def takeable(self, attack: Attack) -> tuple[str, ...]:
        """What the attacker may choose from: cards in play once each, perhaps ``hand`` (RD-31, RD-40)."""
        target = self.players[attack.target]
        match self.edition.captures:
            case "in-reach":
                reach = (c for c in target.in_play if self.counts(c, attack) <= attack.power)
                return in_order(set(reach))
            case "any-or-hand":
                return (*in_order(set(target.in_play)), *((FROM_HAND,) if target.hand else ()))
            case None:
                return ()

    def counts(self, card: str, attack: Attack) -> int:
        """What a card counts between attacker and target (RD-25), outside battles."""
        pair = (self.players[attack.attacker], self.players[attack.target])
        return counted(card, pair, doubled=self.edition.doubling == "always")

    def dues(self, seat: Seat) -> tuple[Due, ...]:
        """What a seat must hand over, in the order of service; nothing due is left out."""
        if seat not in self._dues:
            self._dues[seat] = self._dues_of(seat)
        return self._dues[seat]

    def _dues_of(self, seat: Seat) -> tuple[Due, ...]:
        attacks = self.attacks_on(seat)
        if not attacks:
            return ()
        target = self.players[seat]
        match self.edition.levies:
            case "if-bare":
                return () if target.in_play else self._shared(attacks, len(target.hand))
            case "tribute":
                return tuple(
                    Due(attack, 1) for attack in self.strongest_first(attacks)[: len(target.hand)]
                )
            case "value":
                return tuple(Due(attack, attack.demand) for attack in self.strongest_first(attacks))
            case None:
                return ()

    def _shared(self, attacks: Sequence[Attack], hand: int) -> tuple[Due, ...]:
        """A number of cards for each: the demand, or its share of a hand too small (RD-32, RD-35)."""
        demands = sum(attack.demand for attack in attacks)
        # "strongest invader first, then seat order": plain seat order here, says RD-35
        ordered = sorted(attacks, key=lambda a: (-a.demand, self._in_seat_order.index(a.attacker)))
        shares = (
            Due(attack, attack.demand if demands <= hand else attack.demand * hand // demands)
            for attack in ordered
        )
        return tuple(due for due in shares if due.amount)

    def payable(self, attack: Attack) -> list[Payable]:
        """The target's cards as payment to this attacker, hand first (RD-42)."""
        target = self.players[attack.target]
        return [
            Payable(card, self.counts(card, attack), in_play)
            for cards, in_play in ((target.hand, False), (target.in_play, True))
            for card in cards
        ]

    def may_choose_surrender(self, seat: Seat) -> bool:
        """Whether more than one answer to the seat's dues is legal (RD-09).

        Cards from the hand by number: by numbers alone, so that being asked tells nobody what is in the
        hand; two copies of a card are two cards. By value it depends on the cards: see RD-43.
        """
        dues = self.dues(seat)
        if not dues:
            return False
        if self.edition.levies != "value":
            return len(dues) > 1 or dues[0].amount < len(self.players[seat].hand)
        gone: list[tuple[str, bool]] = []
        for due in dues:
            only = only_answer(left_after(self.payable(due.attack), gone), due.amount)
            if only is None:
                return True
            gone += ((card.card, card.in_play) for card in only)
        return False

    def questions(self) -> dict[Seat, Owed]:
        """Every decision with more than one legal answer, by seat in seat order (RD-09)."""
        asked: dict[Seat, Owed] = {}
        for seat in self._in_seat_order:
            attack = self.attack_by(seat)
            takeable = self.takeable(attack) if attack else ()
            dues = self.dues(seat) if self.may_choose_surrender(seat) else ()
            if takeable or dues:
                asked[seat] = Owed(
                    capture=takeable or None,
                    surrender={due.attack.attacker: due.amount for due in dues} or None,
                )
        return asked


def left_after(cards: Sequence[Payable], gone: Sequence[tuple[str, bool]]) -> list[Payable]:
    """The cards less those gone already, given as card and whether it was in play."""
    left = list(cards)
    for name, in_play in gone:
        left.remove(next(c for c in left if c.card == name and c.in_play == in_play))
    return left
