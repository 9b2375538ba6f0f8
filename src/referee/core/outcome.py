"""How a match ended."""

from collections.abc import Mapping

from referee.core.seats import Seat
from referee.core.values import Value


class Standing(Value):
    """One line of the final table; equal scores share a rank, and the next rank counts them all."""

    rank: int
    seat: Seat
    score: int


class Outcome(Value):
    """The final standings, best first; equal ranks in seat order. Rank 1 shared is a shared win."""

    standings: tuple[Standing, ...]

    @classmethod
    def by_score(cls, scores: Mapping[Seat, int]) -> "Outcome":
        """Rank seats by score, highest first (1, 1, 3: competition ranking), in the mapping's order."""
        ordered = sorted(scores.items(), key=lambda item: -item[1])
        ranks: dict[int, int] = {}
        for place, (_, score) in enumerate(ordered, start=1):
            ranks.setdefault(score, place)
        return cls(
            standings=tuple(
                Standing(rank=ranks[score], seat=seat, score=score) for seat, score in ordered
            )
        )
