"""What becomes of seats whose players do not come back, as a form: its fields, and the rules they amount to."""

from dataclasses import dataclass
from typing import Final, get_args

from pydantic import ValidationError

from referee.schedule import Preset
from referee.services.errors import Invalid
from referee.services.seat_rules import OpenSeat, SeatRules
from referee.web.pages.pace_forms import Length, minutes_of, typed_length
from referee.web.pages.sent import Sent

_SAID: Final = {
    "misses": "A seat is open after 1 to 20 rounds in a row without a move.",
    "wait_minutes": "A round waits for at most sixty days.",
}

SEAT_RULE_FIELDS: Final = frozenset((*_SAID, "open_seat", "wait_length"))
"""What a refusal names when one of these fields is wrong."""

OPEN_SEAT: Final[tuple[tuple[OpenSeat, str, str], ...]] = (
    (
        "no-moves",
        "The seat stays without moves",
        "The game says what happens to somebody who sends nothing. Its player may come back, or you give the "
        "seat to somebody else.",
    ),
    (
        "practice",
        "A practice player takes it over",
        "At once, and for the rest of the match, unless you give the seat to somebody else.",
    ),
    (
        "wait",
        "The next round waits for somebody else",
        "Its clock stands still until the seat is taken, or for as long as you say here.",
    ),
)
"""What may follow when a seat is open, each with its sentence."""


@dataclass(frozen=True, slots=True)
class TypedSeatRules:
    """What stands in the fields, as it was typed."""

    misses: str = "2"
    strict_first_round: bool = False
    open_seat: str = "no-moves"
    wait: Length = Length("2", "days")  # noqa: RUF009 (frozen)


def seat_rules_filled_by(preset: Preset) -> TypedSeatRules:
    """The fields as a preset fills them: where all sit at the table nobody is kept waiting."""
    return TypedSeatRules(open_seat="practice" if preset.all_ready else "no-moves")


def typed_seat_rules(sent: Sent) -> TypedSeatRules:
    """The fields as they were sent; what was not sent at all stands as it would at first."""
    plain = TypedSeatRules()
    return TypedSeatRules(
        misses=sent.text("misses", plain.misses),
        strict_first_round=sent.is_set("strict_first_round"),
        open_seat=sent.text("open_seat", plain.open_seat),
        wait=typed_length(sent, "wait") if sent.getlist("wait_unit") else plain.wait,
    )


def wanted_seat_rules(typed: TypedSeatRules) -> SeatRules:
    """The rules that the fields amount to. Raises `Invalid`, naming the field."""
    try:
        misses = int(typed.misses)
    except ValueError:
        raise Invalid("field-invalid", _SAID["misses"], field="misses") from None
    open_seat: OpenSeat | None = next(
        (one for one in get_args(OpenSeat) if one == typed.open_seat), None
    )
    if open_seat is None:
        raise Invalid(
            "field-invalid", "Choose what follows when a seat is open.", field="open_seat"
        )
    plain = SeatRules()
    is_told = open_seat == "wait" and typed.wait.count
    try:
        return SeatRules(
            misses=misses,
            strict_first_round=typed.strict_first_round,
            open_seat=open_seat,
            wait_minutes=minutes_of(typed.wait, "wait", "How long a round waits")
            if is_told
            else plain.wait_minutes,
        )
    except ValidationError as wrong:
        name = str(wrong.errors()[0]["loc"][0])
        raise Invalid("field-invalid", _SAID[name], field=name) from None
