"""Doing things at the same moment, with real threads."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from referee.services.errors import Refusal

T = TypeVar("T")


def at_once(*acts: Callable[[], T], waits: Sequence[float] = ()) -> list[T | Refusal]:
    """Do these things at the same moment, each in a thread; answers and refusals in their order.

    ``waits``: so many seconds each comes later, for those that would always be first.
    """
    answers: list[T | Refusal | BaseException | None] = [None] * len(acts)
    gate = threading.Barrier(len(acts))

    def run(index: int, act: Callable[[], T]) -> None:
        gate.wait()
        if waits and waits[index] > 0:
            time.sleep(waits[index])
        try:
            answers[index] = act()
        except BaseException as error:
            answers[index] = error

    threads = [threading.Thread(target=run, args=(index, act)) for index, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive(), "the race hangs"
    told: list[T | Refusal] = []
    for answer in answers:
        if isinstance(answer, BaseException) and not isinstance(answer, Refusal):
            raise answer
        told.append(answer)  # type: ignore[arg-type]
    return told
