"""A whole document as HTML, block by block."""

from markupsafe import Markup

from referee.core.documents import (
    Block,
    Cards,
    Document,
    Flow,
    Heading,
    Item,
    List,
    Meters,
    Paragraph,
    Preformatted,
    Series,
    Spoiler,
    Table,
)
from referee.publishing.html.cards import html_cards
from referee.publishing.html.flow import html_flow
from referee.publishing.html.lines import clean, html_line
from referee.publishing.html.meters import html_meters
from referee.publishing.html.series import html_series
from referee.publishing.html.tables import html_table
from referee.publishing.scene import Scene


def render(document: Document, scene: Scene, *, level: int = 1, titled: bool = True) -> Markup:
    """The document as HTML that is safe to put into a page as it is.

    ``level`` is what the document's own title becomes (1 for h1): a document inside a page's section
    starts deeper, so that the page's outline stays whole. ``titled=False`` leaves that title out,
    because the page says it already.
    """
    blocks = document.blocks
    if not titled and blocks and isinstance(blocks[0], Heading) and blocks[0].level == 1:
        blocks = blocks[1:]
    return Markup("\n").join(_block(block, scene, level) for block in blocks)


def _block(block: Block, scene: Scene, level: int) -> Markup:  # noqa: PLR0911 -- one per block
    match block:
        case Heading():
            depth = min(block.level + level - 1, 6)
            return Markup("<h{0}>{1}</h{0}>").format(depth, html_line(block.content, scene))
        case Paragraph():
            return Markup("<p>{}</p>").format(html_line(block.content, scene))
        case List():
            return Markup("<{0}>{1}</{0}>").format(
                "ol" if block.ordered else "ul",
                Markup("").join(_item(item, scene) for item in block.items),
            )
        case Table():
            return html_table(block, scene)
        case Cards():
            return html_cards(block, scene)
        case Meters():
            return html_meters(block, scene)
        case Flow():
            return html_flow(block, scene)
        case Series():
            return html_series(block, scene)
        case Spoiler():
            inner = Markup("\n").join(_block(part, scene, level) for part in block.blocks)
            return Markup('<details class="spoiler"><summary>{}</summary>\n{}\n</details>').format(
                clean(block.title), inner
            )
        case Preformatted():
            return Markup('<pre class="document-pre" tabindex="0">{}</pre>').format(
                clean(block.text)
            )


def _item(item: Item, scene: Scene) -> Markup:
    content = html_line(item.content, scene)
    if not item.details:
        return Markup("<li>{}</li>").format(content)
    working = Markup("").join(
        Markup("<li>{}</li>").format(html_line(detail, scene)) for detail in item.details
    )
    return Markup('<li>{}<ul class="working">{}</ul></li>').format(content, working)
