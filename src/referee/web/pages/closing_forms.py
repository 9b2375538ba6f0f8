"""How rounds close, as a form: what stands in its fields, and the rules they amount to."""

from dataclasses import dataclass
from typing import Final

from pydantic import ValidationError

from referee.schedule import Preset
from referee.services.closing_rules import ClosingRules
from referee.services.errors import Invalid
from referee.web.pages.pace_forms import Length, minutes_of, typed_length
from referee.web.pages.sent import Sent

_SAID: Final = {
    "grace_minutes": "Grace is at most two days.",
    "least_minutes": "A round is open for at most sixty days.",
    "most_extensions": "A deadline is extended 0 to 100 times.",
    "furthest_extension_minutes": "A deadline is moved by at most sixty days.",
}

CLOSING_FIELDS: Final = frozenset(
    (*_SAID, "grace_length", "least_open_length", "furthest_length", "most_extensions")
)
"""What a refusal names when one of these fields is wrong."""


@dataclass(frozen=True, slots=True)
class TypedClosing:
    """What stands in the fields, as it was typed."""

    late: str = "hard"
    grace: Length = Length(unit="minutes")  # noqa: RUF009 (frozen)
    early_close: bool = False
    least_open: Length = Length(unit="minutes")  # noqa: RUF009
    most_extensions: str = "10"
    furthest: Length = Length("14", "days")  # noqa: RUF009


def closing_filled_by(preset: Preset) -> TypedClosing:
    """The fields as a preset fills them."""
    return TypedClosing(early_close=preset.all_ready)


def typed_closing(sent: Sent) -> TypedClosing:
    """The fields as they were sent; what was not sent at all stands as it would at first."""
    plain = TypedClosing()
    return TypedClosing(
        late=sent.text("late", plain.late),
        grace=_length_or(sent, "grace", plain.grace),
        early_close=sent.is_set("early_close"),
        least_open=_length_or(sent, "least_open", plain.least_open),
        most_extensions=sent.text("most_extensions", plain.most_extensions),
        furthest=_length_or(sent, "furthest", plain.furthest),
    )


def wanted_closing(typed: TypedClosing) -> ClosingRules:
    """The rules that the fields amount to. Raises `Invalid`, naming the field."""
    try:
        most = int(typed.most_extensions)
    except ValueError:
        raise Invalid("field-invalid", _SAID["most_extensions"], field="most_extensions") from None
    grace, least, furthest = typed.grace, typed.least_open, typed.furthest
    plain = ClosingRules()
    try:
        return ClosingRules(
            late="until-closing" if typed.late == "until-closing" else "hard",
            grace_minutes=minutes_of(grace, "grace", "Grace") if grace.count else 0,
            early_close="ready" if typed.early_close else "never",
            least_minutes=minutes_of(least, "least_open", "The least length") if least.count else 0,
            most_extensions=most,
            furthest_extension_minutes=minutes_of(furthest, "furthest", "An extension")
            if furthest.count
            else plain.furthest_extension_minutes,
        )
    except ValidationError as wrong:
        name = str(wrong.errors()[0]["loc"][0])
        raise Invalid("field-invalid", _SAID[name], field=name) from None


def _length_or(sent: Sent, name: str, plain: Length) -> Length:
    return typed_length(sent, name) if sent.getlist(f"{name}_unit") else plain
