"""Nobody learns what another holds: worlds that differ only in one hand and the deck look the same to all others.

In one of the worlds the second seat's lowest card has changed places with the deck's last one. Every GET
route, found by itself, is asked as the public, as the other seats, as the referee and the operator: when
the hands have been dealt, while the round waits for that seat's choice, and when the card it chose, or the
default chose, has gone from its hand into another. Status, headers and bytes must be equal but for
hashes: these bind secrets, with numbers that nobody can guess before they are shown.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest

from referee.core.dice import Dice
from referee.core.game import Resolution
from referee.core.seats import Seat
from referee.games import GAMES_BY_SLUG
from referee.games.royal_dilemma.cards import in_order, lowest_first, spoken, symbol
from referee.games.royal_dilemma.game import RoyalDilemma
from referee.games.royal_dilemma.options import DilemmaOptions
from referee.games.royal_dilemma.state import DilemmaState
from referee.services import reading
from referee.services.access import Key
from referee.services.phases import load_phase
from referee.services.reading_models import Receipt
from tests.web.client import Answer
from tests.web.routes import routes
from tests.web.worlds import World, new_world, open_match

GAME = RoyalDilemma.info.slug
SECRET = 2
"""The seat that holds another card."""
OTHERS = ("public", "1", "3", "referee", "operator")
BYSTANDERS = ("public", "3", "referee", "operator")
"""Those from whom a card stays hidden that seat 2 hands to seat 1."""

_HASHES = re.compile(rb"[0-9a-f]{64}|[0-9A-F]{4}(?:-[0-9A-F]{4}){4}")


class OtherwiseDealt(RoyalDilemma):
    """The same game, but that the second player's lowest card and the deck's last one change places."""

    def setup(
        self, options: DilemmaOptions, seats: Sequence[Seat], dice: Dice
    ) -> Resolution[DilemmaState]:
        dealt = super().setup(options, seats, dice)
        bob, last = dealt.state.players[1], dealt.state.deck[-1]
        lowest = lowest_first(bob.hand)[0]
        assert lowest != last
        hand = in_order((last, *(card for card in bob.hand if card != lowest)))
        players = list(dealt.state.players)
        players[1] = bob.model_copy(update={"hand": hand})
        state = dealt.state.model_copy(
            update={"players": tuple(players), "deck": (*dealt.state.deck[:-1], lowest)}
        )
        return Resolution(state, dealt.events)


@pytest.fixture
def new_dealt(new_sqlite_url) -> Iterator[Callable[[RoyalDilemma], World]]:
    """Makes worlds in which this game's hands have just been dealt to three."""
    made = []

    def make(game: RoyalDilemma) -> World:
        world = new_world(new_sqlite_url(), games={**GAMES_BY_SLUG, GAME: game})
        made.append(world)
        return open_match(world, game=GAME, options={"edition": "capture-tribute"}, rounds=0)

    yield make
    for world in made:
        world.app.state.writer.stop()
        world.ctx.store.close()


def hand(world: World, seat: int) -> tuple[str, ...]:
    """The cards a seat holds in the newest phase."""
    phase = reading.match_page(world.ctx, world.match, None).phase
    assert phase is not None
    state = load_phase(world.ctx, world.match, phase.number).state
    assert isinstance(state, DilemmaState)
    return state.players[seat - 1].hand


def addresses(world: World) -> Iterator[str]:
    """Every address that can be asked for, streams excepted: their words are the pages' revisions."""
    posts = [post.post_id for post in reading.posts(world.ctx, world.match)]
    values = {
        "match": [world.match],
        "seat": [1, SECRET, 3],
        "phase": [1, 2, 3],
        "number": [1, 2, 3],
        "post": posts,
        "post_id": posts,
        "game": [GAME],
        "slug": [GAME],
        "version": [1],
        "absence": [1],
        "token": ["nosuchtoken"],
    }
    for route in routes(world.app):
        if route.is_safe and not route.is_stream and "{match}" in route.path:
            yield from route.addresses(values)


def seen(world: World, viewer: str) -> dict[str, Answer]:
    """Everything a viewer can see of the match, by address."""
    return {
        address: world.look("GET", address, cookies=world.cookies_of(viewer))
        for address in addresses(world)
    }


def assert_alike(worlds: tuple[World, World], viewers: Sequence[str], what: str) -> None:
    """Status, headers and bytes are the same at every address, but for hashes."""
    for viewer in viewers:
        one, other = (seen(world, viewer) for world in worlds)
        assert one.keys() == other.keys()
        for address in one:
            told = f"{what}, to {viewer}: {address}"
            assert one[address].status == other[address].status, told
            assert _headers(one[address]) == _headers(other[address]), told
            assert _masked(one[address].body) == _masked(other[address].body), told


def _masked(text: bytes) -> bytes:
    return _HASHES.sub(b"#", text)


def _headers(answer: Answer) -> list[tuple[bytes, bytes]]:
    return [(name, _masked(value)) for name, value in answer.raw_headers]


def _send(world: World, seat: int, move: Mapping[str, object], *, phase: int) -> None:
    world.chance.begin(f"seat {seat} in phase {phase}")
    receipt = world.send(seat, dict(move), phase=phase, request_id=f"seat {seat}, {phase}")
    assert isinstance(receipt, Receipt), receipt


@pytest.mark.parametrize("chosen", [True, False], ids=["chosen", "by default"])
def test_nobody_can_tell_what_another_holds_or_what_left_its_hand(new_dealt, chosen):
    worlds = new_dealt(RoyalDilemma()), new_dealt(OtherwiseDealt())
    lowest = [lowest_first(hand(world, SECRET))[0] for world in worlds]
    assert hand(worlds[0], SECRET) != hand(worlds[1], SECRET)
    assert hand(worlds[0], 1) == hand(worlds[1], 1)
    own = [seen(world, str(SECRET)) for world in worlds]
    assert {at for at in own[0] if _masked(own[0][at].body) != _masked(own[1][at].body)}
    assert_alike(worlds, OTHERS, "dealt")

    for world in worlds:
        _send(world, 1, {"target": "Bob", "card": hand(world, 1)[0]}, phase=1)
        world.chance.begin("close 1")
        world.close(1)
    assert_alike(worlds, OTHERS, "a choice is owed")
    for world in worlds:
        page = reading.seat_page(world.ctx, Key("seat", world.match, SECRET))
        assert page.decision is not None
        assert [field.name for field in page.decision.fields] == ["surrender.Ann.hand"]

    gone = list(lowest)
    for at, world in enumerate(worlds):
        if chosen:
            gone[at] = (set(hand(world, SECRET)) - set(hand(worlds[1 - at], SECRET))).pop()
            given = {"surrender": {"Ann": {"hand": [gone[at]], "in_play": []}}}
            _send(world, SECRET, given, phase=2)
        world.chance.begin("close 2")
        world.close(2)
    assert gone[0] != gone[1], "the two worlds should differ in what was handed over"
    assert_alike(worlds, BYSTANDERS, "a card has gone from hand to hand")
    for world, card in zip(worlds, gone, strict=True):
        mine = f"/matches/{world.match}/phases/2"
        taker = world.look("GET", mine, cookies=world.cookies_of("1")).text
        public = world.look("GET", mine).text
        assert symbol(card) in taker
        assert symbol(card) not in public
        assert spoken(card) not in public
