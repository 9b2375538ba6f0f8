"""Worlds that differ only in what one seat has done, and all that others can see of them."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from referee.services import matches, reading
from referee.services.absences import announce_absence, take_absence_back
from referee.services.access import Key
from referee.services.context import Context
from referee.services.errors import Refusal
from referee.services.opening import open_link
from referee.web.live import Revisions
from tests.web.client import ORIGIN, Answer, scope_of
from tests.web.routes import routes
from tests.web.statements import recorded
from tests.web.worlds import World, strike

SECRET = 2
"""The seat whose doings nobody else may see."""
VIEWERS = ("public", "1", "3", "former", "referee", "operator")
"""``former`` is whoever held the secret seat's link before it was replaced: a thief, or a player who left."""


def _moves(world: World) -> list[dict[str, str]]:
    """Legal moves of the secret seat, each unlike the others, from what it is asked."""
    asked = reading.seat_page(world.ctx, Key("seat", world.match, SECRET)).decision
    assert asked is not None
    return [{"card": card.value, "target": "Ann"} for card in asked.fields[0].choices[:3]]


def _send(world: World, move: Mapping[str, str] | None, request_id: str) -> None:
    accepted(world.send(SECRET, move, phase=world.phase, request_id=request_id))


def _nothing(world: World) -> None:
    """Nothing is sent. The seat looks at its page, as it does before it sends: that is no secret."""
    _moves(world)


def _move(world: World) -> None:
    _send(world, _moves(world)[0], "the first form")


def _other_move(world: World) -> None:
    _send(world, _moves(world)[1], "a form")


def _three_versions(world: World) -> None:
    for move in _moves(world):
        world.clock.forward(minutes=1)
        _send(world, move, f"the form with {move['card']}")
    world.clock.forward(minutes=-3)


def _withdrawn(world: World) -> None:
    _move(world)
    _send(world, None, "take it back")


def _for_closed_round(world: World) -> None:
    _nothing(world)
    refused(world.send(SECRET, strike("Ann"), phase=1, request_id="too late"))


def _other_for_closed_round(world: World) -> None:
    _nothing(world)
    refused(world.send(SECRET, {"card": "block", "target": "Cal"}, phase=1, request_id="late"))


def _away(world: World, standing: str | None = None) -> None:
    _nothing(world)
    announce_absence(
        world.ctx,
        Key("seat", world.match, SECRET),
        world.match,
        SECRET,
        begins_at=world.clock(),
        ends_at=world.clock() + timedelta(days=30),
        standing=standing,
        request_id="the form of an absence",
    )


def _away_with_a_standing_move(world: World) -> None:
    _away(world, "practice")


def _away_and_back(world: World) -> None:
    _away(world, "practice")
    take_absence_back(world.ctx, Key("seat", world.match, SECRET), world.match, SECRET, 1)


def accepted(receipt: Any) -> None:
    assert not isinstance(receipt, Refusal), receipt


def refused(refusal: Any) -> None:
    assert isinstance(refusal, Refusal), refusal


DEEDS: Mapping[str, Callable[[World], None]] = {
    "nothing": _nothing,
    "a move": _move,
    "another move": _other_move,
    "three versions": _three_versions,
    "withdrawn": _withdrawn,
    "late": _for_closed_round,
    "late, another": _other_for_closed_round,
    "away": _away,
    "standing move": _away_with_a_standing_move,
    "away and back": _away_and_back,
}
SENT = ("a move", "another move", "three versions")
AWAY = ("away", "standing move", "away and back")
UNSENT = ("nothing", "withdrawn", "late", "late, another", *AWAY)


@dataclass(frozen=True)
class Granted:
    """What a setting lets others tell apart: the classes of deeds within which all must look alike."""

    visibility: str
    classes: tuple[tuple[str, ...], ...]


GRANTS = (
    Granted("hidden", (SENT + UNSENT,)),
    Granted("count", (SENT, ("nothing", "withdrawn", *AWAY))),
    Granted("names", (SENT, ("nothing", "withdrawn", *AWAY))),
)
LATE = ("late", "late, another")
DESKS = ("referee", "operator")
"""A late move is shown to these as late: that it came, and when, but never what it was."""


