"""What one seat hides changes nothing in anybody else's view, phase or report.

Tried on random positions of every edition: some of a seat's hidden cards are exchanged for cards of the
deck, or of another seat's hand, and whoever can see neither must not be able to tell. Two things are
theirs to learn by the rules, and are kept out of the comparison: the cards a player receives from that
hand themselves; and, in the editions that pay by value, what RD-09 lets everybody see: whether the debtor
had a choice, and how many cards they gave (RD-43).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest

from referee.core.dice import Dice
from referee.core.events import Event
from referee.core.seats import Seat
from referee.games.royal_dilemma.cards import CARDS, in_order, symbol
from referee.games.royal_dilemma.editions import EDITIONS
from referee.games.royal_dilemma.events import Surrendered, Took, seen_by
from referee.games.royal_dilemma.moves import DilemmaMove, Given
from referee.games.royal_dilemma.options import DilemmaOptions
from referee.games.royal_dilemma.state import DilemmaState
from tests.games.royal_dilemma.random_moves import random_moves
from tests.games.royal_dilemma.situations import GAME, NAMES, answer, play, table

MATCHES = 4


@dataclass(frozen=True)
class Position:
    """A state, legal moves in it, and the seed of its phase."""

    state: DilemmaState
    moves: Mapping[Seat, DilemmaMove]
    dice: tuple[bytes, int]


def positions(edition: str) -> Iterator[Position]:
    for number in range(MATCHES):
        seed = f"hidden {edition} {number}".encode()
        chance = Dice(seed, 1_000_000)
        options = DilemmaOptions.model_validate({"edition": edition, "decks": 1 + number % 2})
        state = GAME.setup(options, NAMES[: 2 + number % 3], Dice(seed, 0)).state
        phase = 0
        while not state.finished:
            phase += 1
            moves = random_moves(state, chance)
            yield Position(state, moves, (seed, phase))
            state = GAME.resolve(state, moves, Dice(seed, phase)).state


@dataclass(frozen=True)
class Variant:
    """The same position with other hidden cards; ``ignorant`` see none of those exchanged."""

    position: Position
    hider: Seat
    ignorant: tuple[Seat | None, ...]


def variants(position: Position, chance: Dice) -> Iterator[Variant]:
    """For each seat: a hidden card of its hand against one of the deck, and one of another hand."""
    state = position.state
    after = GAME.resolve(state, position.moves, Dice(*position.dice)).state
    undrawn = range(len(state.deck) - len(after.deck), len(state.deck))
    for at, player in enumerate(state.players):
        mine = _hidden(position, player.name, player.hand)
        others = [p.name for p in state.players if p.name != player.name]
        if mine and undrawn:
            old, place = chance.pick(mine), chance.pick(undrawn)
            new = state.deck[place]
            deck = (*state.deck[:place], old, *state.deck[place + 1 :])
            yield Variant(
                _exchanged(position, {at: (old, new)}, deck), player.name, (None, *others)
            )
        for other_at, other in enumerate(state.players[:at]):
            theirs = _hidden(position, other.name, other.hand)
            if mine and theirs:
                old, new = chance.pick(mine), chance.pick(theirs)
                both = {at: (old, new), other_at: (new, old)}
                rest = [name for name in others if name != other.name]
                yield Variant(_exchanged(position, both, state.deck), player.name, (None, *rest))


def _hidden(position: Position, seat: Seat, hand: tuple[str, ...]) -> list[str]:
    """The cards of a hand that this phase's move does not reveal."""
    move = position.moves.get(seat)
    return [card for card in hand if move is None or card != move.card]


def _exchanged(
    position: Position, changes: Mapping[int, tuple[str, str]], deck: tuple[str, ...]
) -> Position:
    players = list(position.state.players)
    moves = dict(position.moves)
    for at, (old, new) in changes.items():
        player = players[at]
        cards = list(player.hand)
        cards[cards.index(old)] = new
        players[at] = player.model_copy(update={"hand": in_order(cards)})
        if player.name in moves:
            moves[player.name] = _renamed(moves[player.name], old, new)
    state = position.state.model_copy(update={"players": tuple(players), "deck": deck})
    return Position(state, moves, position.dice)


def _renamed(move: DilemmaMove, old: str, new: str) -> DilemmaMove:
    """The same answer with the other card in it."""
    if move.surrender is None or not any(old in given.hand for given in move.surrender.values()):
        return move
    given = dict(move.surrender)
    to = next(to for to, cards in given.items() if old in cards.hand)
    cards = list(given[to].hand)
    cards[cards.index(old)] = new
    given[to] = Given(hand=tuple(cards), in_play=given[to].in_play)
    return move.model_copy(update={"surrender": given})


def _is_legal(position: Position) -> bool:
    return not any(
        problem.is_illegal
        for seat, move in position.moves.items()
        for problem in GAME.check(position.state, seat, move)
    )


def _received(events: tuple[Event, ...], viewer: Seat | None) -> bool:
    """Whether the viewer was handed hidden cards, or had to hand some over."""
    return any(
        viewer
        in (
            (event.seat, event.to) if isinstance(event, Surrendered) else (event.seat, event.target)
        )
        for event in events
        if isinstance(event, Surrendered | Took)
    )


def _public(events: tuple[Event, ...]) -> list[Event]:
    return [seen_by(event, None) for event in events]


