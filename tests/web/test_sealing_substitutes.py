"""A substitute learns nothing of what was sent for their seat before it was theirs; nor does anybody else.

Worlds that differ only in what seat 2 has sent, and in which its referee then seats Eve. Whatever the answer to
the question whether a move stands, Eve and everybody else see the same bytes at every address, the database is
asked the same, and Eve is answered the same whatever she does.
"""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from referee.core.values import Value
from referee.services.access import Key
from referee.services.closing_rules import ClosingRules
from referee.services.opening import open_link
from referee.services.practice import play_practice
from referee.services.tenures import swap_seat
from referee.storage.tables import absences, metadata, submissions
from tests.web.client import LOOP, Answer
from tests.web.sealing import (
    DEEDS,
    DESKS,
    LATE,
    SECRET,
    SENT,
    Sight,
    assert_alike,
    cookies_of,
    events_while,
    seen,
)
from tests.web.statements import recorded
from tests.web.worlds import World, open_match, strike

SUBSTITUTE = str(SECRET)
"""Who holds the seat now; ``former`` held it when the deeds were done."""
VIEWERS = ("public", "1", SUBSTITUTE, "former", "referee", "operator")


TELLING = ("nothing", "a move", "three versions", "withdrawn", "late", "standing move")
"""What is done before a swap; looking at everything takes seconds for each."""


@pytest.fixture
def new_match(new_server: Callable[..., World]) -> Callable[..., World]:
    """Makes worlds that are alike to the last byte, before anything is done."""

    def make(visibility: str = "hidden", **how: Any) -> World:
        return open_match(new_server(), visibility=visibility, **how)

    return make


def give_away(world: World, player: str | None, *, move_stands: bool) -> None:
    """The referee gives the secret seat to somebody, or to a practice player, and nobody opens a link."""
    world.chance.begin("the swap")
    swap_seat(
        world.ctx,
        Key("referee", world.match, None),
        world.match,
        SECRET,
        player,
        move_stands=move_stands,
        request_id="they take it over, 0001",
    )


def swapped(world: World, *, move_stands: bool) -> Answer:
    """Eve takes the secret seat over, by the API; what the referee is answered."""
    world.tokens["former"] = world.tokens[str(SECRET)]
    answer = world.look(
        "POST",
        f"/api/matches/{world.match}/desk/seats/{SECRET}/swap",
        token=world.tokens["referee"],
        json={"player": "Eve", "move_stands": move_stands, "request_id": "eve-takes-over-0001"},
    )
    assert answer.status == 201, answer.text
    world.chance.begin("the substitute opens the link")
    own = open_link(world.ctx, answer.json["token"], request_id="eve opens her link 0001")
    world.tokens[str(SECRET)] = own.token
    return answer


@pytest.mark.parametrize("move_stands", [True, False], ids=["stands", "does not stand"])
def test_nobody_can_tell_what_was_sent_before_a_swap(new_match, move_stands):
    first: dict[tuple[str, bool], dict[str, Sight]] = {}
    swaps = []
    for deed in TELLING:
        world = new_match()
        DEEDS[deed](world)
        swaps.append(swapped(world, move_stands=move_stands))
        for viewer in VIEWERS:
            picture = seen(world, viewer)
            plain = first.setdefault((viewer, viewer in DESKS and deed in LATE), picture)
            assert_alike(plain, picture, f"{viewer}: {deed}")
    assert all(swap == swaps[0] for swap in swaps)


@pytest.mark.parametrize("visibility", ["hidden", "count", "names"])
def test_nobody_can_tell_what_the_referee_has_answered(new_match, visibility):
    first: dict[str, dict[str, Sight]] = {}
    for move_stands in (True, False):
        world = new_match(visibility)
        DEEDS["a move"](world)
        swapped(world, move_stands=move_stands)
        for viewer in ("public", "1", SUBSTITUTE, "referee"):
            picture = {
                address: sight
                for address, sight in seen(world, viewer).items()
                if not address.endswith("/link")  # it is random, and shown to its own holder
            }
            assert_alike(first.setdefault(viewer, picture), picture, f"{viewer}: {move_stands}")


@pytest.mark.parametrize("visibility", ["hidden", "count", "names"])
def test_nobody_can_tell_it_when_a_practice_player_takes_over_either(new_match, visibility):
    first: dict[tuple[str, bool], dict[str, Sight]] = {}
    for move_stands in (True, False):
        world = new_match(visibility)
        DEEDS["a move"](world)
        give_away(world, None, move_stands=move_stands)
        for has_moved in (False, True):
            if has_moved:
                play_practice(world.ctx, world.match, 2)
            for viewer in ("public", "1", "referee"):
                picture = seen(world, viewer)
                plain = first.setdefault((viewer, has_moved), picture)
                assert_alike(plain, picture, f"{viewer}: {move_stands}")


@pytest.mark.parametrize("move_stands", [True, False], ids=["stands", "does not stand"])
@pytest.mark.parametrize("visibility", ["names"])
def test_a_swap_tells_no_more_than_the_setting_grants(new_match, visibility, move_stands):
    first: dict[str, dict[str, Sight]] = {}
    for deed in SENT[1:]:
        world = new_match(visibility)
        DEEDS[deed](world)
        swapped(world, move_stands=move_stands)
        for viewer in ("public", SUBSTITUTE, "referee"):
            picture = seen(world, viewer)
            assert_alike(first.setdefault(viewer, picture), picture, f"{viewer}: {deed}")


