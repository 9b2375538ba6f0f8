"""RD-43 against brute force on small hands, and against the clock on large ones."""

from itertools import combinations
from time import perf_counter

from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.games.royal_dilemma.cards import CARDS, SUIT, SUITS, VALUE
from referee.games.royal_dilemma.surrender import (
    Payable,
    least_answer,
    meets,
    only_answer,
    spare,
)

Cards = tuple[Payable, ...]


def payable(card: str, *, doubled: bool = False, in_play: bool = False) -> Payable:
    return Payable(card, VALUE[card] * (2 if doubled else 1), in_play)


@st.composite
def holdings(draw: st.DrawFn, most: int = 9) -> Cards:
    """Cards as two players' suits would count them; copies, as from several decks, are likely."""
    doubled = draw(st.sets(st.sampled_from(SUITS), max_size=2))
    names = draw(
        st.lists(st.sampled_from(draw(st.sampled_from([CARDS, CARDS[::4]]))), max_size=most)
    )
    return tuple(
        payable(card, doubled=SUIT[card] in doubled, in_play=draw(st.booleans())) for card in names
    )


def legal_sets(cards: Cards, demand: int) -> list[Cards]:
    """Every set that meets the demand without a spare card; all of it if nothing meets it."""
    if not meets(cards, demand):
        return [cards]
    sets = (s for size in range(len(cards) + 1) for s in combinations(cards, size))
    return [s for s in sets if meets(s, demand) and spare(s, demand) is None]


def preference(cards: Cards) -> tuple[object, ...]:
    """RD-43's order, written down plainly: the least first."""
    by_suit = sorted(cards, key=lambda c: (-SUITS.index(SUIT[c.card]), VALUE[c.card], c.in_play))
    return (
        sum(card.counts for card in cards),
        len(cards),
        sum(card.in_play for card in cards),
        [-SUITS.index(SUIT[card.card]) for card in by_suit],
        [(-SUITS.index(SUIT[card.card]), VALUE[card.card]) for card in by_suit],
        [card.in_play for card in by_suit],
    )


def multiset(cards: Cards) -> list[tuple[str, bool]]:
    return sorted((card.card, card.in_play) for card in cards)


@settings(max_examples=250, deadline=None)
@given(cards=holdings(), demand=st.integers(min_value=1, max_value=40))
@example(cards=(payable("2S"), payable("3S"), payable("5H", in_play=True)), demand=5)
def test_the_default_is_the_first_of_all_legal_sets(cards: Cards, demand: int) -> None:
    best = min(legal_sets(cards, demand), key=preference)
    assert multiset(least_answer(cards, demand)) == multiset(best)


@settings(max_examples=250, deadline=None)
@given(cards=holdings(), demand=st.integers(min_value=1, max_value=40))
@example(cards=(payable("10S"), payable("2S")), demand=9)
@example(cards=(payable("5S"), payable("5S")), demand=5)
def test_there_is_only_one_answer_exactly_if_only_one_set_is_legal(
    cards: Cards, demand: int
) -> None:
    legal = legal_sets(cards, demand)
    only = only_answer(cards, demand)
    assert (only is not None) == (len(legal) == 1)
    if only is not None:
        assert multiset(only) == multiset(legal[0])


@settings(max_examples=60, deadline=None)
@given(cards=holdings(most=144), demand=st.integers(min_value=1, max_value=40))
def test_the_default_is_legal_however_many_cards_there_are(cards: Cards, demand: int) -> None:
    chosen = least_answer(cards, demand)
    if meets(cards, demand):
        assert meets(chosen, demand)
        assert spare(chosen, demand) is None
    else:
        assert multiset(chosen) == multiset(cards)
    only = only_answer(cards, demand)
    assert only is None or multiset(only) == multiset(chosen)


def test_fewest_cards_go_before_cards_from_the_hand() -> None:
    cards = (payable("2D"), payable("3D"), payable("5S", in_play=True))
    assert multiset(least_answer(cards, 5)) == [("5S", True)]


def test_the_lowest_suit_in_the_order_d_h_c_s_goes_first() -> None:
    cards = tuple(payable(f"5{suit}") for suit in "SCHD")
    assert multiset(least_answer(cards, 5)) == [("5D", False)]
    assert multiset(least_answer(cards[:3], 5)) == [("5H", False)]


def test_forty_cards_take_less_than_five_milliseconds() -> None:
    cards = tuple(
        payable(card, doubled=SUIT[card] in "SC", in_play=at % 3 == 0)
        for at, card in enumerate((CARDS * 2)[:40])
    )
    for demand in (2, 7, 13, 20):
        assert best_of(5, lambda demand=demand: least_answer(cards, demand)) < 0.005
        assert best_of(5, lambda demand=demand: only_answer(cards, demand)) < 0.005


def best_of(times: int, action) -> float:  # type: ignore[no-untyped-def]  # anything that can be called
    """The shortest of several runs in seconds: what it takes, not what the machine was busy with."""
    taken = []
    for _ in range(times):
        start = perf_counter()
        action()
        taken.append(perf_counter() - start)
    return min(taken)