def replace_link(world: World) -> None:
    """The secret seat's link is replaced; the one before belongs to a viewer of its own from then on."""
    world.tokens["former"] = world.tokens[str(SECRET)]
    world.chance.begin("the link is replaced")
    link = matches.reissue_link(world.ctx, Key("referee", world.match, None), world.match, SECRET)
    own = open_link(world.ctx, str(link.token), request_id="the player opens the new link")
    world.tokens[str(SECRET)] = own.token


def cookies_of(world: World, viewer: str) -> dict[str, str]:
    """The cookie of a viewer's browser."""
    if viewer == "former":
        return {f"seat-{world.match}-{SECRET}": world.tokens["former"]}
    return world.cookies_of(viewer)


def addresses(world: World, viewer: str) -> Iterator[str]:
    """Every address that can be asked for, streams excepted: they have a test of their own.

    Those that name no match are asked by two viewers only; nobody's key makes a difference there.
    """
    posts = [post.post_id for post in reading.posts(world.ctx, world.match)]
    values = {
        "match": [world.match],
        "seat": [1, SECRET],
        "phase": [1, 2],
        "number": [1, 2],
        "post": posts[-1:],
        "post_id": posts[-1:],
        "game": ["crossing-swords"],
        "slug": ["crossing-swords"],
        "version": [1],
        "absence": [1],
        "token": ["nosuchtoken"],
    }
    for route in routes(world.app):
        is_everybodys = "{match}" not in route.path
        if (
            route.is_safe
            and not route.is_stream
            and not (is_everybodys and viewer in ("3", "former", *DESKS))
        ):
            yield from route.addresses(values)


class Sight(NamedTuple):
    """One answer, and what the database was asked for it."""

    answer: Answer
    statements: tuple[str, ...]


def seen(world: World, viewer: str, *, app: Any = None) -> dict[str, Sight]:
    """Everything a viewer can see, by address."""
    sights: dict[str, Sight] = {}
    for address in addresses(world, viewer):
        with recorded(world.ctx) as statements:
            answer = world.look("GET", address, app=app, cookies=cookies_of(world, viewer))
        sights[address] = Sight(answer, tuple(statements))
    return sights


def assert_alike(one: Mapping[str, Sight], other: Mapping[str, Sight], what: str) -> None:
    """Status, headers and bytes are the same at every address, and so is what the database was asked."""
    assert one.keys() == other.keys(), what
    for address in one:
        mine, others = one[address].answer, other[address].answer
        assert mine.status == others.status, f"{what}: {address}"
        assert mine.raw_headers == others.raw_headers, f"{what}: {address}"
        assert mine.body == others.body, f"{what}: {address}"
        assert one[address].statements == other[address].statements, f"{what}: {address}"


class CountedRevisions(Revisions):
    """Revisions that say how often they were asked for, so that nobody has to guess by a clock."""

    def __init__(self, *, keep_seconds: float) -> None:
        super().__init__(keep_seconds=keep_seconds)
        self._asked = asyncio.Queue[None]()

    async def present(self, ctx: Context, match_id: str, key: Key | None) -> str:
        """As `Revisions.present`."""
        revision = await super().present(ctx, match_id, key)
        self._asked.put_nowait(None)
        return revision

    async def asked(self, times: int) -> None:
        """Wait until the present revision was told so many more times."""
        while not self._asked.empty():
            self._asked.get_nowait()
        for _ in range(times):
            await self._asked.get()


async def events_while(
    world: World, viewer: str, act: Callable[[World], object], *, polls: int = 8
) -> list[bytes]:
    """What a stream tells a viewer from before an act until some polls after it, or until it ends."""
    revisions = CountedRevisions(keep_seconds=world.app.state.revisions.keep_seconds)
    world.app.state.revisions = revisions
    got: list[bytes] = []
    opened, closed = asyncio.Event(), asyncio.Event()

    async def receive() -> dict[str, Any]:
        await closed.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            got.append(repr((message["status"], message["headers"])).encode())
        elif message.get("body"):
            got.append(message["body"])
            opened.set()

    headers = {"host": "testserver"}
    if cookies := cookies_of(world, viewer):
        headers["cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
    scope = scope_of("GET", f"/matches/{world.match}/live", headers, ORIGIN, "192.0.2.1")
    task = asyncio.create_task(world.app(scope, receive, send))
    await opened.wait()
    await asyncio.to_thread(act, world)
    polled = asyncio.create_task(revisions.asked(polls))
    await asyncio.wait({task, polled}, return_when=asyncio.FIRST_COMPLETED)
    polled.cancel()
    closed.set()
    await task
    return got
