"""Reading an export: strictly, because nothing in it may mean two things."""

import json
from typing import Any

from pydantic import ValidationError

from referee.core.interchange import sentence_for
from referee.services.export_models import FORMAT, Export


class UnreadableExport(ValueError):
    """The file is no export that this version can read; says why in a sentence."""


def read_export(text: bytes) -> tuple[Export, dict[str, Any]]:
    """An export, and the very JSON it was read from, which is what its hashes are about.

    Raises `UnreadableExport`.
    """
    try:
        raw = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except (ValueError, RecursionError) as wrong:
        raise UnreadableExport(f"This is not JSON: {wrong}.") from None
    if not isinstance(raw, dict):
        raise UnreadableExport("An export is an object.")
    found = raw.get("format")
    if type(found) is not int or found != FORMAT:
        raise UnreadableExport(
            f"This is no export of format {FORMAT}: its format is {json.dumps(found)[:40]}."
        )
    try:
        export = Export.model_validate_json(text, strict=True)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False)[0]
        where = ".".join(str(step) for step in first["loc"]) or "The export"
        raise UnreadableExport(f"{where}: {sentence_for(first)}") from None
    return export, raw


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no number")
