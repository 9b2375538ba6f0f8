"""Cards as cards: an emblem, the name, the kind by its shape, the effect, and what matters now.

A playing card is drawn as one: its rank and suit in the corner, the suit large below. Suits are told apart
by their shapes as well as by red and black, and a screen reader hears the card's name in words.
"""

from markupsafe import Markup

from referee.core.documents import Card, Cards
from referee.publishing.html.icons import emblem, kind_badge
from referee.publishing.html.lines import clean, html_line
from referee.publishing.scene import Scene


def html_cards(cards: Cards, scene: Scene) -> Markup:
    """A row of cards, with its caption above; playing cards stand closer together."""
    playing = bool(cards.cards) and all(card.rank for card in cards.cards)
    faces = Markup("").join(_card(card, scene) for card in cards.cards)
    caption = (
        Markup("<figcaption>{}</figcaption>").format(html_line(cards.caption, scene))
        if cards.caption
        else Markup("")
    )
    return Markup('<figure class="cards">{}<ul class="card-row{}">{}</ul></figure>').format(
        caption, " playing-row" if playing else "", faces
    )


def _card(card: Card, scene: Scene) -> Markup:
    if card.rank:
        return Markup('<li class="card playing">{}</li>').format(
            playing_face(
                card.rank, card.icon, card.spoken or card.name, html_line(card.note, scene)
            )
        )
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


def playing_face(rank: str, suit: str, spoken: str, note: str | Markup = "") -> Markup:
    """A playing card's face, in a document or in a form; ``suit`` names the drawing ("diamonds")."""
    drawing = Markup(
        '<svg class="pip" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" '
        'aria-hidden="true" focusable="false"><use href="#icon-{}" width="24" height="24"/></svg>'
    ).format(suit)
    face = Markup(
        '<span class="playing-face suit-{suit}"><span class="visually-hidden">{spoken}</span>'
        '<span class="playing-corner" aria-hidden="true"><span class="playing-rank">{rank}</span>'
        "{drawing}</span>{drawing}</span>"
    ).format(suit=suit, spoken=clean(spoken), rank=clean(rank), drawing=drawing)
    return face + (Markup('<span class="card-note">{}</span>').format(note) if note else Markup(""))
