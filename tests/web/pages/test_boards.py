"""The board beside a form: the hand stands there once, everything else stays."""

from collections.abc import Sequence

from referee.core.decisions import Choice, Decision, Field
from referee.core.documents import Block, Card, Cards, Document, Name, Paragraph, line
from referee.core.seats import Seat
from referee.web.pages.boards import beside


def cards(*ranks: str, of: str = "") -> Cards:
    caption = line(Name(seat=Seat(of)), ", in play") if of else line("Your hand")
    faces = tuple(Card(name=rank, rank=rank, icon="heart") for rank in ranks)
    return Cards(caption=caption, cards=faces)


def asking(*ranks: str) -> Decision:
    choices = tuple(Choice(value=rank, label=rank, rank=rank, icon="heart") for rank in ranks)
    return Decision(
        title="Your card",
        fields=(Field(label="Card", path=("card",), choices=choices, look="cards"),),
        default="Nothing is played.",
    )


def kept(blocks: Sequence[Block], decision: Decision | None) -> tuple[Block, ...]:
    board = beside(Document(blocks=tuple(blocks)), decision)
    assert board is not None
    return board.blocks


ROUND = Paragraph(content=line("Round 2."))


def test_a_hand_that_the_form_shows_is_not_shown_twice() -> None:
    blocks = (ROUND, cards("4", of="Bob"), cards("2", "7"))
    assert kept(blocks, asking("2", "7")) == (ROUND, cards("4", of="Bob"))


def test_a_card_that_cannot_be_chosen_keeps_the_hand_in_sight() -> None:
    blocks = (ROUND, cards("2", "7", "9"))
    assert kept(blocks, asking("2", "7")) == blocks


def test_somebodys_cards_stay_though_they_can_be_chosen() -> None:
    blocks = (ROUND, cards("4", of="Bob"))
    assert kept(blocks, asking("4")) == blocks


def test_without_a_question_the_board_is_as_it_is() -> None:
    assert kept((ROUND, cards("2")), None) == (ROUND, cards("2"))
    assert beside(None, asking("2")) is None
