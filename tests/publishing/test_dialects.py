"""The dialects side by side, on a document that holds everything."""

import pytest

from referee.core.documents import Document
from referee.publishing import DIALECTS
from tests.golden import Golden
from tests.publishing.specimen import SCENE, specimen


@pytest.mark.parametrize("slug", DIALECTS)
def test_every_block_with_hostile_names_is_written_as_reviewed(slug: str, golden: Golden) -> None:
    golden(f"every-block.{slug}.txt", DIALECTS[slug].render(specimen(), SCENE))


@pytest.mark.parametrize("slug", DIALECTS)
def test_a_dialect_knows_itself_by_its_slug_and_ends_with_a_line_break(slug: str) -> None:
    assert DIALECTS[slug].slug == slug
    assert DIALECTS[slug].title
    assert DIALECTS[slug].render(Document(blocks=()), SCENE) == "\n"
    assert DIALECTS[slug].render(specimen(), SCENE).endswith("\n")
