"""The board beside a seat's form: without the hand that the form shows already."""

from referee.core.decisions import Decision
from referee.core.documents import Block, Cards, Document, Name


def beside(board: Document | None, decision: Decision | None) -> Document | None:
    """The board without the viewer's own hand, if the decision has every card of it to choose from.

    A row of cards that names nobody is the viewer's own.
    """
    if board is None or decision is None:
        return board
    offered = {
        (choice.rank, choice.icon)
        for field in decision.fields
        for choice in field.choices
        if choice.rank
    }
    blocks = tuple(block for block in board.blocks if not _is_offered(block, offered))
    return board.model_copy(update={"blocks": blocks})


def _is_offered(block: Block, offered: set[tuple[str, str]]) -> bool:
    if not isinstance(block, Cards) or any(isinstance(part, Name) for part in block.caption):
        return False
    return all(card.rank and (card.rank, card.icon) in offered for card in block.cards)
