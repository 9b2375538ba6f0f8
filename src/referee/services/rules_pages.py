"""A game's rules as a page, in which every numbered ruling can be linked to.

A game keeps its rules as ``rules.md`` in its own folder; a ruling is a list item that begins
``**CS-12**``. Announcements, problems and posts cite rulings by number, so the page gives each one
that number as its anchor, and every mention of a ruling leads to it.
"""

import re
from collections.abc import Iterator
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from referee.core.values import Value
from referee.services.context import Context
from referee.services.errors import NotFound
from referee.services.rules_texts import rules_text


class RulesHeading(Value):
    """One line of the table of contents: ``level`` is 2 or 3, ``anchor`` the heading's id."""

    level: int
    anchor: str
    title: str


class RulesPage(Value):
    """A game's rules: the title, the contents, safe HTML below the title, and the rulings' numbers."""

    game: str
    title: str
    contents: tuple[RulesHeading, ...]
    html: str
    rulings: tuple[str, ...]


def rules_page(ctx: Context, slug: str) -> RulesPage:
    """The rules of a game, rendered once and kept. Raises `NotFound`."""
    game = ctx.games.get(slug)
    if game is None:
        raise NotFound(
            "game-not-found", "There is no such game here. The start page lists the games."
        )
    return _rendered(slug, game.info.rules_prefix, rules_text(game))


@cache
def _rendered(slug: str, prefix: str, text: str) -> RulesPage:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    contents = tuple(_anchored_headings(tokens))
    title = next((heading.title for heading in contents if heading.level == 1), slug)
    rulings = tuple(_anchored_rulings(tokens, prefix))
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = list(_linked_mentions(token.children, prefix, frozenset(rulings)))
    tokens = list(_scrolling_tables(_without_title(tokens)))
    return RulesPage(
        game=slug,
        title=title,
        contents=tuple(heading for heading in contents if heading.level in (2, 3)),
        html=markdown.renderer.render(tokens, markdown.options, {}),
        rulings=rulings,
    )


def _anchored_headings(tokens: list[Token]) -> Iterator[RulesHeading]:
    """Give every heading an id of its words, and tell them."""
    taken: set[str] = set()
    for at, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        title = "".join(child.content for child in tokens[at + 1].children or ())
        slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "part"
        anchor, number = slug, 2
        while anchor in taken:
            anchor, number = f"{slug}-{number}", number + 1
        taken.add(anchor)
        token.attrSet("id", anchor)
        yield RulesHeading(level=int(token.tag[1:]), anchor=anchor, title=title)


def _anchored_rulings(tokens: list[Token], prefix: str) -> Iterator[str]:
    """Give every ruling's list item its number as id, make the number a link to itself, and tell it."""
    number = re.compile(rf"{re.escape(prefix)}-\d+[a-z]?")
    for at, token in enumerate(tokens):
        if token.type != "list_item_open" or tokens[at + 2].type != "inline":
            continue
        children = tokens[at + 2].children or []
        at_strong = next(
            (i for i, child in enumerate(children) if child.type == "strong_open"), None
        )
        if at_strong is None or any(child.content for child in children[:at_strong]):
            continue
        named = children[at_strong + 1]
        if not number.fullmatch(named.content):
            continue
        token.attrSet("id", named.content)
        token.attrSet("class", "rule")
        children[at_strong : at_strong + 3] = _link(
            named.content, children[at_strong : at_strong + 3], css="ruling-number"
        )
        yield named.content


def _linked_mentions(
    children: list[Token], prefix: str, rulings: frozenset[str]
) -> Iterator[Token]:
    """The line with every mention of a known ruling made a link."""
    number = re.compile(rf"\b({re.escape(prefix)}-\d+[a-z]?)\b")
    depth = 0
    for child in children:
        depth += {"link_open": 1, "link_close": -1}.get(child.type, 0)
        if child.type != "text" or depth:
            yield child
            continue
        for index, part in enumerate(number.split(child.content)):
            words = Token("text", "", 0, content=part)
            if index % 2 and part in rulings:
                yield from _link(part, [words])
            elif part:
                yield words


def _link(ruling: str, inside: list[Token], css: str = "") -> list[Token]:
    attrs: dict[str, str | int | float] = {"href": f"#{ruling}"}
    if css:
        attrs["class"] = css
    return [Token("link_open", "a", 1, attrs=attrs), *inside, Token("link_close", "a", -1)]


def _without_title(tokens: list[Token]) -> list[Token]:
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        return tokens[3:]
    return tokens


def _scrolling_tables(tokens: list[Token]) -> Iterator[Token]:
    """The page with every table in a box of its own, so that a phone scrolls the table, not the page."""
    tables, heading = 0, "the rules"
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and following is not None:
            heading = following.content
        if token.type == "table_open":
            tables += 1
            # A box that scrolls must be reachable by keyboard, and then needs a name.
            attrs: dict[str, str | int | float] = {
                "class": "table",
                "role": "region",
                "tabindex": "0",
                "aria-label": f"Table {tables}: {heading}",
            }
            yield Token("scroll_open", "div", 1, attrs=attrs, block=True)
        yield token
        if token.type == "table_close":
            yield Token("scroll_close", "div", -1, block=True)
