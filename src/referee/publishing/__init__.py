"""Documents made into text: one module per dialect, each with ``render(document, scene) -> str``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.core.documents import Document
from referee.publishing import bbcode, markdown, plain
from referee.publishing.scene import Scene


@dataclass(frozen=True, slots=True)
class Dialect:
    """A way of writing a post; ``about`` says which forums take it, to a person who must pick theirs."""

    slug: str
    title: str
    about: str
    render: Callable[[Document, Scene], str]


DIALECTS: Mapping[str, Dialect] = {
    dialect.slug: dialect
    for dialect in (
        Dialect(
            slug="bbcode",
            title="BBCode",
            about="For phpBB, XenForo, vBulletin, SMF, MyBB and their kin.",
            render=bbcode.render,
        ),
        Dialect(
            slug="markdown",
            title="Markdown",
            about="For Discourse, NodeBB, Reddit and others with Markdown.",
            render=markdown.render,
        ),
        Dialect(
            slug="plain",
            title="Plain text",
            about="For e-mail, chats and forums without markup.",
            render=plain.render,
        ),
    )
}
"""Every text dialect by its slug, in the order people are offered them."""

__all__ = ["DIALECTS", "Dialect", "Scene"]
