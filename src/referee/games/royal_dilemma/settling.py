"""From answers to transfers: what is captured, taken and handed over (RD-31 to RD-36, RD-40, RD-42)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from referee.core.dice import Dice
from referee.core.events import Event
from referee.core.seats import Seat
from referee.games.royal_dilemma.attacks import Attack
from referee.games.royal_dilemma.cards import highest_first, in_order, lowest_first, without
from referee.games.royal_dilemma.claims import Claims, Due, left_after
from referee.games.royal_dilemma.events import Captured, Claimant, Surrendered, Took, TookNothing
from referee.games.royal_dilemma.moves import NOTHING, DilemmaMove, Given
from referee.games.royal_dilemma.surrender import least_answer
from referee.games.royal_dilemma.table import FROM_HAND

Place = Literal["hand", "in_play"]


@dataclass(frozen=True, slots=True)
class Transfer:
    """A card that changes sides: from hand to hand, or from control to control."""

    source: Seat
    to: Seat
    card: str
    place: Place


def default_capture(takeable: tuple[str, ...]) -> str:
    """The highest printed value, then suit S C H D; else the hand; else nothing (RD-31, RD-40)."""
    cards = highest_first(card for card in takeable if card != FROM_HAND)
    return cards[0] if cards else FROM_HAND if takeable else NOTHING


def default_surrender(claims: Claims, seat: Seat) -> dict[Seat, Given]:
    """What a seat hands over if nothing else was chosen, by creditor in the order of service."""
    dues = claims.dues(seat)
    if claims.edition.levies == "value":
        return _least_by_value(claims, dues)
    lowest = lowest_first(claims.players[seat].hand)
    given: dict[Seat, Given] = {}
    for due in dues:
        given[due.attack.attacker] = Given(hand=in_order(lowest[: due.amount]))
        del lowest[: due.amount]
    return given


def _least_by_value(claims: Claims, dues: tuple[Due, ...]) -> dict[Seat, Given]:
    given: dict[Seat, Given] = {}
    gone: list[tuple[str, bool]] = []
    for due in dues:
        least = least_answer(left_after(claims.payable(due.attack), gone), due.amount)
        gone += ((card.card, card.in_play) for card in least)
        given[due.attack.attacker] = Given(
            hand=in_order(card.card for card in least if not card.in_play),
            in_play=in_order(card.card for card in least if card.in_play),
        )
    return given


def settle(
    claims: Claims, answers: Mapping[Seat, DilemmaMove], dice: Dice
) -> tuple[tuple[Transfer, ...], tuple[Event, ...]]:
    """All transfers of a round and the facts they make; whatever has no answer gets its default."""
    captures, captured = _captures(claims, answers, dice)
    surrenders, surrendered = _surrenders(claims, answers)
    return captures + surrenders, captured + surrendered


def _captures(
    claims: Claims, answers: Mapping[Seat, DilemmaMove], dice: Dice
) -> tuple[tuple[Transfer, ...], tuple[Event, ...]]:
    transfers: list[Transfer] = []
    events: list[Event] = []
    wanted: dict[tuple[Seat, str], list[Attack]] = {}
    if claims.edition.captures is None:
        return (), ()
    for attack in claims.clash.attacks:
        takeable = claims.takeable(attack)
        answer = answers.get(attack.attacker)
        choice = answer.capture if answer and answer.capture else default_capture(takeable)
        if choice == NOTHING:
            if not _is_paid_instead(claims, attack):
                events.append(
                    TookNothing(
                        seat=attack.attacker,
                        target=attack.target,
                        by_choice=bool(takeable),
                        rulings=(_capture_ruling(claims),),
                    )
                )
        else:
            wanted.setdefault((attack.target, choice), []).append(attack)
    for (target, card), attacks in wanted.items():
        if card == FROM_HAND:
            taken, facts = _random_takes(claims, target, attacks, dice)
        else:
            taken, facts = _contest(claims, target, card, attacks)
        transfers += taken
        events += facts
    return tuple(transfers), tuple(events)


def _is_paid_instead(claims: Claims, attack: Attack) -> bool:
    """Whether the target, with nothing in play, pays this attacker from the hand (RD-32)."""
    return claims.edition.levies == "if-bare" and any(
        due.attack is attack for due in claims.dues(attack.target)
    )


def _capture_ruling(claims: Claims) -> str:
    return "RD-31" if claims.edition.captures == "in-reach" else "RD-40"


def _contest(
    claims: Claims, target: Seat, card: str, attacks: list[Attack]
) -> tuple[list[Transfer], list[Event]]:
    """Who gets a card in play: the highest power; among equals nobody (RD-34).

    Of several copies the strongest get one each, until equals want more than are left: then these and
    all weaker ones get nothing.
    """
    copies = claims.players[target].in_play.count(card)
    ranked = sorted(attacks, key=lambda attack: -attack.power)
    winners: list[Seat] = []
    for _, group in groupby(ranked, key=lambda attack: attack.power):
        equals = [attack.attacker for attack in group]
        if len(winners) + len(equals) > copies:
            break
        winners += equals
    fact = Captured(
        target=target,
        card=card,
        copies=copies,
        claimants=tuple(Claimant(seat=a.attacker, power=a.power) for a in ranked),
        winners=tuple(winners),
        rulings=(_capture_ruling(claims), "RD-34")
        if len(ranked) > 1
        else (_capture_ruling(claims),),
    )
    return [Transfer(target, winner, card, "in_play") for winner in winners], [fact]


def _random_takes(
    claims: Claims, target: Seat, attacks: list[Attack], dice: Dice
) -> tuple[list[Transfer], list[Event]]:
    """A card at random for each, while the hand lasts: strongest first (RD-40, in RD-36's order)."""
    hand = claims.players[target].hand
    transfers: list[Transfer] = []
    events: list[Event] = []
    for attack in claims.strongest_first(attacks):
        card = dice.pick(hand) if hand else None
        if card is not None:
            hand = without(hand, (card,))
            transfers.append(Transfer(target, attack.attacker, card, "hand"))
        events.append(
            Took(
                seat=attack.attacker,
                target=target,
                number=int(card is not None),
                card=card,
                rulings=("RD-40",),
            )
        )
    return transfers, events


def _surrenders(
    claims: Claims, answers: Mapping[Seat, DilemmaMove]
) -> tuple[tuple[Transfer, ...], tuple[Event, ...]]:
    transfers: list[Transfer] = []
    events: list[Event] = []
    for seat in claims.players:
        dues = claims.dues(seat)
        if not dues:
            continue
        answer = answers.get(seat)
        given = (answer and answer.surrender) or default_surrender(claims, seat)
        for due in dues:
            to = due.attack.attacker
            paid = given.get(to, Given())
            transfers += (Transfer(seat, to, card, "hand") for card in paid.hand)
            transfers += (Transfer(seat, to, card, "in_play") for card in paid.in_play)
            events.append(
                Surrendered(
                    seat=seat,
                    to=to,
                    due=due.amount,
                    measure="value" if claims.edition.levies == "value" else "cards",
                    in_play=in_order(paid.in_play),
                    from_hand=len(paid.hand),
                    hand=in_order(paid.hand),
                    rulings=_surrender_rulings(claims, dues),
                )
            )
    return tuple(transfers), tuple(events)


def _surrender_rulings(claims: Claims, dues: tuple[Due, ...]) -> tuple[str, ...]:
    match claims.edition.levies:
        case "tribute":
            return ("RD-36",)
        case "value":
            return ("RD-42", "RD-44") if len(dues) > 1 else ("RD-42",)
        case _:
            return ("RD-32", "RD-35") if len(dues) > 1 else ("RD-32",)


def moved(
    cards: tuple[str, ...], transfers: Sequence[Transfer], seat: Seat, place: Place
) -> tuple[str, ...]:
    """A seat's cards in one place after all transfers, in canonical order."""
    here = [transfer for transfer in transfers if transfer.place == place]
    gone = [transfer.card for transfer in here if transfer.source == seat]
    come = [transfer.card for transfer in here if transfer.to == seat]
    return in_order((*without(cards, gone), *come)) if gone or come else cards
