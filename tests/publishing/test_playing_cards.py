"""Playing cards where nothing can be drawn: a hand is one line."""

from referee.core.documents import Card, Cards, Document, line
from referee.core.seats import Seat
from referee.publishing import plain
from referee.publishing.scene import Scene

SCENE = Scene(seats=(Seat("Ann"),), game="any", base_url="https://games.example", zone="UTC")
HAND = tuple(
    Card(name=name, icon=suit, rank=name[0])
    for name, suit in (("5♥", "hearts"), ("7♦", "diamonds"))
)


def written(cards: Cards) -> str:
    return plain.render(Document(blocks=(cards,)), SCENE)


def test_a_hand_shares_a_line_with_its_caption() -> None:
    assert written(Cards(caption=line("Your hand"), cards=HAND)) == "Your hand: 5♥, 7♦\n"


def test_a_hand_without_a_caption_is_its_cards() -> None:
    assert written(Cards(cards=HAND)) == "5♥, 7♦\n"


def test_cards_with_something_to_say_have_a_line_each() -> None:
    told = HAND[0].model_copy(update={"note": line("counts double")})
    assert written(Cards(cards=(told, HAND[1]))) == "- 5♥\n  - counts double\n- 7♦\n"
