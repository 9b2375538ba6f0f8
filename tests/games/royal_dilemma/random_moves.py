"""Random legal moves, wilder than a practice player's: every kind of answer comes up."""

from referee.core.dice import Dice
from referee.core.seats import Seat
from referee.games.royal_dilemma.claims import Claims, left_after
from referee.games.royal_dilemma.moves import DilemmaMove
from referee.games.royal_dilemma.state import DilemmaState
from referee.games.royal_dilemma.surrender import Payable, meets, spare
from referee.games.royal_dilemma.table import Owed, Player


def random_moves(state: DilemmaState, dice: Dice) -> dict[Seat, DilemmaMove]:
    """For each seat a legal move, or none."""
    moves = {}
    for player in state.players:
        if dice.below(12) == 0:
            continue
        if state.phase == "play" and player.hand:
            moves[player.name] = _play(state, player, dice)
        elif player.name in (state.owed or {}):
            moves[player.name] = _answer(state, player, dice)
    return moves


def _play(state: DilemmaState, player: Player, dice: Dice) -> DilemmaMove:
    standing = {
        "capture": dice.pick(["highest", None, None]),
        "surrender": dice.pick(["lowest", None, None]),
    }
    if dice.below(8) == 0:
        return DilemmaMove.model_validate({"pass": True, "standing": standing})
    target = dice.pick(state.players).name
    return DilemmaMove.model_validate(
        {"target": target, "card": dice.pick(player.hand), "standing": standing}
    )


def _answer(state: DilemmaState, player: Player, dice: Dice) -> DilemmaMove:
    asked = (state.owed or {}).get(player.name, Owed())
    said: dict[str, object] = {}
    if asked.capture is not None and dice.below(6):
        said["capture"] = dice.pick([None, *asked.capture, *asked.capture])
    if asked.surrender is not None and dice.below(6):
        said["surrender"] = _surrender(state, player, dice)
    return DilemmaMove.model_validate(said)


def _surrender(state: DilemmaState, player: Player, dice: Dice) -> dict[str, object]:
    claims = Claims(state.options.rules, state.round, state.players, state.plays or {})
    given: dict[str, object] = {}
    gone: list[tuple[str, bool]] = []
    shuffled = list(dice.shuffled(player.hand))
    for due in claims.dues(player.name):
        if claims.edition.levies != "value":
            given[due.attack.attacker] = {"hand": shuffled[: due.amount]}
            del shuffled[: due.amount]
            continue
        chosen = _random_set(left_after(claims.payable(due.attack), gone), due.amount, dice)
        gone += ((card.card, card.in_play) for card in chosen)
        given[due.attack.attacker] = {
            "hand": [card.card for card in chosen if not card.in_play],
            "in_play": [card.card for card in chosen if card.in_play],
        }
    return given


def _random_set(cards: list[Payable], demand: int, dice: Dice) -> list[Payable]:
    """Cards until they meet the demand, less what proves spare; all of them if they do not."""
    chosen: list[Payable] = []
    for card in dice.shuffled(cards):
        if meets(chosen, demand):
            break
        chosen.append(card)
    while meets(chosen, demand) and (extra := spare(dice.shuffled(chosen), demand)) is not None:
        chosen.remove(extra)
    return chosen