def test_nobody_can_tell_in_a_game_of_hidden_hands_either(new_match):
    first: dict[str, dict[str, Sight]] = {}
    for deed in ("nothing", "three versions", "withdrawn"):
        world = new_match(game="royal-dilemma", rounds=0)
        DEEDS[deed](world)
        swapped(world, move_stands=True)
        for viewer in ("1", SUBSTITUTE, "referee"):
            picture = seen(world, viewer)
            assert_alike(first.setdefault(viewer, picture), picture, f"{viewer}: {deed}")


ACTS: Mapping[str, Callable[[World], Mapping[str, Any]]] = {
    "withdraw": lambda _: {"phase": 2, "request_id": "eve-takes-it-back-0001"},
    "ready": lambda _: {"phase": 2},
    "moves": lambda _: {
        "phase": 2,
        "move": strike("Cal"),
        "request_id": "the-first-form-of-eve",
    },
    "preview": lambda _: {"phase": 2, "move": strike("Cal")},
}


@pytest.mark.parametrize("act", ACTS)
def test_the_substitute_is_answered_alike_whatever_they_do(new_match, act):
    """Taking back what may be there, being ready with it, replacing it: the version is its own, too."""
    answers: list[Sight] = []
    for deed in TELLING:
        for move_stands in (True, False):
            world = new_match(closing=ClosingRules(early_close="ready"))
            DEEDS[deed](world)
            swapped(world, move_stands=move_stands)
            world.app.state.writer.start()
            path = f"/api/matches/{world.match}/seats/{SECRET}/{act}"
            with recorded(world.ctx) as statements:
                answer = world.look(
                    "POST", path, token=world.tokens[SUBSTITUTE], json=dict(ACTS[act](world))
                )
            world.app.state.writer.stop()
            answers.append(Sight(answer, tuple(statements)))
            assert answers[-1] == answers[0], f"{act}: {deed}, {move_stands}"


def test_the_substitute_sees_the_same_after_they_have_sent(new_match):
    pictures = []
    for deed in TELLING:
        world = new_match()
        DEEDS[deed](world)
        swapped(world, move_stands=True)
        world.chance.begin("the substitute sends")
        world.send(SECRET, strike("Cal"), phase=2, request_id="the first form")
        pictures.append(seen(world, SUBSTITUTE))
        assert_alike(pictures[0], pictures[-1], deed)


def test_in_the_minutes_of_grace_the_substitute_may_move_whatever_stands(new_match):
    answers = []
    for deed in ("nothing", "a move", "withdrawn"):
        world = new_match(closing=ClosingRules(grace_minutes=60))
        DEEDS[deed](world)
        world.clock.forward(hours=23, minutes=10)
        swapped(world, move_stands=True)
        sights = seen(world, SUBSTITUTE)
        world.chance.begin("the substitute sends in time")
        answers.append((world.send(SECRET, strike("Cal"), phase=2, request_id="late"), sights))
        assert isinstance(answers[-1][0], Value), answers[-1][0]
        assert answers[-1][0] == answers[0][0]
        assert_alike(answers[0][1], sights, deed)


def test_a_receipt_from_before_is_unknown_to_the_substitute_until_the_close(new_match):
    world = new_match()
    receipt = world.send(SECRET, strike("Ann"), phase=2, request_id="a form")
    swapped(world, move_stands=True)
    path = f"/api/matches/{world.match}/receipts/check"
    body = {"receipt": receipt.model_dump(mode="json")}
    told = world.look("POST", path, cookies=cookies_of(world, SUBSTITUTE), json=body)
    assert told.json["fate"] == "unknown"
    world.close(2)
    told = world.look("POST", path, cookies=cookies_of(world, SUBSTITUTE), json=body)
    assert told.json["fate"] == "counted"


@pytest.mark.parametrize("viewer", ["public", "1", SUBSTITUTE, "referee"])
def test_the_event_stream_tells_nothing_of_it(new_match, viewer):
    """To others that there is somebody else; to the substitute what they have sent themselves."""
    streams = []
    for deed in ("nothing", "three versions", "withdrawn", "standing move"):
        for move_stands in (True, False):
            world = new_match()
            DEEDS[deed](world)

            def swap(world: World, move_stands: bool = move_stands) -> None:
                give_away(world, "Eve", move_stands=move_stands)

            def send(world: World) -> None:
                world.send(SECRET, strike("Cal"), phase=2, request_id="the first form")

            act = swap
            if viewer == SUBSTITUTE:
                swapped(world, move_stands=move_stands)
                act = send
            streams.append(LOOP.run(events_while(world, viewer, act)))
    assert len(streams[0]) > 2, "the headers, the present revision, and a change"
    assert all(stream == streams[0] for stream in streams)


HASHES = {"keys": ("token_hash",), "requests": ("act", "token_hash")}
"""What follows from the form and the server's secret."""


def test_no_row_but_the_sealed_ones_tells_of_it(new_match):
    stored = []
    for deed in DEEDS:
        for move_stands in (True, False):
            world = new_match()
            DEEDS[deed](world)
            swapped(world, move_stands=move_stands)
            with world.ctx.store.read() as connection:
                stored.append(
                    {
                        table.name: [
                            {
                                name: value
                                for name, value in row._mapping.items()
                                if name not in HASHES.get(table.name, ())
                            }
                            for row in connection.execute(
                                table.select().order_by(*table.primary_key)
                            )
                        ]
                        for table in metadata.sorted_tables
                        if table not in (submissions, absences)
                    }
                )
            stored[-1]["keys"].sort(key=repr)
    assert len(stored[0]["tenures"]) == 4
    assert all(one == stored[0] for one in stored)
