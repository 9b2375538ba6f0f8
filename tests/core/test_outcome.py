"""Standings."""

from referee.core.outcome import Outcome
from referee.core.seats import Seat


def ranked(**scores: int) -> list[tuple[int, str, int]]:
    outcome = Outcome.by_score({Seat(name): score for name, score in scores.items()})
    return [(line.rank, line.seat, line.score) for line in outcome.standings]


def test_the_best_score_stands_first() -> None:
    assert ranked(Ann=3, Bob=9, Cal=5) == [(1, "Bob", 9), (2, "Cal", 5), (3, "Ann", 3)]


def test_equal_scores_share_a_rank_in_seat_order_and_the_next_rank_counts_them() -> None:
    assert ranked(Cal=5, Ann=9, Bob=9, Dee=5, Eve=0) == [
        (1, "Ann", 9),
        (1, "Bob", 9),
        (3, "Cal", 5),
        (3, "Dee", 5),
        (5, "Eve", 0),
    ]


def test_scores_below_zero_are_scores() -> None:
    assert ranked(Ann=-4, Bob=0) == [(1, "Bob", 0), (2, "Ann", -4)]
