"""Cards as cards: an emblem, the name, the kind by its shape, the effect, and what matters now."""

from markupsafe import Markup

from referee.core.documents import Card, Cards
from referee.publishing.html.icons import emblem, kind_badge
from referee.publishing.html.lines import clean, html_line
from referee.publishing.scene import Scene


def html_cards(cards: Cards, scene: Scene) -> Markup:
    """A row of cards, with its caption above."""
    faces = Markup("").join(_card(card, scene) for card in cards.cards)
    caption = (
        Markup("<figcaption>{}</figcaption>").format(html_line(cards.caption, scene))
        if cards.caption
        else Markup("")
    )
    return Markup('<figure class="cards">{}<ul class="card-row">{}</ul></figure>').format(
        caption, faces
    )


def _card(card: Card, scene: Scene) -> Markup:
    return Markup('<li class="card">{}</li>').format(
        card_face(card.name, card.group, card.icon, card.effect, html_line(card.note, scene))
    )


def card_face(
    name: str, group: str = "", drawing: str = "", effect: str = "", note: str | Markup = ""
) -> Markup:
    """What stands on a card, for a card of a document and for a card one may choose in a form."""
    kind = group.strip().lower()
    parts = [
        Markup('<span class="face">{}<span class="card-name">{}</span>').format(
            emblem(group, drawing), clean(name)
        )
    ]
    if group:
        parts.append(
            Markup('<span class="card-kind k-{}">{}{}</span>').format(
                kind, kind_badge(group, 13), clean(group)
            )
        )
    if effect:
        parts.append(Markup('<span class="card-effect">{}</span>').format(clean(effect)))
    if note:
        parts.append(Markup('<span class="card-note">{}</span>').format(note))
    return Markup("").join(parts) + Markup("</span>")
