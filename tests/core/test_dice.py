"""The dice against numbers computed by an independent implementation (Perl's Digest::SHA and bigint)."""

import pytest

from referee.core.dice import Dice

SEED = bytes(range(32))
TWO_TO_63 = 1 << 63


def test_numbers_below_six_are_the_published_ones() -> None:
    dice = Dice(SEED, 1)
    assert [dice.below(6) for _ in range(24)] == [
        *(5, 3, 4, 5, 5, 2, 2, 3, 5, 2, 4, 4),
        *(5, 5, 2, 0, 5, 0, 0, 1, 3, 2, 1, 0),
    ]


def test_another_phase_has_other_numbers() -> None:
    dice = Dice(SEED, 2)
    assert [dice.below(52) for _ in range(12)] == [1, 15, 34, 4, 11, 31, 32, 48, 36, 49, 23, 38]


def test_numbers_beyond_the_largest_multiple_are_rejected() -> None:
    # Just over half of the range: six of this stream's first twelve numbers are thrown away.
    dice = Dice(SEED, 3)
    assert [dice.below(TWO_TO_63 + 1) for _ in range(6)] == [
        1219205907208095821,
        5834588451382418612,
        6566928927957377786,
        3643799741802150618,
        1871653689769921870,
        3963204062662121365,
    ]


def test_a_shuffle_is_the_published_one() -> None:
    assert Dice(SEED, 0).shuffled(range(20)) == (
        *(7, 5, 12, 11, 19, 4, 18, 0, 8, 17),
        *(14, 2, 15, 9, 13, 10, 3, 16, 6, 1),
    )


def test_a_shuffle_leaves_what_it_was_given() -> None:
    cards = ["a", "b", "c", "d"]
    assert sorted(Dice(SEED, 0).shuffled(cards)) == cards == ["a", "b", "c", "d"]
    assert Dice(SEED, 0).shuffled([]) == ()


def test_a_pick_is_the_item_at_a_number_below_their_count() -> None:
    assert [Dice(SEED, 1).pick("abcdef"), Dice(SEED, 2).pick(range(52))] == ["f", 1]


def test_a_weighed_key_is_the_one_whose_share_a_number_below_the_sum_falls_into() -> None:
    weights = {"a": 1, "never": 0, "b": 3, "c": 2}
    dice = Dice(SEED, 1)  # 5, 3, 4, 5, 5, 2, ... below six, as above
    assert [dice.weighed(weights) for _ in range(6)] == ["c", "b", "c", "c", "c", "b"]
    assert Dice(SEED, 1).weighed({"never": 0, "only": 1}) == "only"
    with pytest.raises(ValueError, match="at least 1"):
        dice.weighed({"never": 0})


def test_dice_made_alike_roll_alike_and_others_do_not() -> None:
    def rolls(seed: bytes, phase: int) -> list[int]:
        dice = Dice(seed, phase)
        return [dice.below(1000) for _ in range(10)]

    assert rolls(SEED, 5) == rolls(SEED, 5)
    assert rolls(SEED, 5) != rolls(SEED, 6)
    assert rolls(SEED, 5) != rolls(bytes(32), 5)


def test_every_face_comes_up_about_as_often() -> None:
    dice = Dice(SEED, 7)
    counts = [0] * 6
    for _ in range(6000):
        counts[dice.below(6)] += 1
    # Chi-squared with five degrees of freedom: above 20.5 one time in a thousand; the seed is fixed.
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 20.5


@pytest.mark.parametrize("bound", [0, -1])
def test_a_bound_below_one_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Dice(SEED, 0).below(bound)


def test_a_bound_of_one_is_always_zero() -> None:
    dice = Dice(SEED, 0)
    assert {dice.below(1) for _ in range(20)} == {0}
