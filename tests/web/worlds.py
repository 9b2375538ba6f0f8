"""Worlds: whole servers whose every clock reading and random byte is told, so that two can be compared.

Two worlds built alike give the same bytes for the same request. A world's chance begins anew with every
request that is to be compared (`World.look`), or the number of random bytes that somebody's move has used
up would show in whatever is random afterwards.
"""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI

from referee.games import GAMES_BY_SLUG
from referee.sealing import Sealer
from referee.services import closing, matches
from referee.services.access import Key, new_operator_token
from referee.services.context import AnyGame, Context
from referee.services.matches import NewMatch
from referee.services.moves import MoveIn, submit
from referee.services.reading_models import Receipt
from referee.storage.tables import metadata
from referee.storage.unit_of_work import Store
from referee.web.api.documentation import docs_values, openapi
from referee.web.app import create_app
from referee.web.rate_limits import LimitSettings
from tests.clock import Clock
from tests.services.notice_world import Postbox
from tests.web.client import ORIGIN, Answer, Client

UNLIMITED = LimitSettings(
    create="1000000/second",
    sign_up="1000000/second",
    guess="1000000/second",
    suppose="1000000/second",
    notices="1000000/second",
)
NAMES = ("Ann", "Bob", "Cal")


class Chance:
    """Tokens and seeds that follow from a label and how many have been asked for since."""

    def __init__(self) -> None:
        self._label = ""
        self._count = 0

    def begin(self, label: str) -> None:
        """From here on everything follows from this label alone."""
        self._label, self._count = label, 0

    def seed(self) -> bytes:
        self._count += 1
        return hashlib.sha256(f"{self._label} {self._count}".encode()).digest()

    def token(self) -> str:
        return self.seed().hex() + "xyz"


@dataclass
class World:
    """A server with one running match of three in its second round, and every key there is."""

    ctx: Context
    clock: Clock
    chance: Chance
    app: Any
    match: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    """By holder: "referee", "operator", and the seats by number."""
    phase: int = 0
    """The phase that is open."""

    @property
    def client(self) -> Client:
        return Client(self.app, origin=ORIGIN)

    def look(self, method: str, path: str, *, app: Any = None, **how: Any) -> Answer:
        """One request for the sake of its answer, with chance begun anew."""
        self.chance.begin(f"look {method} {path}")
        return Client(app or self.app, origin=ORIGIN).request(method, path, **how)

    def cookies_of(self, holder: str) -> dict[str, str]:
        """The cookie of a holder's browser; none for the public."""
        if holder == "public":
            return {}
        name = {"referee": f"desk-{self.match}", "operator": "operator"}.get(
            holder, f"seat-{self.match}-{holder}"
        )
        return {name: self.tokens[holder]}

    def send(
        self, seat: int, move: Mapping[str, Any] | None, *, phase: int, request_id: str = ""
    ) -> Any:
        """Send a move (None takes it back) through the services; a receipt or a refusal."""
        key = Key(role="seat", match_id=self.match, seat=seat)
        return submit(
            self.ctx,
            [
                MoveIn(
                    key=key,
                    match_id=self.match,
                    seat=seat,
                    phase=phase,
                    move=None if move is None else dict(move),
                    withdraw=move is None,
                    request_id=request_id,
                )
            ],
        )[0]

    def close(self, phase: int) -> None:
        key = Key(role="referee", match_id=self.match, seat=None)
        closing.close_phase(self.ctx, key, self.match, phase)


def strike(target: str) -> dict[str, str]:
    return {"card": "strike", "target": target}


def new_world(
    url: str,
    *,
    limits: LimitSettings = UNLIMITED,
    base_url: str = ORIGIN,
    games: Mapping[str, AnyGame] = GAMES_BY_SLUG,
) -> World:
    """An empty server on this database, whose tables are there and empty."""
    clock, chance = Clock(), Chance()
    ctx = Context(
        clock=clock,
        new_token=chance.token,
        new_seed=chance.seed,
        store=Store.open(url),
        games=games,
        sealer=Sealer(b"a secret of thirty-two bytes ..."),
        base_url=base_url,
        mailer=Postbox(),
    )
    app = create_app(ctx, limits=limits, live_poll_seconds=0.01)
    # Describing the API takes longer than all the rest, and is the same for every application.
    app.openapi_schema = _described(app)
    app.state.docs_values = _told(app)
    return World(ctx, clock, chance, app)


_DESCRIPTIONS: dict[str, Any] = {}


def _described(app: FastAPI) -> Any:
    if "document" not in _DESCRIPTIONS:
        _DESCRIPTIONS["document"] = openapi(app)
    return _DESCRIPTIONS["document"]


def _told(app: FastAPI) -> Any:
    if "page" not in _DESCRIPTIONS:
        _DESCRIPTIONS["page"] = docs_values(app)
    return _DESCRIPTIONS["page"]


def open_match(
    world: World,
    *,
    game: str = "crossing-swords",
    names: tuple[str, ...] = NAMES,
    visibility: Any = "hidden",
    options: Mapping[str, Any] | None = None,
    start: bool = True,
    rounds: int = 1,
    **settings: Any,
) -> World:
    """A match in this world, started and with ``rounds`` closed rounds behind it."""
    ctx = world.ctx
    world.chance.begin("match")
    new = NewMatch(
        game=game,
        title="Summer melee",
        options=options or {},
        zone="Europe/Berlin",
        status_visibility=visibility,
        **settings,
    )
    made = matches.create_match(ctx, new, request_id="create the match of the test")
    world.match = made.match_id
    world.tokens["referee"] = made.referee_token
    for number, name in enumerate(names, start=1):
        world.chance.begin(f"seat {number}")
        link = matches.sign_up(ctx, made.match_id, name, request_id=f"sign up for seat {number}")
        assert link.token is not None
        world.tokens[str(number)] = link.token
    world.chance.begin("operator")
    world.tokens["operator"] = new_operator_token(ctx)
    if start:
        matches.start_match(ctx, Key("referee", made.match_id, None), made.match_id)
    for phase in range(1, rounds + 1 if start else 1):
        for seat in range(1, len(names) + 1):
            world.chance.begin(f"move {phase} {seat}")
            receipt = world.send(seat, strike(names[seat % len(names)]), phase=phase)
            assert isinstance(receipt, Receipt)
        world.chance.begin(f"close {phase}")
        world.clock.forward(hours=1)
        world.close(phase)
    world.phase = rounds + 1 if start else 0
    world.clock.forward(hours=1)
    return world


def database(ctx: Context) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, to see whether anything has changed; but for who tries how often."""
    with ctx.store.read() as connection:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(table.select())), key=repr)
            for table in metadata.sorted_tables
            if table.name != "rates"
        }


@contextmanager
def unchanged(ctx: Context) -> Iterator[None]:
    """What happens here changes nothing in the database."""
    before = database(ctx)
    yield
    after = database(ctx)
    changed = [name for name in before if before[name] != after[name]]
    assert changed == [], f"these tables have changed: {changed}"
