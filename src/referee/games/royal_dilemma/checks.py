"""What is wrong, or merely unwise, about one seat's move: in sentences that name card and reason."""

from collections.abc import Iterator, Sequence
from typing import Literal

from referee.core.problems import Problem
from referee.core.seats import Seat
from referee.games.royal_dilemma.cards import is_card, symbol, symbols
from referee.games.royal_dilemma.checks_of_surrender import about_surrender
from referee.games.royal_dilemma.claims import Claims
from referee.games.royal_dilemma.complaints import illegal, not_in_hand
from referee.games.royal_dilemma.moves import NOTHING, DilemmaMove
from referee.games.royal_dilemma.state import DilemmaState
from referee.games.royal_dilemma.table import FROM_HAND, Owed, Play, Player, player_named


def problems(state: DilemmaState, seat: Seat, move: DilemmaMove) -> Sequence[Problem]:
    """What is wrong or unwise about a move; nothing but the illegal if anything is."""
    player = player_named(state.players, seat)
    if player is None:
        return (illegal("seat-unknown", f"Nobody called “{seat}” plays in this match."),)
    if state.finished:
        return (illegal("match-over", "The match is over: no more moves are taken."),)
    found = tuple(
        _about_play(state, player, move)
        if state.phase == "play"
        else _about_answer(state, player, move)
    )
    return tuple(problem for problem in found if problem.is_illegal) or found


def _about_play(state: DilemmaState, player: Player, move: DilemmaMove) -> Iterator[Problem]:
    if move.is_answer:
        what = "capture" if move.capture is not None else "surrender"
        yield illegal(
            "choice-not-asked",
            f"You were not asked what to {what}: cards are being played, and choices come after "
            "the plays are revealed. Send a card and a target, or pass.",
            what,
            "RD-09",
        )
        return
    if not move.is_play:
        return
    if move.target is None:
        yield illegal(
            "target-missing",
            f"You chose {_named(move.card)} and nobody to aim it at. Choose a player: yourself to "
            "build, another to invade.",
            "target",
            "RD-21",
        )
    elif player_named(state.players, move.target) is None:
        yield illegal(
            "target-unknown",
            f"Nobody called “{move.target}” plays in this match. Choose one of the players.",
            "target",
            "RD-01",
        )
    if move.card is None:
        yield illegal(
            "card-missing",
            "You chose a target and no card. Choose a card from your hand, or pass.",
            "card",
            "RD-21",
        )
    elif move.card not in player.hand:
        yield not_in_hand(state, player, move.card, "card")
    else:
        yield from _out_of_reach(state, player, move)


def _named(card: str | None) -> str:
    return "no card" if card is None else symbol(card)


def _out_of_reach(state: DilemmaState, player: Player, move: DilemmaMove) -> Iterator[Problem]:
    """A warning if an invasion would find nothing to take, as things stand on the table."""
    target = player_named(state.players, move.target) if move.target else None
    if target is None or target is player or state.options.rules.captures != "in-reach":
        return
    if not target.in_play or move.card is None:
        return
    plays = {player.name: Play(target=target.name, card=move.card)}
    claims = Claims(state.options.rules, state.round, state.players, plays)
    attack = claims.attack_by(player.name)
    if attack is not None and not claims.takeable(attack):
        yield Problem(
            code="nothing-in-reach",
            text=(
                f"Power {attack.power} reaches none of the cards {target.name} has in play now; "
                "only what they build this round could be in reach."
            ),
            field="card",
            severity="warning",
            rulings=("RD-31",),
        )


def _about_answer(state: DilemmaState, player: Player, move: DilemmaMove) -> Iterator[Problem]:
    if move.is_play or move.is_pass or move.standing is not None:
        yield illegal(
            "play-in-choice-phase",
            f"{_played(move)} comes too late: this round's cards are revealed, and only the "
            "choices they led to are open.",
            "card" if move.is_play else None,
            "RD-09",
        )
        return
    asked = (state.owed or {}).get(player.name, Owed())
    claims = Claims(state.options.rules, state.round, state.players, state.plays or {})
    if asked == Owed():
        yield illegal(
            "choice-not-asked",
            "You owe no choice this round: nothing is asked of you.",
            None,
            "RD-09",
        )
    elif move.capture is not None and asked.capture is None:
        yield _not_asked("capture")
    elif move.surrender is not None and asked.surrender is None:
        yield _not_asked("surrender")
    else:
        if move.capture is not None and asked.capture is not None:
            yield from _about_capture(claims, player, move.capture, asked.capture)
        elif asked.capture is not None:
            yield _left_to_default("capture", "The highest card in reach will be captured.")
        if move.surrender is not None:
            yield from about_surrender(state, claims, player, move.surrender)
        elif asked.surrender is not None:
            yield _left_to_default("surrender", "The lowest cards will be surrendered.")


def _played(move: DilemmaMove) -> str:
    return f"Playing {symbol(move.card)}" if move.card is not None else "A play or a pass"


def _not_asked(what: Literal["capture", "surrender"]) -> Problem:
    return illegal(
        "choice-not-asked",
        f"You were not asked what to {what}. Answer only what is asked.",
        what,
        "RD-09",
    )


def _left_to_default(what: Literal["capture", "surrender"], happens: str) -> Problem:
    return Problem(
        code="choice-left-to-default",
        text=f"You have not said what to {what}. {happens}",
        field=what,
        severity="warning",
    )


def _about_capture(
    claims: Claims, player: Player, choice: str, takeable: Sequence[str]
) -> Iterator[Problem]:
    attack = claims.attack_by(player.name)
    if choice == NOTHING or choice in takeable or attack is None:
        return
    target = claims.players[attack.target]
    if choice == FROM_HAND:
        text = (
            f"{target.name} has no card in hand to take."
            if claims.edition.captures == "any-or-hand"
            else "In this edition nothing is taken from a hand; choose a card in play, or nothing."
        )
        yield illegal("capture-from-hand", text, "capture", "RD-31", "RD-40")
    elif not is_card(choice):
        yield illegal("card-unknown", f"“{choice}” is not a card.", "capture", "RD-02")
    elif choice not in target.in_play:
        yield illegal(
            "capture-not-there",
            f"{symbol(choice)} is not in play under {target.name}'s control, so you cannot capture "
            f"it from them. You may take {symbols(c for c in takeable if is_card(c))}.",
            "capture",
            "RD-26",
        )
    else:
        yield illegal(
            "capture-out-of-reach",
            f"{symbol(choice)} counts {claims.counts(choice, attack)}, and your power of "
            f"{attack.power} does not reach it.",
            "capture",
            "RD-31",
            "RD-25",
        )
