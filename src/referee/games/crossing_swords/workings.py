"""Numbers in words: how each came about, and the rulings it rests on."""

from collections.abc import Iterable, Sequence
from math import gcd

from referee.core.documents import Inline, Line, Name, Ruling, Text
from referee.core.seats import Seat
from referee.games.crossing_swords.events import Damage, Overkill, Part, Tally

_PARTS = {
    "normal": "{}",
    "focus": " doubled + 1 (Focus)",
    "taunt": " + {} (Taunt)",
    "was-focused": " + {} (was Focused)",
    "dodge": " − {} (Dodge)",
    "dodge-last-round": " − {} (last round's Dodge)",
    "block": " − {} (Block)",
    "stopped-by-dodge": ", all of it stopped (Dodge)",
    "stopped-by-riposte": ", all of it stopped (Riposte)",
    "floor": ", never below 0",
}


def joined(items: Sequence[Inline]) -> Line:
    """The items as a list in words: "Ann, Bob and Cal"."""
    parts: list[Inline] = []
    for place, item in enumerate(items):
        if place:
            parts.append(Text(text=" and " if place == len(items) - 1 else ", "))
        parts.append(item)
    return tuple(parts)


def names(seats: Sequence[Seat]) -> Line:
    """The seats by name: "Ann, Bob and Cal"."""
    return joined([Name(seat=seat) for seat in seats])


def rulings(refs: Iterable[str]) -> Line:
    """The rulings, to stand after what rests on them; every dialect puts them in its own brackets."""
    return tuple(Ruling(ref=ref) for ref in refs)


def counted(number: int, thing: str) -> str:
    """A number of things: "1 life counter", "3 life counters"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def damage_working(damage: Damage) -> str:
    """The sum behind a damage number, "7 = 3 doubled + 1 (Focus)"; empty where it is the card's own.

    What reductions take below 0 is told in words, for no damage is ever negative.
    """
    parts = damage.parts
    past_defense = "CS-28" in damage.rulings
    if len(parts) == 1 and not past_defense:
        return ""
    words = "".join(_part_in_words(part) for part in parts)
    if past_defense:
        words += ", past every Defense card"
    return f"{damage.amount} = {words}"


def _part_in_words(part: Part) -> str:
    return _PARTS[part.reason].format(abs(part.change))


def life_working(tally: Tally) -> str:
    """How a player's life changed: "12 + 3 (Mend) − 8 (damage) = 7"."""
    words = str(tally.life_before)
    if tally.mended:
        words += f" + {tally.mended} (Mend)"
    if tally.damage:
        words += f" − {tally.damage} (damage)"
    left = tally.life + tally.kept
    if words != str(left):
        words += f" = {left}" if tally.life_before + tally.mended >= tally.damage else ", so 0"
    if tally.kept:
        words += f"; the {tally.kept} left {'becomes' if tally.kept == 1 else 'become'} VP"
    return words


def vp_working(tally: Tally) -> str:
    """How a player's VP changed: "3 + 5 (counters won) + 1 (Mend) = 9"."""
    words = str(tally.vp_before)
    for amount, reason in (
        (tally.scored, "counters won"),
        (tally.mend_vp, "Mend"),
        (tally.stolen, "stolen"),
        (-tally.robbed, "stolen from them"),
        (tally.kept, "life left"),
    ):
        if amount:
            words += f" {'+' if amount > 0 else '−'} {abs(amount)} ({reason})"
    return f"{words} = {tally.vp}" if words != str(tally.vp) else words


def share_working(overkill: Overkill, damage: int) -> str:
    """A source's exact share: "3 × 4 ÷ 8 = 1 1/2"."""
    whole, rest = divmod(damage * overkill.counters, overkill.damage)
    exact = str(whole)
    if rest:
        shortened = gcd(rest, overkill.damage)
        fraction = f"{rest // shortened}/{overkill.damage // shortened}"
        exact = f"{whole} {fraction}" if whole else fraction
    return f"{damage} × {overkill.counters} ÷ {overkill.damage} = {exact}"


def change(before: int, after: int) -> str:
    """A change with its sign: "+3", "−5", "0"."""
    difference = after - before
    if difference == 0:
        return "0"
    return f"+{difference}" if difference > 0 else f"−{-difference}"
