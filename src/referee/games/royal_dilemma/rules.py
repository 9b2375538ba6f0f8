"""A match from its deal to its end: the setup, the two kinds of phase, and what follows a round."""

from collections.abc import Mapping, Sequence

from referee.core.dice import Dice
from referee.core.events import Event
from referee.core.game import Resolution
from referee.core.outcome import Outcome
from referee.core.seats import Seat
from referee.games.royal_dilemma.cards import FACES, SUITS, VALUE, in_order, without
from referee.games.royal_dilemma.claims import Claims
from referee.games.royal_dilemma.dealing import draw_numbers, draws, shuffled_deck
from referee.games.royal_dilemma.events import (
    Built,
    Discarded,
    Drew,
    Ended,
    Fought,
    Invaded,
    Opened,
    Passed,
    RanOut,
    Returned,
    Waited,
)
from referee.games.royal_dilemma.moves import DilemmaMove
from referee.games.royal_dilemma.options import DilemmaOptions
from referee.games.royal_dilemma.settling import moved, settle
from referee.games.royal_dilemma.state import DilemmaState
from referee.games.royal_dilemma.table import Owed, Play, Player


def dealt(options: DilemmaOptions, seats: Sequence[Seat], dice: Dice) -> Resolution[DilemmaState]:
    """The shuffle, an opening card in play for everybody, and the first round's draw (RD-03, RD-20)."""
    deck = shuffled_deck(options.decks, dice)
    opening, deck = deck[: len(seats)], deck[len(seats) :]
    state = DilemmaState.model_construct(
        options=options,
        round=1,
        phase="play",
        deck=deck,
        discard=(),
        deck_ran_out=False,
        players=tuple(
            Player(name=seat, face=FACES[at], suit=SUITS[at], hand=(), in_play=(opening[at],))
            for at, seat in enumerate(seats)
        ),
        plays=None,
        owed=None,
        finished=False,
    )
    facts = tuple(
        Opened(seat=seat, card=card, rulings=("RD-20",))
        for seat, card in zip(seats, opening, strict=True)
    )
    drawn = _after_draw(state, 1)
    return Resolution(drawn.state, facts + drawn.events)


def plays_revealed(
    state: DilemmaState, moves: Mapping[Seat, DilemmaMove], dice: Dice
) -> Resolution[DilemmaState]:
    """A play phase: builds, battles and invasions; then choices if somebody owes one (RD-09, RD-10)."""
    plays: dict[Seat, Play] = {}
    players: list[Player] = []
    facts: list[Event] = []
    for player in state.players:
        move = moves.get(player.name)
        if move is None or move.target is None or move.card is None:
            facts.append(Passed(seat=player.name, had_cards=bool(player.hand), rulings=("RD-06",)))
            players.append(player)
            continue
        plays[player.name] = Play(target=move.target, card=move.card)
        hand, in_play = without(player.hand, (move.card,)), player.in_play
        if move.target == player.name:
            in_play = in_order((*in_play, move.card))
            facts.append(Built(seat=player.name, card=move.card, rulings=("RD-22",)))
        players.append(player.holding(hand, in_play))
    claims = Claims(state.options.rules, state.round, players, plays)
    facts = _in_seat_order(players, [*facts, *_clash_facts(claims)])
    revealed = state.model_copy(update={"players": tuple(players), "plays": plays})
    owed = _without_standing(claims.questions(), moves)
    if not owed:
        settled = _settled(revealed, claims, {}, dice)
        return Resolution(settled.state, (*facts, *settled.events))
    waiting = revealed.model_copy(update={"phase": "choice", "owed": owed})
    return Resolution(waiting, (*facts, Waited(rulings=("RD-09",))))


def choices_revealed(
    state: DilemmaState, moves: Mapping[Seat, DilemmaMove], dice: Dice
) -> Resolution[DilemmaState]:
    """A choice phase: the answers, and the default for everything not answered."""
    claims = Claims(state.options.rules, state.round, state.players, state.plays or {})
    return _settled(state, claims, moves, dice)


def outcome(state: DilemmaState) -> Outcome | None:
    """The standings by the printed values in play, once the match is over (RD-08)."""
    if not state.finished:
        return None
    return Outcome.by_score(
        {player.name: sum(VALUE[card] for card in player.in_play) for player in state.players}
    )


def _clash_facts(claims: Claims) -> list[Event]:
    facts: list[Event] = [
        Fought(
            first=battle.first,
            second=battle.second,
            first_card=battle.first_card,
            second_card=battle.second_card,
            first_strength=battle.first_strength,
            second_strength=battle.second_strength,
            winner=battle.winner,
            rulings=("RD-23",),
        )
        for battle in claims.clash.battles
    ]
    facts += (
        Invaded(
            seat=attack.attacker,
            target=attack.target,
            card=attack.card,
            power=attack.power,
            rulings=("RD-24",),
        )
        for attack in claims.clash.attacks
        if not attack.is_won_battle
    )
    return facts


