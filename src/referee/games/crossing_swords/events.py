"""The facts a round of Crossing Swords leaves behind, each number with the parts it is made of."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from referee.core.events import Event
from referee.core.seats import Seat
from referee.core.values import Value
from referee.games.crossing_swords.cards import CardName

Reason = Literal[
    "normal",
    "focus",
    "taunt",
    "dodge",
    "dodge-last-round",
    "block",
    "stopped-by-dodge",
    "stopped-by-riposte",
    "floor",
    "was-focused",
]


class Part(Value):
    """One part of a number: why, and by how much it changed. A number is the sum of its parts.

    The ``stopped-by-…`` take all there is; ``floor`` gives back what reductions took below 0.
    """

    reason: Reason
    change: int


class Began(Event):
    """A match began: everybody with this many life counters and no VP."""

    kind: Literal["began"] = "began"
    seats: tuple[Seat, ...]
    life: int


class Played(Event):
    """A living player's card and target were revealed.

    ``received`` is False if no move came: then ``card`` is what the house rule plays for them, or None
    (CS-04). ``target`` is None for no card, and for a Block without a target.
    """

    kind: Literal["played"] = "played"
    seat: Seat
    card: CardName | None
    target: Seat | None
    received: bool


class HaltsCancelled(Event):
    """Halts that stopped each other: two (CS-10) or a longer ring, each at the next (CS-12)."""

    kind: Literal["halts-cancelled"] = "halts-cancelled"
    seats: tuple[Seat, ...]


class Negated(Event):
    """An Action card was negated by the standing Halts of ``by``."""

    kind: Literal["negated"] = "negated"
    seat: Seat
    card: CardName
    target: Seat
    by: tuple[Seat, ...]


class HaltMissed(Event):
    """A standing Halt found no Action card at its target (CS-13)."""

    kind: Literal["halt-missed"] = "halt-missed"
    seat: Seat
    target: Seat


class Damage(Event):
    """``source`` dealt ``amount`` to ``target`` with ``card``; 0 if everything was taken off it.

    ``cause`` tells how: the ``attack`` of an Attack card, the ``halt`` of a Halt, the ``counter`` of a
    Block or Riposte, or the ``risk`` of the target's own Lunge (then ``card`` is that Lunge).
    """

    kind: Literal["damage"] = "damage"
    cause: Literal["attack", "halt", "counter", "risk"]
    source: Seat
    target: Seat
    card: CardName
    amount: int
    parts: tuple[Part, ...]


class Stole(Event):
    """A Taunt took VP; 3 unless there was less, or others wanted it too (CS-52)."""

    kind: Literal["stole"] = "stole"
    seat: Seat
    target: Seat
    amount: int
    pool: int
    taunts: int


class Focused(Event):
    """A Focus took effect and is remembered for the next round."""

    kind: Literal["focused"] = "focused"
    seat: Seat
    target: Seat


class Mended(Event):
    """A Mend gave life from the bank to ``target`` and ``vp`` to its player."""

    kind: Literal["mended"] = "mended"
    seat: Seat
    target: Seat
    amount: int
    vp: int
    had_focused: bool


class Share(Value):
    """One source's part of a victim's counters: its damage, and the VP that damage was worth."""

    source: Seat
    damage: int
    score: int


class Overkill(Event):
    """A victim took more damage than they had counters (CS-50).

    ``rule`` is the house rule followed; ``lost`` are the counters nobody got. ``shares`` stand in seat
    order.
    """

    kind: Literal["overkill"] = "overkill"
    target: Seat
    counters: int
    damage: int
    rule: Literal["share", "full"]
    shares: tuple[Share, ...]
    lost: int


class Capped(Event):
    """An Assail scored more VP than the house rule allows (CS-51)."""

    kind: Literal["capped"] = "capped"
    seat: Seat
    scored: int
    cap: int


class Eliminated(Event):
    """A player has no life counters left (CS-60)."""

    kind: Literal["eliminated"] = "eliminated"
    seat: Seat


class Kept(Event):
    """Somebody still alive at the end moved their life counters to their VP (CS-61, CS-63)."""

    kind: Literal["kept"] = "kept"
    seat: Seat
    life: int


class Tally(Event):
    """How one living player's counters and VP came out of the round.

    ``life = life_before + mended − damage``, not below 0, and 0 again if ``kept`` moved to VP;
    ``vp = vp_before + scored + mend_vp + stolen − robbed + kept``.
    """

    kind: Literal["tally"] = "tally"
    seat: Seat
    life_before: int
    mended: int
    damage: int
    life: int
    vp_before: int
    scored: int
    mend_vp: int
    stolen: int
    robbed: int
    kept: int
    vp: int


class Ended(Event):
    """The match ended."""

    kind: Literal["ended"] = "ended"
    because: Literal["one-left", "nobody-left", "last-round"]


SwordsEvent = Annotated[
    Began
    | Played
    | HaltsCancelled
    | Negated
    | HaltMissed
    | Damage
    | Stole
    | Focused
    | Mended
    | Overkill
    | Capped
    | Eliminated
    | Kept
    | Tally
    | Ended,
    Field(discriminator="kind"),
]

EVENTS: TypeAdapter[SwordsEvent] = TypeAdapter(SwordsEvent)
