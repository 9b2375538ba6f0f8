"""Playing cards as HTML: rank and suit to see, the name in words to hear."""

from referee.core.documents import Card, Cards, line
from tests.publishing.html.documents import drawn

SEVEN = Card(name="7♦", icon="diamonds", rank="7", spoken="seven of diamonds")
LUNGE = Card(name="Lunge", group="Attack", icon="lunge")


def test_a_playing_card_is_heard_in_words_and_its_signs_are_not() -> None:
    html = drawn(Cards(cards=(SEVEN,)))
    assert '<span class="visually-hidden">seven of diamonds</span>' in html
    assert 'aria-hidden="true"><span class="playing-rank">7</span>' in html
    assert html.count('href="#icon-diamonds"') == 2
    assert "7♦" not in html


def test_suits_are_told_apart_by_class_so_that_two_are_red() -> None:
    assert "suit-diamonds" in drawn(Cards(cards=(SEVEN,)))


def test_a_card_of_signs_without_words_is_heard_by_its_name() -> None:
    card = SEVEN.model_copy(update={"spoken": ""})
    assert '<span class="visually-hidden">7♦</span>' in drawn(Cards(cards=(card,)))


def test_what_matters_now_stands_under_a_playing_card() -> None:
    card = SEVEN.model_copy(update={"note": line("counts double")})
    assert '<span class="card-note">counts double</span>' in drawn(Cards(cards=(card,)))


def test_only_playing_cards_alone_stand_close_together() -> None:
    assert "playing-row" in drawn(Cards(cards=(SEVEN, SEVEN)))
    assert "playing-row" not in drawn(Cards(cards=(SEVEN, LUNGE)))
    assert "playing-row" not in drawn(Cards(cards=()))


def test_hostile_words_stay_words() -> None:
    card = Card(name="x", icon='"><b>', rank="<i>", spoken="<s>")
    html = drawn(Cards(cards=(card,)))
    assert not any(tag in html for tag in ("<b>", "<i>", "<s>"))
