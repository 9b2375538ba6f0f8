"""Documents are values: they survive JSON, and nothing unknown gets into them."""

from typing import get_args

import pytest
from pydantic import JsonValue, ValidationError

from referee.core.documents import Block, Document, Inline, Name, Text, line
from referee.core.seats import Seat
from tests.publishing.specimen import specimen

ANN = Seat("Ann")


def kinds_in(json: JsonValue) -> set[str]:
    """The kinds of blocks and inlines anywhere in a document's JSON."""
    if isinstance(json, list):
        return {kind for part in json for kind in kinds_in(part)}
    if not isinstance(json, dict):
        return set()
    inside = {kind for part in json.values() for kind in kinds_in(part)}
    return inside | {str(json["kind"])} if "kind" in json else inside


def test_the_specimen_has_every_kind_of_block_and_inline() -> None:
    kinds = [*get_args(get_args(Block)[0]), *get_args(get_args(Inline)[0])]
    assert kinds_in(specimen().model_dump(mode="json")) == {
        kind.model_fields["kind"].default for kind in kinds
    }


def test_every_kind_of_block_and_inline_survives_json() -> None:
    assert Document.model_validate_json(specimen().model_dump_json()) == specimen()


def test_a_line_takes_plain_strings_as_our_own_words() -> None:
    assert line("a", Name(seat=ANN)) == (Text(text="a"), Name(seat=ANN))
    assert line() == ()


def test_an_unknown_block_is_refused() -> None:
    with pytest.raises(ValidationError, match="video"):
        Document.model_validate({"blocks": [{"kind": "video", "url": "x"}]})


def test_a_block_with_an_unknown_key_is_refused() -> None:
    with pytest.raises(ValidationError, match="onclick"):
        Document.model_validate({"blocks": [{"kind": "preformatted", "text": "", "onclick": "x"}]})


def test_documents_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        specimen().blocks = ()
