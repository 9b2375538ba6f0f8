"""A clock that stands still until it is moved."""

from datetime import UTC, datetime, timedelta

MORNING = datetime(2030, 1, 7, 9, 0, tzinfo=UTC)


class Clock:
    """Called, it tells its time; `forward` and `set` move it."""

    def __init__(self, now: datetime = MORNING) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **length: float) -> None:
        """Move it by a length as timedelta takes it (``hours=1``)."""
        self.now += timedelta(**length)

    def set(self, now: datetime) -> None:
        """Move it to this time."""
        self.now = now
