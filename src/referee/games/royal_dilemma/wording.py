"""Short phrases for moves and cards, in a player's own terms. They name seats: for one reader only."""

from collections.abc import Sequence

from referee.core.seats import Seat
from referee.games.royal_dilemma.attacks import Attack, counted
from referee.games.royal_dilemma.cards import symbol, symbols
from referee.games.royal_dilemma.claims import Claims
from referee.games.royal_dilemma.moves import NOTHING, DilemmaMove
from referee.games.royal_dilemma.settling import default_capture, default_surrender
from referee.games.royal_dilemma.state import DilemmaState
from referee.games.royal_dilemma.table import FROM_HAND, Player, player_named


def words(state: DilemmaState, seat: Seat, move: DilemmaMove) -> str:
    """The move in a phrase: "Invade Bob with 7♦, power 7"; "Capture 5♥ from Bob"."""
    if state.phase == "choice":
        return _answer_words(state, seat, move)
    if move.target is None or move.card is None:
        said = "Pass"
    elif move.target == seat:
        said = f"Build {symbol(move.card)}"
    else:
        said = f"Invade {move.target} with {symbol(move.card)}, {_power(state, seat, move)}"
    standing = [
        phrase
        for what, phrase in (
            ("capture", "capture the highest"),
            ("surrender", "surrender the lowest"),
        )
        if move.standing is not None and getattr(move.standing, what) is not None
    ]
    return f"{said}; standing: {', '.join(standing)}" if standing else said


def _power(state: DilemmaState, seat: Seat, move: DilemmaMove) -> str:
    me = player_named(state.players, seat)
    other = player_named(state.players, move.target) if move.target else None
    if me is None or other is None or move.card is None:
        return "power unknown"
    return power_words(state, me, other, move.card)


def power_words(state: DilemmaState, me: Player, other: Player, card: str) -> str:
    """For example "power 7", "power 14 (doubled)", "power 7 (14 in a battle)" (RD-25, RD-40)."""
    doubling = state.options.rules.doubling
    invading = counted(card, (me, other), doubled=doubling == "always")
    battling = counted(card, (me, other), doubled=doubling != "never")
    plain = counted(card, (me, other), doubled=False)
    if invading != battling:
        return f"power {invading} ({battling} in a battle)"
    return f"power {invading}" + (" (doubled)" if invading != plain else "")


def _answer_words(state: DilemmaState, seat: Seat, move: DilemmaMove) -> str:
    claims = Claims(state.options.rules, state.round, state.players, state.plays or {})
    asked = (state.owed or {}).get(seat)
    attack = claims.attack_by(seat)
    parts: list[str] = []
    if asked is not None and asked.capture is not None and attack is not None:
        choice = move.capture or default_capture(asked.capture)
        said = capture_words(attack, choice)
        parts.append(said if move.capture else f"{said} (by default)")
    if asked is not None and asked.surrender is not None:
        given = move.surrender or default_surrender(claims, seat)
        for to, cards in given.items():
            said = f"surrender {_given_words((*cards.hand, *cards.in_play))} to {to}"
            parts.append(said if move.surrender else f"{said} (by default)")
    joined = "; ".join(parts) or "No answer"
    return joined[0].upper() + joined[1:]


def capture_words(attack: Attack, choice: str) -> str:
    """For example "capture 5♥ from Bob", or "take a card at random from Bob's hand"."""
    if choice == NOTHING:
        return f"capture nothing from {attack.target}"
    if choice == FROM_HAND:
        return f"take a card at random from {attack.target}'s hand"
    return f"capture {symbol(choice)} from {attack.target}"


def _given_words(cards: Sequence[str]) -> str:
    return symbols(cards) or "nothing"


def sentence(phrase: str) -> str:
    """The phrase as a sentence."""
    return phrase[0].upper() + phrase[1:] + "."