def _in_seat_order(players: Sequence[Player], facts: Sequence[Event]) -> list[Event]:
    """What everybody did, in seat order; a battle stands where the first of the two sits."""
    place = {player.name: at for at, player in enumerate(players)}
    return sorted(
        facts,
        key=lambda fact: (
            place[fact.first]
            if isinstance(fact, Fought)
            else place[fact.seat]
            if isinstance(fact, Passed | Built | Invaded)
            else len(place)
        ),
    )


def _without_standing(
    questions: Mapping[Seat, Owed], moves: Mapping[Seat, DilemmaMove]
) -> dict[Seat, Owed]:
    """The questions less those that standing choices answer (RD-10)."""
    owed: dict[Seat, Owed] = {}
    for seat, asked in questions.items():
        move = moves.get(seat)
        left = Owed(
            capture=None if move and move.stands_for("capture") else asked.capture,
            surrender=None if move and move.stands_for("surrender") else asked.surrender,
        )
        if left != Owed():
            owed[seat] = left
    return owed


def _settled(
    state: DilemmaState, claims: Claims, answers: Mapping[Seat, DilemmaMove], dice: Dice
) -> Resolution[DilemmaState]:
    """Everything changes sides at once; then revealed cards go back or are discarded (RD-23, RD-24)."""
    transfers, settled_facts = settle(claims, answers, dice)
    facts = list(settled_facts)
    losers = {seat for battle in claims.clash.battles for seat in battle.losers}
    players: list[Player] = []
    discard = list(state.discard)
    for player in state.players:
        hand = moved(player.hand, transfers, player.name, "hand")
        in_play = moved(player.in_play, transfers, player.name, "in_play")
        play = (state.plays or {}).get(player.name)
        if play is not None and play.target != player.name:
            if player.name in losers:
                discard.append(play.card)
                facts.append(Discarded(seat=player.name, card=play.card, rulings=("RD-23",)))
            else:
                hand = in_order((*hand, play.card))
                ruling = (
                    "RD-23"
                    if any(player.name in (b.first, b.second) for b in claims.clash.battles)
                    else "RD-24"
                )
                facts.append(Returned(seat=player.name, card=play.card, rulings=(ruling,)))
        players.append(player.holding(hand, in_play))
    after = state.model_copy(
        update={
            "phase": "play",
            "players": tuple(players),
            "discard": tuple(discard),
            "plays": None,
            "owed": None,
        }
    )
    ended = _round_over(after)
    return Resolution(ended.state, (*facts, *ended.events))


def _round_over(state: DilemmaState) -> Resolution[DilemmaState]:
    """The end of the game after its last round, or else the next round's draw (RD-08, RD-45)."""
    if state.deck_ran_out:
        return _finished(state, Ended(because="deck", rulings=("RD-08",)))
    if state.options.rules.ends_empty and not any(p.hand or p.in_play for p in state.players):
        return _finished(state, Ended(because="no-cards", rulings=("RD-45",)))
    return _after_draw(state, state.round + 1)


def _after_draw(state: DilemmaState, round_number: int) -> Resolution[DilemmaState]:
    """The round's draw; the game ends here if nobody holds a card, or by ``last_round`` (RD-08)."""
    numbers = draw_numbers(state.options.rules, state.players)
    drawn = draws(state.deck, state.players, round_number, numbers)
    deck = state.deck[sum(map(len, drawn.values())) :]
    drawing = "RD-30" if state.options.rules.draws_own_suit else "RD-41"
    facts: list[Event] = [
        Drew(
            seat=seat,
            round=round_number,
            number=len(cards),
            wanted=numbers[seat],
            cards=cards,
            rulings=("RD-05", drawing),
        )
        for seat, cards in drawn.items()
    ]
    if not deck:
        facts.append(RanOut(rulings=("RD-08",)))
    after = state.model_copy(
        update={
            "round": round_number,
            "deck": deck,
            "deck_ran_out": not deck,
            "players": tuple(
                player.holding(in_order((*player.hand, *drawn[player.name])), player.in_play)
                for player in state.players
            ),
        }
    )
    if not deck and state.options.last_round == "stop":
        ended = _finished(after, Ended(because="deck", rulings=("RD-08",)))
    elif not any(player.hand for player in after.players):
        ended = _finished(after, Ended(because="no-cards", rulings=("RD-08",)))
    else:
        return Resolution(after, tuple(facts))
    return Resolution(ended.state, (*facts, *ended.events))


def _finished(state: DilemmaState, fact: Ended) -> Resolution[DilemmaState]:
    return Resolution(state.model_copy(update={"finished": True}), (fact,))
