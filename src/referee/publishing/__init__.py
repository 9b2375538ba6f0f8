"""Documents made into text: one module per dialect, each with ``render(document, scene) -> str``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.core.documents import Document
from referee.publishing import bbcode, markdown, plain
from referee.publishing.scene import Scene


@dataclass(frozen=True, slots=True)
class Dialect:
    """A way of writing a post. ``title`` names it to a person who must pick the forum's."""

    slug: str
    title: str
    render: Callable[[Document, Scene], str]


DIALECTS: Mapping[str, Dialect] = {
    dialect.slug: dialect
    for dialect in (
        Dialect("bbcode", "BBCode (phpBB, MyBB, SMF, XenForo)", bbcode.render),
        Dialect("markdown", "Markdown (Discourse, NodeBB, Reddit)", markdown.render),
        Dialect("plain", "Plain text", plain.render),
    )
}
"""Every text dialect by its slug, in the order people are offered them."""

__all__ = ["DIALECTS", "Dialect", "Scene"]
