"""What a verification found, in the few lines that people are told."""

import json
from typing import Literal, NamedTuple

from referee.publishing.columns import clipped
from referee.publishing.disarming import cleaned
from referee.services.verifying import Verification
from referee.services.witnessing import record_words

_LONGEST_VALUE = 200


class Told(NamedTuple):
    """A line and what it is: something that holds, fails, cannot be checked yet, or plain words."""

    kind: Literal["holds", "fails", "not-yet", "plain"]
    text: str


def verification_lines(found: Verification) -> list[Told]:
    """What was checked, in order; then the first thing that does not hold, with both values."""
    lines: list[Told] = []
    if found.told is not None:
        settings = found.told.created.settings
        game = f"{settings.game}, version {settings.rules_version} of its rules"
        lines.append(Told("plain", cleaned(f"{settings.title} ({game}): {found.export.status}")))
    lines += [Told("holds", text) for text in found.checked]
    lines += [Told("not-yet", f"not yet: {text}") for text in found.unchecked]
    if found.mismatch is None:
        if found.told is not None and found.told.posts:
            head = record_words(found.told.posts[-1].head)
            lines.append(
                Told("plain", f"The newest announcement shows {head}. Compare the forum's copy.")
            )
        return lines
    lines.append(Told("fails", cleaned(found.mismatch.where)))
    lines.append(Told("plain", f"  in the file  {_value(found.mismatch.recorded)}"))
    lines.append(Told("plain", f"  should be    {_value(found.mismatch.computed)}"))
    return lines


def _value(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return clipped(cleaned(text, _LONGEST_VALUE), _LONGEST_VALUE)
