"""One writer per process: gathers the moves that wait and commits them together (group commit).

At a deadline everybody sends at once. A transaction costs one wait for the disk, however many moves
it holds; so while one batch is being committed the next one gathers, and nobody is ever made to wait for a
batch to fill.
"""

import asyncio
import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from referee.services.context import Context
from referee.services.errors import Refusal
from referee.services.moves import MoveIn, submit
from referee.services.reading_models import Receipt

MOST_IN_BATCH = 64
"""Enough that the commit's cost is spread, few enough that a lock is held for moments only."""

Answer = Receipt | Refusal | Exception


@dataclass(frozen=True, slots=True)
class _Waiting:
    move: MoveIn
    loop: asyncio.AbstractEventLoop
    answer: "asyncio.Future[Receipt | Refusal]"


class Writer:
    """Commits moves in a thread of its own, from `start` to `stop`."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._waiting: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        """Begin to commit. Once: raises RuntimeError if it has begun already."""
        with self._lock:
            if self._thread is not None:
                raise RuntimeError("the writer has been started already")
            self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Commit what waits, then end."""
        with self._lock:
            thread, self._thread = self._thread, None
            if thread is None:
                return
            self._waiting.put(None)
        thread.join()

    async def submit(self, move: MoveIn) -> Receipt | Refusal:
        """Hand a move in and wait for its receipt or refusal, which comes after the commit.

        Raises RuntimeError if the writer is not running.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Receipt | Refusal] = loop.create_future()
        with self._lock:
            if self._thread is None:
                raise RuntimeError("the writer is not running")
            self._waiting.put(_Waiting(move, loop, answer))
        return await answer

    def _run(self) -> None:
        is_over = False
        while not is_over:
            batch, is_over = self._gather()
            if batch:
                _tell(batch, self._answers(batch))

    def _gather(self) -> tuple[list[_Waiting], bool]:
        """What waits now, at least one and at most a batch; and whether the writer shall end after it."""
        batch: list[_Waiting] = []
        waiting = self._waiting.get()
        while waiting is not None:
            batch.append(waiting)
            if len(batch) == MOST_IN_BATCH:
                return batch, False
            try:
                waiting = self._waiting.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _answers(self, batch: Sequence[_Waiting]) -> list[Answer]:
        try:
            return list(submit(self._ctx, [waiting.move for waiting in batch]))
        except Exception as error:
            if len(batch) == 1:
                return [error]
            # One of them broke something: nobody else shall suffer, so each goes alone.
            return [answer for waiting in batch for answer in self._answers([waiting])]


def _tell(batch: Sequence[_Waiting], answers: Sequence[Answer]) -> None:
    """Wake those who wait, once for each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Waiting, Answer]]] = {}
    for waiting, answer in zip(batch, answers, strict=True):
        by_loop.setdefault(waiting.loop, []).append((waiting, answer))
    for loop, told in by_loop.items():
        try:
            loop.call_soon_threadsafe(_settle, told)
        except RuntimeError:
            continue  # The loop has closed: nobody waits there any more. What was stored is stored.


def _settle(told: Sequence[tuple[_Waiting, Answer]]) -> None:
    for waiting, answer in told:
        if waiting.answer.done():
            continue  # Whoever asked has gone away meanwhile.
        if isinstance(answer, Refusal) or not isinstance(answer, Exception):
            waiting.answer.set_result(answer)
        else:
            waiting.answer.set_exception(answer)