@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_else_can_tell_what_a_seat_hides(edition: str) -> None:
    chance = Dice(b"variants", 0)
    reports = 0
    for position in positions(edition):
        for variant in variants(position, chance):
            _same_before_it_closes(position, variant)
            reports += _same_report(position, variant, by_value=EDITIONS[edition].levies == "value")  # type: ignore[index]
    assert reports > 60


def _same_before_it_closes(position: Position, variant: Variant) -> None:
    was, now = position.state, variant.position.state
    phase_was, phase_now = GAME.phase(was), GAME.phase(now)
    assert phase_was is not None
    assert phase_now is not None
    assert phase_was.title == phase_now.title
    assert list(phase_was.decisions) == list(phase_now.decisions)
    for viewer in variant.ignorant:
        view_was, view_now = GAME.view(was, viewer), GAME.view(now, viewer)
        assert view_was == view_now
        assert view_was.model_dump_json() == view_now.model_dump_json()
        assert GAME.board(view_was) == GAME.board(view_now)
        assert GAME.measures(view_was) == GAME.measures(view_now)
        if viewer is None:
            continue
        assert phase_was.decisions.get(viewer) == phase_now.decisions.get(viewer)
        move = position.moves.get(viewer)
        if move is not None:
            assert GAME.check(was, viewer, move) == GAME.check(now, viewer, move)
            assert GAME.words(was, viewer, move) == GAME.words(now, viewer, move)


def _same_report(position: Position, variant: Variant, *, by_value: bool) -> int:
    """Compare the announcements; how many there were to compare."""
    if not _is_legal(variant.position):
        assert by_value, "only what is paid by value can become illegal"
        return 0
    was = GAME.resolve(position.state, position.moves, Dice(*position.dice))
    now = GAME.resolve(variant.position.state, variant.position.moves, Dice(*position.dice))
    if _public(was.events) != _public(now.events):
        assert by_value, "only RD-43 lets the public learn about a hand"
        return 0
    compared = 0
    for viewer in variant.ignorant:
        if viewer is not None and (_received(was.events, viewer) or _received(now.events, viewer)):
            continue
        compared += 1
        before, after = (
            GAME.report(p.state, p.moves, r, viewer)
            for p, r in ((position, was), (variant.position, now))
        )
        assert before == after
    return compared


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_report_holds_no_hidden_card_of_others(edition: str) -> None:
    """The other way round: every card a report names is one its reader may know."""
    for position in positions(edition):
        resolution = GAME.resolve(position.state, position.moves, Dice(*position.dice))
        for viewer in (None, *NAMES[: len(position.state.players)]):
            told = GAME.report(position.state, position.moves, resolution, viewer).model_dump_json()
            known = _known(position, resolution.state, resolution.events, viewer)
            for card in CARDS:
                name = symbol(card)
                # "0♠" must not find "10♠"
                assert card in known or name not in told.replace(f"1{name}", ""), (viewer, card)


def _known(
    position: Position, after: DilemmaState, events: tuple[Event, ...], viewer: Seat | None
) -> set[str]:
    known = {card for state in (position.state, after) for p in state.players for card in p.in_play}
    known |= set(after.discard)
    known |= {move.card for move in position.moves.values() if move.card is not None}
    known |= {p.card for p in (position.state.plays or {}).values()}
    known |= {p.card for p in (after.plays or {}).values()}
    for state in (position.state, after):
        known |= {card for p in state.players if p.name == viewer for card in p.hand}
    for event in events:
        if isinstance(event, Surrendered) and viewer in (event.seat, event.to):
            known |= set(event.hand or ())
        if isinstance(event, Took) and viewer in (event.seat, event.target) and event.card:
            known.add(event.card)
    return known


def test_a_card_not_in_hand_is_refused_in_the_same_words_wherever_it_is_hidden() -> None:
    in_deck = table("7D|", "8S|", "4H|")
    in_hand = table("7D|", "8S 2D|", "4H|", deck="3C 4C")
    move = play("2D", "Bob")
    assert GAME.check(in_deck, NAMES[0], move) == GAME.check(in_hand, NAMES[0], move)


def test_a_surrender_from_the_hand_may_be_read_by_its_giver_alone() -> None:
    state = table("3D|", "4S 6H 7H 8H 9D|", "|2H")
    choosing = GAME.resolve(state, {NAMES[0]: play("3D", "Bob")}, Dice(bytes(32), 1)).state
    given = answer(surrender={"Ann": {"hand": ["4S", "6H", "7H"]}})
    assert GAME.may_read(choosing, NAMES[1], given, NAMES[1])
    assert not GAME.may_read(choosing, NAMES[1], given, NAMES[0])
    assert not GAME.may_read(choosing, NAMES[1], given, None)
    assert GAME.may_read(state, NAMES[0], play("3D", "Bob"), None)


def test_a_surrender_is_told_by_number_to_all_but_giver_and_taker() -> None:
    state = table("3D|", "4S 6H 7H 8H 9D|", "|2H")
    choosing = GAME.resolve(state, {NAMES[0]: play("3D", "Bob")}, Dice(bytes(32), 1)).state
    moves = {NAMES[1]: answer(surrender={"Ann": {"hand": ["6H", "7H", "8H"]}})}
    resolution = GAME.resolve(choosing, moves, Dice(bytes(32), 2))
    told = {
        viewer: GAME.report(choosing, moves, resolution, viewer).model_dump_json()
        for viewer in (None, *NAMES[:3])
    }
    for viewer, text in told.items():
        assert "3 cards from the hand" in text
        assert ("6♥" in text) == (viewer in (NAMES[0], NAMES[1]))
