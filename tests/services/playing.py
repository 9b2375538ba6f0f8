"""Matches for tests, made through the ordinary use cases."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import pytest

from referee.services import reading
from referee.services.access import Key
from referee.services.closing_rules import ClosingRules
from referee.services.context import Context
from referee.services.errors import Refusal
from referee.services.matches import (
    NewMatch,
    SeatLink,
    add_seat,
    create_match,
    sign_up,
    start_match,
)
from referee.services.moves import MoveIn, submit
from referee.services.opening import OpenedLink, open_link
from referee.services.reading_models import PhaseRead, Receipt, SeatRead

READY = ClosingRules(early_close="ready")
"""A round closes as soon as everybody who owes a move is ready."""

_requests = count(1)


def request_id() -> str:
    """An id no other form of the tests has."""
    return f"a form of the tests, {next(_requests):06}"


@dataclass(frozen=True)
class Table:
    """A match of Crossing Swords and whoever plays it; ``at`` is the process the acts go through."""

    ctx: Context
    match_id: str
    names: tuple[str, ...]

    @property
    def desk(self) -> Key:
        return Key(role="referee", match_id=self.match_id, seat=None)

    def seat(self, number: int) -> Key:
        return Key(role="seat", match_id=self.match_id, seat=number)

    def at(self, ctx: Context) -> "Table":
        """The same match through another process."""
        return replace(self, ctx=ctx)

    def move_in(
        self,
        seat: int,
        card: str | None,
        target: str = "",
        *,
        phase: int = 1,
        request: str = "",
        ready: bool = False,
    ) -> MoveIn:
        """A move as sent; without a card it withdraws."""
        move: Any = None if card is None else {"card": card, "target": target}
        return MoveIn(
            key=self.seat(seat),
            match_id=self.match_id,
            seat=seat,
            phase=phase,
            move=move,
            withdraw=card is None,
            request_id=request or request_id(),
            ready=ready,
        )

    def send(
        self,
        seat: int,
        card: str | None,
        target: str = "",
        *,
        phase: int = 1,
        request: str = "",
        ready: bool = False,
    ) -> Receipt | Refusal:
        """Send one move."""
        sent = self.move_in(seat, card, target, phase=phase, request=request, ready=ready)
        return submit(self.ctx, [sent])[0]

    def sent(
        self,
        seat: int,
        card: str | None,
        target: str = "",
        *,
        phase: int = 1,
        ready: bool = False,
    ) -> Receipt:
        """Send one move that is accepted."""
        answer = self.send(seat, card, target, phase=phase, ready=ready)
        assert isinstance(answer, Receipt), answer
        return answer


def signup_table(
    ctx: Context, names: tuple[str, ...] = (), *, practice: tuple[str, ...] = (), **settings: Any
) -> Table:
    """A match that is open for signup, with these players in it."""
    settings = {"title": "Summer melee", "zone": "Europe/Berlin", "round_minutes": 60, **settings}
    new = NewMatch(game="crossing-swords", **settings)
    made = create_match(ctx, new, request_id=request_id())
    table = Table(ctx, made.match_id, names + practice)
    for name in names:
        sign_up(ctx, made.match_id, name, request_id=request_id())
    for name in practice:
        add_seat(ctx, table.desk, made.match_id, name, practice=True)
    return table


def running_table(
    ctx: Context,
    names: tuple[str, ...] = ("Ann", "Bob", "Cal"),
    *,
    practice: tuple[str, ...] = (),
    **settings: Any,
) -> Table:
    """A match in its first round, which lasts an hour."""
    table = signup_table(ctx, names, practice=practice, **settings)
    start_match(ctx, table.desk, table.match_id)
    return table


def own_link(ctx: Context, link: SeatLink) -> OpenedLink:
    """The link of their own that whoever a link is made for gets by opening it."""
    assert link.token is not None
    return open_link(ctx, link.token, request_id=request_id())


def refusal(answer: object) -> tuple[str, str]:
    """A refusal's class and code, for comparing."""
    assert isinstance(answer, Refusal), answer
    return type(answer).__name__, answer.code


def refused(act: Callable[[], object]) -> tuple[str, str]:
    """The class and code of what an act is refused with."""
    with pytest.raises(Refusal) as caught:
        act()
    return refusal(caught.value)


def open_phase(ctx: Context, table: Table) -> PhaseRead:
    """The match's open phase, as everybody sees it."""
    phase = reading.match_page(ctx, table.match_id, None).phase
    assert phase is not None
    return phase


def seat_of(table: Table, number: int = 1) -> SeatRead:
    """A seat, as everybody sees it."""
    return reading.match_page(table.ctx, table.match_id, None).seats[number - 1]
