"""Tables laid by hand, and how to play on them."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.dice import Dice
from referee.core.game import Resolution
from referee.core.seats import Seat
from referee.games.royal_dilemma.cards import FACES, SUITS, in_order
from referee.games.royal_dilemma.game import RoyalDilemma
from referee.games.royal_dilemma.moves import DilemmaMove
from referee.games.royal_dilemma.options import DilemmaOptions
from referee.games.royal_dilemma.state import DilemmaState

GAME = RoyalDilemma()
NAMES = tuple(Seat(name) for name in ("Ann", "Bob", "Cal", "Dee"))
FULL_DECK = "2C 3C 4C 5C 6C 7C 8C 9C 2H 3H 4H 6H 8H 9H 2D 3D 4D 6D 7D 8D"


def table(
    *hands_and_play: str,
    edition: str = "capture",
    decks: int = 1,
    last_round: str = "play",
    round_number: int = 2,
    deck: str = FULL_DECK,
    deck_ran_out: bool = False,
) -> DilemmaState:
    """A play phase; one text for each player in seat order: "7D 8S | 5H" is hand and cards in play."""
    players = []
    for at, cards in enumerate(hands_and_play):
        hand, _, in_play = cards.partition("|")
        players.append(
            {
                "name": NAMES[at],
                "face": FACES[at],
                "suit": SUITS[at],
                "hand": in_order(hand.split()),
                "in_play": in_order(in_play.split()),
            }
        )
    return DilemmaState.model_validate(
        {
            "options": DilemmaOptions.model_validate(
                {"edition": edition, "decks": decks, "last_round": last_round}
            ),
            "round": round_number,
            "phase": "play",
            "deck": deck.split(),
            "discard": [],
            "deck_ran_out": deck_ran_out,
            "players": players,
        }
    )


def play(card: str, target: str, **standing: str) -> DilemmaMove:
    """A card at somebody, perhaps with standing choices."""
    return DilemmaMove.model_validate(
        {"card": card, "target": target, "standing": standing or None}
    )


def answer(**said: Any) -> DilemmaMove:
    """``capture=`` a card or None, ``surrender=`` sets by creditor."""
    return DilemmaMove.model_validate(said)


def resolved(
    state: DilemmaState, moves: Mapping[str, DilemmaMove], seed: bytes = bytes(32)
) -> Resolution[DilemmaState]:
    """The phase resolved, its moves checked first."""
    for seat, move in moves.items():
        illegal = [p.text for p in GAME.check(state, Seat(seat), move) if p.is_illegal]
        assert not illegal, illegal
    return GAME.resolve(state, {Seat(seat): move for seat, move in moves.items()}, Dice(seed, 1))


def after(state: DilemmaState, *phases: Mapping[str, DilemmaMove]) -> DilemmaState:
    """The state after these phases."""
    for moves in phases:
        state = resolved(state, moves).state
    return state


def hand(state: DilemmaState, seat: str) -> str:
    """A player's hand as one text."""
    return " ".join(next(player.hand for player in state.players if player.name == seat))


def in_play(state: DilemmaState, seat: str) -> str:
    """A player's cards in play as one text."""
    return " ".join(next(player.in_play for player in state.players if player.name == seat))


def owed(state: DilemmaState) -> Any:
    """What is owed, in the interchange form; None in a play phase."""
    return state.model_dump(mode="json").get("owed")


def codes(state: DilemmaState, seat: str, move: DilemmaMove) -> list[str]:
    """The codes of a move's illegal problems."""
    return [p.code for p in GAME.check(state, Seat(seat), move) if p.is_illegal]


def texts(state: DilemmaState, seat: str, move: DilemmaMove) -> str:
    """A move's complaints, illegal or not, as one text."""
    return " ".join(problem.text for problem in GAME.check(state, Seat(seat), move))


def all_cards(state: DilemmaState) -> Sequence[str]:
    """Every card there is, wherever it lies, in canonical order."""
    lying = [*state.deck, *state.discard]
    for player in state.players:
        lying += (*player.hand, *player.in_play)
    lying += (p.card for seat, p in (state.plays or {}).items() if p.target != seat)
    return in_order(lying)
